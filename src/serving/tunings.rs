//! Tunings and learnings: what their folders say.

use std::path::Path;

use serde_json::{Value, json};

use super::answer::{Answer, Media};
use super::request::Request;
use super::site::Site;
use crate::files::{read_regular, read_text};
use crate::runs::{
    CONVERGENCE_PICTURE, HISTORY, LEARNED, LEARNING_PICTURE, MANIFEST, RunFolder, SENSITIVITY, SENSITIVITY_PICTURE,
    TRANSFER, TUNED,
};

/// The pictures that may be shown.
const PICTURES: [&str; 3] = [CONVERGENCE_PICTURE, SENSITIVITY_PICTURE, LEARNING_PICTURE];
/// The tables that are shown, with their titles.
const TABLES: [(&str, &str); 3] =
    [(TRANSFER, "Against others"), (SENSITIVITY, "How much each parameter matters"), (HISTORY, "All candidates")];
/// The most rows of a table.
const MAX_ROWS: usize = 300;
/// The most bytes of a picture.
const MAX_PICTURE: u64 = 4 << 20;

/// What the list says about a tuning or a learning.
pub(super) fn row(name: &str, path: &Path, format: &str, manifest: &Value) -> Value {
    let (kind, result) = match format.split('/').next() {
        Some("karteneck-tuning") => ("tune", TUNED),
        Some("karteneck-learning") => ("learn", LEARNED),
        _ => ("other", MANIFEST),
    };
    let entrant = &manifest["entrant"]["name"];
    let entrants: Vec<&Value> = [entrant].into_iter().filter(|name| name.is_string()).collect();
    json!({
        "name": name,
        "kind": kind,
        "entrants": entrants,
        "players": manifest["players"],
        "games": Value::Null,
        "of": manifest["games"],
        "winners": [],
        "state": if path.join(result).exists() { "finished" } else { "stopped" },
    })
}

/// Everything about a tuning or a learning.
pub(super) fn show(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let name = request.word("name");
    let path = site.folder.find_run(name)?;
    let text = |file: &str| read_text(&path.join(file)).ok();
    let manifest: Value = text(MANIFEST).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let Some(format) = manifest["format"].as_str().filter(|format| format.starts_with("karteneck-")) else {
        return Err(Answer::error(422, format!("{name:?} has no manifest of ours")));
    };
    let tables: Vec<Value> = TABLES.iter().filter_map(|(file, title)| table(&path, file, title)).collect();
    let pictures: Vec<&str> = PICTURES.into_iter().filter(|file| path.join(file).is_file()).collect();
    let mut facts = row(name, &path, format, &manifest);
    if facts["state"] != "finished" && RunFolder::at(&path).is_busy() {
        facts["state"] = json!("running");
    }
    facts["command"] = manifest["command"].clone();
    facts["tables"] = json!(tables);
    facts["pictures"] = json!(pictures);
    facts["entrant"] = json!(text(TUNED));
    Ok(Answer::json(&facts))
}

/// A file of rows.
fn table(path: &Path, file: &str, title: &str) -> Option<Value> {
    let text = read_text(&path.join(file)).ok()?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows = reader.records().map_while(Result::ok);
    let rows: Vec<Vec<String>> = rows.map(|row| row.iter().map(str::to_owned).collect()).collect();
    let all = rows.len().saturating_sub(1);
    let shown: Vec<&Vec<String>> = rows.iter().take(MAX_ROWS + 1).collect();
    (all > 0).then(|| json!({ "file": file, "title": title, "rows": shown, "of": all }))
}

/// A picture of a tuning, which can do nothing but be looked at.
pub(super) fn picture(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let (name, file) = (request.word("name"), request.word("file"));
    let path = site.folder.find_run(name)?;
    let known = PICTURES.iter().find(|known| **known == file);
    let file = known.ok_or_else(|| Answer::missing(format!("there is no picture {file:?}")))?;
    let bytes = read_regular(&path.join(file), MAX_PICTURE);
    bytes.map(|bytes| Answer::new(Media::Picture, bytes)).map_err(|error| Answer::missing(error.to_string()))
}
