//! `--json`: one object on stdout, as its schema says, with the numbers of the CSV files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{Answer, karteneck_in};
use crate::schema::{problems, schema};

/// The object that a command has printed, which must be as its schema says, on one line, and harmless on a terminal.
fn object(answer: &Answer, name: &str) -> Value {
    let line = answer.stdout.strip_suffix('\n').unwrap_or_else(|| panic!("no line: {}", answer.stderr));
    assert!(!line.contains(char::is_control), "{line}");
    let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let found = problems(&schema(name), &value);
    assert!(found.is_empty(), "{name}: {}", found.join("\n"));
    value
}

fn run(folder: &TempDir, words: &[&str]) -> Answer {
    let answer = karteneck_in(folder.path(), words);
    assert_eq!(answer.code, 0, "{words:?}: {}", answer.stderr);
    answer
}

/// Whether a value is what a field of a CSV file says.
fn is_field(value: &Value, field: &str) -> bool {
    match value {
        Value::Null => field.is_empty(),
        Value::Bool(is_so) => field == if *is_so { "1" } else { "0" },
        Value::Number(number) => field.parse::<f64>().ok() == number.as_f64(),
        // No name is a formula in a file.
        Value::String(text) => {
            field == text || (field.strip_prefix('\'') == Some(text) && "=+-@\t\r".contains(&text[..1]))
        }
        Value::Array(_) | Value::Object(_) => false,
    }
}

/// The rows of the object are those of the table, with the same columns.
fn assert_rows(value: &Value, csv: &[u8], what: &str) {
    let rows = value.as_array().unwrap_or_else(|| panic!("{what}: {value:.80}"));
    let mut reader = csv::Reader::from_reader(csv);
    let expected: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), expected.len(), "{what}");
    for (row, expected) in rows.iter().zip(&expected) {
        assert_eq!(row.as_object().unwrap().len(), expected.len(), "{what}: {row}");
        for (column, field) in expected {
            assert!(is_field(&row[column], field), "{what}, {column}: {} is not {field}", row[column]);
        }
    }
}

fn assert_tables(value: &Value, folder: &Path) {
    for name in ["standings", "matchups", "differences", "tests", "seats", "portions"] {
        assert_rows(&value[name], &fs::read(folder.join(name).with_extension("csv")).unwrap(), name);
    }
}

/// Names that no terminal, spreadsheet, page or parser likes.
const NAMES: [&str; 4] = ["=1+1", "ü\u{202e}🎲\u{200d}x", "a\"b'<i>{} #2", "-'; \u{feff}"];

/// An entrant with each of these names.
fn entrants(folder: &TempDir) -> Vec<String> {
    // No name that is given on the command line begins with the sign that ends it; that of a file may.
    fs::write(folder.path().join("=1+1.toml"), "family = \"greedy\"\n").unwrap();
    let named = ["first", "heuristic", "random"].iter().zip(&NAMES[1..]).map(|(spec, name)| format!("{name}={spec}"));
    ["./=1+1.toml".to_owned()].into_iter().chain(named).collect()
}

const OPTIONS: [&str; 6] = ["--players", "2,6", "--blocks", "3", "--json", "--quiet"];

