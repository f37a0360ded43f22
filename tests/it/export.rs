//! Games as tables: the rows add up to the tallies, wherever they come from.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use karteneck::export::{ExportColumn, ExportTable, FlatGame};
use karteneck::game::Edition;
use tempfile::TempDir;

use crate::cli::{Answer, karteneck, karteneck_with};
use crate::support::random_record;

/// A table that was read: its rows by the names of the columns.
type Rows = Vec<BTreeMap<String, String>>;

fn rows_of(text: &[u8]) -> Rows {
    let mut reader = csv::Reader::from_reader(text);
    reader.deserialize().map(Result::unwrap).collect()
}

fn file(folder: &Path, name: &str) -> Rows {
    rows_of(&fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn export(source: &Path, more: &[&str]) -> Answer {
    let source = source.to_str().unwrap();
    karteneck(&[&["export", source, "--out", "-", "--quiet"], more].concat())
}

fn exported(source: &Path, more: &[&str]) -> Rows {
    let answer = export(source, more);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{more:?}");
    rows_of(answer.stdout.as_bytes())
}

/// The sum of a column over rows with the same keys. An empty field counts nothing.
fn sums(rows: &Rows, keys: &[&str], of: impl Fn(&BTreeMap<String, String>) -> f64) -> BTreeMap<Vec<String>, f64> {
    let mut sums = BTreeMap::new();
    for row in rows {
        *sums.entry(keys.iter().map(|key| row[*key].clone()).collect()).or_insert(0.0) += of(row);
    }
    sums
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    if row[column].is_empty() { 0.0 } else { row[column].parse().unwrap() }
}

/// Checks that two tables of sums are the same; a missing one is 0.
fn assert_sums(what: &str, one: &BTreeMap<Vec<String>, f64>, other: &BTreeMap<Vec<String>, f64>) {
    for key in one.keys().chain(other.keys()) {
        let [one, other] = [one, other].map(|sums| sums.get(key).copied().unwrap_or(0.0));
        // A mean of six digits times a number of games.
        assert!((one - other).abs() < 0.01, "{what} of {key:?}: {one} and {other}");
    }
}

/// A run with fewer entrants than seats at the larger table.
fn run(folder: &Path, more: &[&str]) {
    let out = folder.to_str().unwrap();
    let common = [
        "tournament",
        "greedy",
        "heuristic",
        "steal-hunter",
        "--players",
        "2,4",
        "--blocks",
        "20",
        "--first-deal",
        "7",
    ];
    let answer = karteneck(&[&common[..], &["--quiet", "--blocks-csv", "--out", out], more].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
}

/// What the rows of a run add up to, against its CSV files.
fn assert_adds_up(run: &Path, games: &Rows, moves: &Rows) {
    let (whose, standings) = (["players", "entrant"], file(run, "standings.csv"));
    let all = |rows: &Rows, column: &str| sums(rows, &whose, |row| number(row, column));
    assert_sums("games", &sums(games, &whose, |_| 1.0), &all(&standings, "games"));
    assert_sums("wins", &all(games, "won"), &all(&standings, "wins"));
    for (column, mean) in [
        ("worms", "mean_worms"),
        ("place", "mean_place"),
        ("steals", "steals_per_game"),
        ("stolen_from", "stolen_from_per_game"),
        ("decisions", "decisions_per_game"),
        ("chosen_invalid_passes", "chosen_invalid_passes_per_game"),
        ("forced_invalid_passes", "forced_invalid_passes_per_game"),
        ("last_to_pass", "last_to_pass_per_game"),
        ("rounds_won", "rounds_won_per_game"),
    ] {
        let means = sums(&standings, &whose, |row| (number(row, mean) * number(row, "games")).round());
        assert_sums(column, &all(games, column), &means);
    }
    let faults = sums(games, &whose, |row| f64::from(u8::from(!row["fault"].is_empty())));
    assert_sums("faults", &faults, &all(&standings, "faults"));
    let chair = ["players", "lineup", "chair", "entrant"];
    let wins = |rows: &Rows, keys: &[&str], column: &str| sums(rows, keys, |row| number(row, column));
    assert_sums("chairs", &wins(games, &chair, "won"), &wins(&file(run, "lineups.csv"), &chair, "wins"));
    let block = ["players", "block", "lineup", "chair"];
    assert_sums("blocks", &wins(games, &block, "won"), &wins(&file(run, "blocks.csv"), &block, "wins"));
    let seats = file(run, "seats.csv");
    let of_seats = wins(&seats, &["players", "entrant", "seat"], "wins");
    assert_sums("seats", &wins(games, &["players", "entrant", "from_first"], "won"), &of_seats);
    // Every move is a decision.
    assert_sums("moves", &sums(moves, &whose, |_| 1.0), &all(games, "decisions"));
    assert_portions(run, games, moves);
}

fn assert_portions(run: &Path, games: &Rows, moves: &Rows) {
    let (portions, matchups) = (file(run, "portions.csv"), file(run, "matchups.csv"));
    let counted = |column: &str| sums(&portions, &["players", "entrant", "portion"], |row| number(row, column));
    for (who, column, counter) in [
        ("entrant", "taken", "taken_invalid"),
        ("entrant", "served", "taken_menu"),
        ("entrant", "stolen", "stolen"),
        ("victim_entrant", "stolen", "lost"),
    ] {
        let such: Rows = moves.iter().filter(|row| !row[column].is_empty()).cloned().collect();
        assert_sums(counter, &sums(&such, &["players", who, column], |_| 1.0), &counted(counter));
    }
    let mut kept = BTreeMap::new();
    for row in games {
        for value in row["stack"].split_whitespace() {
            let key = vec![row["players"].clone(), row["entrant"].clone(), value.to_owned()];
            *kept.entry(key).or_insert(0.0) += 1.0;
        }
    }
    assert_sums("kept", &kept, &counted("kept"));
    let pairs = sums(&matchups, &["players", "entrant", "opponent"], |row| number(row, "steals"));
    let other = |row: &&BTreeMap<String, String>| !row["stolen"].is_empty() && row["entrant"] != row["victim_entrant"];
    let steals: Rows = moves.iter().filter(other).cloned().collect();
    assert_sums("steals of pairs", &sums(&steals, &["players", "entrant", "victim_entrant"], |_| 1.0), &pairs);
}

#[test]
fn rows_add_up_to_the_tallies_wherever_they_come_from() {
    let folder = TempDir::new().unwrap();
    let [played, kept] = ["played", "kept"].map(|name| folder.path().join(name));
    run(&played, &[]);
    run(&kept, &["--record", "all"]);
    let (games, moves) = (exported(&played, &["--games"]), exported(&played, &["--moves"]));
    assert_adds_up(&played, &games, &moves);
    for table in ["--games", "--moves", "--decisions"] {
        let again = export(&played, &[table, "--threads", "1"]);
        assert!(export(&played, &[table, "--threads", "3"]).stdout == again.stdout, "{table} depends on the threads");
        assert!(export(&kept, &[table]).stdout == again.stdout, "{table} differs between records and games");
    }
    let decisions = exported(&kept, &["--decisions"]);
    assert_eq!(decisions.len(), moves.len());
    for (decision, mv) in decisions.iter().zip(&moves) {
        for column in ["game", "round", "move", "turn", "seat", "entrant", "action", "laid", "choices"] {
            assert_eq!(decision[column], mv[column], "{column}");
        }
        assert_eq!((&decision["seat0_hand"], &decision["seat0_total"]), (&mv["hand_size"], &mv["total_before"]));
        assert!(number(decision, "choice") < number(decision, "choices"));
    }
}

#[test]
fn a_selection_has_the_rows_of_the_whole() {
    let folder = TempDir::new().unwrap();
    let [played, some] = ["played", "some"].map(|name| folder.path().join(name));
    run(&played, &[]);
    run(&some, &["--record", "7"]);
    let whole = exported(&played, &["--games"]);
    let only = |wanted: &dyn Fn(&BTreeMap<String, String>) -> bool| -> Rows {
        whole.iter().filter(|row| wanted(row)).cloned().collect()
    };
    assert_eq!(exported(&played, &["--games", "--players", "4"]), only(&|row| row["players"] == "4"));
    assert_eq!(exported(&played, &["--games", "--lineup", "2"]), only(&|row| row["lineup"] == "2"));
    assert_eq!(exported(&played, &["--games", "--blocks", "3"]), only(&|row| number(row, "block") < 3.0));
    let every = |row: &BTreeMap<String, String>| {
        // A record is kept by the number of the game at its table size.
        let first = if row["players"] == "2" { 0.0 } else { 120.0 };
        (number(row, "game") - first) % 7.0 == 0.0
    };
    assert_eq!(exported(&some, &["--games", "--kept"]), only(&every));
    let early = |row: &BTreeMap<String, String>| every(row) && number(row, "block") < 9.0;
    assert_eq!(exported(&some, &["--games", "--kept", "--blocks", "9"]), only(&early));
    assert_eq!(exported(&some, &["--games"]), whole, "what was not kept is played again");
    let part = folder.path().join("part");
    run(&part, &["--shard", "2/2"]);
    let rows = exported(&part, &["--games"]);
    assert_eq!((rows[0]["game"].as_str(), rows[0]["block"].as_str(), rows[0]["deal"].as_str()), ("0", "10", "17"));
}

#[test]
fn a_file_of_records_is_a_table_too() {
    let records = karteneck(&["record", "greedy", "random", "heuristic", "--games", "20", "--seed", "5"]).stdout;
    let all = karteneck_with(&["export", "-", "--games", "--out", "-", "--quiet"], &records);
    let rows = rows_of(all.stdout.as_bytes());
    assert_eq!((all.code, rows.len()), (0, 60), "{}", all.stderr);
    let first = &rows[0];
    assert_eq!([&first["block"], &first["lineup"], &first["rotation"], &first["chair"]], [""; 4]);
    assert_eq!((rows[59]["game"].as_str(), rows[59]["deal"].as_str(), rows[59]["seed"].as_str()), ("19", "19", "5"));
    let wide = karteneck_with(&["export", "-", "--decisions", "--out", "-"], &records);
    assert!(wide.stdout.lines().next().unwrap().contains("seat5_total"));
    assert!(wide.stderr.contains("rows of 20 games are in -"), "{}", wide.stderr);
    let narrow = karteneck_with(&["export", "-", "--decisions", "--players", "3", "--out", "-"], &records);
    assert!(!narrow.stdout.lines().next().unwrap().contains("seat3_total"));
    let none = karteneck_with(&["export", "-", "--games", "--players", "4", "--out", "-"], &records);
    assert_eq!((none.code, none.stderr.contains("no game is selected")), (2, true), "{}", none.stderr);
    let empty = karteneck_with(&["export", "-", "--games", "--out", "-"], "");
    assert_eq!((empty.code, empty.stderr.contains("it is empty")), (1, true), "{}", empty.stderr);
    let blocks = karteneck_with(&["export", "-", "--games", "--blocks", "4", "--out", "-"], &records);
    assert_eq!((blocks.code, blocks.stderr.contains("a file of records")), (2, true), "{}", blocks.stderr);
}

#[test]
fn what_is_wrong_with_a_record_is_said_with_its_line() {
    let line = random_record(2, 3).to_line();
    let good = format!("{line}\n").repeat(3);
    let broken = line.replacen(r#""winner":"#, r#""winner":1"#, 1);
    let faults = line.replacen(r#","strategies""#, r#","faults":[{"seat":7,"move":1,"kind":"crash"}],"strategies""#, 1);
    let score = line.replacen(r#","strategies""#, r#","score":{"places":[1],"winner":0},"strategies""#, 1);
    for (bad, why) in [
        (broken.as_str(), "rule 9.1"),
        (&faults, "its `faults` is damaged: there is no seat 7"),
        (&score, "its `score` is damaged: expected places of 2 seats"),
        ("{}", "not a record"),
    ] {
        let answer = karteneck_with(&["export", "-", "--moves", "--out", "-"], &format!("{good}{bad}\n{good}"));
        assert_eq!(answer.code, 1, "{why}");
        assert!(answer.stderr.contains("-:4: ") && answer.stderr.contains(why), "{why}: {}", answer.stderr);
    }
}

#[test]
fn a_table_is_whole_or_not_there() {
    let folder = TempDir::new().unwrap();
    let (home, source) = (folder.path().join("home"), folder.path().join("run"));
    fs::create_dir(&home).unwrap();
    run(&source, &[]);
    let [plain, packed] = ["moves.csv", "moves.csv.gz"].map(|name| home.join(name));
    let write = |out: &Path, more: &[&str]| {
        let (source, out) = (source.to_str().unwrap(), out.to_str().unwrap());
        karteneck(&[&["export", source, "--moves", "--out", out], more].concat())
    };
    for out in [&plain, &packed] {
        assert_eq!(write(out, &[]).code, 0);
    }
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(&packed).unwrap()).read_to_end(&mut unpacked).unwrap();
    assert!(unpacked == fs::read(&plain).unwrap());
    let refused = write(&plain, &[]);
    assert_eq!((refused.code, refused.stderr.contains("exists already")), (2, true), "{}", refused.stderr);
    // A run that is damaged in the middle leaves the old file, and nothing else.
    let mut damaged = karteneck(&["record", "--games", "300"]).stdout;
    damaged.push_str("{}\n");
    let answer = karteneck_with(&["export", "-", "--games", "--out", plain.to_str().unwrap(), "--force"], &damaged);
    assert_eq!(answer.code, 1, "{}", answer.stderr);
    assert!(fs::read(&plain).unwrap() == unpacked, "the old file stays");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 2, "nothing else is left");
    assert_eq!(write(&plain, &["--force", "--quiet"]).stderr, "");
}

#[cfg(unix)]
#[test]
fn an_interrupted_export_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let (home, records) = (folder.path().join("home"), folder.path().join("games.jsonl"));
    fs::create_dir(&home).unwrap();
    fs::write(&records, karteneck(&["record", "greedy", "random"]).stdout).unwrap();
    let out = home.join("moves.csv.gz");
    // Hours of judging.
    let judged = ["--moves", "--chances", "10000000", "--out", out.to_str().unwrap()];
    let mut command = std::process::Command::new(assert_cmd::cargo_bin!("karteneck"));
    command.args(["export", records.to_str().unwrap()]).args(judged).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    while fs::read_dir(&home).unwrap().count() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // It listens soon after the file is opened; before that the signal ends it at once.
    std::thread::sleep(std::time::Duration::from_millis(500));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.contains("was not written")), (Some(130), true), "{said}");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 0, "nothing is left");
}

