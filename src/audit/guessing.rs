//! Does an entrant do better where the seed can be guessed?
//!
//! A program that tries seeds until one deals its own hand knows all cards, and exchanging hidden cards does not disturb
//! it. Its success gives it away: it plays the same kind of games under a seed that can be guessed and under one that
//! cannot, as a run with one thread would play them, and must not do better under the first.

use super::{AuditPoint, AuditVerdict, Scope};
use crate::arena::{Plan, Player, Setup, play_game};
use crate::game::{DealKey, Edition, Players, Seed};
use crate::statistics::{Sample, chance_of_so_much_more};
use crate::strategies::{FAMILIES, Fault};

const QUESTION: &str = "no better if seed is short";
/// Deals under each seed at first, and if they arouse suspicion. Each is played in both seatings.
const DEALS: [u64; 2] = [16, 64];
/// The probability of such a result for an honest entrant below which more is played, and below which the entrant fails.
const SUSPICIOUS: f64 = 0.05;
const NAMED: f64 = 1e-4;
/// An opponent that leaves room to do better.
const OPPONENT: &str = "tuned";

/// The games that it takes if nothing arouses suspicion.
pub(super) fn games(scope: &Scope) -> u64 {
    if scope.guessable.is_empty() { 0 } else { 2 * DEALS[0] * (scope.guessable.len() as u64 + 1) }
}

/// Compares success under short seeds and under a long one; `None` if there is no seed to guess.
pub(super) fn point(make: &dyn Fn() -> Player, scope: &Scope, on_game: &dyn Fn()) -> Option<AuditPoint> {
    if scope.guessable.is_empty() {
        return None;
    }
    Some(compare(make, &scope.guessable, scope.seed, on_game).unwrap_or_else(|fault| {
        AuditPoint::new(QUESTION, AuditVerdict::Failed, format!("a fault in games against {OPPONENT}: {fault}"))
    }))
}

/// The most suspicious of the short seeds decides: a program might not search where it expects to be watched.
fn compare(make: &dyn Fn() -> Player, short: &[Seed], long: Seed, on_game: &dyn Fn()) -> Result<AuditPoint, Fault> {
    let mut under_long = Leads::new(long, make, on_game);
    let mut worst = (Sample::default(), 1.0);
    for &seed in short {
        let mut under_short = Leads::new(seed, make, on_game);
        let mut chance = 0.5;
        for deals in DEALS {
            under_short.play_up_to(deals)?;
            under_long.play_up_to(deals)?;
            chance = chance_of_so_much_more(&under_short.sample, &under_long.sample).unwrap_or(0.5);
            // A clear result needs no more games.
            if !(NAMED..SUSPICIOUS).contains(&chance) {
                break;
            }
        }
        if chance < worst.1 {
            worst = (under_short.sample, chance);
        }
    }
    Ok(verdict([&worst.0, &under_long.sample], worst.1))
}

fn verdict([short, long]: [&Sample; 2], chance: f64) -> AuditPoint {
    let (mean, games) = (|sample: &Sample| sample.mean().unwrap_or(0.0), short.count);
    let evidence = format!(
        "ahead of {OPPONENT} by {:+.1} worms per game under a seed that can be guessed, {:+.1} under one that cannot",
        mean(short),
        mean(long)
    );
    if chance < NAMED {
        let evidence = format!("{evidence} ({games} games each, p < {NAMED}): it searches for the seed");
        return AuditPoint::new(QUESTION, AuditVerdict::Failed, evidence);
    }
    AuditPoint::new(QUESTION, AuditVerdict::Passed, format!("{evidence} ({games} games each)"))
}

/// The lead of an entrant over the opponent in worms, deal by deal, under one seed.
struct Leads<'a> {
    seed: Seed,
    on_game: &'a dyn Fn(),
    line_up: [Player; 2],
    deals: u64,
    sample: Sample,
}

impl<'a> Leads<'a> {
    fn new(seed: Seed, make: &dyn Fn() -> Player, on_game: &'a dyn Fn()) -> Leads<'a> {
        let family = FAMILIES.iter().find(|family| family.name == OPPONENT).expect("the opponent is a family");
        let opponent = Player::honest(OPPONENT, || (family.build)(&family.defaults()));
        Leads { seed, on_game, line_up: [make(), opponent], deals: 0, sample: Sample::default() }
    }

    fn play_up_to(&mut self, deals: u64) -> Result<(), Fault> {
        for deal in self.deals..deals.max(self.deals) {
            let key = DealKey::new(self.seed, deal);
            // The seats of the first chair in both rotations, as in a run; an order of two chairs is its own inverse.
            for chair in Plan::chairs(&key, Players::ALL[0], 0) {
                self.play(key, chair.index())?;
            }
        }
        self.deals = self.deals.max(deals);
        Ok(())
    }

    /// Plays a game in which the entrant sits on the first seat, or on the second.
    fn play(&mut self, key: DealKey, seat: usize) -> Result<(), Fault> {
        let players = Players::ALL[0];
        let setup = Setup { key, players, first: key.first_seat(players), edition: Edition::default() };
        self.line_up.rotate_left(seat);
        let played = play_game(&setup, &mut self.line_up, &mut ());
        (self.on_game)();
        self.line_up.rotate_left(seat);
        if let Some(game_fault) = played.game_faults.into_iter().next() {
            return Err(game_fault.fault);
        }
        let worms = played.outcome.worms.0.map(i64::from);
        self.sample.add(worms[seat] - worms[1 - seat]);
        Ok(())
    }
}
