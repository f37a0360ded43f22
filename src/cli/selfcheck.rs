//! `karteneck selfcheck`: does this laboratory keep its promises on this machine?

use std::io::{self, Write};

use anyhow::anyhow;
use clap::Args;

use super::failure::Failure;
use super::fingerprint::fingerprint;
use crate::arena::{Goal, Pairing, Plan, Runner, Schedule, State, Step};
use crate::bots::BotHost;
use crate::entrants::Catalogue;
use crate::game::{Edition, Players};
use crate::report::{Results, csv_files};

/// Check the promises of the laboratory on this machine, in under a minute
///
/// Every shipped entrant against itself gives exactly 0 in every block; 1, 2 and 8 threads agree; an interrupted run gives
/// the bytes of an uninterrupted one, and so do the parts of a run put together; random play loses clearly.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck selfcheck && karteneck tournament             on a machine that is new to you")]
pub(super) struct Arguments {}

/// One promise: what it says, and what was found.
type Check = (&'static str, fn() -> Result<String, Failure>);

const CHECKS: [Check; 6] = [
    ("an entrant against itself gives exactly 0", mirrors),
    ("1, 2 and 8 threads agree", threads),
    ("an interrupted run equals an uninterrupted one", resumption),
    ("the parts of a run equal the whole", parts),
    ("random play loses clearly", random_loses),
    ("the fingerprint hangs on no thread", fingerprints),
];

pub(super) fn run(_arguments: &Arguments) -> Result<(), Failure> {
    let mut failed = 0;
    for (promise, check) in CHECKS {
        let (verdict, evidence) = match check() {
            Ok(evidence) => ("passed", evidence),
            Err(Failure::Failed(error) | Failure::Usage(error) | Failure::Interrupted(error)) => {
                failed += 1;
                ("FAILED", format!("{error:#}"))
            }
        };
        writeln!(io::stdout(), "{verdict}  {promise:46}  {evidence}")?;
    }
    if failed > 0 {
        return Err(Failure::Failed(anyhow!("{failed} of {} promises are broken on this machine", CHECKS.len())));
    }
    Ok(())
}

/// A small tournament.
fn plan(field: &[&str], players: &[usize], pairing: Pairing, blocks: (u64, u64)) -> Result<Plan, Failure> {
    let shipped = Catalogue::shipped_only();
    let entrants = field.iter().map(|spec| shipped.find(spec)).collect::<Result<Vec<_>, _>>()?;
    let schedule =
        |&count: &usize| Players::new(count).and_then(|players| Schedule::new(pairing, field.len(), players));
    let schedules: Vec<Schedule> = players.iter().filter_map(schedule).collect();
    let goal = Goal::Blocks(vec![blocks; schedules.len()]);
    Ok(Plan {
        entrants,
        schedules,
        seed: 7_u64.into(),
        first_deal: 0,
        edition: Edition::default(),
        goal,
        keep_every: 1,
        keep_blocks: false,
    })
}

/// Plays a plan; with `breaks`, the state is written down and read again after every batch.
fn play(plan: &Plan, threads: usize, breaks: bool) -> Result<State, Failure> {
    let mut state = State::new(plan);
    loop {
        let mut runner = Runner::new(plan, state, threads, &BotHost::default())?;
        while let Step::Advanced(_) = runner.step(&|| false) {
            if breaks {
                break;
            }
        }
        let over = runner.state().sizes.iter().all(|size| size.stopped.is_some());
        state = runner.into_state();
        if breaks {
            state = serde_json::from_str(&serde_json::to_string(&state)?)?;
        }
        if over {
            return Ok(state);
        }
    }
}

fn files(plan: &Plan, state: &State) -> Vec<(&'static str, Vec<u8>)> {
    csv_files(&Results { plan, state })
}

const FIELD: [&str; 4] = ["random", "greedy", "heuristic", "monte-carlo:rollouts=20"];

fn mirrors() -> Result<String, Failure> {
    let mut blocks = 0;
    for name in Catalogue::shipped_names() {
        let spec = if name.starts_with("monte-carlo") { format!("{name}:rollouts=10") } else { name.to_owned() };
        for players in [2, 4] {
            // Twice the same, as two entrants.
            let plan = plan(&[&spec, &spec], &[players], Pairing::Fixed, (0, 5))?;
            let state = play(&plan, 2, false)?;
            let difference = state.sizes[0].tally.blocks.difference(0, 1, [1, 1]);
            if difference.sum != 0 || difference.squares != 0 {
                return Err(Failure::Failed(anyhow!("{name} at {players} players differs from itself")));
            }
            blocks += difference.count;
        }
    }
    Ok(format!("{blocks} blocks"))
}

fn threads() -> Result<String, Failure> {
    let plan = plan(&FIELD, &[2, 5], Pairing::RoundRobin, (0, 8))?;
    let one = play(&plan, 1, false)?;
    for threads in [2, 8] {
        if play(&plan, threads, false)? != one {
            return Err(Failure::Failed(anyhow!("{threads} threads give another result than one")));
        }
    }
    Ok(format!("{} games each", one.games(&plan)))
}

fn resumption() -> Result<String, Failure> {
    let plan = plan(&FIELD, &[3], Pairing::RoundRobin, (0, 20))?;
    let (whole, broken) = (play(&plan, 2, false)?, play(&plan, 2, true)?);
    if whole != broken || files(&plan, &whole) != files(&plan, &broken) {
        return Err(Failure::Failed(anyhow!("going on from a saved state gives another result")));
    }
    Ok(format!("{} games, stopped after every batch", whole.games(&plan)))
}

fn parts() -> Result<String, Failure> {
    let whole_plan = plan(&FIELD, &[2, 4], Pairing::RoundRobin, (0, 10))?;
    let whole = play(&whole_plan, 2, false)?;
    let mut joined = State::new(&whole_plan);
    for part in [(0, 3), (3, 6), (6, 10)] {
        let plan = Plan { goal: Goal::Blocks(vec![part; 2]), ..whole_plan.clone() };
        joined.merge(&play(&plan, 2, false)?);
    }
    if joined != whole {
        return Err(Failure::Failed(anyhow!("three parts put together give another result than the whole")));
    }
    Ok(format!("3 parts of {} games", whole.games(&whole_plan)))
}

fn random_loses() -> Result<String, Failure> {
    let plan = plan(&["random", "heuristic"], &[2], Pairing::Fixed, (0, 500))?;
    let state = play(&plan, 2, false)?;
    let tally = &state.sizes[0].tally.entrants[0];
    if tally.wins * 5 > tally.games {
        return Err(Failure::Failed(anyhow!("random wins {} of {} games against heuristic", tally.wins, tally.games)));
    }
    Ok(format!("{} wins in {} games", tally.wins, tally.games))
}

fn fingerprints() -> Result<String, Failure> {
    let (one, three) = (fingerprint(1)?, fingerprint(3)?);
    if one != three {
        return Err(Failure::Failed(anyhow!("one thread gives {one}, three give {three}")));
    }
    Ok(one)
}
