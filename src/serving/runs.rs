//! Runs: the list, and what is known about one of them.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::answer::{Answer, Media};
use super::positions::{Course, update};
use super::request::Request;
use super::run_cache::stamp;
use super::site::Site;
use crate::arena::{GameAddress, Plan, TableIndex};
use crate::files::read_text;
use crate::records::words::quoted;
use crate::report::{RunInput, moments, report_page};
use crate::runs::{CHECKPOINT, MANIFEST, PROGRESS, Run, RunFolder};
use crate::tables::{RunTables, Standing, standings};

/// The most line-ups that are named one by one.
const MAX_LINE_UPS: usize = 400;

/// Opens a run.
///
/// # Errors
/// Why it cannot be shown, in the words of its room.
pub(super) fn open(site: &Site, name: &str) -> Result<Arc<Run>, Answer> {
    let path = site.folder.find_run(name)?;
    let opened = site.runs.open(name, &path, &site.catalogue);
    opened.map_err(|error| Answer::error(422, error.to_string()))
}

/// The list of everything in the folder.
pub(super) fn list(site: &Site) -> Answer {
    let rows: Vec<Value> = site.folder.run_names().iter().map(|name| row(site, name)).collect();
    Answer::json(&json!({ "folder": site.folder.root().display().to_string(), "runs": rows }))
}

/// What the list says about a folder.
fn row(site: &Site, name: &str) -> Value {
    let path = site.folder.root().join(name);
    let now = stamp(&path);
    let mut row = site.runs.row(name, &now, &|| describe(site, name, &path));
    row["modified"] = json!(now.iter().flatten().map(|(_, time)| time / 1000).max());
    if row["state"] != "finished" && RunFolder::at(&path).is_busy() {
        row["state"] = json!("running");
    }
    row
}

fn describe(site: &Site, name: &str, path: &Path) -> Value {
    let format = site.folder.find_run(name).ok().and_then(|_| {
        let value: Value = serde_json::from_str(&read_text(&path.join(MANIFEST)).ok()?).ok()?;
        Some((value["format"].as_str()?.to_owned(), value))
    });
    match format {
        Some((format, manifest)) if !format.starts_with("karteneck-run/") => {
            super::tunings::row(name, path, &format, &manifest)
        }
        _ => match open(site, name) {
            Ok(run) => run_row(name, &run),
            Err(answer) => json!({ "name": name, "kind": "run", "state": "unreadable", "error": answer.words() }),
        },
    }
}

fn run_row(name: &str, run: &Run) -> Value {
    let plan = run.plan();
    let players: Vec<usize> = plan.schedules().iter().map(|schedule| schedule.players.count()).collect();
    let winners: Vec<Value> = plan.schedules().indices().filter_map(|table| winner(run, table)).collect();
    json!({
        "name": name,
        "kind": plan.command(),
        "entrants": plan.entrants().iter().map(|entrant| entrant.name.clone()).collect::<Vec<_>>(),
        "players": players,
        "games": run.state().games(plan),
        "of": plan.games(),
        "winners": winners,
        "state": if run.is_over() { "finished" } else { "stopped" },
    })
}

/// The best of a table size, with its interval.
fn winner(run: &Run, table: TableIndex) -> Option<Value> {
    let rows = standings(&run.results(), table);
    let best = rows.first().filter(|row| row.win_rate.is_some())?;
    let mut value = standing(best);
    // Entrants that share a letter cannot be told apart.
    value["tied"] =
        json!(rows.get(1).is_some_and(|next| next.tie_group.contains(|letter| best.tie_group.contains(letter))));
    Some(value)
}

/// A row of the standings.
pub(super) fn standing(row: &Standing) -> Value {
    let ends = row.interval.map(|interval| [interval.low, interval.high]);
    json!({
        "players": row.players,
        "name": row.name,
        "rank": row.rank,
        "games": row.games,
        "wins": row.wins,
        "rate": row.win_rate,
        "interval": ends,
        "worms": row.mean_worms,
        "rating": row.rating,
        "group": row.tie_group,
    })
}

/// Everything about one run.
pub(super) fn show(site: &Site, request: &Request) -> Result<Answer, Answer> {
    Ok(Answer::json(&facts(site, request.word("name"))?))
}

/// The page of a run, with what it shows in it: so its reader waits for one answer, not for one after the other. If there is no such run, its
/// script asks again, and shows why.
pub(super) fn page(site: &Site, request: &Request) -> Option<Answer> {
    let facts = facts(site, request.word("name")).ok();
    super::pages::page("/run", &site.guard.page_token, facts.as_ref())
}

