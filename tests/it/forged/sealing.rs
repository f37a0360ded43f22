//! A run folder as values, and how it is sealed again so that no hash shows the change.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use karteneck::arena::Plan;
use karteneck::entrants::Catalogue;
use serde_json::{Value, json};

/// The files of a run that can be changed; all of them are small.
pub struct Folder {
    pub manifest: Value,
    pub state: Value,
    /// The lengths of the growing files when the state was saved.
    pub grown: Value,
    /// Files of lines, and tables.
    pub texts: BTreeMap<String, String>,
}

const TEXTS: [&str; 5] = ["games.jsonl", "blocks.csv", "standings.csv", "deals.csv", "progress.jsonl"];

pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

impl Folder {
    /// Reads a folder that was not forged.
    pub fn read(path: &Path) -> Folder {
        let text = |name: &str| fs::read_to_string(path.join(name)).ok();
        let saved = text("tally.json").or_else(|| text("checkpoint.json")).unwrap();
        let body: Value = serde_json::from_str(saved.split_once('\n').unwrap().1).unwrap();
        Folder {
            manifest: serde_json::from_str(&text("manifest.json").unwrap()).unwrap(),
            state: body["state"].clone(),
            grown: body["files"].clone(),
            texts: TEXTS.iter().filter_map(|name| Some(((*name).to_owned(), text(name)?))).collect(),
        }
    }

    /// Whether the run is over.
    pub fn is_over(&self) -> bool {
        self.manifest.get("result").is_some_and(|result| !result.is_null())
    }
}

/// The hash of the plan of a manifest, if it is still valid.
fn plan_hash(manifest: &Value) -> Option<String> {
    let plan = Plan::from_json(&manifest["plan"].to_string(), &Catalogue::shipped_only(), None);
    Some(plan.ok()?.hash())
}

/// Writes a folder over a copy of the original, with matching hashes.
pub fn seal(folder: &mut Folder, path: &Path) {
    for (name, text) in &folder.texts {
        fs::write(path.join(name), text).unwrap();
        if let Some(grown) = folder.grown.get_mut(name).and_then(Value::as_object_mut) {
            grown.entry("bytes").or_insert_with(|| json!(text.len()));
            grown.entry("hash").or_insert_with(|| json!(hash(text.as_bytes())));
        }
    }
    let plan = plan_hash(&folder.manifest).unwrap_or_default();
    let body = json!({ "plan": plan, "files": folder.grown, "state": folder.state }).to_string();
    let state = if folder.is_over() { "tally.json" } else { "checkpoint.json" };
    fs::write(path.join(state), format!("{}\n{body}\n", hash(body.as_bytes()))).unwrap();
    let files = folder.manifest.pointer_mut("/result/files").and_then(Value::as_object_mut);
    for (name, sum) in files.into_iter().flatten() {
        // Not of files that a forged name leads to.
        if path.join(name).parent() == Some(path) && path.join(name).is_file() {
            *sum = json!(hash(&fs::read(path.join(name)).unwrap()));
        }
    }
    fs::write(path.join("manifest.json"), format!("{:#}\n", folder.manifest)).unwrap();
}

/// Copies the files of a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}
