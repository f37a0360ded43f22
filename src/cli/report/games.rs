//! The games worth a look, played again.

use std::collections::BTreeMap;

use crate::arena::{Highlight, Plan, State, record_block};
use crate::records::{GAMES, Record, RunFolder};
use crate::report::{Moment, Results, moments};
use crate::strategies::Logs;

/// A game worth a look.
pub(super) struct Found {
    pub(super) moment: Moment,
    pub(super) about: String,
    /// The command that shows it.
    pub(super) command: String,
    pub(super) record: Record,
}

/// All of them. Programs of others are not started for a page: their games are shown if their records were kept.
pub(super) fn find_games(folder: &RunFolder, plan: &Plan, state: &State) -> Vec<Found> {
    let moments = moments(&Results { plan, state });
    let mut kept = kept_records(folder, plan, &moments);
    let found = moments.into_iter().filter_map(|moment| {
        let record = kept.remove(&place(plan, &moment)).or_else(|| play_again(plan, state, &moment))?;
        let strategies = record.strategies.join(", ");
        let about = format!("{} · {strategies}", moment.about);
        Some(Found { command: command(folder, plan, &moment), about, record, moment })
    });
    found.collect()
}

fn has_program(plan: &Plan, moment: &Moment) -> bool {
    plan.schedules[moment.size].line_ups[moment.at.line_up].iter().any(|&entrant| plan.entrants[entrant].is_process())
}

fn play_again(plan: &Plan, state: &State, moment: &Moment) -> Option<Record> {
    if has_program(plan, moment) {
        return None;
    }
    let Highlight { block, line_up, rotation, .. } = moment.at;
    let shut_out = state.shut_out(moment.size, block);
    let records = record_block(plan, moment.size, line_up, block, &shut_out, &Logs::temporary());
    records.get(rotation).and_then(|line| Record::from_line(line).ok())
}

/// What tells a game from all others of a run: players, deal, line-up, rotation.
type GamePlace = (u64, u64, u64, u64);

fn place(plan: &Plan, moment: &Moment) -> GamePlace {
    let Highlight { block, line_up, rotation, .. } = moment.at;
    let players = plan.schedules[moment.size].players.count();
    (players as u64, plan.first_deal + block, line_up as u64, rotation as u64)
}

/// Those among the kept records that are looked for and cannot be played again.
fn kept_records(folder: &RunFolder, plan: &Plan, moments: &[Moment]) -> BTreeMap<GamePlace, Record> {
    let wanted: Vec<GamePlace> =
        moments.iter().filter(|moment| has_program(plan, moment)).map(|moment| place(plan, moment)).collect();
    let mut found = BTreeMap::new();
    if wanted.is_empty() || plan.keep_every == 0 {
        return found;
    }
    for line in folder.lines(GAMES).into_iter().flatten().map_while(Result::ok) {
        let Ok(record) = Record::from_line(&line) else { continue };
        let extra = |key: &str| record.extra.get(key).and_then(serde_json::Value::as_u64).unwrap_or(u64::MAX);
        let place = (record.players as u64, record.game, extra("lineup"), extra("rotation"));
        if wanted.contains(&place) {
            found.insert(place, record);
        }
    }
    found
}

fn command(folder: &RunFolder, plan: &Plan, moment: &Moment) -> String {
    let Highlight { block, line_up, rotation, .. } = moment.at;
    let schedule = &plan.schedules[moment.size];
    let run = folder.path().display();
    let line_up = if schedule.line_ups.len() > 1 { format!(" --lineup {line_up}") } else { String::new() };
    let players = if plan.schedules.len() > 1 { format!(" --players {}", schedule.players) } else { String::new() };
    format!("karteneck replay {run} {block}:{rotation}{line_up}{players}")
}
