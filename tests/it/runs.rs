//! Runs: the same for any number of threads, with exact counts.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use karteneck::arena::{
    Batch, Chair, Counter, Disqualified, Ended, EntrantIndex, Fate, GameAddress, Goal, LineUpIndex, PORTION_VALUES,
    Pairing, Part, PerEntrant, Plan, PlayOptions, Player, Replayer, RunFault, Setup, Shard, State, Stopped, TableIndex,
    play_game, play_run, play_whole,
};
use karteneck::bots::BotHost;
use karteneck::entrants::Entrant;
use karteneck::game::{DealKey, Edition, Event, Move, Outcome, Players, Stream, View, Watch};
use karteneck::records::{Record, replay};
use karteneck::statistics::{Hypotheses, Sprt};
use karteneck::strategies::{Family, Fault, Policy, Strategy};
use karteneck::tables::{Results, csv_files, standings};

use crate::processes::{PASS, bot};
use crate::support::{players, shipped};

pub fn plan(field: &[&str], sizes: &[usize], pairing: Pairing, blocks: u64) -> Plan {
    plan_of(field.iter().map(|spec| shipped().find(spec).unwrap()).collect(), sizes, pairing, blocks)
}

pub fn plan_of(entrants: Vec<Entrant>, sizes: &[usize], pairing: Pairing, blocks: u64) -> Plan {
    let sizes: Vec<Players> = sizes.iter().map(|&size| players(size)).collect();
    Plan::new(entrants, pairing, &sizes, 3_u64, Goal::Blocks(vec![blocks; sizes.len()])).unwrap()
}

/// The same plan with some records kept.
pub fn keeping(every: u64, mut plan: Plan) -> Plan {
    plan.keep_every = every;
    plan
}

/// The same plan with another goal.
fn with_goal(plan: &Plan, goal: Goal) -> Plan {
    let mut plan = plan.clone();
    plan.goal = goal;
    plan
}

pub fn run(plan: &Plan, threads: usize) -> (State, Vec<String>) {
    let mut records = Vec::new();
    let host = BotHost::default();
    let state = play_whole(plan, &PlayOptions::new(threads, &host), |batch| records.extend(batch.records)).unwrap();
    (state, records)
}

pub const FIELD: [&str; 4] = ["random", "greedy", "steal-hunter", "heuristic"];

#[test]
fn threads_change_nothing() {
    let plan = keeping(7, plan(&FIELD, &[2, 3, 6], Pairing::RoundRobin, 9));
    let one = run(&plan, 1);
    for threads in [2, 3, 8] {
        assert_eq!(run(&plan, threads), one, "{threads} threads");
    }
    let files = |state| csv_files(&Results { plan: &plan, state });
    assert_eq!(files(&one.0), files(&run(&plan, 2).0));
}

#[test]
fn a_mirror_match_is_exactly_even_in_every_block() {
    for (spec, size) in [("random", 2), ("random", 5), ("heuristic", 3), ("monte-carlo:rollouts=10", 2)] {
        let plan = plan(&[spec, spec], &[size], Pairing::Fixed, 20);
        let (state, _) = run(&plan, 2);
        let blocks = &state.sizes[TableIndex::FIRST].tally.blocks;
        // With an odd number of seats, two line-ups even it out.
        let difference = blocks.difference(EntrantIndex::FIRST, EntrantIndex::new(1), [1, 1]);
        assert_eq!((difference.sum, difference.squares), (0, 0), "{spec} at {size} players");
    }
}

