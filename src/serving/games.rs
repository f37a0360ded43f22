//! Games: any of a run by its address, or one of a file of records.

use std::fs::File;
use std::sync::Arc;

use serde_json::{Value, json};

use super::answer::{Answer, Media};
use super::entrants::{is_allowed, refusal};
use super::game_cache::ShownGame;
use super::request::Request;
use super::runs;
use super::site::Site;
use crate::arena::{GameAddress, LineUpIndex, Plan};
use crate::entrants::Entrant;
use crate::files::{lines_of, open_regular};
use crate::game::Edition;
use crate::records::words::quoted;
use crate::records::{Record, edition_hash};
use crate::report::{GameInput, playback_json};
use crate::runs::Run;

/// Which game: words of an address, or of a JSON object.
pub(super) struct GameName(Value);

impl GameName {
    /// From the address of a request.
    pub(super) fn of_request(request: &Request) -> GameName {
        let words = ["run", "record", "line", "address", "lineup", "players"];
        GameName(words.into_iter().map(|word| (word.to_owned(), json!(request.word(word)))).collect())
    }

    /// From a part of the body of a request.
    pub(super) fn of_json(value: &Value) -> GameName {
        GameName(value.clone())
    }

    fn word(&self, key: &str) -> String {
        match &self.0[key] {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        }
    }

    /// A number, if one is given.
    fn number(&self, key: &str) -> Result<Option<u64>, Answer> {
        let word = self.word(key);
        let number = || word.parse().map_err(|_| Answer::wrong(format!("`{key}`: expected a number, got {word:?}")));
        if word.is_empty() { Ok(None) } else { number().map(Some) }
    }
}

/// The frames of a game.
pub(super) fn show(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let shown = find(site, &GameName::of_request(request))?;
    let input = GameInput {
        title: &shown.title,
        about: &shown.about,
        command: &shown.command,
        record: &shown.record,
        edition: &shown.edition,
    };
    let json = playback_json(&input).map_err(|error| Answer::error(422, error.to_string()))?;
    Ok(Answer::new(Media::Json, json))
}

/// Finds a game, or plays it again.
///
/// # Errors
/// If there is none, or why it cannot be shown.
pub(super) fn find(site: &Site, name: &GameName) -> Result<Arc<ShownGame>, Answer> {
    let run = name.word("run");
    let game = if run.is_empty() { None } else { Some(runs::open(site, &run)?) };
    let state = game.as_ref().map_or(0, |run| run.state().games(run.plan()));
    let key = format!("{state} {}", name.0);
    if let Some(shown) = site.games.get(&key) {
        return Ok(shown);
    }
    let shown = Arc::new(match game {
        Some(opened) => of_run(site, &run, &opened, name)?,
        None => of_file(site, &name.word("record"), name.number("line")?.unwrap_or(1))?,
    });
    site.games.add(key, &shown);
    Ok(shown)
}

/// A game of a run by its address: from its records if it was kept there, otherwise played again.
fn of_run(site: &Site, name: &str, run: &Run, words: &GameName) -> Result<ShownGame, Answer> {
    let at = resolve(run, words)?;
    let (plan, path) = (run.plan(), run.path().display().to_string());
    if plan.seed.is_sealed() {
        return Err(Answer::error(403, "the seed of this run is a secret until it is over, and so are its games"));
    }
    let line_up = &plan.schedules()[at.table_index].line_ups[at.line_up];
    let refused = line_up.iter().map(|&one| &plan.entrants()[one]).find(|entrant| !is_allowed(site, entrant));
    let record = match refused {
        None => run.play_again(at, &site.host),
        Some(program) => Some(kept(run, at).ok_or_else(|| unrecorded(program))?),
    };
    let record = record.ok_or_else(|| Answer::missing("there is no such game"))?;
    let players = plan.schedules()[at.table_index].players.count();
    let address = format!("{}:{}", at.block, at.rotation);
    let command =
        format!("karteneck replay {} {address} --players {players} --lineup {}", quoted(&path), at.line_up.index());
    let entrant = |name: &String| plan.entrants().iter().find(|entrant| entrant.name == *name).cloned();
    Ok(ShownGame {
        title: format!("Game {address} of {name}"),
        about: record.strategies.join(", "),
        command,
        edition: plan.edition,
        entrants: record.strategies.iter().map(entrant).collect(),
        record,
    })
}

