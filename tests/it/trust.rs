//! An untrusted file starts nothing without consent.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{karteneck, karteneck_with};

/// A program that always passes, and leaves a mark whenever it is started.
struct Marking {
    folder: TempDir,
}

impl Marking {
    fn new() -> Marking {
        let folder = TempDir::new().unwrap();
        // Nothing new can be created directly in a folder that contains what is denied.
        fs::create_dir(folder.path().join("marks")).unwrap();
        let script = format!(
            r#"touch '{}'
            while read -r line; do
                case "$line" in
                    *'"type":"hello"'*) echo '{{"type":"hello","protocol":"karteneck-bot/2"}}' ;;
                    *'"type":"decide"'*) id=${{line#*'"id":'}}; id=${{id%%,*}}; echo "{{\"id\":$id,\"move\":\"pass\"}}" ;;
                esac
            done"#,
            folder.path().join("marks/started").display()
        );
        fs::write(folder.path().join("bot.sh"), script).unwrap();
        Marking { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn spec(&self) -> String {
        format!("process:sh {}", self.text("bot.sh"))
    }

    /// Whether it was started since the last question.
    fn was_started(&self) -> bool {
        fs::remove_file(self.path("marks/started")).is_ok()
    }

    /// Nothing is started without consent, and with it everything works.
    fn needs_consent(&self, arguments: &[&str]) {
        self.was_started();
        let refused = karteneck(arguments);
        assert_eq!(refused.code, 2, "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains("bot.sh") && refused.stderr.contains("--trust"), "{}", refused.stderr);
        assert!(!self.was_started(), "{arguments:?} starts the program");
        let trusted = karteneck(&[arguments, &["--trust"]].concat());
        assert_eq!(trusted.code, 0, "{arguments:?}: {}", trusted.stderr);
        assert!(self.was_started(), "{arguments:?} does not start it with consent");
    }
}

fn change(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    change(&mut value);
    fs::write(path, value.to_string()).unwrap();
}

#[test]
fn files_of_runs_start_no_program_without_consent() {
    let bot = Marking::new();
    let run = bot.text("run");
    let played = karteneck(&["match", &bot.spec(), "first", "--blocks", "2", "--out", &run]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert!(played.stderr.contains("--seed random"), "a guessable seed is told: {}", played.stderr);
    bot.needs_consent(&["replay", &run, "0:1"]);
    bot.needs_consent(&["analyze", &run, "0:0", "--worlds", "16"]);
    bot.needs_consent(&["analyze", "--run", &run, "--sample", "2", "--worlds", "16"]);
    bot.needs_consent(&["verify", &run]);
    bot.needs_consent(&["match", "--from", &run, "--out", &bot.text("again")]);
    assert_eq!(karteneck(&["report", &run]).code, 0, "a page starts nothing");
    assert!(!bot.was_started());
    change(&bot.path("run/manifest.json"), |manifest| {
        manifest.as_object_mut().unwrap().remove("result");
    });
    bot.needs_consent(&["match", "--resume", &run]);
}

#[test]
fn tunings_start_no_program_without_consent() {
    let bot = Marking::new();
    let folder = bot.text("tuning");
    let words = ["tune", "heuristic", "--params", "tempo", "--games", "4000", "--transfer", "none", "--quiet"];
    let tuned = karteneck(&[&words[..], &["--against", &bot.spec(), "--folder", &folder]].concat());
    assert_eq!(tuned.code, 0, "{}", tuned.stderr);
    bot.needs_consent(&["tune", "--resume", &folder, "--quiet"]);
}

#[test]
fn saved_games_start_no_program_without_consent_and_disguise_none() {
    let bot = Marking::new();
    let save = bot.text("save.json");
    let begun = karteneck_with(&["play", &bot.spec(), "--save", &save], "1\n");
    assert!(begun.stderr.contains("--trust"), "the printed command carries it: {}", begun.stderr);
    bot.was_started();
    let refused = karteneck_with(&["play", "--resume", &save], "1\n");
    assert_eq!((refused.code, bot.was_started()), (2, false), "{}", refused.stderr);
    assert_eq!(karteneck_with(&["play", "--resume", &save, "--trust"], "1\n").code, 0);
    assert!(bot.was_started());
    change(Path::new(&save), |saved| saved["entrants"][0]["name"] = json!("tuned"));
    let disguised = karteneck_with(&["play", "--resume", &save, "--trust"], "1\n");
    assert_eq!((disguised.code, bot.was_started()), (2, false), "{}", disguised.stderr);
    assert!(disguised.stderr.contains("shipped entrant `tuned`"), "{}", disguised.stderr);
}

#[test]
fn a_file_of_a_program_cannot_have_the_name_of_a_shipped_entrant() {
    let bot = Marking::new();
    fs::write(bot.path("tuned.toml"), "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\n").unwrap();
    let refused = karteneck(&["record", &bot.text("tuned.toml")]);
    assert_eq!((refused.code, bot.was_started()), (2, false), "{}", refused.stderr);
    assert!(refused.stderr.contains("rename the file"), "{}", refused.stderr);
}