#[test]
fn everything_is_counted_and_nothing_twice() {
    for size in 2..=6 {
        let plan = plan(&FIELD, &[size], Pairing::RoundRobin, 6);
        let (state, _) = run(&plan, 2);
        let (tally, schedule) = (&state.sizes[TableIndex::FIRST].tally, &plan.schedules()[TableIndex::FIRST]);
        let games = 6 * schedule.games_per_block();
        let sum = |of: &dyn Fn(EntrantIndex) -> u64| tally.entrants.indices().map(of).sum::<u64>();
        assert_eq!(sum(&|entrant| tally.entrants[entrant].games), games * size as u64);
        assert_eq!(sum(&|entrant| tally.entrants[entrant].wins), games, "one winner per game");
        assert_eq!(sum(&|entrant| tally.entrants[entrant].seats[0].games), games, "one seat begins");
        let counter = |counter| sum(&|entrant| tally.entrants[entrant].counter(counter));
        let rounds = games * players(size).rounds() as u64;
        assert_eq!(counter(Counter::LastToPass), rounds, "one is last in every round");
        assert_eq!(counter(Counter::Steals), counter(Counter::StolenFrom));
        let passes = counter(Counter::ChosenInvalidPasses)
            + counter(Counter::ForcedInvalidPasses)
            + sum(&|entrant| tally.entrants[entrant].pass_totals.iter().sum());
        assert_eq!(passes, rounds * size as u64, "every seat passes once per round");
        let lays = sum(&|entrant| tally.entrants[entrant].lay_sizes.iter().sum());
        assert_eq!(counter(Counter::Decisions), passes + lays);
        let fate =
            |fate| sum(&|entrant| (0..PORTION_VALUES).map(|value| tally.entrants[entrant].fate(value, fate)).sum());
        assert_eq!(fate(Fate::Kept), rounds * size as u64, "every portion ends in a stack");
        assert_eq!(fate(Fate::TakenMenu) + fate(Fate::TakenInvalid), fate(Fate::Kept));
        assert_eq!(fate(Fate::Stolen), fate(Fate::Lost));
        assert_eq!(fate(Fate::Stolen), counter(Counter::Steals));
        let turned_up: u64 = sum(&|entrant| (0..PORTION_VALUES).map(|v| tally.turned_up(schedule, entrant, v)).sum());
        assert_eq!(turned_up, size as u64 * fate(Fate::Kept), "all seats see every grill");
        for (entrant, tally) in tally.entrants.entries() {
            let kept = |value| tally.fate(value, Fate::Kept);
            let got = |value| {
                tally.fate(value, Fate::TakenMenu)
                    + tally.fate(value, Fate::TakenInvalid)
                    + tally.fate(value, Fate::Stolen)
            };
            for value in 0..PORTION_VALUES {
                assert_eq!(got(value) - tally.fate(value, Fate::Lost), kept(value), "{entrant}, value {value}");
            }
            assert_eq!(tally.worms_sample().count, tally.games);
            assert_eq!(tally.places_sample().count, tally.games);
        }
    }
}

#[test]
fn a_later_first_deal_continues_the_same_seed() {
    let whole = keeping(1, plan(&FIELD, &[2, 4], Pairing::RoundRobin, 7));
    let mut late = with_goal(&whole, Goal::Blocks(vec![3; 2]));
    late.first_deal = 4;
    let early = with_goal(&whole, Goal::Blocks(vec![4; 2]));
    let [whole, early, late] = [whole, early, late].map(|plan| {
        let (_, mut records) = run(&plan, 2);
        records.sort();
        records
    });
    let mut both = [early, late].concat();
    both.sort();
    assert_eq!(both, whole);
}