#[test]
fn a_tournament_says_what_its_files_say() {
    let folder = TempDir::new().unwrap();
    let entrants = entrants(&folder);
    let words = |more: &[&'static str]| -> Vec<String> {
        let options = ["tournament"].iter().chain(&OPTIONS).chain(more).map(|&word| word.to_owned());
        options.chain(["--".to_owned()]).chain(entrants.clone()).collect()
    };
    let play = |more: &[&'static str]| {
        let words = words(more);
        run(&folder, &words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let answer = play(&["--out", "run"]);
    assert_eq!(answer.stderr, "");
    let value = object(&answer, "results");
    assert_tables(&value, &folder.path().join("run"));
    assert_eq!((value["command"].as_str(), value["seed"].as_str()), (Some("tournament"), Some("1")));
    let sizes: Vec<_> =
        value["sizes"].as_array().unwrap().iter().map(|size| size["players"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [2, 6]);
    assert_eq!(
        value["sizes"].as_array().unwrap().iter().map(|size| size["games"].as_u64().unwrap()).sum::<u64>(),
        value["games"]
    );
    for name in NAMES {
        assert!(value["standings"].as_array().unwrap().iter().any(|row| row["entrant"] == name), "{name}");
    }
    // The same object whatever the number of threads, and from parts.
    let again = play(&["--out", "again", "--threads", "1"]);
    assert_eq!(again.stdout.replace("again", "run"), answer.stdout);
    for (part, out) in [("1/2", "one"), ("2/2", "two")] {
        let part = play(&["--out", out, "--shard", part]);
        assert_tables(&object(&part, "results"), &folder.path().join(out));
    }
    let merged = run(&folder, &["merge", "one", "two", "--out", "joined", "--json", "--quiet"]);
    assert_eq!(merged.stdout.replace("joined", "run"), answer.stdout);
}

#[test]
fn one_sided_records_have_no_bound_and_every_number_is_one() {
    let folder = TempDir::new().unwrap();
    let words = ["match", "heuristic", "passer", "--blocks", "4", "--json", "--out", "run"];
    let value = object(&run(&folder, &words), "results");
    assert_tables(&value, &folder.path().join("run"));
    let best = &value["standings"][0];
    assert_eq!((&best["win_rate"], best["rating_high"].is_null()), (&Value::from(1.0), true), "{best}");
    assert!(best["rating_low"].is_number() && best["rating"].is_number(), "{best}");
    let single =
        object(&run(&folder, &["match", "first", "first", "--blocks", "1", "--json", "--out", "one"]), "results");
    assert_tables(&single, &folder.path().join("one"));
    let list = object(&run(&folder, &["ratings", "run", "one", "--json"]), "ratings");
    assert!(list["ratings"].as_array().unwrap().iter().any(|row| row["rating_high"].is_null()), "{list}");
}

#[test]
fn a_test_is_told_with_its_bounds_and_by_the_exit_code() {
    let folder = TempDir::new().unwrap();
    let play = |out: &str, words: &[&str]| {
        let words = [words, &["--sprt", "0pp:5pp", "--exit-code", "--json", "--quiet", "--out", out]].concat();
        let answer = karteneck_in(folder.path(), &[&["match"], &words[..]].concat());
        let value = object(&answer, "results");
        assert_tables(&value, &folder.path().join(out));
        let [test] = &value["tests"].as_array().unwrap()[..] else { panic!("{value}") };
        (answer.code, test.clone(), value["sizes"][0]["stopped"].as_str().unwrap().to_owned())
    };
    let (code, test, stopped) = play("yes", &["heuristic", "greedy", "--blocks", "1000"]);
    assert_eq!((code, test["decision"].as_str(), stopped.as_str()), (0, Some("alternative"), "alternative"));
    let ratio = |test: &Value, key: &str| test[key].as_f64().unwrap();
    assert!(ratio(&test, "log_likelihood_ratio") >= ratio(&test, "upper"), "{test}");
    let (code, test, stopped) = play("no", &["greedy", "heuristic", "--blocks", "1000"]);
    assert_eq!((code, test["decision"].as_str(), stopped.as_str()), (3, Some("null"), "null"));
    assert!(ratio(&test, "log_likelihood_ratio") <= ratio(&test, "lower"), "{test}");
    let (code, test, stopped) = play("open", &["heuristic", "heuristic:tempo=1.01", "--blocks", "20"]);
    assert_eq!((code, test["decision"].as_str(), stopped.as_str()), (4, Some("undecided"), "undecided"));
    // The same plan again, without JSON; and without a test there is nothing to tell, and nothing is made.
    let again = karteneck_in(folder.path(), &["match", "--from", "no", "--exit-code", "--out", "again"]);
    assert!(again.code == 3 && again.stdout.contains("the null hypothesis is accepted"), "{}", again.stdout);
    run(&folder, &["match", "greedy", "random", "--blocks", "2", "--out", "plain"]);
    for words in [&["greedy", "random", "--blocks", "2", "--out", "none"][..], &["--from", "plain", "--out", "none"]] {
        let answer = karteneck_in(folder.path(), &[&["match", "--exit-code", "--json"], words].concat());
        assert!(answer.code == 2 && answer.stderr.contains("--sprt 0pp:2pp"), "{}", answer.stderr);
        assert!(answer.stdout.is_empty() && !folder.path().join("none").exists());
    }
}

#[test]
fn a_tuning_says_what_its_files_say() {
    let folder = TempDir::new().unwrap();
    let words = [
        "tune",
        "heuristic:tempo=3",
        "--params",
        "tempo,wait",
        "--games",
        "6000",
        "--transfer",
        "greedy",
        "--sensitivity",
    ];
    let answer = run(
        &folder,
        &[&words[..], &["--players", "2", "--json", "--quiet", "--folder", "tuning", "--out", "mine.toml"]].concat(),
    );
    let value = object(&answer, "tune");
    for (key, file) in [("transfer", "transfer.csv"), ("sensitivity", "sensitivity.csv")] {
        assert_rows(&value[key], &fs::read(folder.path().join("tuning").join(file)).unwrap(), file);
    }
    assert!(!value["transfer"].as_array().unwrap().is_empty() && !value["sensitivity"].as_array().unwrap().is_empty());
    let entrant: toml::Table = fs::read_to_string(folder.path().join("mine.toml")).unwrap().parse().unwrap();
    assert_eq!(entrant["provenance"]["verdict"].as_str(), value["verdict"].as_str());
    assert_eq!(value["file"], "mine.toml");
    for row in value["parameters"].as_array().unwrap() {
        let tuned = &entrant["parameters"][row["parameter"].as_str().unwrap()];
        assert_eq!(tuned.as_float().or(tuned.as_integer().map(|whole| whole as f64)), row["tuned"].as_f64(), "{row}");
    }
    // Most players, and no comparison.
    let words =
        ["tune", "heuristic", "--params", "tempo", "--games", "6000", "--players", "6", "--transfer", "none", "--json"];
    let value = object(&run(&folder, &[&words[..], &["--folder", "six"]].concat()), "tune");
    assert_eq!((value["players"][0].as_u64(), value["transfer"].as_array().unwrap().len()), (Some(6), 0));
}

#[test]
fn an_analysis_says_what_its_file_says() {
    let folder = TempDir::new().unwrap();
    let judge = ["--worlds", "32", "--policy", "greedy", "--json", "--quiet"];
    for players in ["2", "6"] {
        let out = format!("games{players}.jsonl");
        run(&folder, &["record", "greedy", "--players", players, "--out", &out]);
        let analyze = |words: &[&str]| object(&run(&folder, &[&["analyze"], words, &judge].concat()), "analyze");
        let csv = format!("moves{players}.csv");
        let game = analyze(&[&out, "--csv", &csv]);
        assert_rows(&game["decisions"], &fs::read(folder.path().join(&csv)).unwrap(), "decisions");
        assert_eq!(
            (game["seats"].as_array().unwrap().len().to_string(), &game["complete"]),
            (players.to_owned(), &Value::from(true))
        );
        // The same decision, alone and as a position.
        let one = analyze(&[&out, "--move", "2.1", "--save-position", "position.toml", "--force"]);
        let place = |row: &&Value| (row["round"].as_u64(), row["move"].as_u64()) == (Some(2), Some(1));
        let row = game["decisions"].as_array().unwrap().iter().find(place).unwrap();
        assert_eq!(
            (&one["played"], one["candidates"].as_array().unwrap().len() as u64),
            (&row["played"], row["candidates"].as_u64().unwrap())
        );
        assert_eq!(one["candidates"][0]["move"], row["best"]);
        let own =
            one["candidates"].as_array().unwrap().iter().find(|candidate| candidate["move"] == row["played"]).unwrap();
        for key in ["chance", "chance_error", "loss", "loss_error"] {
            assert_eq!(own[key], row[key], "{key}");
        }
        let position = analyze(&["--position", "position.toml"]);
        assert_eq!((&position["candidates"], position["move"].is_null()), (&one["candidates"], true));
    }
    run(&folder, &["tournament", "greedy", "random", "--blocks", "2", "--out", "run"]);
    let sample = object(&run(&folder, &[&["analyze", "run", "--sample", "2"], &judge[..]].concat()), "analyze");
    assert_eq!((sample["games"].as_u64(), sample["strategies"].as_array().unwrap().len()), (Some(2), 2));
}

#[test]
fn an_audit_that_fails_is_told_too() {
    let folder = TempDir::new().unwrap();
    let good = object(&run(&folder, &["check", "greedy", "--games", "1", "--json"]), "check");
    assert_eq!(good["passed"], true);
    let bad = karteneck_in(folder.path(), &["check", "process:sh -c 'exit 4'", "--games", "1", "--json", "--quiet"]);
    let value = object(&bad, "check");
    assert_eq!((bad.code, &value["passed"]), (1, &Value::from(false)), "{}", bad.stderr);
    assert!(value["points"].as_array().unwrap().iter().any(|point| point["verdict"] == "failed"), "{value}");
}

#[test]
fn all_strategies_have_their_settings() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("strategies")).unwrap();
    fs::write(folder.path().join("strategies/broken.toml"), "family = 5\n").unwrap();
    fs::write(
        folder.path().join("strategies/bot.toml"),
        "kind = \"process\"\ncommand = [\"sh\", \"-c\", \"echo \\\"hi\\\"\"]\n",
    )
    .unwrap();
    let all = object(&run(&folder, &["strategies", "--json"]), "strategies");
    let of = |name: &str| {
        let is_it = |row: &&Value| row["name"] == name;
        all["strategies"].as_array().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("no {name}: {all}")).clone()
    };
    assert!(of("broken")["problem"].is_string() && of("broken")["file"].is_string());
    assert_eq!((&of("bot")["kind"], of("bot")["command"][2].as_str()), (&Value::from("program"), Some("echo \"hi\"")));
    let search = of("monte-carlo");
    for words in [["strategies", "show", "monte-carlo", "--json"], ["strategies", "--json", "show", "monte-carlo"]] {
        assert_eq!(object(&run(&folder, &words), "strategies")["strategies"][0], search);
    }
    let settings = search["parameters"].as_array().unwrap();
    let types: Vec<&str> = settings.iter().map(|setting| setting["type"].as_str().unwrap()).collect();
    assert!(["whole", "real", "choice"].iter().all(|kind| types.contains(kind)), "{types:?}");
    let changed = object(&run(&folder, &["strategies", "show", "heuristic:tempo=0.25", "--json"]), "strategies");
    let tempo =
        changed["strategies"][0]["parameters"].as_array().unwrap().iter().find(|setting| setting["name"] == "tempo");
    assert_eq!(tempo.unwrap()["value"], 0.25);
}

