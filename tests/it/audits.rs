//! The audit finds every cheater, and says at which point.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use karteneck::arena::{Clairvoyant, Player};
use karteneck::audit::{Audit, AuditVerdict, Scope, audit};
use karteneck::bots::BotHost;
use karteneck::entrants::EntrantKind;
use karteneck::game::{Game, Kind, Move, Number, Stream, View};
use karteneck::strategies::{Fault, Policy, Strategy};

use crate::processes::{PASS, bot};

fn examine(make: &dyn Fn() -> Player) -> Audit {
    audit(make, &Scope { games: 2, seed: 1.into(), guessable: Vec::new() }, || None)
}

/// The points that failed.
fn failures(audit: &Audit) -> Vec<&'static str> {
    let failed = audit.points.iter().filter(|point| point.verdict == AuditVerdict::Failed);
    failed.map(|point| point.question).collect()
}

/// The legal move at some index, whatever the index.
fn some_move(view: &View<'_>, index: u64) -> Move {
    let choices = view.choices();
    choices.get((index % choices.len() as u64) as usize)
}

/// Plays by what the next seat holds.
struct Peeker;

impl Clairvoyant for Peeker {
    fn decide_knowing(&mut self, game: &Game, _chance: &mut Stream) -> Move {
        let me = game.table().turn();
        let hidden = game.table().players().seats().filter(|&seat| seat != me).map(|seat| game.hand(seat).total());
        some_move(&game.view(me), hidden.map(u64::from).sum())
    }
}

#[test]
fn a_cheater_is_caught_by_the_same_view_in_another_world() {
    let result = examine(&|| Player::clairvoyant("peeker", || Box::new(Peeker)));
    assert_eq!(failures(&result), ["same view, same move"]);
    assert!(!result.passed());
}

/// Plays by a counter that all copies share: by the clock, so to speak.
struct Gambler(Arc<AtomicU64>);

impl Policy for Gambler {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        some_move(view, self.0.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40)
    }
}

#[test]
fn chance_from_elsewhere_is_caught_by_the_same_seed() {
    let clock = Arc::new(AtomicU64::new(0));
    let make = move || {
        let clock = clock.clone();
        Player::honest("gambler", move || Box::new(Gambler(clock.clone())))
    };
    assert!(failures(&examine(&make)).contains(&"same seed, same game"));
}

/// Plays by how many games it has seen.
struct Elephant {
    games: u64,
}

impl Strategy for Elephant {
    fn start(&mut self, _view: &View<'_>) -> Result<(), Fault> {
        self.games += 1;
        Ok(())
    }

    fn decide(&mut self, view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
        Ok(some_move(view, self.games))
    }
}

#[test]
fn memory_is_caught_by_the_veteran_alone() {
    let result = examine(&|| Player::honest("elephant", || Box::new(Elephant { games: 0 })));
    assert_eq!(failures(&result), ["no memory of other games"]);
}

/// Plays differently if it has seen the opening grill from another seat before: then it knows all portions to come.
#[derive(Default)]
struct Mirror {
    seen: Vec<(usize, Vec<u8>)>,
    knows: bool,
}

impl Strategy for Mirror {
    fn start(&mut self, view: &View<'_>) -> Result<(), Fault> {
        let (seat, grill) =
            (view.seat().index(), view.table().grill().iter().map(karteneck::game::Portion::value).collect());
        self.knows = self.seen.iter().any(|(other, opening)| *other != seat && *opening == grill);
        self.seen.push((seat, grill));
        Ok(())
    }

    fn decide(&mut self, view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
        Ok(some_move(view, self.knows.into()))
    }
}

#[test]
fn memory_of_the_same_deal_on_another_seat_is_caught() {
    let result = examine(&|| Player::honest("mirror", || Box::new(Mirror::default())));
    assert_eq!(failures(&result), ["no memory of other games"]);
}

/// Lays a one, whether it has one or not.
struct Outlaw;

impl Policy for Outlaw {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        let one = Kind::Number(Number::One);
        let wanted = Move::lay(Number::One, view.hand().count(one) as u8 + 1);
        if view.table().round() > 1 { wanted } else { Move::Pass }
    }
}

#[test]
fn an_illegal_move_is_caught_with_the_rule() {
    let result = examine(&|| Player::honest("outlaw", || Box::new(Outlaw)));
    assert_eq!(failures(&result), ["plays legal moves only"]);
    let point = result.points.iter().find(|point| point.verdict == AuditVerdict::Failed).unwrap();
    assert!(point.evidence.contains("rule"), "{}", point.evidence);
}

/// Panics in its third decision.
struct Nervous(u32);

impl Strategy for Nervous {
    fn decide(&mut self, _view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
        self.0 += 1;
        assert!(self.0 < 3, "too much for me");
        Ok(Move::Pass)
    }
}

#[test]
fn a_panic_is_a_fault_and_not_the_end() {
    let result = examine(&|| Player::honest("nervous", || Box::new(Nervous(0))));
    assert_eq!(failures(&result), ["answers every question"]);
    assert!(result.points[0].evidence.contains("too much for me"), "{}", result.points[0].evidence);
}

#[test]
fn programs_that_crash_stall_babble_or_break_rules_are_caught() {
    for (mock, limit, question, part) in [
        ("exit 3", 60.0, "answers every question", "exit status: 3"),
        ("sleep 1000", 0.2, "answers every question", "no answer within"),
        ("echo hm", 60.0, "answers every question", "it said: hm"),
        (
            r#"echo "{\"id\":$id,\"move\":\"lay 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5\"}""#,
            60.0,
            "plays legal moves only",
            "rule",
        ),
    ] {
        let entrant = bot(mock, limit);
        let result = examine(&|| Player::new(&entrant, &BotHost::default()));
        assert_eq!(failures(&result), [question], "{mock}");
        let failed = result.points.iter().find(|point| point.verdict == AuditVerdict::Failed).unwrap();
        assert!(failed.evidence.contains(part), "{mock}: {}", failed.evidence);
    }
}

#[test]
fn an_honest_program_passes() {
    let entrant = bot(PASS, 5.0);
    let result = examine(&|| Player::new(&entrant, &BotHost::default()));
    assert!(result.passed(), "{result:?}");
}

#[test]
fn a_program_that_ends_after_each_game_is_told_so() {
    let mut quitter = bot(PASS, 60.0);
    if let EntrantKind::Process(program) = &mut quitter.kind {
        program.command[2] = program.command[2].replace("esac", "*'\"type\":\"end\"'*) exit 5 ;; esac");
    }
    let result = examine(&|| Player::new(&quitter, &BotHost::default()));
    assert_eq!(failures(&result), ["plays game after game"]);
    let failed = result.points.iter().find(|point| point.verdict == AuditVerdict::Failed).unwrap();
    assert!(failed.evidence.contains("restarted 19 times"), "{}", failed.evidence);
}
