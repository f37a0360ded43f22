//! Entrants that decide for many views at once: the same games as one by one, and batches that follow from the plan.

use std::sync::{Arc, Mutex};

use karteneck::Entrant;
use karteneck::arena::{Goal, Pairing, Plan, PlayOptions, State, play_whole};
use karteneck::bots::BotHost;
use karteneck::game::{Move, Players, Stream, View};
use karteneck::strategies::{BatchPolicy, Fault, FaultKind, Policy, Question, Strategy};
use karteneck::tables::{Results, csv_files};

use crate::support::{build, shipped};

/// A random choice; a seat with bad luck, one time in so many, has no answer or an illegal one.
fn answer(view: &View<'_>, mut chance: Stream, odds: Option<u32>) -> Result<Move, Fault> {
    let choices = view.choices();
    match odds.map(|odds| chance.below(odds)) {
        Some(0) => Err(Fault::new(FaultKind::Crash, "bad luck")),
        Some(1) => Ok(Move::Steal),
        _ => Ok(choices.get(chance.below(choices.len() as u32) as usize)),
    }
}

/// Some faults, so that it is shut out after a while.
const ODDS: Option<u32> = Some(300);

struct Many {
    sizes: Arc<Mutex<Vec<usize>>>,
    odds: Option<u32>,
}

impl BatchPolicy for Many {
    fn answer_all(&self, questions: &[Question<'_>]) -> Vec<Result<Move, Fault>> {
        self.sizes.lock().unwrap().push(questions.len());
        questions.iter().map(|question| answer(&question.view, question.chance.clone(), self.odds)).collect()
    }
}

struct One;

impl Strategy for One {
    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        answer(view, chance.clone(), ODDS)
    }
}

fn many(sizes: &Arc<Mutex<Vec<usize>>>, odds: Option<u32>) -> Entrant {
    Entrant::batch("bot", Arc::new(Many { sizes: Arc::clone(sizes), odds }))
}

fn plan(bot: Entrant, blocks: u64) -> Plan {
    let entrants = vec![bot, find("steal-hunter"), find("monte-carlo:rollouts=2")];
    let sizes = [Players::ALL[0], Players::ALL[1], Players::ALL[3]];
    let mut plan = Plan::new(entrants, Pairing::RoundRobin, &sizes, 5_u64, Goal::Blocks(vec![blocks; 3])).unwrap();
    plan.keep_every = 3;
    plan
}

fn find(spec: &str) -> Entrant {
    shipped().find(spec).unwrap()
}

/// All results, records and faults of a plan.
fn everything(plan: &Plan, threads: usize) -> (State, Vec<String>, Vec<String>, Vec<Vec<u8>>) {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    let host = BotHost::default();
    let state = play_whole(plan, &PlayOptions::new(threads, &host), |batch| {
        records.extend(batch.records);
        faults.extend(batch.faults.into_iter().map(|fault| fault.fault));
    });
    let state = state.unwrap();
    let files = csv_files(&Results { plan, state: &state }).into_iter().map(|(_, bytes)| bytes).collect();
    (state, records, faults, files)
}

#[test]
fn a_batch_gives_the_games_of_one_by_one() {
    let sizes = Arc::default();
    let expected = everything(&plan(Entrant::code("bot", || Box::new(One)), 30), 1);
    assert!(expected.2.len() > 1, "the bot has bad luck at times: {:?}", expected.2);
    for threads in [1, 2, 3] {
        let found = everything(&plan(many(&sizes, ODDS), 30), threads);
        assert_eq!(found.1, expected.1, "records");
        assert_eq!(found.2, expected.2, "faults");
        assert_eq!(found.3, expected.3, "files");
        assert_eq!(found.0, expected.0, "sums");
    }
}

#[test]
fn batches_follow_from_the_plan() {
    let [first, again] = [(); 2].map(|()| {
        let sizes = Arc::default();
        everything(&plan(many(&sizes, None), 20), 1);
        Arc::try_unwrap(sizes).map_or_else(|sizes| sizes.lock().unwrap().clone(), |sizes| sizes.into_inner().unwrap())
    });
    assert_eq!(first, again);
    assert!(first.iter().any(|&size| size > 30), "{first:?}");
}

/// Answers to fewer questions than were asked, or panics.
struct Bad {
    panics: bool,
}

impl BatchPolicy for Bad {
    fn answer_all(&self, questions: &[Question<'_>]) -> Vec<Result<Move, Fault>> {
        assert!(!self.panics, "out of memory");
        questions.iter().skip(1).map(|question| Ok(question.view.choices().get(0))).collect()
    }
}

#[test]
fn wrong_counts_and_panics_are_faults() {
    for (panics, words) in [(false, "one for each question"), (true, "out of memory")] {
        let bad = Entrant::batch("bot", Arc::new(Bad { panics }));
        let (state, _, faults, _) = everything(&plan(bad, 8), 2);
        assert!(faults[0].contains(words), "{}", faults[0]);
        assert!(state.disqualified.iter().next().unwrap().is_some());
    }
}

/// The first choice, as a policy and as a batch.
struct FirstChoice;

impl Policy for FirstChoice {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        view.choices().get(0)
    }
}

impl BatchPolicy for FirstChoice {
    fn answer_all(&self, questions: &[Question<'_>]) -> Vec<Result<Move, Fault>> {
        questions.iter().map(|question| Ok(question.view.choices().get(0))).collect()
    }
}

#[test]
fn a_batch_entrant_can_be_asked_one_by_one() {
    let mut strategy = Entrant::batch("first", Arc::new(FirstChoice)).strategy(&BotHost::default());
    let mut plain = build("first");
    let game = crate::support::middle(3, 4, 9);
    let view = game.view(game.table().turn());
    let mut chance = crate::support::stream(1);
    assert_eq!(strategy.decide(&view, &mut chance).unwrap(), plain.decide(&view, &mut chance.clone()).unwrap());
    assert!(!strategy.remembers());
}

#[test]
fn programs_play_beside_a_batch() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/bots/tiny.py");
    let program: Entrant = format!("tiny=process:python3 {script}").parse().unwrap();
    let plan = |bot: Entrant| {
        let entrants = vec![bot, program.clone(), find("greedy")];
        Plan::new(entrants, Pairing::RoundRobin, &[Players::ALL[0]], 5_u64, Goal::Blocks(vec![3])).unwrap()
    };
    let one = everything(&plan(Entrant::policy("bot", || FirstChoice)), 1);
    let many = everything(&plan(Entrant::batch("bot", Arc::new(FirstChoice))), 2);
    assert_eq!((one.2.len(), many.3), (0, one.3));
}
