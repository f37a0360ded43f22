//! The audit: does an entrant follow the rules, and does it know only what it may?
//!
//! The entrant plays full games at every table size, against random movers and heuristics in turn. Every game is played
//! several times: twice by a newcomer each time, once by a veteran of all other games and of the same deal on another seat,
//! and once more along the recorded moves, each decision in another world that looks the same from the entrant's seat. A
//! player that answers differently in any of them uses randomness other than the given stream, remembers too much, or sees
//! what it should not.
//!
//! This room owns the points of the audit and their evidence. It refuses to know how an entrant decides: it only watches.
//!
//! The main types: [`audit()`] examines an entrant within a [`Scope`] and returns an [`Audit`], an [`AuditPoint`] for each
//! question.
//!
//! ```
//! use karteneck::Entrant;
//! use karteneck::arena::Player;
//! use karteneck::audit::{Scope, audit};
//! use karteneck::bots::BotHost;
//!
//! let entrant: Entrant = "greedy".parse()?;
//! let scope = Scope { games: 1, seed: 7_u64.into(), guessable: Vec::new() };
//! assert!(audit(&|| Player::new(&entrant, &BotHost::default()), &scope, || None).passed());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod costs;
mod guessing;
mod point;
mod scope;
mod trial;

pub use point::{AuditPoint, AuditVerdict};
pub use scope::{Meter, Scope};

use std::cell::Cell;

use costs::Costs;
use trial::{Trace, Trial};

use crate::arena::{MAX_FAULTS, Player};
use crate::game::Move;
use crate::strategies::FaultKind;

/// The result of an audit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audit {
    /// Point by point.
    pub points: Vec<AuditPoint>,
}

impl Audit {
    /// Whether nothing failed and nothing was skipped.
    pub fn passed(&self) -> bool {
        self.points.iter().all(|point| matches!(point.verdict, AuditVerdict::Passed | AuditVerdict::Measured))
    }
}

const SAME_GAME: &str = "same seed, same game";
const ENDURANCE: &str = "plays game after game";
const NO_MEMORY: &str = "no memory of other games";
const SAME_VIEW: &str = "same view, same move";

/// How far an audit has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditProgress {
    /// Games played.
    pub games: u64,
    /// Games in all; more if an entrant arouses suspicion, fewer if it commits faults.
    pub of: u64,
}

/// How often each game is played: by two newcomers, by a veteran, once before that on another seat, and in other worlds.
const PASSES: u64 = 5;

/// Examines an entrant; `make` creates a new player of it.
pub fn audit(make: &dyn Fn() -> Player, scope: &Scope, meter: Meter) -> Audit {
    audit_watched(make, scope, meter, &|_| {})
}

/// Like [`audit()`]; after every game `watch` is told how far it has come.
pub fn audit_watched(make: &dyn Fn() -> Player, scope: &Scope, meter: Meter, watch: &dyn Fn(AuditProgress)) -> Audit {
    let trials = Trial::all(scope);
    let of = PASSES * trials.len() as u64 + guessing::games(scope);
    let examiner = Examiner { make, meter, trials, of, played: Cell::new(0), watch };
    let first = examiner.newcomers();
    let mut points = vec![
        examiner.conduct("answers every question", &first, |kind| kind != FaultKind::Illegal),
        examiner.conduct("plays legal moves only", &first, |kind| kind == FaultKind::Illegal),
    ];
    if first.iter().all(|trace| trace.fault.is_none()) {
        let again: Vec<Option<Trace>> = examiner.newcomers().into_iter().map(Some).collect();
        points.push(examiner.compare(SAME_GAME, &first, &again));
        let (veteran, restarts) = examiner.veteran();
        points.push(examiner.endurance(&veteran, restarts));
        points.push(examiner.compare(NO_MEMORY, &first, &veteran));
        points.push(examiner.compare(SAME_VIEW, &first, &examiner.other_worlds(&first)));
        points.extend(guessing::point(make, scope, &|| examiner.count()));
        points.extend(Costs::of(&veteran).points());
    } else {
        let skipped = |question| AuditPoint::new(question, AuditVerdict::Skipped, "skipped after the faults above");
        points.extend([SAME_GAME, ENDURANCE, NO_MEMORY, SAME_VIEW].map(skipped));
    }
    Audit { points }
}

struct Examiner<'a> {
    make: &'a dyn Fn() -> Player,
    meter: Meter,
    trials: Vec<Trial>,
    /// Games in all, and games played.
    of: u64,
    played: Cell<u64>,
    watch: &'a dyn Fn(AuditProgress),
}

