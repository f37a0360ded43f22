//! Counting: the tally of a small run compared with its records, number by number.

use serde_json::Value;

use super::broken::{Broken, holds, same};
use super::lab::{Ran, plan, play, trouble};
use super::recount::{Placed, Recount};
use super::retell::retell;
use crate::arena::{BlockRow, Chair, LineUpIndex, Pairing, Plan, SizeState, TableIndex};
use crate::records::{Record, replay};

/// Runs in which every number is recounted.
pub(super) fn recounted() -> Result<String, Broken> {
    let mut games = 0;
    // More entrants than seats, and fewer; more blocks than there are groups for ratings.
    for (field, sizes, blocks) in [
        (&["random", "greedy", "steal-hunter", "heuristic"][..], &[2, 3][..], 22),
        (&["steal-hunter", "random", "greedy"], &[5], 6),
        (&["greedy", "random"], &[6], 6),
    ] {
        let plan = plan(field, sizes, Pairing::RoundRobin, (0, blocks))?;
        let ran = play(&plan, 2)?;
        games += ran.records.len();
        for (table_index, state) in ran.state.sizes.entries() {
            let place = format!("{field:?} at {} players", plan.schedules[table_index].players);
            compare(&plan, &ran, table_index, state).map_err(|broken| broken.within(&place))?;
        }
    }
    Ok(format!("{games} games"))
}

/// Compares one number of players.
fn compare(plan: &Plan, ran: &Ran, table_index: TableIndex, state: &SizeState) -> Result<(), Broken> {
    let schedule = &plan.schedules[table_index];
    let mut games = Vec::new();
    for line in &ran.records {
        let record = Record::from_line(line).map_err(|error| trouble("a record", error))?;
        if record.players == schedule.players.count() {
            games.push(placed(plan, table_index, &record)?);
        }
    }
    let (first, last) = plan.range(table_index);
    same(|| "games".to_owned(), &((last - first) * schedule.games_per_block()), &(games.len() as u64))?;
    same(|| "the next block".to_owned(), &last, &state.next)?;
    let recount = Recount { schedule, entrants: plan.entrants.len(), games: &games };
    let mut counted = serde_json::to_value(&state.tally).map_err(|error| trouble("a tally as JSON", error))?;
    let digests = counted["blocks"].as_object_mut().and_then(|blocks| blocks.remove("digests"));
    let (from, groups) = digests.as_ref().map(extent).unwrap_or_default();
    same(|| "the first digest".to_owned(), &(first / 64), &from)?;
    same(|| "digests, one for 64 blocks".to_owned(), &(last.div_ceil(64) - first / 64), &groups)?;
    equal("tally", &recount.tally(), &counted)?;
    rows(ran, &games, schedule.players.count())
}

/// Where a list begins, and how many items it has: a plain one, or one that begins late.
fn extent(list: &Value) -> (u64, u64) {
    let items = list.as_array().or_else(|| list["list"].as_array()).map_or(0, Vec::len);
    (list["from"].as_u64().unwrap_or(0), items as u64)
}

/// The wins of every block that a run reports.
fn rows(ran: &Ran, games: &[Placed], players: usize) -> Result<(), Broken> {
    for BlockRow { block, line_up, wins, .. } in ran.rows.iter().filter(|row| row.players == players) {
        let own = || games.iter().filter(|game| (game.block, game.line_up) == (*block, *line_up));
        let won = |chair: Chair| own().filter(|game| game.chairs[game.story.winner] == chair).count() as u8;
        let expected: Vec<u8> = (0..players).map(Chair::new).map(won).collect();
        same(|| format!("wins of line-up {line_up} in block {block}"), &expected, &wins.iter().copied().collect())?;
    }
    Ok(())
}