#[test]
fn the_tallies_are_those_of_the_records() {
    let plan = keeping(1, plan(&FIELD, &[3], Pairing::RoundRobin, 5));
    let (state, records) = run(&plan, 2);
    assert_eq!(records.len() as u64, 5 * plan.schedules()[TableIndex::FIRST].games_per_block());
    let (mut wins, mut worms, mut steals) = (vec![0; 4], vec![0; 4], vec![0; 4]);
    for line in &records {
        let record = Record::from_line(line).unwrap();
        assert_eq!(replay(&record, &Edition::default(), &mut |_| {}).unwrap(), record);
        let entrant = |seat: usize| FIELD.iter().position(|name| *name == record.strategies[seat]).unwrap();
        wins[entrant(record.result.winner)] += 1;
        for seat in 0..3 {
            worms[entrant(seat)] += i64::from(record.result.worms[seat]);
        }
        for mv in record.rounds.iter().flat_map(|round| &round.moves).filter(|mv| mv.steal.is_some()) {
            steals[entrant(mv.seat)] += 1;
        }
    }
    for (entrant, tally) in state.sizes[TableIndex::FIRST].tally.entrants.entries() {
        assert_eq!((tally.wins, tally.worms_sample().sum), (wins[entrant.index()], worms[entrant.index()]));
        assert_eq!(tally.counter(Counter::Steals), steals[entrant.index()]);
        let by_block = state.sizes[TableIndex::FIRST].tally.blocks.seats[entrant].iter().map(|wins| wins.sum as u64);
        assert_eq!(by_block.collect::<Vec<_>>(), tally.seats.iter().map(|seat| seat.wins).collect::<Vec<_>>());
    }
    let all = state.sizes[TableIndex::FIRST].tally.blocks.all_seats.iter();
    assert_eq!(
        all.map(|wins| (wins.count, wins.sum)).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1)),
        (15, 60)
    );
    // Each of these games can be replayed.
    let place =
        |rotation| GameAddress { table_index: TableIndex::FIRST, line_up: LineUpIndex::new(2), block: 4, rotation };
    let (mut again, all) = (Replayer::new(&plan, &BotHost::default()), PerEntrant::all(false, 4));
    let seen: Vec<String> = (0..3).filter_map(|rotation| Some(again.game(place(rotation), &all)?.to_line())).collect();
    let whole = again.block(place(0), &all, &|| false).unwrap();
    assert_eq!(whole.iter().map(Record::to_line).collect::<Vec<_>>(), seen);
    assert!(again.block(place(0), &all, &|| true).is_none());
    let first = (4 * plan.schedules()[TableIndex::FIRST].line_ups.len() + 2) * 3;
    assert_eq!(seen, records[first..first + 3]);
}

#[test]
fn blocks_are_one_deal_in_all_rotations_with_neighbours_from_the_seed() {
    let plan = plan(&FIELD, &[4], Pairing::RoundRobin, 1);
    let mut orders = std::collections::BTreeSet::new();
    for block in 0..40 {
        let chairs: Vec<Vec<Chair>> =
            (0..4).map(|rotation| Plan::chairs(&plan.key(block), players(4), rotation).collect()).collect();
        for seat in 0..4 {
            let mut seen: Vec<usize> = chairs.iter().map(|chairs| chairs[seat].index()).collect();
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2, 3], "every entrant sits at every seat once");
        }
        orders.insert(DealKey::new(3, block).neighbours(players(4)).0);
    }
    assert!(orders.len() > 15, "neighbours change: {} orders in 40 blocks", orders.len());
}

#[test]
fn the_unit_is_the_block_and_pairing_pays() {
    let plan = plan(&["heuristic", "heuristic:tempo=0.8"], &[2], Pairing::Fixed, 4000);
    let (state, _) = run(&plan, 2);
    let rows = standings(&Results { plan: &plan, state: &state }, TableIndex::FIRST);
    assert!(rows.iter().all(|row| row.interval.is_some_and(|interval| interval.half_width() < 0.0155)));
    assert!(rows.iter().all(|row| row.variance_reduction.is_some_and(|factor| factor > 1.2)), "two similar heuristics");
}