impl Examiner<'_> {
    /// One more game has been played.
    fn count(&self) {
        let games = self.played.get() + 1;
        self.played.set(games);
        (self.watch)(AuditProgress { games, of: self.of.max(games) });
    }

    /// Plays a game.
    fn play(&self, trial: &Trial, player: &mut Player) -> Trace {
        let trace = trial.play(player, self.meter);
        self.count();
        trace
    }

    /// Every game with a newcomer; a few faults are enough to stop.
    fn newcomers(&self) -> Vec<Trace> {
        let mut traces: Vec<Trace> = Vec::new();
        for trial in &self.trials {
            if traces.iter().filter(|trace| trace.fault.is_some()).count() >= MAX_FAULTS as usize {
                break;
            }
            traces.push(self.play(trial, &mut (self.make)()));
        }
        traces
    }

    /// Every game with one and the same player, the last game first and each after one of the same deal on another seat, up
    /// to its first fault. Also returns how often it had to be restarted.
    fn veteran(&self) -> (Vec<Option<Trace>>, u64) {
        let mut player = (self.make)();
        let mut traces: Vec<Option<Trace>> = vec![None; self.trials.len()];
        for (trial, slot) in self.trials.iter().zip(&mut traces).rev() {
            // In a run every deal is played from every seat, and the portions stay the same: a player that has seen them from
            // another seat must play as if it had not.
            let before = self.play(&trial.on_the_next_seat(), &mut player);
            let trace = if before.fault.is_some() { before } else { self.play(trial, &mut player) };
            let trace = slot.insert(trace);
            if trace.fault.is_some() {
                break;
            }
        }
        (traces, player.restarts())
    }

    /// Whether a veteran commits no faults, as newcomers do not, and survives from game to game.
    fn endurance(&self, veteran: &[Option<Trace>], restarts: u64) -> AuditPoint {
        for (trial, trace) in self.trials.iter().zip(veteran) {
            if let Some(trace) = trace
                && let Some(fault) = &trace.fault
            {
                let evidence = format!("{}, after other games: {fault}", trial.address(trace.decisions.len()));
                return AuditPoint::new(ENDURANCE, AuditVerdict::Failed, evidence);
            }
        }
        if restarts > 0 {
            let evidence = format!(
                "in {} games it had to be restarted {restarts} times: it ended, hung, or wrote a line that was not asked \
                 for, after the last answer of a game",
                2 * veteran.len()
            );
            return AuditPoint::new(ENDURANCE, AuditVerdict::Failed, evidence);
        }
        AuditPoint::new(ENDURANCE, AuditVerdict::Passed, format!("{} games by one player", 2 * veteran.len()))
    }

    /// Every decision again, by a newcomer in each game, in a world that looks the same from its seat.
    fn other_worlds(&self, first: &[Trace]) -> Vec<Option<Trace>> {
        let pairs = self.trials.iter().zip(first);
        let play = |(trial, trace): (&Trial, &Trace)| {
            let other = trial.play_in_other_worlds(trace, &mut (self.make)());
            self.count();
            Some(other)
        };
        pairs.map(play).collect()
    }

    /// Whether there are no faults of some kinds.
    fn conduct(&self, question: &'static str, traces: &[Trace], counts: impl Fn(FaultKind) -> bool) -> AuditPoint {
        for (trial, trace) in self.trials.iter().zip(traces) {
            if let Some(fault) = trace.fault.as_ref().filter(|fault| counts(fault.kind())) {
                let evidence = format!("{}: {fault}", trial.address(trace.decisions.len()));
                return AuditPoint::new(question, AuditVerdict::Failed, evidence);
            }
        }
        let decisions: usize = traces.iter().map(|trace| trace.decisions.len()).sum();
        let verdict = if decisions > 0 { AuditVerdict::Passed } else { AuditVerdict::Skipped };
        AuditPoint::new(question, verdict, format!("{decisions} decisions in {} games", traces.len()))
    }

    /// Whether all moves are the same in both passes, in the games that were played to the end both times.
    fn compare(&self, question: &'static str, first: &[Trace], then: &[Option<Trace>]) -> AuditPoint {
        let mut agreed = 0;
        for ((trial, one), other) in self.trials.iter().zip(first).zip(then) {
            // A fault of the veteran has a point of its own.
            let Some(other) = other.as_ref().filter(|other| question != NO_MEMORY || other.fault.is_none()) else {
                continue;
            };
            let same = one.decisions.iter().zip(&other.decisions).take_while(|(one, other)| one.mv == other.mv).count();
            if same < one.decisions.len() || same < other.decisions.len() || other.fault.is_some() {
                let moves = [one, other].map(|trace| describe(trace, same));
                let evidence = format!("{}: first {}, then {}", trial.address(same), moves[0], moves[1]);
                return AuditPoint::new(question, AuditVerdict::Failed, evidence);
            }
            agreed += same;
        }
        AuditPoint::new(question, AuditVerdict::Passed, format!("{agreed} decisions agree"))
    }
}

/// The move at a decision, or what happened instead.
fn describe(trace: &Trace, decision: usize) -> String {
    let mv: Option<Move> = trace.decisions.get(decision).map(|decision| decision.mv);
    match (mv, &trace.fault) {
        (Some(mv), _) => mv.to_string(),
        (None, Some(fault)) => format!("a fault ({fault})"),
        (None, None) => "nothing".to_owned(),
    }
}
