//! Looking for games of a run: whatever was not recorded is played again, as many as it takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde_json::{Value, json};

use super::answer::Answer;
use super::entrants::is_allowed;
use super::games::address_of;
use super::request::Request;
use super::runs;
use super::site::Site;
use super::stream::{Events, StreamError, stream};
use crate::arena::{GameAddress, LineUpIndex, Replayer, TableIndex};
use crate::records::Record;
use crate::runs::Run;

/// The most games that one search shows.
const MAX_FOUND: usize = 100;
/// Games that are played between two messages, at first; then as many as fit into the time.
const FIRST_CHUNK: u64 = 16;
const CHUNK_TIME: Duration = Duration::from_millis(250);
const MAX_CHUNK: u64 = 50_000;

/// What is looked for.
struct Wish {
    players: usize,
    /// One line-up of that many players.
    line_up: Option<usize>,
    winner: String,
    entrant: String,
    margin: [i64; 2],
    steals: u64,
    faults: bool,
}

impl Wish {
    fn of(value: &Value) -> Wish {
        let text = |key: &str| value[key].as_str().unwrap_or_default().trim().to_owned();
        let number = |key: &str| value[key].as_i64().or_else(|| value[key].as_str()?.trim().parse().ok());
        Wish {
            players: number("players").unwrap_or(0) as usize,
            line_up: number("lineup").map(|index| index as usize),
            winner: text("winner"),
            entrant: text("entrant"),
            margin: [number("margin_min").unwrap_or(i64::MIN), number("margin_max").unwrap_or(i64::MAX)],
            steals: number("steals").unwrap_or(0).unsigned_abs(),
            faults: value["faults"].as_bool().unwrap_or(false),
        }
    }

    /// Whether a line-up can have such a game.
    fn may_be_at(&self, line_up: LineUpIndex, names: &[&String]) -> bool {
        let sits = |name: &String| name.is_empty() || names.contains(&name);
        self.line_up.is_none_or(|wanted| wanted == line_up.index()) && sits(&self.winner) && sits(&self.entrant)
    }

    fn fits(&self, found: &Found) -> bool {
        (self.winner.is_empty() || found.winner == self.winner)
            && (self.margin[0]..=self.margin[1]).contains(&found.margin)
            && found.steals >= self.steals
            && (!self.faults || found.faults > 0)
    }
}

/// What is known about a game.
struct Found {
    at: GameAddress,
    strategies: Vec<String>,
    winner: String,
    worms: Vec<u16>,
    /// By how many worms the winner is ahead of the best of the others.
    margin: i64,
    steals: u64,
    faults: usize,
}

impl Found {
    fn of(at: GameAddress, record: Record) -> Found {
        let result = &record.result;
        let others = (0..record.players).filter(|&seat| seat != result.winner).map(|seat| result.worms[seat]);
        let margin = i64::from(result.worms[result.winner]) - i64::from(others.max().unwrap_or(0));
        let moves = record.rounds.iter().flat_map(|round| &round.moves);
        let faults = record.extra.json("faults").and_then(|text| serde_json::from_str::<Vec<Value>>(&text).ok());
        Found {
            at,
            winner: record.strategies[result.winner].clone(),
            worms: result.worms.clone(),
            margin,
            steals: moves.filter(|mv| mv.steal.is_some()).count() as u64,
            faults: faults.map_or(0, |list| list.len()),
            strategies: record.strategies,
        }
    }

    fn json(&self, run: &Run) -> Value {
        json!({ "at": runs::address(run.plan(), self.at), "strategies": self.strategies, "winner": self.winner,
            "worms": self.worms, "margin": self.margin, "steals": self.steals, "faults": self.faults })
    }
}

/// Looks through the games of a run, and sends what it finds as it finds it.
pub(super) fn search(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let run = runs::open(site, body["name"].as_str().unwrap_or_default())?;
    if run.plan().seed.is_sealed() {
        return Err(Answer::error(403, "the seed of this run is a secret until it is over, and so are its games"));
    }
    let wish = Wish::of(&body);
    let own = Arc::clone(site);
    Ok(stream(&site.stopping, move |events| {
        let _slot = own.analyses.take(events)?;
        if run.is_over() && run.plan().keep_every == 1 {
            return in_records(&run, &wish, events);
        }
        by_playing(&own, &run, &wish, events)
    }))
}