#[test]
fn tie_groups_separate_what_differs_and_join_what_does_not() {
    let plan = plan(&["random", "heuristic", "heuristic:card=0.45", "greedy"], &[2], Pairing::RoundRobin, 300);
    let (state, _) = run(&plan, 2);
    let rows = standings(&Results { plan: &plan, state: &state }, TableIndex::FIRST);
    let groups: Vec<&str> = rows.iter().map(|row| row.tie_group.as_str()).collect();
    assert_eq!(groups, ["a", "a", "b", "c"], "the same heuristic twice, greedy, random");
    assert!(rows.windows(2).all(|pair| pair[0].rating.unwrap() >= pair[1].rating.unwrap() - 1.0));
}

#[test]
fn a_run_ends_when_it_is_precise_enough_or_the_test_is_sure() {
    let goal = Goal::Until { half_width: 0.03, most: 100_000 };
    let precise = with_goal(&plan(&["greedy", "random"], &[2], Pairing::Fixed, 1), goal);
    let (state, _) = run(&precise, 2);
    assert_eq!(state.sizes[TableIndex::FIRST].stopped, Some(Stopped::Precise));
    assert!(state.sizes[TableIndex::FIRST].next < 2000);
    assert_eq!(run(&precise, 1).0, state, "the end does not depend on threads");
    let sprt = Sprt::new(Hypotheses { null: 1.0, alternative: 1.1, alpha: 0.05, beta: 0.05 });
    let test = with_goal(&precise, Goal::Test { sprt, most: 100_000 });
    let (state, _) = run(&test, 2);
    assert!(matches!(
        state.sizes[TableIndex::FIRST].stopped,
        Some(Stopped::Tested(karteneck::statistics::Stop::Alternative))
    ));
    // However long the batches, the decisions are made at the same blocks.
    for goal in [Goal::Until { half_width: 0.03, most: 100_000 }, test.goal.clone()] {
        let plan = with_goal(&precise, goal);
        let whole = run(&plan, 2).0;
        for pace in [1, 3, 7, 100] {
            let mut state = State::new(&plan);
            // Even if interrupted every few batches.
            while state.sizes[TableIndex::FIRST].stopped.is_none() {
                let (host, mut batches) = (BotHost::default(), 0);
                let options = PlayOptions { pace: Some(pace), ..PlayOptions::new(1, &host) };
                let five = |_: &State, _: Batch| {
                    batches += 1;
                    if batches == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                state = play_run(&plan, state, &options, five).unwrap().0;
            }
            assert_eq!(state, whole, "pace {pace}");
        }
    }
    let few = with_goal(&precise, Goal::Until { half_width: 0.0001, most: 10 });
    assert_eq!(run(&few, 2).0.sizes[TableIndex::FIRST].stopped, Some(Stopped::Undecided));
}

#[test]
fn an_interrupted_batch_is_discarded() {
    let plan = plan(&FIELD, &[2], Pairing::RoundRobin, 40);
    let whole = run(&plan, 2).0;
    let mut state = State::new(&plan);
    for stops in 0..200_u64 {
        let calls = std::sync::atomic::AtomicU64::new(0);
        let limit = 500 * (1 + stops * stops);
        let stopped = || calls.fetch_add(1, Ordering::Relaxed) > limit;
        let host = BotHost::default();
        let options = PlayOptions { should_stop: &stopped, ..PlayOptions::new(2, &host) };
        let (played, ended) = play_run::<()>(&plan, state, &options, |_, _| ControlFlow::Continue(())).unwrap();
        // Through a file, as after a kill.
        state = serde_json::from_str(&serde_json::to_string(&played).unwrap()).unwrap();
        if ended == Ended::Finished {
            break;
        }
    }
    assert_eq!(state, whole);
}

#[test]
fn faults_are_counted_with_their_address_and_too_many_disqualify() {
    let with = |bot| plan_of(vec![shipped().find("random").unwrap(), bot], &[2], Pairing::Fixed, 40);
    let plan = with(bot("exit 3", 60.0));
    let (state, _) = run(&plan, 2);
    let games = 2 * 40;
    let crashing = EntrantIndex::new(1);
    let tally = &state.sizes[TableIndex::FIRST].tally.entrants[crashing];
    assert_eq!((tally.faults, tally.wins), (games, 0), "it commits a fault in every game");
    let from = Disqualified { table_index: TableIndex::FIRST, block: 2 };
    assert_eq!(state.disqualified[crashing], Some(from));
    assert_eq!(state.faults[crashing], 4, "shut out at the first fixed position after the third fault");
    let note = &state.incidents[0];
    assert_eq!((note.entrant, note.block, note.rotation), (crashing, 0, 0));
    assert_eq!(note.fault, "seat 1, round 1, move 1: crash: ended or closed its output, unanswered");
    assert_eq!(note.details, "", "how it ended depends on the moment, and is not kept");
    assert_eq!(run(&with(bot(PASS, 60.0)), 2).0.faults.as_slice(), [0, 0]);
}

#[test]
fn a_plan_survives_its_manifest() {
    let specs = ["monte-carlo:rollouts=17,policy=greedy", "heuristic:card=0.123456789", "random"];
    let sizes = [players(2), players(3)];
    let entrants = specs.iter().map(|spec| shipped().find(spec).unwrap()).collect();
    let goal = Goal::Blocks(vec![10, 20]);
    let mut plan = Plan::new(entrants, Pairing::Gauntlet(EntrantIndex::new(1)), &sizes, u64::MAX, goal).unwrap();
    (plan.first_deal, plan.part) = (17, Part::Shard(Shard::new(2, 3).unwrap()));
    let text = plan.to_json();
    let read = Plan::from_json(&text, &shipped(), None).unwrap();
    assert_eq!(read, plan);
    assert_eq!((read.range(TableIndex::FIRST), read.range(TableIndex::new(1))), ((3, 6), (6, 13)));
    assert_eq!((read.to_json(), read.hash()), (text.clone(), plan.hash()));
    for (change, part) in [
        ("\"family\":\"random\"", "\"family\":\"rondom\""),
        ("\"rollouts\":17", "\"rollouts\":0"),
        ("\"gauntlet\"", "\"ladder\""),
        ("\"challenger\":1", "\"challenger\":3"),
        ("\"players\":[2,3]", "\"players\":[2,9]"),
        ("\"players\":[2,3]", "\"players\":[2,2]"),
        ("\"players\":[2,3]", "\"players\":[]"),
        ("\"shard\":[2,3]", "\"shard\":[0,0]"),
        ("\"blocks\":[10,20]", "\"blocks\":[10]"),
        ("\"blocks\":[10,20]", "\"blocks\":[10,0]"),
        ("\"blocks\":[10,20]", "\"blocks\":[10,18446744073709551615]"),
        ("\"first_deal\":17", "\"first_deal\":18446744073709551615"),
        ("\"name\":\"random\"", "\"name\":\"\""),
    ] {
        assert!(text.contains(change), "{change} in {text}");
        let refused = Plan::from_json(&text.replace(change, part), &shipped(), None);
        assert!(refused.is_err(), "{part}");
    }
}

/// A family that panics in about one game in five.
static NERVOUS: Family = Family::new("nervous", "panics now and then", &[], |_| Box::new(Nervous));

struct Nervous;

impl Policy for Nervous {
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        assert!(chance.below(100) > 0, "too much for me in round {}", view.table().round());
        Move::Pass
    }
}