fn unrecorded(program: &Entrant) -> Answer {
    Answer::error(403, format!("this game was not recorded, and cannot be played again: {}", refusal(program)))
}

/// The full address of a game, checked.
fn resolve(run: &Run, words: &GameName) -> Result<GameAddress, Answer> {
    let plan = run.plan();
    let address = words.word("address");
    let (block, rotation) = address
        .split_once(':')
        .and_then(|(block, rotation)| Some((block.parse::<u64>().ok()?, rotation.parse::<usize>().ok()?)))
        .ok_or_else(|| Answer::wrong(format!("expected a block and a rotation, like 17:1, got {address:?}")))?;
    let sizes: Vec<usize> = plan.schedules().iter().map(|schedule| schedule.players.count()).collect();
    let players = words.number("players")?.map_or(sizes[0], |players| players as usize);
    let table_index = plan
        .table_index(players)
        .ok_or_else(|| Answer::missing(format!("there are no games of {players} players, only of {sizes:?}")))?;
    let schedule = &plan.schedules()[table_index];
    let line_up = words.number("lineup")?.unwrap_or(0) as usize;
    let (first, last) = if run.is_over() { run.blocks(table_index) } else { plan.range(table_index) };
    let range = |what: &str, got: u64, last: u64| {
        Answer::missing(format!("there is no {what} {got}; they end with {}", last.saturating_sub(1)))
    };
    if line_up >= schedule.line_ups.len() {
        return Err(range("line-up", line_up as u64, schedule.line_ups.len() as u64));
    }
    if !(first..last).contains(&block) {
        return Err(Answer::missing(format!(
            "there is no block {block}; they are {first} to {}",
            last.saturating_sub(1)
        )));
    }
    if rotation >= players {
        return Err(range("rotation", rotation as u64, players as u64));
    }
    Ok(GameAddress { table_index, line_up: LineUpIndex::new(line_up), block, rotation })
}

/// Where a kept record is from; `None` if it does not say so.
pub(super) fn address_of(plan: &Plan, record: &Record) -> Option<GameAddress> {
    let table_index = plan.table_index(record.players)?;
    let line_up = LineUpIndex::new(record.extra.number("lineup")? as usize);
    let (block, rotation) = (record.game.checked_sub(plan.first_deal)?, record.extra.number("rotation")? as usize);
    Some(GameAddress { table_index, line_up, block, rotation })
}

/// The record of a game, if it was kept.
fn kept(run: &Run, at: GameAddress) -> Option<Record> {
    let lines = run.records().ok()?.map_while(Result::ok);
    let mut records = lines.filter_map(|line| Record::from_line(&line).ok());
    records.find(|record| address_of(run.plan(), record) == Some(at))
}

/// A game of a file of records in the folder.
fn of_file(site: &Site, name: &str, line: u64) -> Result<ShownGame, Answer> {
    if std::path::Path::new(name).extension().is_none_or(|ending| ending != "jsonl") {
        return Err(Answer::wrong("name a run and an address, or a file of records"));
    }
    let path = site.folder.find(name)?;
    let unreadable = |error: std::io::Error| Answer::missing(format!("{name}: {error}"));
    let file: File = open_regular(&path).map_err(unreadable)?;
    let nth = lines_of(file).nth(line.saturating_sub(1) as usize);
    let text = nth.ok_or_else(|| Answer::missing(format!("{name} has no line {line}")))?.map_err(unreadable)?;
    let record =
        Record::from_line(&text).map_err(|error| Answer::error(422, format!("{name}, line {line}: {error}")))?;
    let edition = Edition::default();
    if record.edition.as_ref().is_some_and(|hash| *hash != edition_hash(&edition)) {
        return Err(Answer::error(
            422,
            "this game was played with another worm table; only those of runs are known here",
        ));
    }
    let entrant = |name: &String| super::entrants::find(site, name).ok();
    Ok(ShownGame {
        title: format!("Game {line} of {name}"),
        about: record.strategies.join(", "),
        command: format!("karteneck replay {}", quoted(&format!("{}:{line}", path.display()))),
        edition,
        entrants: record.strategies.iter().map(entrant).collect(),
        record,
    })
}