/// What the page of a run shows, now.
pub(super) fn facts(site: &Site, name: &str) -> Result<Value, Answer> {
    let run = open(site, name)?;
    let (plan, path) = (run.plan(), run.path().display().to_string());
    let is_busy = !run.is_over() && RunFolder::at(run.path()).is_busy();
    let sizes: Vec<Value> = plan.schedules().indices().map(|table| size(&run, table, is_busy)).collect();
    let ahead: u64 = sizes.iter().filter_map(|size| size["ahead"].as_u64()).sum();
    let state = if run.is_over() {
        "finished"
    } else if is_busy {
        "running"
    } else {
        "stopped"
    };
    let entrants = plan.entrants().iter().map(|entrant| {
        json!({ "name": entrant.name, "summary": entrant.summary(), "program": entrant.is_process(),
            "allowed": super::entrants::is_allowed(site, entrant) })
    });
    let since_epoch = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok().map(|time| time.as_millis());
    let written = |file: &str| since_epoch(fs::metadata(run.path().join(file)).ok()?.modified().ok()?);
    let saved = if run.is_over() { written(MANIFEST) } else { written(CHECKPOINT).max(written(PROGRESS)) };
    Ok(json!({
        "name": name,
        "kind": plan.command(),
        "state": state,
        "ours": site.jobs.is_ours(name),
        "seed": (!plan.seed.is_sealed()).then(|| plan.seed.seed().to_string()),
        "recorded": plan.keep_every,
        "games": run.state().games(plan) + ahead,
        "of": plan.games(),
        "saved": saved,
        "stopped": run.manifest().result.as_ref().map(|result| result.stopped.clone()),
        "entrants": entrants.collect::<Vec<_>>(),
        "sizes": sizes,
        "resume": format!("karteneck {} --resume {}", plan.command(), quoted(&path)),
    }))
}

/// What is known about a table size. While a process plays it, the file of fixed positions is ahead of its saves most of the time.
fn size(run: &Run, table: TableIndex, is_busy: bool) -> Value {
    let plan = run.plan();
    let schedule = &plan.schedules()[table];
    let (first, last) = if run.is_over() { run.blocks(table) } else { plan.range(table) };
    let mut rows: Vec<Value> = standings(&run.results(), table).iter().map(standing).collect();
    let Course { points, news } = Course::of(run, table);
    let saved = run.state().sizes[table].tally.blocks.count * schedule.games_per_block();
    let news = news.filter(|_| is_busy);
    if saved == 0 {
        // Nothing is known of them yet, also if a first position says who wins.
        for row in &mut rows {
            (row["rating"], row["group"]) = (Value::Null, Value::Null);
        }
    }
    if let Some(news) = &news {
        update(&mut rows, news);
    }
    let ahead = news.and_then(|news| news["games"].as_u64()?.checked_sub(saved));
    let names = |chairs: Vec<String>| json!(chairs);
    let line_ups = schedule.line_ups.iter().take(MAX_LINE_UPS);
    let line_ups =
        line_ups.map(|line_up| names(line_up.iter().map(|&one| plan.entrants()[one].name.clone()).collect()));
    json!({
        "players": schedule.players.count(),
        "blocks": [first, last],
        "line_up_count": schedule.line_ups.len(),
        "line_ups": line_ups.collect::<Vec<_>>(),
        "standings": rows,
        "progress": points,
        "ahead": ahead,
    })
}

/// The games worth a look.
pub(super) fn highlights(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let run = open(site, request.word("name"))?;
    let tables = RunTables::new(run.results());
    let games = moments(&tables).into_iter().map(
        |moment| json!({ "title": moment.title, "about": moment.about, "at": address(run.plan(), moment.address) }),
    );
    Ok(Answer::json(&json!({ "games": games.collect::<Vec<_>>() })))
}

/// An address as a page writes it.
pub(super) fn address(plan: &Plan, at: GameAddress) -> Value {
    json!({
        "players": plan.schedules()[at.table_index].players.count(),
        "lineup": at.line_up.index(),
        "block": at.block,
        "rotation": at.rotation,
    })
}

/// The report of a run, without games: those are opened by their addresses.
pub(super) fn report(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let name = request.word("name");
    let run = open(site, name)?;
    if run.state().games(run.plan()) == 0 {
        let page = "<!doctype html><html lang=\"en\"><title>report</title><p>Nothing has been saved yet.</p></html>";
        return Ok(Answer::new(Media::Report, page));
    }
    let path = run.path().display().to_string();
    let short = name.rsplit('/').next().unwrap_or(name);
    let input = RunInput::new([short, &path], run.manifest(), run.results(), Vec::new(), 0);
    let page = report_page(&[input]).map_err(|error| Answer::failed(error.to_string()))?;
    Ok(Answer::new(Media::Report, page))
}
