//! A person against entrants: whatever is typed, the game follows the rules, and nothing is lost.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{Answer, karteneck};

/// More lines than a game can have decisions.
const MANY: usize = 300;

fn first(count: usize) -> String {
    "1\n".repeat(count)
}

/// `karteneck play` in a folder, with these lines typed.
fn play(folder: &TempDir, arguments: &[&str], lines: &str) -> Answer {
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    let command = command.arg("play").args(arguments).current_dir(folder.path()).env_remove("NO_COLOR");
    if !arguments.contains(&"--looks") {
        // The judgement of the game at its end.
        command.args(["--looks", "3", "--judge", "swift"]);
    }
    let output = command.write_stdin(lines).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Answer { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().file_name()));
    let mut names: Vec<String> =
        entries.into_iter().flatten().map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn results(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join("results").join(name)).unwrap()
}

/// A whole game, and its record.
fn whole(arguments: &[&str], lines: &str) -> (Answer, String) {
    let folder = TempDir::new().unwrap();
    let answer = play(&folder, arguments, lines);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert_eq!(files(&folder.path().join("results")), ["play-001.jsonl"], "{}", answer.stderr);
    let record = results(&folder, "play-001.jsonl");
    (answer, record)
}

#[test]
fn the_same_seed_and_the_same_moves_give_the_game_of_record() {
    for players in 2..=6_usize {
        let count = players.to_string();
        let (seed, person) = (players as u64 + 10, players - 1);
        let seed = seed.to_string();
        let (answer, record) = whole(
            &["tuned", "--players", &count, "--seat", &person.to_string(), "--seed", &seed, "--name", "first"],
            &first(MANY),
        );
        let mut line_up = vec!["tuned"; players - 1];
        line_up.push("first");
        let expected = karteneck(&[&["record", "--seed", &seed], &line_up[..]].concat());
        assert_eq!(record, expected.stdout, "{players} players");
        let checked = answer.stdout.lines().all(|line| line.chars().count() <= 80);
        assert!(checked, "{}", answer.stdout);
    }
    let (_, third) = whole(&["greedy", "--seed", "4", "--game", "2", "--first", "1", "--name", "first"], &first(MANY));
    let games = karteneck(&["record", "first", "greedy", "--seed", "4", "--games", "3", "--first", "1"]);
    assert_eq!(games.stdout.lines().nth(2), third.lines().next());
}

#[test]
fn every_portion_and_every_stack_is_on_the_screen_at_every_table() {
    for players in 2..=6_usize {
        let (answer, _) = whole(&["random", "--players", &players.to_string(), "--seed", "3"], &first(MANY));
        let rounds = [9, 8, 7, 6, 5][players - 2];
        for round in 1..=rounds {
            assert!(answer.stdout.contains(&format!("Round {round} of {rounds} · draw pile")), "{}", answer.stdout);
        }
        let tables = answer.stdout.matches("  worms cards total").count();
        let own_rows = answer.stdout.lines().filter(|line| line.starts_with("> you")).count();
        assert_eq!(tables, own_rows, "the person is on turn at every table that is drawn");
        assert!(answer.stdout.matches("  menu: ").count() >= rounds, "{}", answer.stdout);
        assert!(answer.stdout.contains('[') && answer.stdout.contains("Your hand: "), "{}", answer.stdout);
    }
}

#[test]
fn undo_then_the_same_moves_give_the_same_record() {
    let arguments = ["monte-carlo:rollouts=20", "greedy", "--seed", "12"];
    let (_, plain) = whole(&arguments, &first(MANY));
    let wander = "2\nundo\n1\n1\n1\npass\n1\nundo\nundo\nundo\nundo\nundo\nundo\n".to_owned();
    let (answer, wandered) = whole(&arguments, &(wander + &first(MANY)));
    assert_eq!(wandered, plain);
    assert!(answer.stdout.contains("nothing to undo: this is your first decision"), "{}", answer.stdout);
    let (_, other) = whole(&arguments, &format!("pass\n{}", first(MANY)));
    assert_ne!(other, plain);
}

