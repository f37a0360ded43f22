//! The games worth a look, played again.

use std::collections::BTreeMap;

use crate::arena::{GameAddress, Plan};
use crate::bots::BotHost;
use crate::cli::progress::Progress;
use crate::cli::replay::BlockRotation;
use crate::cli::source::run_game_command;
use crate::records::Record;
use crate::report::{Moment, moments};
use crate::runs::Run;
use crate::tables::RunTables;

/// A game worth a look.
pub(super) struct Found {
    pub(super) moment: Moment,
    pub(super) about: String,
    /// The command that shows it.
    pub(super) command: String,
    pub(super) record: Record,
}

/// All games that can be shown, and how many cannot. Programs are not started for a page: their games are shown if their
/// records were kept.
pub(super) fn find_games(run: &Run) -> (Vec<Found>, usize) {
    let moments = moments(&RunTables::new(run.results()));
    let kept = kept_records(run, &moments);
    let all = moments.len();
    let progress = Progress::of("games", all as u64);
    progress.tell("playing the games worth a look again");
    let found = moments.into_iter().filter_map(|moment| {
        let record = kept.get(&key(run.plan(), &moment)).cloned().or_else(|| play_again(run, &moment));
        progress.add(1);
        let record = record?;
        let strategies = record.strategies.join(", ");
        let about = format!("{} · {strategies}", moment.about);
        Some(Found { command: command(run, moment.address), about, record, moment })
    });
    let found: Vec<Found> = found.collect();
    let missing = all - found.len();
    (found, missing)
}

fn has_program(plan: &Plan, moment: &Moment) -> bool {
    let GameAddress { table_index, line_up, .. } = moment.address;
    plan.schedules[table_index].line_ups[line_up].iter().any(|&entrant| plan.entrants[entrant].is_process())
}

fn play_again(run: &Run, moment: &Moment) -> Option<Record> {
    if has_program(run.plan(), moment) {
        return None;
    }
    run.play_again(moment.address, &BotHost::default())
}

/// Identifies a record in a run: players, deal, line-up, rotation.
type RecordKey = (u64, u64, u64, u64);

fn key(plan: &Plan, moment: &Moment) -> RecordKey {
    let GameAddress { table_index, line_up, block, rotation } = moment.address;
    let players = plan.schedules[table_index].players.count();
    (players as u64, plan.deal(block), line_up.index() as u64, rotation as u64)
}

/// The kept records of the games that are wanted and cannot be played again.
fn kept_records(run: &Run, moments: &[Moment]) -> BTreeMap<RecordKey, Record> {
    let plan = run.plan();
    let wanted: Vec<RecordKey> =
        moments.iter().filter(|moment| has_program(plan, moment)).map(|moment| key(plan, moment)).collect();
    let mut found = BTreeMap::new();
    if wanted.is_empty() {
        return found;
    }
    for line in run.records().into_iter().flatten().map_while(Result::ok) {
        let Ok(record) = Record::from_line(&line) else { continue };
        let extra = |key: &str| record.extra.number(key).unwrap_or(u64::MAX);
        let key = (record.players as u64, record.game, extra("lineup"), extra("rotation"));
        if wanted.contains(&key) {
            found.insert(key, record);
        }
    }
    found
}

fn command(run: &Run, address: GameAddress) -> String {
    let GameAddress { table_index, line_up, block, rotation } = address;
    let schedule = &run.plan().schedules[table_index];
    let line_up = (schedule.line_ups.len() > 1).then_some(line_up);
    let players = (run.plan().schedules.len() > 1).then(|| schedule.players.count());
    run_game_command(&run.path().display().to_string(), BlockRotation { block, rotation }, line_up, players)
}
