//! Runs on the command line: the same bytes for any threads, after any kill, and from any parts; damage is rejected.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::cli::karteneck;
#[cfg(unix)]
use crate::processes::PASS;

/// Every file of a run that must be the same.
const FILES: [&str; 12] = [
    "manifest.json",
    "tally.json",
    "standings.csv",
    "matchups.csv",
    "portions.csv",
    "seats.csv",
    "lineups.csv",
    "histograms.csv",
    "differences.csv",
    "tests.csv",
    "deals.csv",
    "progress.jsonl",
];

const FIELD: [&str; 4] = ["greedy", "heuristic", "steal-hunter", "monte-carlo:rollouts=10"];

fn tournament(out: &Path, more: &[&str]) {
    let common = ["tournament", "--players", "2,3", "--blocks", "40", "--seed", "9", "--quiet", "--record", "50"];
    let out = ["--blocks-csv", "--out", out.to_str().unwrap()];
    let answer = karteneck(&[&common[..], &FIELD, &out, more].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
}

pub fn assert_same(one: &Path, other: &Path) {
    for name in FILES.into_iter().chain(["games.jsonl", "blocks.csv"]) {
        let [one, other] = [one, other].map(|folder| fs::read(folder.join(name)).unwrap_or_else(|_| panic!("{name}")));
        assert!(one == other, "{name} differs");
    }
}

#[test]
fn threads_and_parts_change_no_byte() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    tournament(&at("one"), &["--threads", "1"]);
    for threads in ["2", "3"] {
        tournament(&at(threads), &["--threads", threads]);
        assert_same(&at("one"), &at(threads));
    }
    let parts: Vec<String> = (1..=3).map(|part| at(&format!("part{part}")).to_str().unwrap().to_owned()).collect();
    for (number, part) in parts.iter().enumerate() {
        tournament(Path::new(part), &["--shard", &format!("{}/3", number + 1)]);
    }
    let whole = at("whole").to_str().unwrap().to_owned();
    let merge = |parts: &[&str]| karteneck(&[&["merge"], parts, &["--out", &whole]].concat());
    let [first, second, third] = [0, 1, 2].map(|part| parts[part].as_str());
    for (wrong, reason) in [
        (&[first, third][..], "part 2/3 is missing"),
        (&[first, second, third, second], "part 2/3 is there twice"),
        (&[first, second, at("one").to_str().unwrap()], "not a part"),
    ] {
        let answer = merge(wrong);
        assert_eq!((answer.code, answer.stderr.contains(reason)), (2, true), "{reason}: {}", answer.stderr);
    }
    let onto_a_part = karteneck(&["merge", first, second, third, "--out", second, "--force"]);
    assert_eq!(
        (onto_a_part.code, onto_a_part.stderr.contains("one of the parts")),
        (2, true),
        "{}",
        onto_a_part.stderr
    );
    let rows = fs::read_to_string(Path::new(second).join("blocks.csv")).unwrap();
    fs::write(Path::new(second).join("blocks.csv"), rows.replacen(",1\n", ",2\n", 1)).unwrap();
    let changed = merge(&[first, second, third]);
    assert_eq!((changed.code, changed.stderr.contains("blocks.csv")), (1, true), "{}", changed.stderr);
    fs::write(Path::new(second).join("blocks.csv"), rows).unwrap();
    let merged = merge(&[third, first, second]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    assert_same(&at("one"), &at("whole"));
    let other = at("other");
    let other = other.to_str().unwrap();
    karteneck(&["tournament", "greedy", "random", "--blocks", "9", "--shard", "2/3", "--quiet", "--out", other]);
    let answer = merge(&[first, other, third]);
    assert!(answer.code == 2 && answer.stderr.contains("a part of a different run"), "{}", answer.stderr);
}

/// A program that passes, and in its fourth game creates the file `reached` and waits while the file `gate` exists.
/// So a run with it cannot end before it is killed.
#[cfg(unix)]
pub fn waiting_bot(folder: &Path) -> String {
    let on_decide =
        r#"if [ "$games" = 4 ] && [ -e gate ]; then : >reached; while [ -e gate ]; do sleep 0.01; done; fi"#;
    let script = format!(
        r#"while read -r line; do
            case "$line" in
                *'"type":"hello"'*) echo '{{"type":"hello","protocol":"karteneck-bot/2"}}' ;;
                *'"type":"start"'*) games=$((games + 1)) ;;
                *'"type":"decide"'*) id=${{line#*'"id":'}}; id=${{id%%,*}}; {on_decide}; {PASS} ;;
            esac
        done"#
    );
    fs::write(folder.join("bot.sh"), script).unwrap();
    let file = folder.join("waiting.toml");
    fs::write(&file, "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\ntime_limit = 3600\n").unwrap();
    file.to_str().unwrap().to_owned()
}