#[test]
fn a_run_that_differs_is_told_too() {
    let folder = TempDir::new().unwrap();
    run(&folder, &["tournament", "greedy", "random", "--players", "2,6", "--blocks", "70", "--out", "run"]);
    let whole = object(&run(&folder, &["verify", "run", "--json"]), "verify");
    assert_eq!((&whole["verified"], &whole["blocks"]), (&Value::from(true), &whole["blocks_played_again"]));
    assert!(whole["identical"].as_array().unwrap().contains(&Value::from("standings.csv")));
    let some = object(&run(&folder, &["verify", "run", "--sample", "1", "--json"]), "verify");
    assert_eq!((&some["sums_counted_again"], some["blocks"].as_u64()), (&Value::from(false), Some(140)));
    fs::write(folder.path().join("run/seats.csv"), "changed").unwrap();
    let answer = karteneck_in(folder.path(), &["verify", "run", "--json"]);
    let value = object(&answer, "verify");
    assert_eq!((answer.code, &value["verified"]), (1, &Value::from(false)));
    assert!(value["problem"].as_str().unwrap().contains("seats.csv") && answer.stderr.contains("seats.csv"), "{value}");
}

#[test]
fn recorded_games_are_summed_up() {
    let folder = TempDir::new().unwrap();
    for (players, entrant) in [("2", "greedy"), ("6", "random")] {
        let out = format!("games{players}.jsonl");
        let words = ["record", entrant, "--players", players, "--games", "40", "--out", &out, "--json", "--quiet"];
        let value = object(&run(&folder, &words), "record");
        let lines = fs::read_to_string(folder.path().join(&out)).unwrap();
        let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((value["games"].as_u64(), games.len(), &value["complete"]), (Some(40), 40, &Value::from(true)));
        for (seat, row) in value["seats"].as_array().unwrap().iter().enumerate() {
            let wins = games.iter().filter(|game| game["result"]["winner"] == seat).count();
            let sum: u64 = games.iter().map(|game| game["result"]["worms"][seat].as_u64().unwrap()).sum();
            assert_eq!(row["wins"], wins);
            assert!((row["mean_worms"].as_f64().unwrap() - sum as f64 / 40.0).abs() < 1e-4, "{row}");
        }
    }
}