#[test]
fn a_strategy_that_panics_commits_a_fault_and_the_run_continues() {
    let entrants = vec![shipped().find("random").unwrap(), Entrant::of_family(&NERVOUS)];
    let plan = plan_of(entrants, &[3], Pairing::Fixed, 60);
    let (state, _) = run(&plan, 2);
    assert_eq!(state.sizes[TableIndex::FIRST].tally.blocks.count, 60);
    let note = &state.incidents[0];
    assert!(note.entrant == EntrantIndex::new(1) && note.fault.contains("panic: too much for me"), "{note:?}");
    // The address leads to the same fault.
    let place = GameAddress {
        table_index: TableIndex::FIRST,
        line_up: note.line_up,
        block: note.block,
        rotation: note.rotation,
    };
    let mut again = Replayer::new(&plan, &BotHost::default());
    let record = again.game(place, &PerEntrant::all(false, 2)).unwrap().to_line();
    assert!(record.contains("too much for me"), "{record}");
    // Each panic is charged to the move at which it came.
    for RunFault { fault, .. } in &state.incidents {
        let round = fault.split("round ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
        assert!(fault.ends_with(&format!("in round {round}")), "{fault}");
    }
    // Disqualified at a fixed position: what other threads have played beyond it does not count.
    for threads in [1, 3, 8] {
        assert_eq!(run(&plan, threads).0, state, "{threads} threads");
    }
}

/// A watcher with a mistake.
struct Clumsy;

impl Watch for Clumsy {
    fn see(&mut self, event: Event) {
        assert!(!matches!(event, Event::Served { .. }), "the watcher fails");
    }
}

#[test]
fn a_panic_outside_of_a_decision_is_charged_to_no_player() {
    let key = DealKey::new(3, 1);
    let players = Players::new(2).unwrap();
    let setup = Setup { key, players, first: key.first_seat(players), edition: Edition::default() };
    let mut line_up = [0, 1].map(|_| Player::new(&shipped().find("greedy").unwrap(), &BotHost::default()));
    let played = catch_unwind(AssertUnwindSafe(|| play_game(&setup, &mut line_up, &mut Clumsy)));
    assert_eq!(played.unwrap_err().downcast_ref(), Some(&"the watcher fails"));
}

#[test]
fn a_panic_of_a_thread_ends_the_run() {
    let broken = Entrant::code("broken", || panic!("there is no such strategy"));
    let plan = plan_of(vec![broken, shipped().find("passer").unwrap()], &[2], Pairing::Fixed, 50);
    assert!(catch_unwind(AssertUnwindSafe(|| run(&plan, 2))).is_err());
}

/// Waits at the start of the very first game until a number of other games are over.
struct Patient {
    is_first: Arc<AtomicBool>,
    over: Arc<(Mutex<u32>, Condvar)>,
}

/// The other games that are awaited.
const AWAITED: u32 = 60;

impl Strategy for Patient {
    fn start(&mut self, _view: &View<'_>) -> Result<(), Fault> {
        if self.is_first.swap(false, Ordering::Relaxed) {
            let (over, changed) = &*self.over;
            let waits = |over: &mut u32| *over < AWAITED;
            let waited = changed.wait_timeout_while(over.lock().unwrap(), Duration::from_secs(100), waits).unwrap();
            assert!(!waited.1.timed_out(), "the other thread has stopped, too");
        }
        Ok(())
    }

    fn decide(&mut self, _view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
        Ok(Move::Pass)
    }

    fn end(&mut self, _view: &View<'_>, _outcome: &Outcome) -> Result<(), Fault> {
        *self.over.0.lock().unwrap() += 1;
        self.over.1.notify_all();
        Ok(())
    }
}

#[test]
fn no_thread_waits_for_the_slowest_table() {
    let (is_first, over) = (Arc::new(AtomicBool::new(true)), Arc::default());
    let make =
        move || -> Box<dyn Strategy> { Box::new(Patient { is_first: is_first.clone(), over: Arc::clone(&over) }) };
    let entrants = vec![Entrant::code("passer", make), shipped().find("greedy").unwrap()];
    let (state, _) = run(&plan_of(entrants, &[2, 3], Pairing::Fixed, 40), 2);
    assert_eq!(state.incidents, []);
    let passer = ["passer", "greedy"].map(|name| shipped().find(name).unwrap()).to_vec();
    assert_eq!(run(&plan_of(passer, &[2, 3], Pairing::Fixed, 40), 1).0, state);
}