/// A program that passes in every third decision since `start`, by counting them, and writes down each `start`.
#[cfg(unix)]
fn counting_bot(folder: &TempDir) -> String {
    let script = r#"
        n=0
        while read -r line; do case "$line" in
            *'"type":"hello"'*) echo '{"type":"hello","protocol":"karteneck-bot/2"}' ;;
            *'"type":"start"'*) n=0; echo start >> starts ;;
            *'"type":"decide"'*)
                n=$((n+1)); id=${line#*'"id":'}; id=${id%%,*}
                mv=${line#*'"moves":["'}; mv=${mv%%\"*}
                if [ $((n % 3)) = 0 ]; then mv=pass; fi
                echo "{\"id\":$id,\"move\":\"$mv\"}" ;;
        esac; done"#;
    fs::write(folder.path().join("bot.sh"), script).unwrap();
    "process:sh bot.sh".to_owned()
}

#[cfg(unix)]
#[test]
fn a_program_that_remembers_lives_through_the_game_again_after_an_undo() {
    let folder = TempDir::new().unwrap();
    let bot = counting_bot(&folder);
    // A program cannot create files next to those that it is denied.
    fs::write(folder.path().join("starts"), "").unwrap();
    let starts = || fs::read_to_string(folder.path().join("starts")).unwrap().lines().count();
    let plain = play(&folder, &[&bot, "--seed", "5", "--out", "plain"], &first(MANY));
    assert_eq!((plain.code, starts()), (0, 1), "{}", plain.stderr);
    let wander = format!("1\n1\n2\nundo\nundo\n{}", first(MANY));
    let undone = play(&folder, &[&bot, "--seed", "5", "--out", "undone"], &wander);
    assert_eq!((undone.code, starts()), (0, 4), "{}", undone.stderr);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("undone"), read("plain"));
    let left = play(&folder, &[&bot, "--seed", "5", "--save", "save"], &first(4));
    assert_eq!((left.code, starts()), (0, 5), "{}", left.stderr);
    let resumed = play(&folder, &["--resume", "save", "--trust", "--out", "resumed"], &first(MANY));
    assert_eq!((resumed.code, starts()), (0, 6), "{}", resumed.stderr);
    assert_eq!(read("resumed"), read("plain"));
    assert!(!resumed.stderr.contains("note:"), "{}", resumed.stderr);
}