/// Looks through the records of a run that has all of them.
fn in_records(run: &Run, wish: &Wish, events: &Events) -> Result<(), StreamError> {
    let lines = run.records().map_err(StreamError::words)?;
    let (mut scanned, mut count, mut found) = (0, 0, Vec::new());
    let mut told = Instant::now();
    for line in lines.map_while(Result::ok) {
        scanned += 1;
        let record = Record::from_line(&line).map_err(StreamError::words)?;
        let names: Vec<&String> = record.strategies.iter().collect();
        let is_size = wish.players == 0 || wish.players == record.players;
        let at = address_of(run.plan(), &record).filter(|at| is_size && wish.may_be_at(at.line_up, &names));
        if let Some(at) = at {
            found.extend(Some(Found::of(at, record)).filter(|found| wish.fits(found)));
        }
        if told.elapsed() > CHUNK_TIME || count + found.len() >= MAX_FOUND {
            count += tell(run, scanned, &mut found, events)?;
            told = Instant::now();
        }
        if count >= MAX_FOUND {
            return Ok(());
        }
    }
    tell(run, scanned, &mut found, events).map(drop)
}

fn tell(run: &Run, scanned: u64, found: &mut Vec<Found>, events: &Events) -> Result<usize, StreamError> {
    let games: Vec<Value> = found.iter().map(|found| found.json(run)).collect();
    events.send(&json!({ "scanned": scanned, "of": run.state().games(run.plan()), "found": games }))?;
    let count = found.len();
    found.clear();
    Ok(count)
}

/// Plays games again until enough are found.
fn by_playing(site: &Site, run: &Run, wish: &Wish, events: &Events) -> Result<(), StreamError> {
    let (mut scanned, mut count, mut left_out) = (0, 0, 0);
    for table in tables(run, wish) {
        let line_ups = playable(site, run, wish, table, &mut left_out);
        let (first, last) = (run.plan().range(table).0, run.state().sizes[table].next);
        let players = run.plan().schedules()[table].players.count() as u64;
        let games = Games { table, first, line_ups, players };
        let all = (last - first) * games.per_block();
        let (mut next, mut chunk) = (0, FIRST_CHUNK);
        while next < all && count < MAX_FOUND {
            let (start, end) = (Instant::now(), all.min(next + chunk));
            let mut found = play_chunk(site, run, wish, &games, next..end);
            found.truncate(MAX_FOUND - count);
            scanned += end - next;
            next = end;
            count += tell(run, scanned, &mut found, events)?;
            chunk =
                if start.elapsed() < CHUNK_TIME { (2 * chunk).min(MAX_CHUNK) } else { (chunk / 2).max(FIRST_CHUNK) };
        }
    }
    if left_out > 0 {
        let why =
            "line-ups with programs were left out: their games were not recorded, and the programs may not be started";
        events.send(&json!({ "note": format!("{left_out} {why}") }))?;
    }
    Ok(())
}

fn tables(run: &Run, wish: &Wish) -> Vec<TableIndex> {
    let fits = |&(_, size): &(TableIndex, usize)| wish.players == 0 || size == wish.players;
    let sizes = run.plan().schedules().entries().map(|(table, schedule)| (table, schedule.players.count()));
    sizes.filter(fits).map(|(table, _)| table).collect()
}

/// The line-ups that can have such a game, and may be played again.
fn playable(site: &Site, run: &Run, wish: &Wish, table: TableIndex, left_out: &mut usize) -> Vec<LineUpIndex> {
    let plan = run.plan();
    let line_ups = plan.schedules()[table].line_ups.entries().filter_map(|(index, line_up)| {
        let entrants: Vec<_> = line_up.iter().map(|&one| &plan.entrants()[one]).collect();
        let names: Vec<&String> = entrants.iter().map(|entrant| &entrant.name).collect();
        let is_refused = !entrants.iter().all(|entrant| is_allowed(site, entrant));
        let is_wanted = wish.may_be_at(index, &names);
        *left_out += usize::from(is_wanted && is_refused);
        (is_wanted && !is_refused).then_some(index)
    });
    line_ups.collect()
}

/// Games in a fixed order, by numbers.
struct Games {
    table: TableIndex,
    first: u64,
    line_ups: Vec<LineUpIndex>,
    players: u64,
}

impl Games {
    fn per_block(&self) -> u64 {
        self.line_ups.len() as u64 * self.players
    }

    fn at(&self, number: u64) -> GameAddress {
        let within = number % self.per_block();
        let line_up = self.line_ups[(within / self.players) as usize];
        let block = self.first + number / self.per_block();
        GameAddress { table_index: self.table, line_up, block, rotation: (within % self.players) as usize }
    }
}

fn play_chunk(site: &Site, run: &Run, wish: &Wish, games: &Games, numbers: std::ops::Range<u64>) -> Vec<Found> {
    let replayer = || Replayer::new(run.plan(), &site.host);
    let play = |replayer: &mut Replayer, number: u64| {
        let at = games.at(number);
        let shut_out = run.state().shut_out(at.table_index, at.block);
        let found = Found::of(at, replayer.game(at, &shut_out)?);
        wish.fits(&found).then_some(found)
    };
    let offsets = 0..(numbers.end - numbers.start) as usize;
    site.threads.work(|| {
        let numbers = offsets.into_par_iter().with_min_len(8).map(|offset| numbers.start + offset as u64);
        numbers.map_init(replayer, play).flatten().collect()
    })
}