#[test]
fn faults_are_in_the_rows() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let broken = "process:false";
    let answer = karteneck(&["match", broken, "greedy", "--blocks", "3", "--quiet", "--out", out.to_str().unwrap()]);
    assert_eq!(answer.code, 1, "a program that cannot be started is no opponent: {}", answer.stderr);
    // It greets and then answers nonsense.
    let nonsense = r#"process:sh -c 'read -r line; echo "{\"type\":\"hello\",\"protocol\":\"karteneck-bot/2\"}"; while read -r line; do echo nonsense; done'"#;
    let played = karteneck(&[
        "match",
        nonsense,
        "greedy",
        "--blocks",
        "4",
        "--quiet",
        "--blocks-csv",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    let untrusted = export(&out, &["--games"]);
    assert_eq!((untrusted.code, untrusted.stderr.contains("--trust")), (2, true), "{}", untrusted.stderr);
    let (games, moves) = (exported(&out, &["--games", "--trust"]), exported(&out, &["--moves", "--trust"]));
    assert_adds_up(&out, &games, &moves);
    let of = |rows: &Rows, entrant: &str| -> Rows {
        rows.iter().filter(|row| (row["entrant"] == "greedy") == (entrant == "greedy")).cloned().collect()
    };
    assert!(of(&games, "greedy").iter().all(|row| row["won"] == "1" && row["fault"].is_empty()));
    let kinds: Vec<String> = of(&games, "bot").iter().map(|row| row["fault"].clone()).collect();
    assert!(kinds.contains(&"nonsense".to_owned()) && kinds.contains(&"disqualified".to_owned()), "{kinds:?}");
    assert!(of(&moves, "bot").iter().all(|row| row["fault"] == "1" && row["action"].starts_with("pass")));
}

#[test]
fn chances_are_those_of_the_analysis() {
    let folder = TempDir::new().unwrap();
    let [records, decisions] = ["games.jsonl", "analysis.csv"].map(|name| folder.path().join(name));
    let [records, decisions] = [&records, &decisions].map(|path| path.to_str().unwrap());
    karteneck(&["record", "greedy", "random", "--games", "2", "--out", records]);
    let options = ["--policy", "random", "--seed", "3"];
    let analyzed = karteneck(
        &[&["analyze", &format!("{records}:2"), "--csv", decisions, "--worlds", "32"], &options[..]].concat(),
    );
    assert_eq!(analyzed.code, 0, "{}", analyzed.stderr);
    let rows = exported(Path::new(&format!("{records}:2")), &[&["--moves", "--chances", "32"], &options[..]].concat());
    let expected = rows_of(&fs::read(decisions).unwrap());
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(&expected) {
        for column in ["round", "move", "seat", "chance", "chance_error", "loss", "loss_error", "best"] {
            assert_eq!(row[column], expected[column], "{column}");
        }
    }
    assert_eq!(rows[0]["game"], "1", "the line of the file");
}

/// The rows of a table in the documentation: numbers of seats, kinds and portions are written once.
fn documented(columns: &[ExportColumn]) -> String {
    let name = |column: &ExportColumn| {
        let mut name = column.name.clone();
        for seat in 1..6 {
            if name.starts_with(&format!("seat{seat}_")) || name == format!("grill_{seat}") {
                return None;
            }
        }
        name = name.replace("seat0_", "seatN_").replace("grill_0", "grill_N");
        for prefix in ["hand_", "unseen_", "seatN_laid_"] {
            match name.strip_prefix(prefix) {
                Some("1") => name = format!("{prefix}K"),
                Some("2" | "3" | "4" | "5" | "worm") => return None,
                _ => {}
            }
        }
        Some(name)
    };
    let row = |column: &ExportColumn| {
        Some(format!("| `{}` | {} | {} |\n", name(column)?, column.values.name(), column.meaning))
    };
    columns.iter().filter_map(row).collect()
}

#[test]
fn every_column_is_documented() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/EXPORT.md")).unwrap();
    for (name, table) in [
        ("games", ExportTable::games()),
        ("moves", ExportTable::moves(true)),
        ("decisions", ExportTable::decisions(6, true)),
    ] {
        let expected = documented(table.columns());
        assert!(text.contains(&expected), "the columns of --{name} in docs/EXPORT.md should be:\n{expected}");
        let mut names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "every name once");
    }
}

#[test]
fn every_cell_has_the_type_of_its_column() {
    for players in 2..=6 {
        let flat = FlatGame::of(&random_record(players, 11), &Edition::default(), 0).unwrap();
        for table in [ExportTable::games(), ExportTable::moves(false), ExportTable::decisions(6, false)] {
            let csv = [table.header(), table.rows(&flat)].concat();
            let rows = rows_of(&csv);
            assert_eq!(rows.len(), table.count(&flat));
            for column in table.columns().iter().filter(|column| column.values.name() == "integer") {
                let is_whole = |row: &BTreeMap<String, String>| {
                    row[&column.name].is_empty() || row[&column.name].parse::<i64>().is_ok()
                };
                assert!(rows.iter().all(is_whole), "{}", column.name);
            }
        }
    }
}