#[cfg(unix)]
#[test]
fn a_program_that_answers_differently_is_reported_and_the_game_continues() {
    let folder = TempDir::new().unwrap();
    counting_bot(&folder);
    let left = play(&folder, &["process:sh bot.sh", "--seed", "5", "--save", "save"], &first(4));
    assert_eq!(left.code, 0, "{}", left.stderr);
    let script = fs::read_to_string(folder.path().join("bot.sh")).unwrap();
    fs::write(folder.path().join("bot.sh"), script.replace("n % 3", "n % 2")).unwrap();
    let resumed = play(&folder, &["--resume", "save", "--trust", "--out", "game"], &first(MANY));
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    let note = "now decides `pass` in move 3, where it was `lay";
    assert!(resumed.stderr.contains(note), "{}", resumed.stderr);
    assert_eq!(karteneck(&["replay", folder.path().join("game").to_str().unwrap(), "--check"]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_bot_that_commits_a_fault_does_not_end_the_game() {
    use crate::processes::PASS;
    let folder = TempDir::new().unwrap();
    let script = format!(
        r#"while read -r line; do case "$line" in
            *'"type":"hello"'*) echo '{{"type":"hello","protocol":"karteneck-bot/2"}}' ;;
            *'"type":"start"'*) n=0 ;;
            *'"type":"decide"'*)
                n=$((n+1)); id=${{line#*'"id":'}}; id=${{id%%,*}}; [ $n = 3 ] && exit 7; {PASS} ;;
        esac; done"#
    );
    fs::write(folder.path().join("bot.sh"), script).unwrap();
    let bot = "process:sh bot.sh";
    let game = play(&folder, &[bot, "tuned", "--seed", "8", "--out", "game", "--name", "first"], &first(MANY));
    assert_eq!(game.code, 0, "{}", game.stderr);
    assert!(game.stdout.contains("proces… bot.sh has failed and passes from now on: crash: "), "{}", game.stdout);
    assert!(game.stdout.contains("fault of proces… bot.sh in round 3"), "{}", game.stdout);
    assert!(game.stdout.contains(", 3. proces… bot.sh\n"), "{}", game.stdout);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let mut record = Command::new(assert_cmd::cargo_bin!("karteneck"));
    let record = record.args(["record", "first", bot, "tuned", "--seed", "8"]).current_dir(folder.path());
    assert_eq!(read("game"), String::from_utf8(record.output().unwrap().stdout).unwrap());
    // A fault is saved with the game, and an undo takes it back.
    let left = play(&folder, &[bot, "tuned", "--seed", "8", "--save", "save"], &first(25));
    assert!(left.stdout.contains("has failed") && read("save").contains("\"kind\": \"crash\""), "{}", left.stdout);
    let resumed = play(&folder, &["--resume", "save", "--trust", "--out", "again"], &first(MANY));
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert_eq!(read("again"), read("game").replace("\"first\",", "\"you\","));
    assert!(!resumed.stdout.contains("has failed"), "{}", resumed.stdout);
    let undone =
        play(&folder, &["--resume", "save", "--trust", "--out", "undone"], &("undo\n".repeat(25) + &first(MANY)));
    assert_eq!(read("undone"), read("again"), "{}", undone.stderr);
    assert!(undone.stdout.contains("has failed"), "{}", undone.stdout);
}

#[test]
fn a_game_that_is_left_goes_on_to_the_same_record() {
    let arguments = ["tuned", "heuristic", "--seed", "21", "--seat", "1"];
    let (_, plain) = whole(&arguments, &first(MANY));
    for (lines, name) in [(1, "end of input"), (7, "quit"), (30, "end of input")] {
        let folder = TempDir::new().unwrap();
        let last = if name == "quit" { "quit\n" } else { "" };
        let left = play(&folder, &arguments, &(first(lines) + last));
        assert_eq!(left.code, 0, "{name}: {}", left.stderr);
        let command = "continue with: karteneck play --resume results/play-001.json";
        assert!(left.stderr.contains(command), "{}", left.stderr);
        let saved: Value = serde_json::from_str(&results(&folder, "play-001.json")).unwrap();
        assert_eq!(saved["format"], "karteneck-play/1");
        // Once more in between: what comes from a file goes back to it.
        let further = play(&folder, &["--resume", "results/play-001.json"], "1\nundo\n1\n1\n");
        assert_eq!((further.code, files(&folder.path().join("results"))), (0, vec!["play-001.json".to_owned()]));
        let more: Value = serde_json::from_str(&results(&folder, "play-001.json")).unwrap();
        let moves = |saved: &Value| saved["moves"].as_array().unwrap().len();
        assert!(moves(&more) > moves(&saved));
        let done = play(&folder, &["--resume", "results/play-001.json", "--out", "game"], &first(MANY));
        assert_eq!(done.code, 0, "{}", done.stderr);
        assert_eq!(fs::read_to_string(folder.path().join("game")).unwrap(), plain, "{name} after {lines}");
        assert_eq!(files(&folder.path().join("results")), Vec::<String>::new(), "the save is gone: {}", done.stderr);
    }
}

#[test]
fn nothing_is_saved_before_the_first_move_and_nothing_is_overwritten() {
    let folder = TempDir::new().unwrap();
    for lines in ["", "help\nquit\n"] {
        let left = play(&folder, &["--seed", "1", "--first", "0"], lines);
        assert_eq!((left.code, files(folder.path())), (0, Vec::new()), "{}", left.stderr);
        assert!(left.stderr.contains("nothing is saved"), "{}", left.stderr);
    }
    for number in 1..=2 {
        let left = play(&folder, &["--seed", "1"], "1\n");
        assert!(left.stderr.contains(&format!("results/play-00{number}.json")), "{}", left.stderr);
    }
    fs::write(folder.path().join("mine"), "precious").unwrap();
    let keep = play(&folder, &["--seed", "1", "--first", "0"], "save mine\nsave other\n1\nsave\n");
    assert!(keep.stdout.contains("Not saved: mine exists already"), "{}", keep.stdout);
    assert!(keep.stderr.contains("saved to other"), "{}", keep.stderr);
    assert_eq!(fs::read_to_string(folder.path().join("mine")).unwrap(), "precious");
    let other: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("other")).unwrap()).unwrap();
    assert!(other["moves"].as_array().unwrap().len() > 1, "what is saved once is saved there again");
    for option in ["--save", "--out"] {
        let refused = play(&folder, &[option, "mine"], &first(MANY));
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{}", refused.stderr);
        assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    }
    let forced = play(&folder, &["--seed", "1", "--save", "mine", "--force"], &first(2));
    assert_eq!(forced.code, 0, "{}", forced.stderr);
    assert!(fs::read_to_string(folder.path().join("mine")).unwrap().contains("karteneck-play/1"));
}