/// Starts a command, and ends it with a signal in the middle of a game; returns whether it has saved what it could.
#[cfg(unix)]
pub fn kill_in_a_game(folder: &Path, command: &[&str], signal: &str) -> bool {
    let [gate, reached, said] = ["gate", "reached", "said"].map(|name| folder.join(name));
    fs::write(&gate, "").unwrap();
    let program = assert_cmd::cargo_bin!("karteneck");
    let stderr = fs::File::create(&said).unwrap();
    let mut child = Command::new(program).args(command).stdout(Stdio::null()).stderr(stderr).spawn().unwrap();
    let pid = child.id().to_string();
    let mut wait_for = |done: &dyn Fn() -> bool| {
        while !done() {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none(), "{ended:?}: {}", fs::read_to_string(&said).unwrap());
            thread::sleep(Duration::from_millis(1));
        }
    };
    wait_for(&|| reached.exists());
    Command::new("kill").args([signal, &pid]).status().unwrap();
    if signal == "-INT" {
        wait_for(&|| fs::read_to_string(&said).unwrap().contains("interrupted: "));
    }
    // After a signal that it handles, the program finishes the games that it has begun.
    fs::remove_file(gate).unwrap();
    let code = child.wait().unwrap().code();
    fs::remove_file(reached).unwrap();
    assert_eq!(code, (signal == "-INT").then_some(130), "{}", fs::read_to_string(&said).unwrap());
    code.is_some()
}