#[test]
fn a_rating_list_is_that_of_the_table() {
    let folder = TempDir::new().unwrap();
    let field = ["tournament", "greedy", "random", "heuristic", "--players", "2,6", "--blocks", "10"];
    run(&folder, &[&field[..], &["--out", "all/one"]].concat());
    run(&folder, &["match", "tuned", "heuristic", "--blocks", "10", "--out", "all/two"]);
    let words = ["ratings", "all", "--anchor", "greedy=1000.5"];
    let value = object(&run(&folder, &[&words[..], &["--json"]].concat()), "ratings");
    assert_rows(&value["ratings"], run(&folder, &[&words[..], &["--csv"]].concat()).stdout.as_bytes(), "ratings");
    assert_eq!((value["runs"].as_array().unwrap().len(), &value["anchors"][0]["rating"]), (2, &Value::from(1000.5)));
    assert_eq!((value["sizes"][0]["deals"].as_u64(), value["sizes"][1]["players"].as_u64()), (Some(10), Some(6)));
}

#[test]
fn solved_games_are_those_of_the_table() {
    let folder = TempDir::new().unwrap();
    let words = ["solve", "greedy", "tuned", "--game", "bluff", "--game", "last-worm", "--streams", "2", "--seed", "7"];
    let value = object(&run(&folder, &[&words[..], &["--json"]].concat()), "solve");
    assert_rows(&value["games"], run(&folder, &[&words[..], &["--csv"]].concat()).stdout.as_bytes(), "games");
    assert_eq!((value["games"].as_array().unwrap().len(), &value["seed"]), (4, &Value::from("7")));
    let alone = object(&run(&folder, &["solve", "--game", "bluff", "--json"]), "solve");
    assert!(alone["games"][0]["entrant"].is_null() && alone["games"][0]["exploitability"].is_null(), "{alone}");
}