#[test]
fn a_damaged_or_foreign_save_is_refused_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let left = play(&folder, &["tuned", "tuned", "--seed", "2", "--first", "0", "--save", "good"], &first(6));
    assert_eq!(left.code, 0, "{}", left.stderr);
    let good = fs::read_to_string(folder.path().join("good")).unwrap();
    let change = |edit: &dyn Fn(&mut Value)| {
        let mut saved: Value = serde_json::from_str(&good).unwrap();
        edit(&mut saved);
        saved.to_string()
    };
    let fault = |seat: usize, kind: &str| serde_json::json!([{"seat": seat, "round": 1, "move": 1, "kind": kind, "reason": "", "line": null}]);
    for (text, reason) in [
        (String::new(), "not a saved game of format karteneck-play/1"),
        (good[..good.len() / 2].to_owned(), "not a saved game of format karteneck-play/1"),
        (
            karteneck(&["record"]).stdout,
            "expected a saved game of format \"karteneck-play/1\", got \"karteneck-game/1\"",
        ),
        (change(&|saved| saved["version"] = "0.0.9".into()), "saved by version 0.0.9"),
        (change(&|saved| saved["surprise"] = 1.into()), "surprise"),
        (change(&|saved| saved["seat"] = 3.into()), "`seat`: with 3 players the seats are below 3, got 3"),
        (change(&|saved| saved["entrants"] = Value::Array(Vec::new())), "expected 1 to 5 entrants, got 0"),
        (change(&|saved| saved["entrants"][0]["family"] = "unknown".into()), "there is no family `unknown`"),
        (change(&|saved| saved["worms"] = vec![1; 5].into()), "worm table is damaged"),
        (change(&|saved| saved["moves"][2] = "fly".into()), "move 3: expected `pass`"),
        (
            change(&|saved| saved["moves"][0] = "pass and steal".into()),
            "move 1, by you in round 1: `pass and steal` breaks rule 5.2",
        ),
        (change(&|saved| saved["seed"] = 3.into()), "breaks rule 4.1"),
        (change(&|saved| saved["moves"] = vec!["lay 1", "pass"].into()), "it was changed: tuned 1 now decides `lay"),
        (change(&|saved| saved["faults"] = fault(1, "x")), "`x` is not a kind of fault"),
        (change(&|saved| saved["faults"] = fault(1, "crash")), "expected `pass` after a fault"),
        (change(&|saved| saved["faults"] = fault(0, "crash")), "a fault of seat 0, where the person sits"),
        (change(&|saved| saved["faults"] = fault(5, "crash")), "`faults`: with 3 players the seats are below 3, got 5"),
    ] {
        fs::write(folder.path().join("bad"), &text).unwrap();
        let answer = play(&folder, &["--resume", "bad"], &first(MANY));
        assert_eq!(answer.code, 2, "{reason}: {}", answer.stderr);
        assert!(answer.stderr.contains("error: bad: cannot continue this game: "), "{}", answer.stderr);
        assert!(answer.stderr.contains(reason), "{reason}: {}", answer.stderr);
        assert_eq!(fs::read_to_string(folder.path().join("bad")).unwrap(), text, "it is left as it was");
    }
    let missing = play(&folder, &["--resume", "nowhere"], "");
    assert_eq!((missing.code, missing.stderr.as_str()), (2, "error: there is no file nowhere\n"), "{}", missing.stderr);
}