/// Finds the address of a game, and checks that its seats are those of its rotation.
fn placed(plan: &Plan, table_index: TableIndex, record: &Record) -> Result<Placed, Broken> {
    let number = |key: &str| record.extra.number(key).unwrap_or(u64::MAX) as usize;
    let (line_up, rotation, block) =
        (LineUpIndex::new(number("lineup")), number("rotation"), record.game.wrapping_sub(plan.first_deal));
    let schedule = &plan.schedules[table_index];
    let in_order = plan.key(block).neighbours(schedule.players);
    let count = record.players;
    let chairs: Vec<Chair> =
        (0..count).map(|seat| Chair::new(usize::from(in_order.0[(seat + rotation) % count]))).collect();
    let place = || format!("game {block}:{rotation} of line-up {line_up}");
    let (from, to) = plan.range(table_index);
    let exists = line_up.index() < schedule.line_ups.len() && rotation < count && (from..to).contains(&block);
    holds(exists, place, "an address in the plan", || "none".to_owned())?;
    let names: Vec<&String> =
        chairs.iter().map(|&chair| &plan.entrants[schedule.line_ups[line_up][chair]].name).collect();
    same(|| format!("{}, seats", place()), &names, &record.strategies.iter().collect())?;
    let first = plan.key(block).first_seat(schedule.players).index();
    same(|| format!("{}, the first seat", place()), &first, &record.first)?;
    let story = retell(record).map_err(|broken| broken.within(&place()))?;
    Ok(Placed { block, line_up, rotation, first: record.first, chairs, story })
}

/// Whether two JSON values are equal, ignoring zeros at the end of a list; reports where they are not.
fn equal(place: &str, expected: &Value, found: &Value) -> Result<(), Broken> {
    match (expected, found) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let keys = ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key)));
            keys.into_iter().try_for_each(|key| equal(&format!("{place}.{key}"), &expected[key], &found[key]))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            let at = |list: &[Value], index: usize| list.get(index).cloned().unwrap_or_else(|| 0.into());
            (0..ours.len().max(theirs.len()))
                .try_for_each(|index| equal(&format!("{place}[{index}]"), &at(ours, index), &at(theirs, index)))
        }
        _ => same(|| place.to_owned(), expected, found),
    }
}

/// Records are read back as they were written, follow the rules, and are rejected once anything in them is changed.
pub(super) fn records() -> Result<String, Broken> {
    let plan = plan(&["random", "steal-hunter", "greedy"], &[2, 4, 6], Pairing::RoundRobin, (0, 2))?;
    let lines = play(&plan, 2)?.records;
    let mut forged = 0;
    for line in &lines {
        let record = Record::from_line(line).map_err(|error| trouble("a record", error))?;
        same(|| "a record read and written".to_owned(), line, &record.to_line())?;
        let again = replay(&record, &plan.edition, &mut |_| {}).map_err(|error| trouble("a record replayed", error))?;
        same(|| "a record replayed".to_owned(), line, &again.to_line())?;
        for forgery in forgeries(&record) {
            forged += 1;
            let refused = replay(&forgery, &plan.edition, &mut |_| {}).is_err();
            holds(refused, || "a forged record".to_owned(), "a refusal", || forgery.to_line())?;
        }
    }
    Ok(format!("{} records, {forged} forged ones", lines.len()))
}

/// Copies of the record, each with one thing changed.
fn forgeries(record: &Record) -> Vec<Record> {
    let mut forged = vec![record.clone(); 7];
    forged[0].result.winner = (record.result.winner + 1) % record.players;
    forged[1].result.worms[0] += 1;
    forged[2].result.places[0] += 1;
    forged[3].rounds[1].first = (record.rounds[1].first + 1) % record.players;
    forged[4].rounds[0].moves[0].seat = (record.rounds[0].moves[0].seat + 1) % record.players;
    forged[5].rounds[0].grill[0] = record.rounds[1].grill[0];
    forged[5].rounds[1].grill[0] = record.rounds[0].grill[0];
    forged[6].rounds[0].moves.pop();
    if record.rounds[0].grill[0] == record.rounds[1].grill[0] {
        forged.swap_remove(5);
    }
    forged
}