#[test]
fn responses_are_those_of_the_table() {
    let folder = TempDir::new().unwrap();
    let words =
        ["exploit", "greedy", "--blocks", "3", "--particles", "8", "--search", "champion:iterations=8", "--seed", "7"];
    let value = object(&run(&folder, &[&words[..], &["--json"]].concat()), "exploit");
    assert_rows(&value["entrants"], run(&folder, &[&words[..], &["--csv"]].concat()).stdout.as_bytes(), "entrants");
    assert_eq!((value["entrants"][0]["games"].as_u64(), &value["seed"]), (Some(6), &Value::from("7")));
    let blind =
        ["exploit", "greedy", "--blocks", "1", "--particles", "0", "--search", "champion:iterations=8", "--json"];
    let blind = object(&run(&folder, &blind), "exploit");
    assert!(blind["entrants"][0]["hands"].is_null() && blind["entrants"][0]["win_rate_low"].is_null(), "{blind}");
}

#[test]
fn ceilings_are_those_of_the_table() {
    let folder = TempDir::new().unwrap();
    let words = ["ceiling", "champion:iterations=8", "--players", "2,3", "--blocks", "3", "--seed", "7"];
    let value = object(&run(&folder, &[&words[..], &["--json"]].concat()), "ceiling");
    assert_rows(&value["entrants"], run(&folder, &[&words[..], &["--csv"]].concat()).stdout.as_bytes(), "entrants");
    assert_eq!((value["entrants"][1]["games"].as_u64(), &value["seed"]), (Some(9), &Value::from("7")));
    let single = object(&run(&folder, &["ceiling", "swift", "--blocks", "1", "--json"]), "ceiling");
    assert!(single["entrants"][0]["win_rate_low"].is_null() && single["entrants"][0]["win_rate"].is_f64(), "{single}");
}