#[test]
fn wrong_requests_are_refused_before_the_game() {
    let folder = TempDir::new().unwrap();
    for (arguments, reason) in [
        (&["--seat", "2"][..], "--seat 2: with 2 players the seats are 0 to 1"),
        (&["--seat", "6"], "expected a seat from 0 to 5"),
        (&["--first", "2"], "--first 2: with 2 players the seats are 0 to 1"),
        (&["tuned", "greedy", "--players", "4"], "2 entrants for 3 seats besides yours"),
        (&["random", "random", "random", "random", "random", "random"], "at most 5 can play against a person"),
        (&["tuuned"], "did you mean `tuned`"),
        (&["--resume", "x", "--seed", "1"], "cannot be used with"),
        (&["--name", ""], "--name"),
        (&["--looks", "2"], "expected a number of looks from 3 to 100,000"),
        (&["--looks", "3", "--judge", "greedy"], "greedy cannot judge"),
    ] {
        let answer = play(&folder, arguments, &first(MANY));
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(reason), "{arguments:?}: {}", answer.stderr);
        assert!(answer.stdout.is_empty(), "{arguments:?}: {}", answer.stdout);
    }
    assert_eq!(files(folder.path()), Vec::<String>::new());
}

#[test]
fn the_cards_that_others_hold_are_never_on_the_screen() {
    let (answer, record) = whole(&["greedy", "tuned", "--seed", "6", "--colour", "never"], &first(MANY));
    let record: Value = serde_json::from_str(&record).unwrap();
    // Only the person's own draws are shown, and those are the person's own cards in order.
    let said = answer.stdout.lines().filter_map(|line| line.strip_prefix("You ")?.split("draw ").nth(1));
    let said: Vec<String> =
        said.flat_map(|cards| cards.trim_end_matches('.').split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    let moves = record["rounds"].as_array().unwrap().iter().flat_map(|round| round["moves"].as_array().unwrap());
    let own = moves.filter(|mv| mv["seat"] == 0).flat_map(|mv| mv["draw"].as_array().unwrap());
    assert_eq!(said, own.map(|card| card.as_str().unwrap().to_owned()).collect::<Vec<_>>());
    for line in answer.stdout.lines().filter(|line| line.starts_with("  greedy ") || line.starts_with("  tuned ")) {
        let is_row = line.contains(" playing ") || line.contains(" passed ") || line.contains(" out ");
        let is_news = [" lays ", " passes with ", " passes, invalid, takes "].iter().any(|word| line.contains(word));
        assert!(is_row != is_news && !line.contains("draw") && !line.contains("hand"), "{line}");
    }
    assert!(!answer.stdout.contains('\u{1b}'));
}

#[test]
fn without_colours_there_is_no_escape_byte_and_the_words_are_the_same() {
    let folder = TempDir::new().unwrap();
    let lines = "help\nrules\nnonsense\n1\nundo\nhint\n1\n1\npass\n";
    let arguments = |colour| {
        ["tuned", "--seed", "9", "--looks", "3", "--judge", "swift", "--force", "--save", "s", "--colour", colour]
    };
    let [plain, automatic, painted] =
        ["never", "auto", "always"].map(|colour| play(&folder, &arguments(colour), lines).stdout);
    assert!(!plain.contains('\u{1b}') && plain == automatic);
    assert!(painted.contains("\u{1b}["));
    assert_eq!(console::strip_ansi_codes(&painted), plain);
}

#[test]
fn an_unknown_seed_is_shown_with_the_command_for_the_same_deal() {
    let folder = TempDir::new().unwrap();
    let arguments = ["greedy", "steal-hunter:enough=20", "--seat", "2", "--game", "3"];
    let (one, record) = whole(&arguments, &first(MANY));
    let line = one.stdout.lines().find_map(|line| line.strip_prefix("This deal again: karteneck play ")).unwrap();
    let again: Vec<&str> = line.split(' ').collect();
    assert_eq!(
        again[..5],
        arguments[..5].iter().take(2).chain(&["--seat", "2", "--seed"]).copied().collect::<Vec<_>>()
    );
    let same = play(&folder, &[&again[..], &["--out", "game"]].concat(), &first(MANY));
    assert_eq!(same.code, 0, "{}", same.stderr);
    assert_eq!(fs::read_to_string(folder.path().join("game")).unwrap(), record);
    let (other, _) = whole(&arguments, &first(MANY));
    assert_ne!(one.stdout.lines().next(), other.stdout.lines().next(), "another seed (except once in a million times)");
}

#[test]
fn another_worm_table_is_played_saved_and_recorded() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("box.toml"), "[worms]\n\"16-41\" = 1\n42 = 50\n").unwrap();
    let left = play(&folder, &["--seed", "3", "--edition", "box.toml", "--save", "save"], &first(5));
    assert!(left.stdout.contains(" --edition box.toml"), "{}", left.stdout);
    let done = play(&folder, &["--resume", "save", "--out", "game"], &first(MANY));
    assert_eq!(done.code, 0, "{}", done.stderr);
    let edition = folder.path().join("box.toml");
    let game = folder.path().join("game");
    let checked = karteneck(&["replay", game.to_str().unwrap(), "--check", "--edition", edition.to_str().unwrap()]);
    assert_eq!(checked.stdout, "1 good, 0 bad of 1 records\n", "{}", checked.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn broken_output_loses_no_move() {
    let program = assert_cmd::cargo_bin!("karteneck").to_str().unwrap();
    let moves = |folder: &TempDir| {
        let saved: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("save")).unwrap()).unwrap();
        saved["moves"].as_array().unwrap().len()
    };
    // A pipe that closes after a while accepts some moves, a full disk none.
    for (screen, code, goes_on) in
        [("| head -n 80 > seen; echo ${PIPESTATUS[1]}", 0, true), ("> /dev/full; echo $?", 1, false)]
    {
        let folder = TempDir::new().unwrap();
        let left = play(&folder, &["--seed", "3", "--save", "save"], &first(3));
        assert_eq!(left.code, 0, "{}", left.stderr);
        let before = moves(&folder);
        // Far fewer lines than a game needs, and far more than the screen takes.
        let line = format!("yes 1 | '{program}' play --resume save {screen}");
        let output =
            std::process::Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        let (said, words) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(said, format!("{code}\n"), "{words}");
        assert_eq!(moves(&folder) > before, goes_on, "{before} moves, then {}", moves(&folder));
        let again = play(&folder, &["--resume", "save", "--out", "game"], &first(MANY));
        assert_eq!(again.code, 0, "{}", again.stderr);
        assert!(folder.path().join("game").exists(), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn a_game_that_cannot_be_kept_where_it_should_is_kept_elsewhere() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("results"), "a file and no folder").unwrap();
    fs::create_dir(folder.path().join("tmp")).unwrap();
    for (lines, ending) in [(3, ".json"), (MANY, ".jsonl")] {
        let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
        let command = command.args(["play", "--seed", "3"]).current_dir(folder.path());
        let output = command.env("TMPDIR", folder.path().join("tmp")).write_stdin(first(lines)).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("error: cannot create the folder results"), "{words}");
        assert_eq!(output.status.code(), Some(0), "{words}");
        let kept = files(&folder.path().join("tmp"));
        let file = kept.iter().find(|name| name.starts_with("karteneck-play-") && name.ends_with(ending)).unwrap();
        assert!(words.contains(file), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn a_secret_seed_is_saved_only_once_the_programs_have_ended() {
    let folder = TempDir::new().unwrap();
    let bot = counting_bot(&folder);
    fs::write(folder.path().join("starts"), "").unwrap();
    // Against programs the seed is drawn and sealed.
    let game = play(&folder, &[&bot], "1\nsave early.json\nquit\n");
    assert!(
        game.stdout.contains("`quit` ends all programs") && !folder.path().join("early.json").exists(),
        "{}",
        game.stdout
    );
    assert!(game.stderr.contains("the game is saved to"), "{}", game.stderr);
}

/// The saved game in a file, without what it is about.
fn saved_moves(folder: &TempDir, name: &str) -> usize {
    let text = fs::read_to_string(folder.path().join(name)).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["moves"].as_array().unwrap().len()
}

#[test]
fn a_save_is_gone_when_its_game_is_over_and_its_record_has_its_number() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    fs::write(folder.path().join("results/play-001.jsonl"), "another game").unwrap();
    let left = play(&folder, &["--seed", "3"], "1\nsave\n1\n");
    assert!(left.stderr.contains("saved to results/play-002.json\n"), "{}", left.stderr);
    fs::write(folder.path().join("results/play-003.json"), "something else").unwrap();
    let reminded = play(&folder, &["--seed", "4", "--first", "0"], "");
    assert!(
        reminded.stderr.contains("note: there are 2 unfinished games; to continue the latest: "),
        "{}",
        reminded.stderr
    );
    let done = play(&folder, &["--resume", "results/play-002.json"], &first(MANY));
    assert!(done.stderr.contains("the record is written to results/play-002.jsonl"), "{}", done.stderr);
    let page = "karteneck analyze results/play-002.jsonl --html results/play-002.html\n";
    assert!(done.stderr.ends_with(page), "{}", done.stderr);
    assert_eq!(files(&folder.path().join("results")), ["play-001.jsonl", "play-002.jsonl", "play-003.json"]);
    assert_eq!(results(&folder, "play-001.jsonl"), "another game");
    // If the number is taken by now, the record has one of its own.
    play(&folder, &["--seed", "3"], "1\n1\n");
    fs::write(folder.path().join("results/play-004.jsonl"), "taken").unwrap();
    let done = play(&folder, &["--resume", "results/play-004.json"], &first(MANY));
    assert!(done.stderr.contains("the record is written to results/play-005.jsonl"), "{}", done.stderr);
    assert_eq!(results(&folder, "play-004.jsonl"), "taken");
    assert!(!folder.path().join("results/play-004.json").exists());
    assert_eq!(results(&folder, "play-005.jsonl"), results(&folder, "play-002.jsonl"));
}

#[test]
fn a_file_that_the_player_named_is_theirs() {
    let folder = TempDir::new().unwrap();
    let done = play(&folder, &["--seed", "3", "--out", "game"], &format!("1\n1\nsave mine.json\n{}", first(MANY)));
    assert!(done.stderr.contains("mine.json is left as you saved it"), "{}", done.stderr);
    let saved = saved_moves(&folder, "mine.json");
    assert!((2..=6).contains(&saved), "as it was when it was saved: {saved}");
    assert_eq!(files(folder.path()), ["game", "mine.json"], "not even an empty folder is left");
    let before = fs::read(folder.path().join("mine.json")).unwrap();
    let again = play(&folder, &["--resume", "mine.json"], &first(MANY));
    assert!(again.stderr.contains("the record is written to results/play-001.jsonl"), "{}", again.stderr);
    assert_eq!(fs::read(folder.path().join("mine.json")).unwrap(), before, "a bookmark can be used again");
    assert_eq!(files(&folder.path().join("results")), ["play-001.jsonl"]);
    // Left in the middle, the game is where it came from, and nowhere else.
    let left = play(&folder, &["--resume", "mine.json"], "1\n1\n");
    assert!(left.stderr.contains("continue with: karteneck play --resume mine.json"), "{}", left.stderr);
    assert!(saved_moves(&folder, "mine.json") > saved);
    assert_eq!(files(&folder.path().join("results")), ["play-001.jsonl"]);
    // A name of our own elsewhere is no save of ours, nor is a link to one.
    fs::rename(folder.path().join("mine.json"), folder.path().join("play-007.json")).unwrap();
    let done = play(&folder, &["--resume", "play-007.json"], &first(MANY));
    assert!(done.stderr.contains("play-007.json is left as you saved it"), "{}", done.stderr);
}

#[test]
fn players_are_called_by_their_names() {
    let lines = format!("hint\n{}", first(MANY));
    let (answer, _) = whole(&["tuned", "--players", "6", "--seed", "8", "--seat", "2", "--name", "Anna"], &lines);
    assert!(
        answer.stdout.starts_with("Game 0 of seed 8. In turn: tuned 1, tuned 2, you, tuned 3, "),
        "{}",
        answer.stdout
    );
    let screen = answer.stdout.replace("--seat 2", "").to_lowercase();
    assert!(!screen.contains("seat "), "{screen}");
    assert!(
        answer.stdout.contains("> Anna ") && answer.stdout.contains("menu: your display with "),
        "{}",
        answer.stdout
    );
    let result = answer.stdout.lines().filter(|line| line.contains("best portion ")).count();
    assert_eq!(result, 6, "{}", answer.stdout);
}

#[test]
fn the_moves_of_the_others_come_at_a_pace() {
    let start = std::time::Instant::now();
    let (answer, record) = whole(&["passer", "--seed", "3", "--pace", "0.05"], &first(MANY));
    let record: Value = serde_json::from_str(&record).unwrap();
    let moves = record["rounds"].as_array().unwrap().iter().flat_map(|round| round["moves"].as_array().unwrap());
    let others = moves.filter(|mv| mv["seat"] == 1).count() as u32;
    assert!(start.elapsed() >= std::time::Duration::from_millis(50) * others, "{others} moves: {}", answer.stdout);
    let refused = play(&TempDir::new().unwrap(), &["--pace", "-1"], "");
    assert!(refused.stderr.contains("expected a number of seconds from 0 to 60, like 0.5"), "{}", refused.stderr);
}

#[test]
fn the_biggest_mistakes_are_those_of_analyze() {
    let folder = TempDir::new().unwrap();
    let game =
        play(&folder, &["greedy", "--seed", "5", "--seat", "1", "--looks", "15", "--judge", "swift"], &first(MANY));
    let file = folder.path().join("results/play-001.jsonl");
    let analysis = karteneck(&["analyze", file.to_str().unwrap(), "--judge", "swift", "--looks", "3"]).stdout;
    let rows = |text: &str, begin: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.starts_with(begin)).skip(2);
        let lines = lines.take_while(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let own = rows(&game.stdout, "Your biggest mistakes:");
    let all = rows(&analysis, "The biggest mistakes:");
    assert_eq!(own.len(), 3, "{}", game.stdout);
    let of_seat: Vec<&str> = all.iter().filter_map(|row| row.strip_prefix("1 ")).collect();
    assert_eq!(own, of_seat, "{analysis}");
    assert!(game.stdout.contains("You kept "), "{}", game.stdout);
}

#[test]
fn a_hint_says_when_it_cannot_tell() {
    let folder = TempDir::new().unwrap();
    let lines = format!("hint\n{}hint\n{}hint\n{}", first(2), first(28), first(MANY));
    let game = play(&folder, &["tuned", "--seed", "9", "--first", "0", "--out", "game", "--looks", "3"], &lines).stdout;
    assert!(game.contains("Too close to call between 5 moves; the others are worse."), "{game}");
    assert!(game.contains("Best: number 8."), "{game}");
}
