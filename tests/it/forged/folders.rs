//! Small real runs, to be forged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::sealing::{Folder, seal};
use crate::cli::karteneck;

/// A run to be forged.
pub struct Original {
    pub name: &'static str,
    pub path: PathBuf,
    /// The command that plays it.
    pub command: &'static str,
    /// The address of one of its games.
    pub game: &'static [&'static str],
    /// The other part of the run, if it is one.
    pub sibling: Option<PathBuf>,
}

/// A bot that greets, passes twice, and ends.
const FAILING: &str = r#"read -r line; echo '{"type":"hello","protocol":"karteneck-bot/2"}'
n=0
while read -r line; do
    case $line in
        *'"moves"'*) n=$((n+1)); [ $n -gt 5 ] && exit 9
            id=${line#*'"id":'}; id=${id%%,*}; echo "{\"id\":$id,\"move\":\"pass\"}" ;;
    esac
done"#;

/// All runs, played once for all tests.
pub fn originals() -> &'static [Original] {
    static ORIGINALS: OnceLock<(TempDir, Vec<Original>)> = OnceLock::new();
    &ORIGINALS
        .get_or_init(|| {
            let folder = TempDir::new().unwrap();
            let originals = play_all(folder.path());
            (folder, originals)
        })
        .1
}

fn play(path: &Path, words: &str) {
    let out = path.to_str().unwrap();
    let words: Vec<&str> = words.split(' ').chain(["--threads", "1", "--quiet", "--out", out]).collect();
    let answer = karteneck(&words);
    assert_eq!(answer.code, 0, "{words:?}: {}", answer.stderr);
}

fn play_all(folder: &Path) -> Vec<Original> {
    let mut all = Vec::new();
    let mut add = |name: &'static str, words: &'static str, game: &'static [&'static str]| {
        let path = folder.join(name);
        play(&path, words);
        let command = words.split(' ').next().unwrap();
        all.push(Original { name, path, command, game, sibling: None });
    };
    let two_sizes = "tournament greedy random heuristic --players 2,3 --blocks 6 --record 5 --blocks-csv --seed 4";
    add("tournament", two_sizes, &["1:1", "--players", "2", "--lineup", "1"]);
    add("test", "match heuristic random --sprt 0pp:5pp --record 50", &["40:1"]);
    add("until", "match greedy random --until 30pp --blocks 200", &["1:1"]);
    add("gauntlet", "tournament random first --challenger greedy --players 4 --blocks 3", &["1:3", "--lineup", "0"]);
    fs::write(folder.join("bot.sh"), FAILING).unwrap();
    let bot = folder.join("bot.toml");
    fs::write(&bot, "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\n").unwrap();
    let words = format!("match {} first --blocks 3 --record all --blocks-csv", bot.display());
    play(&folder.join("faults"), &words);
    let path = folder.join("faults");
    all.push(Original { name: "faults", path, command: "match", game: &["1:1", "--trust"], sibling: None });
    all.push(interrupted(folder));
    all.extend(parts(folder));
    all
}

/// A run that was interrupted: the counts of a shorter run are those that it had by then.
fn interrupted(folder: &Path) -> Original {
    let words = |blocks: u64| format!("tournament greedy random first --blocks {blocks} --record all --blocks-csv");
    let (path, whole) = (folder.join("interrupted"), folder.join("longer"));
    play(&path, &words(5));
    play(&whole, &words(12));
    let mut forged = Folder::read(&path);
    forged.manifest["plan"] = Folder::read(&whole).manifest["plan"].take();
    forged.manifest.as_object_mut().unwrap().remove("result");
    forged.state["sizes"][0]["stopped"] = Value::Null;
    forged.grown = json!({ "games.jsonl": {}, "blocks.csv": {} });
    fs::remove_file(path.join("tally.json")).unwrap();
    seal(&mut forged, &path);
    let game = &["1:1", "--players", "2", "--lineup", "1"];
    Original { name: "interrupted", path, command: "tournament", game, sibling: None }
}

/// The two parts of a run, and an empty one.
fn parts(folder: &Path) -> Vec<Original> {
    let words = "tournament greedy random heuristic --blocks 9 --record 4 --blocks-csv --shard";
    let paths = [1, 2].map(|part| {
        let path = folder.join(format!("part{part}"));
        play(&path, &format!("{words} {part}/2"));
        path
    });
    let empty = folder.join("empty");
    play(&empty, "match first passer --blocks 2 --shard 1/5");
    let original = |name, path: &Path, sibling: Option<&PathBuf>, command, game| Original {
        name,
        path: path.to_owned(),
        command,
        game,
        sibling: sibling.cloned(),
    };
    vec![
        original("part1", &paths[0], Some(&paths[1]), "tournament", &["1:1", "--lineup", "2"]),
        original("part2", &paths[1], Some(&paths[0]), "tournament", &["5:1", "--lineup", "2"]),
        original("empty", &empty, None, "match", &["0:0"]),
    ]
}