#[test]
fn regrets_are_those_of_the_table() {
    let folder = TempDir::new().unwrap();
    run(&folder, &["record", "greedy", "tuned", "--games", "3", "--out", "games.jsonl"]);
    let words = ["regret", "games.jsonl", "greedy", "tuned", "--judge", "champion:iterations=20", "--every", "5"];
    let value = object(&run(&folder, &[&words[..], &["--json"]].concat()), "regret");
    assert_rows(&value["entrants"], run(&folder, &[&words[..], &["--csv"]].concat()).stdout.as_bytes(), "entrants");
    assert_eq!(
        (&value["entrants"][1]["players"], &value["judge"]),
        (&Value::from("all"), &Value::from("champion:iterations=20"))
    );
    run(&folder, &["record", "greedy", "tuned", "--games", "1", "--out", "one.jsonl"]);
    let one = object(
        &run(&folder, &["regret", "one.jsonl", "greedy", "--judge", "champion:iterations=20", "--json"]),
        "regret",
    );
    assert!(one["entrants"][0]["error"].is_null(), "one game has no spread: {one}");
}

#[test]
fn every_line_of_the_progress_is_as_its_schema_says() {
    let folder = TempDir::new().unwrap();
    run(&folder, &["match", "heuristic", "greedy", "--sprt", "0pp:5pp", "--blocks", "300", "--out", "tested"]);
    run(&folder, &["tournament", "greedy", "random", "--players", "2,6", "--blocks", "40", "--out", "played"]);
    for name in ["tested", "played"] {
        let lines = fs::read_to_string(folder.path().join(name).join("progress.jsonl")).unwrap();
        for line in lines.lines() {
            let found = problems(&schema("progress"), &serde_json::from_str(line).unwrap());
            assert!(found.is_empty(), "{}", found.join("\n"));
        }
    }
}

#[test]
fn a_command_that_fails_prints_no_object() {
    let folder = TempDir::new().unwrap();
    run(&folder, &["match", "greedy", "random", "--blocks", "2", "--out", "run"]);
    for (words, code) in [
        (&["tournament", "nobody", "greedy"][..], 2),
        (&["match", "greedy", "random", "--out", "run"], 2),
        (&["match", "--resume", "run"], 2),
        (&["tune", "random"], 2),
        (&["analyze", "nowhere.jsonl"], 2),
        (&["analyze", "run"], 2),
        (&["check", "nobody"], 2),
        (&["strategies", "show", "nobody"], 2),
        (&["verify", "nowhere"], 2),
        (&["record", "greedy"], 2),
        (&["record", "greedy", "--out", "nowhere/games"], 2),
        (&["ratings", "nowhere"], 2),
        (&["ratings", "run", "--csv"], 2),
        (&["solve", "--game", "nowhere"], 2),
        (&["solve", "--csv"], 2),
        (&["exploit", "greedy", "--search", "greedy"], 2),
        (&["ceiling", "greedy"], 2),
        (&["regret", "nowhere.jsonl", "greedy"], 2),
        (&["merge", "run", "--out", "other"], 2),
    ] {
        let answer = karteneck_in(folder.path(), &[words, &["--json"]].concat());
        assert_eq!((answer.code, answer.stdout.as_str()), (code, ""), "{words:?}: {}", answer.stderr);
        assert!(!answer.stderr.is_empty(), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_changes_no_exit_code() {
    let folder = TempDir::new().unwrap();
    let code = |line: &str| crate::cli::shell(&folder, &format!("{line} | true; echo ${{PIPESTATUS[0]}}")).stdout;
    assert_eq!(
        code("karteneck match greedy heuristic --sprt 0pp:5pp --blocks 500 --json --exit-code --quiet --out a"),
        "3\n"
    );
    assert_eq!(code("karteneck tournament greedy random --blocks 2 --json --quiet --out b"), "0\n");
    assert_eq!(code("karteneck strategies --json"), "0\n");
    assert_eq!(code("karteneck verify b --json"), "0\n");
    assert!(folder.path().join("a/standings.csv").exists());
}