#[cfg(unix)]
#[test]
fn a_killed_run_resumes_to_the_same_bytes() {
    // A program may not touch the folder of a run, nor new files next to it: the bot has its own folder.
    let [folder, home] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [whole, broken] = ["whole", "broken"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let bot = waiting_bot(home.path());
    let common = ["tournament", "--players", "2", "--blocks", "60", "--seed", "4", "--record", "20", "--quiet"];
    let start = [&common[..], &["greedy", "heuristic", &bot, "--blocks-csv", "--out"]].concat();
    let resume = ["tournament", "--quiet", "--trust", "--resume", &broken];
    let answer = karteneck(&[&start[..], &[&whole]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    // Some with a signal that lets it save, some with one that does not: before and after something is saved.
    assert!(!kill_in_a_game(home.path(), &[&start[..], &[&broken]].concat(), "-KILL"));
    for signal in ["-INT", "-KILL", "-INT"] {
        let saved = kill_in_a_game(home.path(), &resume, signal);
        assert_eq!(saved, signal == "-INT");
        assert!(Path::new(&broken).join("checkpoint.json").is_file(), "after {signal}");
    }
    let answer = karteneck(&resume);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert_same(Path::new(&whole), Path::new(&broken));
    let again = karteneck(&resume);
    assert_eq!((again.code, again.stderr.contains("over")), (2, true), "{}", again.stderr);
}

/// A small finished run.
fn small(folder: &Path, more: &[&str]) -> String {
    let path = folder.join("run").to_str().unwrap().to_owned();
    let answer =
        karteneck(&[&["match", "greedy", "random", "--blocks", "70", "--quiet", "--out", &path], more].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    path
}

#[test]
fn a_run_can_be_verified_and_replayed() {
    let folder = TempDir::new().unwrap();
    let run = small(folder.path(), &["--record", "all"]);
    for arguments in [&["verify", &run][..], &["verify", &run, "--sample", "20"]] {
        let answer = karteneck(arguments);
        assert_eq!((answer.code, answer.stdout.contains("with the same results")), (0, true), "{}", answer.stderr);
    }
    let games = fs::read_to_string(Path::new(&run).join("games.jsonl")).unwrap();
    let seen = karteneck(&["replay", &run, "17:1", "--json"]);
    assert_eq!(Some(seen.stdout.trim_end()), games.lines().nth(2 * 17 + 1));
    assert!(karteneck(&["replay", &run, "17:1"]).stdout.contains("Round 9 of 9"));
    for (arguments, reason) in [
        (&["replay", &run, "70:0"][..], "they are 0 to 69"),
        (&["replay", &run, "0:2"], "they are 0 to 1"),
        (&["replay", &run, "0:0", "--lineup", "1"], "no line-up 1"),
        (&["replay", &run, "x"], "like 17:1"),
        (&["replay", &run], "name a game of it, like: karteneck replay"),
        (&["verify", folder.path().to_str().unwrap()], "this is not the folder of a run"),
    ] {
        let answer = karteneck(arguments);
        assert_eq!((answer.code, answer.stderr.contains(reason)), (2, true), "{reason}: {}", answer.stderr);
    }
}

#[test]
fn what_was_changed_or_damaged_is_refused() {
    let folder = TempDir::new().unwrap();
    let run = small(folder.path(), &[]);
    let file = |name: &str| Path::new(&run).join(name);
    let change = |name: &str, from: &str, to: &str| {
        let text = fs::read_to_string(file(name)).unwrap();
        assert!(text.contains(from), "{name}: {text}");
        fs::write(file(name), text.replacen(from, to, 1)).unwrap();
        text
    };
    let text = change("standings.csv", "random", "rondom");
    let answer = karteneck(&["verify", &run]);
    assert_eq!((answer.code, answer.stderr.contains("standings.csv: was changed")), (1, true), "{}", answer.stderr);
    fs::write(file("standings.csv"), text).unwrap();
    let text = change("manifest.json", "\"seed\": 1", "\"seed\": 2");
    let answer = karteneck(&["verify", &run]);
    assert!(answer.code == 1 && answer.stderr.contains("does not belong to the plan"), "{}", answer.stderr);
    fs::write(file("manifest.json"), text).unwrap();
    // Another version that plays alike, by its fingerprint, and one that does not.
    let text = change("manifest.json", "\"version\": \"", "\"version\": \"9");
    for command in ["replay", "report", "verify"] {
        let address: &[&str] = if command == "replay" { &["0:0"] } else { &[] };
        let answer = karteneck(&[&[command, &run], address].concat());
        assert_eq!(answer.code, 0, "{command}: {}", answer.stderr);
    }
    change("manifest.json", "\"fingerprint\": \"", "\"fingerprint\": \"9");
    let answer = karteneck(&["replay", &run, "0:0"]);
    assert!(answer.code == 2 && answer.stderr.contains("may play differently"), "{}", answer.stderr);
    fs::write(file("manifest.json"), text).unwrap();
    let text = change("manifest.json", "karteneck-run/4", "karteneck-run/7");
    let answer = karteneck(&["verify", &run]);
    assert!(answer.code == 2 && answer.stderr.contains("karteneck-run/4"), "{}", answer.stderr);
    fs::write(file("manifest.json"), text).unwrap();
    // A checkpoint that was changed.
    let cut = fs::read_to_string(file("manifest.json")).unwrap();
    let (head, _) = cut.split_once(",\n  \"result\"").unwrap();
    fs::write(file("manifest.json"), format!("{head}\n}}\n")).unwrap();
    fs::copy(file("tally.json"), file("checkpoint.json")).unwrap();
    change("checkpoint.json", "\"next\":70", "\"next\":60");
    let answer = karteneck(&["match", "--resume", &run]);
    assert!(answer.code == 1 && answer.stderr.contains("its hash does not match"), "{}", answer.stderr);
}

#[test]
fn nothing_is_overwritten_unless_asked() {
    let folder = TempDir::new().unwrap();
    let run = small(folder.path(), &[]);
    let again = |more: &[&str]| {
        karteneck(&[&["match", "greedy", "random", "--blocks", "3", "--quiet", "--out", &run], more].concat())
    };
    let refused = again(&[]);
    assert_eq!((refused.code, refused.stderr.contains("--force")), (2, true), "{}", refused.stderr);
    assert_eq!(again(&["--force"]).code, 0);
    assert!(fs::read_to_string(Path::new(&run).join("manifest.json")).unwrap().contains("\"games\": 6"));
    // A folder that is not a run is not cleared, even with --force.
    fs::write(folder.path().join("diary.csv"), "precious").unwrap();
    let path = folder.path().to_str().unwrap();
    let answer = karteneck(&["match", "greedy", "random", "--out", path, "--force"]);
    assert_eq!((answer.code, answer.stderr.contains("only runs are replaced")), (2, true), "{}", answer.stderr);
    assert!(folder.path().join("diary.csv").is_file());
}

#[test]
fn the_tables_have_their_columns() {
    let folder = TempDir::new().unwrap();
    let run = small(folder.path(), &["--blocks-csv"]);
    let headers: Vec<String> = FILES
        .iter()
        .chain(&["blocks.csv"])
        .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "csv"))
        .map(|name| {
            let text = fs::read_to_string(Path::new(&run).join(name)).unwrap();
            format!("{name}: {}", text.lines().next().unwrap())
        })
        .collect();
    let all = headers.join("\n");
    insta::assert_snapshot!("headers", all);
    let page = include_str!("../../docs/RESULTS.md");
    for column in all.lines().flat_map(|line| line.split_once(": ").unwrap().1.split(',').collect::<Vec<_>>()) {
        assert!(page.contains(&format!("`{column}`")), "`{column}` is not in docs/RESULTS.md");
    }
}

#[test]
fn requests_that_make_no_sense_are_refused_before_anything_runs() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    for (arguments, reason) in [
        (&["tournament", "greedy", "greedy"][..], "named twice"),
        (&["tournament", "greedy", "random", "--players", "2,2"], "each number of players once"),
        (&["tournament", "greedy", "random", "--players", "7"], "from 2 to 6"),
        (&["tournament", "greedy", "random", "--games", "0"], "a number of games from 1 to"),
        (&["tournament", "greedy", "random", "--until", "0"], "percentage points"),
        (&["tournament", "greedy", "random", "--shard", "4/3"], "like 2/3"),
        (&["tournament", "greedy", "random", "--threads", "0"], "a number of threads from 1 on"),
        (&["tournament", "gredy", "random"], "did you mean `greedy`?"),
        (&["match", "greedy", "random", "--sprt", "1pp:0pp"], "the lower first"),
        (&["match", "greedy", "random", "--sprt", "0pp:1pp", "--alpha", "0.7"], "above 0 and below 0.5"),
        (&["match", "greedy", "random", "--sprt", "60pp:70pp"], "between 0 and 100 %"),
        (&["match", "--resume", "/no/such/run", "--seed", "3"], "cannot be used with"),
        (&["match", "greedy", "random", "first", "--players", "2"], "3 entrants for 2 seats"),
        (&["match"], "required"),
        (&["match", "--resume", "/no/such/run"], "there is no folder /no/such/run"),
    ] {
        let place = ["--out", out.to_str().unwrap()];
        let place = if arguments.contains(&"--resume") { &[][..] } else { &place };
        let answer = karteneck(&[arguments, place].concat());
        assert_eq!((answer.code, answer.stderr.contains(reason)), (2, true), "{arguments:?}: {}", answer.stderr);
        assert!(!out.exists(), "{arguments:?}");
    }
    let missing = karteneck(&["match", "greedy", "process:/no/such/program", "--out", out.to_str().unwrap()]);
    assert_eq!((missing.code, out.exists()), (1, false), "{}", missing.stderr);
}

#[test]
fn a_match_answers_its_question() {
    let folder = TempDir::new().unwrap();
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let better = karteneck(&["match", "heuristic", "greedy", "--sprt", "0pp:5pp", "--out", &out("a")]);
    assert_eq!(better.code, 0, "{}", better.stderr);
    assert!(better.stdout.contains("the alternative is accepted"), "{}", better.stdout);
    assert!(better.stdout.contains("heuristic wins 50.00 %; alternative: 55.00 %"), "{}", better.stdout);
    let few = karteneck(&["match", "heuristic", "random", "--blocks", "2", "--quiet", "--out", &out("few")]);
    assert!(
        few.stdout.lines().filter(|line| line.ends_with("  a")).count() == 2,
        "two blocks prove little: {}",
        few.stdout
    );
    let same = karteneck(&["match", "greedy:enough=26", "greedy", "--sprt", "0elo:60elo", "--out", &out("b")]);
    assert!(same.stdout.contains("the null hypothesis is accepted"), "{}", same.stdout);
    let detect = karteneck(&["match", "greedy", "random", "--detect", "5pp", "--out", &out("c")]);
    assert!(detect.stderr.contains("takes") && detect.stderr.contains("blocks"), "{}", detect.stderr);
    let until = karteneck(&["match", "greedy", "random", "--until", "2pp", "--quiet", "--out", &out("d")]);
    assert!(until.stderr.is_empty(), "{}", until.stderr);
    assert!(fs::read_to_string(folder.path().join("d/manifest.json")).unwrap().contains("as narrow as asked"));
}

#[test]
fn the_fingerprint_is_pinned() {
    // A commit that changes it changes the constant too, and says why.
    assert_eq!(karteneck(&["fingerprint"]).stdout.trim_end(), karteneck::runs::FINGERPRINT);
}

#[test]
fn the_laboratory_keeps_its_promises() {
    let answer = karteneck(&["selfcheck"]);
    let promises = karteneck::selfcheck::CHECKS.len();
    assert_eq!((answer.code, answer.stdout.matches("passed").count()), (0, promises), "{}", answer.stdout);
}

#[test]
fn a_full_disk_is_an_error_and_not_a_panic() {
    let answer = karteneck(&["match", "greedy", "random", "--blocks", "2", "--out", "/proc/nothing"]);
    assert_eq!(answer.code, 1, "{}", answer.stderr);
    assert!(answer.stderr.contains("/proc/nothing"), "{}", answer.stderr);
}

/// A bot that crashes occasionally, depending on the random number of the question.
#[cfg(unix)]
#[test]
fn a_run_with_a_disqualified_bot_can_still_be_replayed_and_verified() {
    let folder = TempDir::new().unwrap();
    let bot = folder.path().join("bot.toml");
    let script = r#"while read -r line; do
        case $line in
            *hello*) echo '{"type":"hello","protocol":"karteneck-bot/2"}' ;;
            *decide*)
                case $line in *'"random":1'*) exit 9 ;; esac
                id=${line#*'"id":'}; id=${id%%,*}
                echo "{\"id\":$id,\"move\":\"pass\"}" ;;
        esac
    done"#;
    fs::write(folder.path().join("bot.sh"), script).unwrap();
    fs::write(&bot, "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\n").unwrap();
    let bot = bot.to_str().unwrap();
    let run = |name: &str, threads: &str| {
        let path = folder.path().join(name).to_str().unwrap().to_owned();
        let rest = ["--record", "all", "--threads", threads, "--out", &path];
        let answer = karteneck(&[&["match", "random", bot, "--blocks", "70"][..], &rest].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        assert!(answer.stderr.contains("is disqualified"), "{}", answer.stderr);
        path
    };
    let (one, two) = (run("one", "1"), run("two", "2"));
    let read = |path: &str, name: &str| fs::read_to_string(Path::new(path).join(name)).unwrap();
    for name in ["standings.csv", "games.jsonl", "tally.json", "manifest.json"] {
        assert!(read(&one, name) == read(&two, name), "{name}");
    }
    for arguments in [&["verify", &one, "--trust"][..], &["verify", &one, "--trust", "--sample", "1000"]] {
        let answer = karteneck(arguments);
        assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.stderr);
    }
    let seen = karteneck(&["replay", &one, "60:1", "--json", "--trust"]);
    assert_eq!(Some(seen.stdout.trim_end()), read(&one, "games.jsonl").lines().nth(121));
    assert!(seen.stdout.contains("disqualified"));
}

