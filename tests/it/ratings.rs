//! One rating list over many runs: known strengths are recovered, no game counts twice, and intervals cover.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use karteneck::game::{Key, Players};
use karteneck::runs::{RatingPool, Run};
use karteneck::statistics::{Field, Sample, connected, rate_all};
use karteneck::tables::RatingRow;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Answer, karteneck};
use crate::support::shipped;

const TWO: Players = Players::ALL[0];

fn play(folder: &TempDir, name: &str, words: &[&str]) -> PathBuf {
    let out = folder.path().join(name);
    let answer = karteneck(&[words, &["--quiet", "--out", out.to_str().unwrap()]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    out
}

fn open(folders: &[&PathBuf]) -> Vec<Run> {
    folders.iter().map(|folder| Run::open(folder, &shipped()).unwrap()).collect()
}

fn rated(folders: &[&PathBuf], players: Players) -> Vec<RatingRow> {
    RatingPool::new(&open(folders), players).unwrap().rate(&[])
}

/// Names, points and ends with one digit, as in files.
fn shown(rows: &[RatingRow]) -> BTreeMap<String, String> {
    let text = |row: &RatingRow| {
        let end =
            |end: Option<f64>| end.filter(|end| end.is_finite()).map_or_else(String::new, |end| format!("{end:.1}"));
        let [low, high] =
            [end(row.interval.map(|interval| interval.low)), end(row.interval.map(|interval| interval.high))];
        format!("{:.1} {low} {high} {} {}", row.rating.unwrap(), row.games, row.wins)
    };
    rows.iter().map(|row| (row.entrant.clone(), text(row))).collect()
}

fn csv_rows(bytes: &[u8]) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(bytes).deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_list_of_one_run_is_its_standings() {
    let folder = TempDir::new().unwrap();
    let words = ["tournament", "greedy", "heuristic", "steal-hunter", "random", "--players", "2,4", "--blocks", "60"];
    let run = play(&folder, "run", &words);
    let standings = csv_rows(&fs::read(run.join("standings.csv")).unwrap());
    for players in [Players::ALL[0], Players::ALL[2]] {
        let own = standings.iter().filter(|row| row["players"] == players.to_string());
        let expected: BTreeMap<String, String> = own
            .map(|row| {
                let text = ["rating", "rating_low", "rating_high", "games", "wins"].map(|column| row[column].as_str());
                (row["entrant"].clone(), text.join(" "))
            })
            .collect();
        assert_eq!(shown(&rated(&[&run], players)), expected, "{players} players");
    }
}

#[test]
fn no_game_counts_twice() {
    let folder = TempDir::new().unwrap();
    let small = ["tournament", "greedy", "heuristic", "random"];
    let large = ["tournament", "steal-hunter", "random", "heuristic", "greedy"];
    let few = play(&folder, "few", &[&small[..], &["--blocks", "40"]].concat());
    let many = play(&folder, "many", &[&large[..], &["--blocks", "90"]].concat());
    let alone = shown(&rated(&[&many], TWO));
    assert_eq!(shown(&rated(&[&many, &few], TWO)), alone, "all games of the small one are in the large one");
    assert_eq!(shown(&rated(&[&few, &many, &few], TWO)), alone, "in any order, and however often");
    let pool = RatingPool::new(&open(&[&few, &many]), TWO).unwrap();
    assert_eq!((pool.repeated(), pool.deals()), (3 * 2 * 40, 90));
    // The parts of a run are the run.
    let parts: Vec<PathBuf> = (1..=3)
        .map(|part| {
            let shard = format!("{part}/3");
            play(&folder, &format!("part{part}"), &[&large[..], &["--blocks", "90", "--shard", &shard]].concat())
        })
        .collect();
    assert_eq!(shown(&rated(&parts.iter().collect::<Vec<_>>(), TWO)), alone);
    // The same deals under other numbers.
    let late = play(&folder, "late", &[&large[..], &["--blocks", "40", "--first-deal", "50"]].concat());
    assert_eq!(shown(&rated(&[&many, &late], TWO)), alone);
    // Other deals are more games.
    let other = play(&folder, "other", &[&large[..], &["--blocks", "40", "--seed", "2"]].concat());
    let rows = rated(&[&many, &other], TWO);
    let games: u64 = rows.iter().find(|row| row.entrant == "random").map(|row| row.games).unwrap();
    assert_eq!(games, 3 * 2 * 130);
    let half = |rows: &[RatingRow]| rows.iter().map(|row| row.interval.unwrap().half_width()).sum::<f64>();
    assert!(half(&rows) < half(&rated(&[&many], TWO)), "and narrower intervals");
}

#[test]
fn tables_of_three_are_the_same_only_in_the_same_order() {
    let folder = TempDir::new().unwrap();
    let one = play(&folder, "one", &["match", "greedy", "heuristic", "random", "--blocks", "20"]);
    let other = play(&folder, "other", &["match", "heuristic", "greedy", "random", "--blocks", "20"]);
    let pool = |folders: &[&PathBuf]| RatingPool::new(&open(folders), Players::ALL[1]).unwrap();
    assert_eq!(pool(&[&one, &one]).repeated(), 60);
    assert_eq!(pool(&[&one, &other]).repeated(), 0, "other neighbours, other games");
}

#[test]
fn a_new_entrant_is_rated_without_playing_all_again() {
    let folder = TempDir::new().unwrap();
    let field =
        play(&folder, "field", &["tournament", "greedy", "heuristic", "steal-hunter", "random", "--blocks", "200"]);
    let words = ["tournament", "--challenger", "tuned", "greedy", "heuristic", "--blocks", "200"];
    let gauntlet = play(&folder, "gauntlet", &words);
    let rows = rated(&[&field, &gauntlet], TWO);
    let best = &rows[0];
    assert_eq!((best.entrant.as_str(), best.rank, best.runs, best.games), ("tuned", 1, 1, 800));
    assert!(rows.iter().all(|row| row.group == 1), "games connect all");
    // With all entrants at one table of the same deals, the rating of the new one hardly differs.
    let words =
        ["tournament", "tuned", "greedy", "heuristic", "steal-hunter", "random", "--blocks", "200", "--seed", "3"];
    let all = rated(&[&play(&folder, "all", &words)], TWO);
    let lead = |rows: &[RatingRow]| {
        let points = |name: &str| rows.iter().find(|row| row.entrant == name).unwrap().rating.unwrap();
        points("tuned") - points("heuristic")
    };
    assert!((lead(&rows) - lead(&all)).abs() < 120.0, "{} and {}", lead(&rows), lead(&all));
}

fn ratings(words: &[&str]) -> Answer {
    karteneck(&[&["ratings"], words].concat())
}

#[test]
fn names_mean_what_they_are() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    for (file, tempo) in [("a", "1.5"), ("b", "0.5")] {
        fs::create_dir(home.join(file)).unwrap();
        let text = format!("family = \"heuristic\"\n[parameters]\ntempo = {tempo}\n");
        fs::write(home.join(file).join("mine.toml"), text).unwrap();
    }
    let [a, b] = ["a", "b"].map(|file| home.join(file).join("mine.toml").to_str().unwrap().to_owned());
    let one = play(&folder, "one", &["match", &a, "greedy", "--blocks", "30"]);
    let two = play(&folder, "two", &["match", &b, "greedy", "--blocks", "30"]);
    let same = play(&folder, "three", &["match", "heuristic:tempo=1.5", "greedy", "--blocks", "30", "--seed", "4"]);
    let [one, two, same] = [&one, &two, &same].map(|path| path.to_str().unwrap());
    let answer = ratings(&[one, two, same, "--csv"]);
    let rows = csv_rows(answer.stdout.as_bytes());
    let of = |name: &str| rows.iter().find(|row| row["entrant"] == name).unwrap_or_else(|| panic!("{name}: {rows:?}"));
    assert_eq!((rows.len(), of("mine")["runs"].as_str(), of("mine #2")["runs"].as_str()), (3, "2", "1"));
    assert!(of("mine")["description"].contains("tempo=1.5") && of("mine #2")["description"].contains("tempo=0.5"));
    let said = ratings(&[one, two, same]);
    assert!(said.stderr.contains("mine #2 is heuristic:"), "{}", said.stderr);
    assert!(said.stdout.contains("2 players · 60 deals of 3 runs"), "{}", said.stdout);
}

#[test]
fn anchors_fix_the_scale() {
    let folder = TempDir::new().unwrap();
    let run = play(&folder, "run", &["tournament", "greedy", "heuristic", "steal-hunter", "random", "--blocks", "100"]);
    let run = run.to_str().unwrap();
    let points = |words: &[&str]| -> BTreeMap<String, f64> {
        let answer = ratings(&[&[run, "--csv"], words].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        let rows = csv_rows(answer.stdout.as_bytes());
        rows.iter().map(|row| (row["entrant"].clone(), row["rating"].parse().unwrap())).collect()
    };
    let (free, one) = (points(&[]), points(&["--anchor", "greedy=1000"]));
    assert!((one["greedy"] - 1000.0).abs() < 1e-9);
    for name in ["heuristic", "random", "steal-hunter"] {
        let moved = one[name] - free[name] - (one["greedy"] - free["greedy"]);
        assert!(moved.abs() < 0.15, "{name}: one anchor moves all alike: {moved}");
    }
    let two = points(&["--anchor", "greedy=1000", "--anchor", "random=0"]);
    assert_eq!((two["greedy"], two["random"]), (1000.0, 0.0));
    assert!(two["heuristic"] > 1000.0, "{two:?}");
    for (words, code, reason) in [
        (&["--anchor", "gredy=1000"][..], 2, "did you mean `greedy`?"),
        (&["--anchor", "greedy"], 2, "like heuristic=1500"),
        (&["--anchor", "greedy=nan"], 2, "like heuristic=1500"),
        (&["--anchor", "greedy=1", "--anchor", "greedy=2"], 2, "given twice"),
        (&["--players", "5"], 2, "games of 5 players"),
    ] {
        let answer = ratings(&[&[run], words].concat());
        assert_eq!((answer.code, answer.stderr.contains(reason)), (code, true), "{words:?}: {}", answer.stderr);
    }
}

#[test]
fn what_no_game_connects_is_not_compared() {
    let folder = TempDir::new().unwrap();
    play(&folder, "one", &["match", "greedy", "random", "--blocks", "30"]);
    play(&folder, "two", &["match", "heuristic", "steal-hunter", "--blocks", "30"]);
    fs::create_dir(folder.path().join("unrelated")).unwrap();
    let answer = ratings(&[folder.path().to_str().unwrap(), "--anchor", "greedy=1000"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("group 1 of 2") && answer.stdout.contains("group 2 of 2"), "{}", answer.stdout);
    assert!(answer.stderr.contains("cannot be compared") && answer.stderr.contains("no anchor"), "{}", answer.stderr);
    assert_eq!(connected(&[vec![3, 1], vec![0, 2], vec![1, 4, 4]], 6), [0, 1, 0, 1, 1, 2]);
}

#[test]
fn what_cannot_be_pooled_is_said() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    play(&folder, "good", &["match", "greedy", "random", "--blocks", "10"]);
    let worms = "name = \"flat\"\n[worms]\n\"16-42\" = 1\n";
    fs::write(folder.path().join("flat.toml"), worms).unwrap();
    play(&folder, "flat", &["match", "greedy", "random", "--blocks", "10", "--edition", &at("flat.toml")]);
    let answer = ratings(&[&at("good"), &at("flat")]);
    assert_eq!((answer.code, answer.stderr.contains("different worm tables")), (2, true), "{}", answer.stderr);
    // An earlier build has no wins on deals; one run of a folder is left out, a named one is an error.
    let early = folder.path().join("all/early");
    fs::create_dir_all(&early).unwrap();
    let good = folder.path().join("good");
    for file in fs::read_dir(&good).unwrap().flatten() {
        fs::copy(file.path(), early.join(file.file_name())).unwrap();
    }
    let mut manifest: Value = serde_json::from_str(&fs::read_to_string(early.join("manifest.json")).unwrap()).unwrap();
    manifest["format"] = json!("karteneck-run/3");
    fs::write(early.join("manifest.json"), manifest.to_string()).unwrap();
    let answer = ratings(&[early.to_str().unwrap()]);
    assert_eq!((answer.code, answer.stderr.contains("by an earlier build")), (1, true), "{}", answer.stderr);
    let answer = ratings(&[&at("all")]);
    assert!(
        answer.code == 2 && answer.stderr.contains("left out") && answer.stderr.contains("no finished run here"),
        "{}",
        answer.stderr
    );
    let answer = ratings(&[&at("nowhere")]);
    assert_eq!((answer.code, answer.stderr.contains("expected the folder")), (2, true), "{}", answer.stderr);
    // A stranger's file.
    let deals = fs::read_to_string(good.join("deals.csv")).unwrap();
    for (changed, reason) in [
        (deals.replacen("2,0,", "2,0,333", 1), "digits for each block"),
        (deals.replacen("2,0,", "2,18446744073709551615,", 1), "deals.csv"),
        (String::new(), "expected the columns"),
        ("players,block,wins\n".to_owned(), "block 0 is missing"),
    ] {
        fs::write(good.join("deals.csv"), changed).unwrap();
        let answer = ratings(&[&at("good")]);
        assert_eq!((answer.code, answer.stderr.contains(reason)), (1, true), "{reason}: {}", answer.stderr);
    }
}

/// Entrants with made-up strengths.
const FIELD: [(&str, f64); 8] = [
    ("random", -1.4),
    ("first", -1.0),
    ("passer", -0.5),
    ("greedy", 0.0),
    ("steal-hunter", 0.2),
    ("heuristic", 0.5),
    ("heuristic:tempo=1.1", 0.6),
    ("tuned", 1.2),
];
/// Ten runs: their entrants, their seeds and their first deals. Those of one seed share luck, and some line-ups.
const RUNS: [(&[usize], u64, u64); 10] = [
    (&[0, 1, 2], 1, 0),
    (&[1, 2, 3], 1, 0),
    (&[3, 4], 1, 0),
    (&[4, 3], 1, 60),
    (&[0, 3, 5], 1, 30),
    (&[5, 6], 2, 0),
    (&[6, 5, 4], 2, 0),
    (&[7, 4], 2, 50),
    (&[7, 5, 6], 3, 0),
    (&[2, 7], 4, 0),
];
const BLOCKS: u64 = 120;

/// A number between 0 and 1 that belongs to these numbers.
fn share(numbers: [u64; 4]) -> f64 {
    let key = numbers.into_iter().fold(Key::new(77), Key::with);
    f64::from(key.stream().below(1 << 30)) / f64::from(1 << 30)
}

fn chance(one: usize, other: usize) -> f64 {
    1.0 / (1.0 + libm::exp(FIELD[other].1 - FIELD[one].1))
}

/// The wins of a pair on a deal, in the order of the pair. Luck that favours the stronger is shared by all games of a deal, and
/// half of them depend on nothing else.
fn wins(season: u64, seed: u64, deal: u64, pair: [usize; 2]) -> [u64; 2] {
    let [low, high] = [pair[0].min(pair[1]), pair[0].max(pair[1])];
    let won = |game: u64| {
        let own = 1000 + 10 * low as u64 + high as u64;
        let luck = if game == 0 { share([season, seed, deal, 0]) } else { share([season, seed, deal, own]) };
        u64::from(luck < chance(high, low))
    };
    let of_high = won(0) + won(1);
    if pair[0] == high { [of_high, 2 - of_high] } else { [2 - of_high, of_high] }
}

/// Overwrites the wins of a run by those of a season with known strengths.
fn dictate(folder: &Path, (entrants, seed, first): (&[usize], u64, u64), season: u64) {
    let mut text = "players,block,wins".to_owned();
    for block in 0..BLOCKS {
        write!(text, "\n2,{block},").unwrap();
        for (index, &one) in entrants.iter().enumerate() {
            for &other in &entrants[index + 1..] {
                let [left, right] = wins(season, seed, first + block, [one, other]);
                write!(text, "{left}{right}").unwrap();
            }
        }
    }
    fs::write(folder.join("deals.csv"), text + "\n").unwrap();
}

/// The points that follow from the strengths if everything happens as often as expected.
fn truth(anchors: &[(usize, f64)]) -> Vec<f64> {
    let mut games: BTreeMap<[usize; 2], u64> = BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    for (entrants, seed, first) in RUNS {
        for (index, &one) in entrants.iter().enumerate() {
            for &other in &entrants[index + 1..] {
                let pair = [one.min(other), one.max(other)];
                let new = (0..BLOCKS).filter(|block| seen.insert((seed, first + block, pair))).count() as u64;
                *games.entry(pair).or_default() += new;
            }
        }
    }
    let products = vec![vec![0; FIELD.len()]; FIELD.len()];
    let (mut tables, mut samples) = (Vec::new(), Vec::new());
    for ([one, other], deals) in games {
        let count = deals * 1_000_000;
        let won = (count as f64 * chance(one, other)).round() as i64;
        let mut wins = [Sample { count, ..Sample::default() }; FIELD.len()];
        (wins[one].sum, wins[other].sum) = (won, count as i64 - won);
        tables.push([vec![one, other]]);
        samples.push(wins);
    }
    let field = |(tables, wins): (_, _)| Field { tables, games: 1, wins, products: &products };
    let zipped = tables.iter().map(|table| &table[..]).zip(samples.iter().map(|wins| &wins[..]));
    let fields: Vec<Field<'_>> = zipped.map(field).collect();
    rate_all(&fields, anchors, 0.95).iter().map(|rating| rating.unwrap().points).collect()
}

#[test]
fn ten_runs_recover_known_strengths_with_intervals_that_cover() {
    const SEASONS: u64 = 240;
    let folder = TempDir::new().unwrap();
    let runs: Vec<(PathBuf, Run)> = (0..)
        .zip(RUNS)
        .map(|(number, (entrants, seed, first)): (usize, _)| {
            let [seed, first, blocks] = [seed, first, BLOCKS].map(|number| number.to_string());
            let names = entrants.iter().map(|&entrant| FIELD[entrant].0);
            let options = ["--seed", &seed, "--first-deal", &first, "--blocks", &blocks];
            let words: Vec<&str> = ["tournament"].into_iter().chain(names).chain(options).collect();
            let path = play(&folder, &format!("run{number}"), &words);
            let run = Run::open(&path, &shipped()).unwrap();
            (path, run)
        })
        .collect();
    let (folders, runs): (Vec<PathBuf>, Vec<Run>) = runs.into_iter().unzip();
    for anchor in [None, Some("greedy")] {
        let anchors: Vec<(String, f64)> = anchor.map(|name: &str| (name.to_owned(), 1200.0)).into_iter().collect();
        let truth = truth(&anchor.map(|_| (3, 1200.0)).into_iter().collect::<Vec<_>>());
        let (mut covered, mut off) = (Sample::default(), vec![Sample::default(); FIELD.len()]);
        for season in 0..SEASONS {
            folders.iter().zip(RUNS).for_each(|(folder, run)| dictate(folder, run, season));
            let rows = RatingPool::new(&runs, TWO).unwrap().rate(&anchors);
            let mut hits = 0;
            for (index, (name, _)) in FIELD.iter().enumerate() {
                let row = rows.iter().find(|row| row.entrant == *name).unwrap();
                off[index].add(((row.rating.unwrap() - truth[index]) * 100.0).round() as i64);
                hits += i64::from(row.interval.is_some_and(|interval| interval.contains(truth[index])));
            }
            covered.add(hits);
        }
        let rated = (FIELD.len() - anchors.len()) as f64;
        let (share, error) = (covered.mean().unwrap() / rated, covered.error().unwrap() / rated);
        println!("anchor {anchor:?}: intervals cover {:.1} ± {:.1} %", 100.0 * share, 100.0 * error);
        assert!((share - 0.95).abs() < 3.0 * error + 0.01, "anchor {anchor:?}: {share} ± {error}");
        for (sample, (name, _)) in off.iter().zip(FIELD) {
            let (mean, error) = (sample.mean().unwrap() / 100.0, sample.error().unwrap() / 100.0);
            assert!(mean.abs() < 4.0 * error + 3.0, "{name} is off by {mean} ± {error} points");
        }
    }
}
