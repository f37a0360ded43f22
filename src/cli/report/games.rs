//! The games worth a look, played again.

use std::collections::BTreeMap;

use crate::arena::{GamePlace, Highlight, Plan, State, record_game};
use crate::bots::BotHost;
use crate::cli::replay::Address;
use crate::cli::source::run_game_command;
use crate::records::Record;
use crate::report::{Moment, Results, moments};
use crate::runs::{GAMES, RunFolder};

/// A game worth a look.
pub(super) struct Found {
    pub(super) moment: Moment,
    pub(super) about: String,
    /// The command that shows it.
    pub(super) command: String,
    pub(super) record: Record,
}

/// All that can be shown, and how many cannot. Programs of others are not started for a page: their games are shown if
/// their records were kept.
pub(super) fn find_games(folder: &RunFolder, plan: &Plan, state: &State) -> (Vec<Found>, usize) {
    let moments = moments(&Results { plan, state });
    let kept = kept_records(folder, plan, &moments);
    let all = moments.len();
    let found = moments.into_iter().filter_map(|moment| {
        let record = kept.get(&place(plan, &moment)).cloned().or_else(|| play_again(plan, state, &moment))?;
        let strategies = record.strategies.join(", ");
        let about = format!("{} · {strategies}", moment.about);
        Some(Found { command: command(folder, plan, &moment), about, record, moment })
    });
    let found: Vec<Found> = found.collect();
    let missing = all - found.len();
    (found, missing)
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
    let place = GamePlace { size: moment.size, line_up, block, rotation };
    record_game(plan, place, &shut_out, &BotHost::default()).and_then(|line| Record::from_line(&line).ok())
}

/// What tells a game from all others of a run: players, deal, line-up, rotation.
type RecordPlace = (u64, u64, u64, u64);

fn place(plan: &Plan, moment: &Moment) -> RecordPlace {
    let Highlight { block, line_up, rotation, .. } = moment.at;
    let players = plan.schedules[moment.size].players.count();
    (players as u64, plan.first_deal + block, line_up as u64, rotation as u64)
}

/// Those among the kept records that are looked for and cannot be played again.
fn kept_records(folder: &RunFolder, plan: &Plan, moments: &[Moment]) -> BTreeMap<RecordPlace, Record> {
    let wanted: Vec<RecordPlace> =
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
    let line_up = (schedule.line_ups.len() > 1).then_some(line_up);
    let players = (plan.schedules.len() > 1).then(|| schedule.players.count());
    run_game_command(&folder.path().display().to_string(), Address { block, rotation }, line_up, players)
}