#[test]
fn too_many_line_ups_are_refused_at_once_and_more_games_than_requested_are_reported() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let specs: Vec<String> = (0..40).map(|number| format!("heuristic:tempo={}", f64::from(number) / 100.0)).collect();
    let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
    let run = |count: usize, more: &[&str]| {
        karteneck(&[&["tournament", "--out", out.to_str().unwrap(), "--force"], &specs[..count], more].concat())
    };
    let refused = run(40, &["--players", "6"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("make 3838380 line-ups") && refused.stderr.contains("--challenger"),
        "{}",
        refused.stderr
    );
    assert!(!out.exists());
    let many = run(8, &["--players", "4", "--games", "100"]);
    assert!(
        many.code == 0 && many.stderr.contains("70 line-ups with at least two blocks each make 560 games"),
        "{}",
        many.stderr
    );
}

#[test]
fn a_part_without_blocks_says_so() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("part");
    let out = out.to_str().unwrap();
    let words = ["match", "first", "passer", "--blocks", "2", "--shard", "1/5", "--out", out, "--quiet"];
    assert_eq!(karteneck(&words).code, 0);
    let answer = karteneck(&["replay", out, "0:0"]);
    assert!(answer.code == 2 && answer.stderr.contains("has no games of 2 players"), "{}", answer.stderr);
}
