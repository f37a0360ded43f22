//! Runs that are started from a page: each is the command that the form shows, in a process of its own.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::answer::Answer;
use super::entrants::{find, is_allowed, refusal};
use super::request::Request;
use super::runs;
use super::site::Site;
use crate::game::{Players, Seed};
use crate::records::words::quoted;

/// The most games that a form may ask for.
const MAX_GAMES: u64 = 1_000_000_000;
/// How long a new run may take until its folder is there.
const PATIENCE: Duration = Duration::from_secs(10);
/// What a form asks for, as the words of a command, and the name of the folder.
fn words_of(site: &Site, body: &Value) -> Result<(String, Vec<String>), Answer> {
    let text = |key: &str| body[key].as_str().unwrap_or_default().trim().to_owned();
    let kind = text("kind");
    if !["tournament", "match"].contains(&kind.as_str()) {
        return Err(Answer::wrong("expected a tournament or a match"));
    }
    let specs: Vec<String> = body["entrants"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|spec| Some(spec.as_str()?.trim().to_owned()))
        .collect();
    specs.iter().try_for_each(|spec| find(site, spec).map(drop))?;
    if specs.len() < 2 || specs.len() > 64 || (kind == "match" && specs.len() != 2) {
        return Err(Answer::wrong("a match has two entrants, a tournament 2 to 64"));
    }
    let mut words = vec![kind.clone()];
    words.extend(specs);
    words.extend(["--players".to_owned(), players_word(&text("players"))?]);
    words.extend(goal_words(&kind, &text("goal"), body)?);
    let seed = text("seed");
    if !seed.is_empty() {
        if seed != "random" {
            seed.parse::<Seed>().map_err(|error| Answer::wrong(format!("seed: {error}")))?;
        }
        words.extend(["--seed".to_owned(), seed]);
    }
    if body["record"].as_bool().unwrap_or(false) {
        words.extend(["--record".to_owned(), "all".to_owned()]);
    }
    let name = folder_name(site, &kind, &text("name"))?;
    words.extend(["--out".to_owned(), site.folder.root().join(&name).display().to_string()]);
    Ok((name, words))
}

/// `2,4`.
fn players_word(text: &str) -> Result<String, Answer> {
    let text = if text.is_empty() { "2" } else { text };
    let is_size = |part: &str| part.trim().parse().ok().and_then(Players::new).is_some();
    if text.split(',').all(is_size) {
        return Ok(text.replace(' ', ""));
    }
    Err(Answer::wrong(format!("players: expected numbers from 2 to 6 with commas between them, got {text:?}")))
}

/// How long it is to be played.
fn goal_words(kind: &str, goal: &str, body: &Value) -> Result<Vec<String>, Answer> {
    let text = |key: &str| body[key].as_str().unwrap_or_default().trim().to_owned();
    if goal == "sprt" && kind == "match" {
        let bounds = text("sprt");
        let is_points = |part: &str| part.trim_end_matches("pp").parse::<f64>().is_ok_and(f64::is_finite);
        if bounds.split(':').count() == 2 && bounds.split(':').all(is_points) {
            return Ok(vec!["--sprt".to_owned(), bounds]);
        }
        return Err(Answer::wrong(format!("test: expected two differences like 0pp:1pp, got {bounds:?}")));
    }
    let games = text("games");
    let games = if games.is_empty() { "10000".to_owned() } else { games };
    match games.parse() {
        Ok(1..=MAX_GAMES) => Ok(vec!["--games".to_owned(), games]),
        _ => Err(Answer::wrong(format!("games: expected a number from 1 to {MAX_GAMES}, got {games:?}"))),
    }
}

/// A new folder below the one that is served.
fn folder_name(site: &Site, kind: &str, wanted: &str) -> Result<String, Answer> {
    let is_free = |name: &str| std::fs::symlink_metadata(site.folder.root().join(name)).is_err();
    if wanted.is_empty() {
        let mut names = (1..100_000).map(|number| format!("{kind}-{number:03}"));
        return names.find(|name| is_free(name)).ok_or_else(|| Answer::failed("no name is left"));
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if wanted.len() > 60 || !wanted.chars().all(is_plain) {
        return Err(Answer::wrong(format!("name: expected letters, digits, `-` and `_`, got {wanted:?}")));
    }
    if is_free(wanted) { Ok(wanted.to_owned()) } else { Err(Answer::wrong(format!("name: {wanted} exists already"))) }
}

fn command_line(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("karteneck {}", quoted.join(" "))
}

/// The command that a form stands for, or why there is none yet.
pub(super) fn preview(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let told = match words_of(site, &request.json()?) {
        Ok((name, words)) => json!({ "name": name, "command": command_line(&words) }),
        Err(why) => json!({ "refused": why.words() }),
    };
    Ok(Answer::json(&told))
}

/// Starts what a form asks for.
pub(super) fn start(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let (name, mut words) = words_of(site, &request.json()?)?;
    let command = command_line(&words);
    words.push("--quiet".to_owned());
    site.jobs.spawn(&name, &words)?;
    wait(site, &name)?;
    Ok(Answer::json(&json!({ "name": name, "command": command })))
}

/// Waits until a run is under way, or says why it is not.
fn wait(site: &Site, name: &str) -> Result<(), Answer> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if runs::open(site, name).is_ok() {
            return Ok(());
        }
        if let Some(said) = site.jobs.ended(name) {
            return Err(Answer::wrong(if said.is_empty() { "the run ended at once".to_owned() } else { said }));
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    Ok(())
}

/// Stops a run that was started here: it saves what it has played.
pub(super) fn stop(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let name = body["name"].as_str().unwrap_or_default();
    site.jobs.stop(name)?;
    Ok(Answer::json(&json!({ "name": name })))
}

/// Continues a run that was stopped.
pub(super) fn resume(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let name = body["name"].as_str().unwrap_or_default();
    let run = runs::open(site, name)?;
    if run.is_over() {
        return Err(Answer::error(409, "this run is over"));
    }
    let entrants = run.plan().entrants();
    if let Some(program) = entrants.iter().find(|entrant| !is_allowed(site, entrant)) {
        return Err(Answer::error(403, refusal(program)));
    }
    let path = run.path().display().to_string();
    let mut words = vec![run.plan().command().to_owned(), "--resume".to_owned(), path];
    words.extend(entrants.iter().any(crate::entrants::Entrant::is_process).then(|| "--trust".to_owned()));
    let command = command_line(&words);
    words.push("--quiet".to_owned());
    site.jobs.spawn(name, &words)?;
    std::thread::sleep(Duration::from_millis(100));
    if let Some(said) = site.jobs.ended(name).filter(|said| said.contains("error")) {
        return Err(Answer::wrong(said));
    }
    Ok(Answer::json(&json!({ "name": name, "command": command })))
}
