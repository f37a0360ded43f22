//! `karteneck analyze` as a user sees it.

use std::fs;

use tempfile::TempDir;

use crate::cli::karteneck;
#[cfg(unix)]
use crate::cli::{Answer, shell};

#[test]
fn the_decisions_of_a_run_are_sorted_by_class() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let run = out.to_str().unwrap();
    let field =
        ["tournament", "random", "greedy", "tuned", "--players", "2,3", "--blocks", "3", "--quiet", "--out", run];
    assert_eq!(karteneck(&field).code, 0);
    let sample = ["analyze", run, "--sample", "8", "--worlds", "60"];
    let answer = karteneck(&sample);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    for word in ["when to pass", "steal or not", "which kind", "how many", "\nrandom "] {
        assert!(answer.stdout.contains(word), "{word} in {}", answer.stdout);
    }
    let first = answer.stdout.lines().nth(1).unwrap();
    assert!(first.starts_with("tuned"), "the most accurate comes first: {}", answer.stdout);
    assert_eq!(karteneck(&[&sample[..], &["--threads", "1"]].concat()).stdout, answer.stdout);
    for line in answer.stdout.lines().skip(1) {
        let cells: Vec<f64> = line.split_whitespace().skip(1).map(|cell| cell.parse().unwrap()).collect();
        let [games, decisions, _, _, mean, _, lost, ..] = cells[..] else { panic!("{line}") };
        assert!((mean * decisions / games - lost).abs() < 0.005 * decisions / games + 0.01, "{line}");
        let by_class: f64 = cells[8..].iter().step_by(2).sum();
        assert!((by_class - lost).abs() < 0.03, "{line}");
    }
    // Only one number of players: a game of three has three seats.
    let three = karteneck(&[&sample[..], &["--players", "3"]].concat());
    let seats: u32 =
        three.stdout.lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap().parse::<u32>().unwrap()).sum();
    assert_eq!(seats, 3 * 8, "{}", three.stdout);
    let four = karteneck(&[&sample[..], &["--players", "4"]].concat());
    assert!(four.code == 2 && four.stderr.contains("no games of 4 players"), "{}", four.stderr);
    let many = karteneck(&["analyze", run, "--sample", "1000"]);
    assert_eq!((many.code, many.stderr.contains("there are only")), (2, true), "{}", many.stderr);
    assert_eq!(karteneck(&["analyze", "/nowhere", "--sample", "5"]).code, 2);
}

#[test]
fn a_game_is_analysed_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().unwrap();
    assert_eq!(karteneck(&["record", "random", "tuned", "--games", "2", "--seed", "3", "--out", file]).code, 0);
    let second = format!("{file}:2");
    let whole = karteneck(&["analyze", &second, "--worlds", "60"]);
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    let loss = |seat: &str| -> f64 {
        let row = whole.stdout.lines().find(|line| line.split_whitespace().nth(1) == Some(seat)).unwrap();
        row.split_whitespace().nth(5).unwrap().parse().unwrap()
    };
    assert!(loss("random") > loss("tuned") + 1.0, "{}", whole.stdout);
    assert!(whole.stdout.contains("The biggest mistakes:"), "{}", whole.stdout);
    assert_eq!(karteneck(&["analyze", &second, "--worlds", "60", "--threads", "1"]).stdout, whole.stdout);
    let one = karteneck(&["analyze", &second, "--worlds", "60", "--move", "1.1"]);
    assert!(one.stdout.starts_with("round 1, move 1: seat ") && one.stdout.contains("\n*  "), "{}", one.stdout);
    for (arguments, reason) in [
        (&["--move", "99.1"][..], "rounds"),
        (&["--move", "1.99"], "round 1 has"),
        (&["--move", "x"], "like 3.5"),
        (&["--policy", "process:true"], "expected an entrant of a family"),
        (&["--policy", "tuuned"], "did you mean `tuned`"),
        (&["--worlds", "15"], "from 16 to 10,000,000"),
    ] {
        let answer = karteneck(&[&["analyze", &second], arguments].concat());
        assert_eq!((answer.code, answer.stderr.contains(reason)), (2, true), "{arguments:?}: {}", answer.stderr);
    }
}

#[test]
fn every_decision_can_be_listed_and_written_down() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, csv) = (path("games.jsonl"), path("moves.csv"));
    assert_eq!(karteneck(&["record", "greedy", "--players", "3", "--out", &games]).code, 0);
    let ask = ["analyze", &games, "--worlds", "16"];
    let (short, long) = (karteneck(&ask), karteneck(&[&ask[..], &["--all", "--csv", &csv]].concat()));
    assert_eq!(long.code, 0, "{}", long.stderr);
    assert!(short.stderr.contains("--all lists every decision"), "{}", short.stderr);
    assert!(long.stdout.ends_with(&short.stdout), "the list comes before the summary");
    let text = fs::read_to_string(&csv).unwrap();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    let documented = include_str!("../../docs/POSITIONS.md");
    for column in header.iter().filter(|column| !column.starts_with("chance_")) {
        assert!(documented.contains(&format!("`{column}`")), "{column}");
    }
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let listed = long.stdout.lines().take_while(|line| !line.is_empty()).count() - 1;
    assert_eq!((rows.len(), header.len()), (listed, 26));
    let column = |name: &str| header.iter().position(|column| column == name).unwrap();
    for row in &rows {
        let number = |name: &str| row[column(name)].parse::<f64>().unwrap();
        let seat = &row[column("seat")];
        assert_eq!(row[column("chance")], row[column(&format!("chance_{seat}"))]);
        assert!((number("chance_0") + number("chance_1") + number("chance_2") - 1.0).abs() < 1e-5, "{row:?}");
        assert!(row[column("chance_3")].is_empty() && row[column("chance_5_error")].is_empty());
        assert_eq!(&row[column("strategy")], "greedy");
        if &row[column("candidates")] == "1" {
            assert_eq!((&row[column("loss")], &row[column("stake_error")]), ("0.000000", "0.000000"));
        }
    }
    let again = karteneck(&[&ask[..], &["--csv", &csv]].concat());
    assert_eq!((again.code, again.stderr.contains("--force")), (2, true), "{}", again.stderr);
    let forced = karteneck(&[&ask[..], &["--csv", &csv, "--force", "--threads", "1"]].concat());
    assert_eq!((forced.code, fs::read_to_string(&csv).unwrap()), (0, text));
}

#[test]
fn a_game_of_a_run_is_judged_like_its_record() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run").to_str().unwrap().to_owned();
    let play = ["match", "greedy", "random", "--blocks", "3", "--record", "1", "--quiet", "--out", &run];
    assert_eq!(karteneck(&play).code, 0);
    let line = format!("{run}/games.jsonl:6");
    let worlds = ["--worlds", "16"];
    let in_file = karteneck(&[&["analyze", &line][..], &worlds].concat());
    assert_eq!(in_file.code, 0, "{}", in_file.stderr);
    for way in [&["analyze", &run, "2:1"][..], &["analyze", "--run", &run, "2:1"], &["analyze", "2:1", "--run", &run]] {
        assert_eq!(karteneck(&[way, &worlds].concat()).stdout, in_file.stdout, "{way:?}");
    }
    assert_ne!(karteneck(&[&["analyze", &run, "2:0"][..], &worlds].concat()).stdout, in_file.stdout);
    let sample = |way: &[&str]| karteneck(&[way, &worlds, &["--sample", "3"]].concat());
    let positional = sample(&["analyze", &run]);
    assert_eq!((positional.code, sample(&["analyze", "--run", &run]).stdout), (0, positional.stdout));
    let seen = karteneck(&["replay", "--run", &run, "2:1", "--json"]);
    assert_eq!(Some(seen.stdout.trim_end()), fs::read_to_string(format!("{run}/games.jsonl")).unwrap().lines().nth(5));
    for (arguments, reason) in [
        (&["analyze", &run][..], "name a game of it, like: karteneck analyze"),
        (&["analyze", &run], "--sample 50"),
        (&["analyze", "--run", &run], "0:0"),
        (&["analyze", "--run", "/nowhere"], "there is no folder /nowhere"),
        (&["analyze"], "FILE[:LINE]"),
        (&["analyze", "--run", &run, "17"], "17: expected a block and a rotation, like 17:1"),
        (&["analyze", "--run", &run, &run, "2:1"], "a run is already named"),
        (&["analyze", &run, "--lineup", "0"], "give the address too"),
        (&["analyze", &run, "2:1", "--lineup", "5"], "no line-up 5"),
        (&["analyze", "--run", &run, "2:1", "--sample", "3"], "leave out the address"),
        (&["replay", &run], "name a game of it, like: karteneck replay"),
        (&["replay", &line, "--json"], "--json is for a game of a run"),
    ] {
        let answer = karteneck(arguments);
        assert_eq!((answer.code, answer.stderr.contains(reason)), (2, true), "{arguments:?}: {}", answer.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_shows_what_was_finished() {
    let folder = TempDir::new().unwrap();
    let play = "karteneck match greedy random --blocks 20000 --quiet --out run && karteneck record --out g";
    assert_eq!(shell(&folder, play).code, 0);
    // However slow the machine is, once there is something to show it is shown.
    let interrupt = |command: &str, shown: &dyn Fn(&Answer) -> bool| {
        let after = |seconds: u32| {
            shell(&folder, &format!("set -m; karteneck {command} & sleep {seconds}; kill -INT $!; wait $!; echo $?"))
        };
        [1, 2, 4, 8, 16, 32, 64].into_iter().map(after).find(shown).expect("it is shown in the end")
    };
    let sample =
        interrupt("analyze --run run --sample 30000 --worlds 16", &|answer| answer.stdout.starts_with("strategy "));
    assert!(sample.stdout.ends_with("\n130\n"), "{}", sample.stdout);
    assert!(sample.stderr.contains("of 30000 games"), "{}", sample.stderr);
    // Far too much work for anyone's patience: it still ends at once.
    let game = interrupt("analyze g --worlds 10000000", &|answer| answer.stderr.contains("decision"));
    assert!(game.stdout.ends_with("130\n"), "{}{}", game.stdout, game.stderr);
    // Lists of numbers: the rows so far, and what they cover.
    let solve = "solve monte-carlo:rollouts=20 --game last-worm --game fours-and-fives --streams 200";
    for (command, of) in [
        ("exploit greedy --blocks 1000000 --particles 0 --search champion:iterations=10", "of 1000000 blocks"),
        ("ceiling swift --blocks 1000000", "of 1000000 blocks"),
        ("regret g greedy random --judge champion:iterations=50000", "positions"),
        (solve, "of 2 games"),
    ] {
        let answer = interrupt(command, &|answer| answer.stdout.lines().count() > 2 && answer.stderr.contains(of));
        assert!(answer.stdout.ends_with("\n130\n"), "{command}: {}{}", answer.stdout, answer.stderr);
    }
}

#[test]
fn regret_is_counted_for_each_number_of_players() {
    let folder = TempDir::new().unwrap();
    let file = |players: &str| folder.path().join(players).to_str().unwrap().to_owned();
    let mut records = String::new();
    for players in ["2", "3"] {
        let record = ["record", "tuned", "--players", players, "--games", "2", "--quiet", "--out", &file(players)];
        assert_eq!(karteneck(&record).code, 0);
        records += &fs::read_to_string(file(players)).unwrap();
    }
    fs::write(file("all"), records).unwrap();
    let all = file("all");
    let ask = ["regret", &all, "random", "tuned", "--judge", "champion:iterations=60", "--every", "3", "--quiet"];
    let table = karteneck(&ask);
    assert_eq!(table.code, 0, "{}", table.stderr);
    assert!(table.stdout.contains("2 players (") && table.stdout.contains("\nrandom "), "{}", table.stdout);
    assert_eq!(karteneck(&[&ask[..], &["--threads", "1"]].concat()).stdout, table.stdout);
    let rows = karteneck(&[&ask[..], &["--csv"]].concat()).stdout;
    let cells: Vec<Vec<&str>> = rows.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(cells[0], ["entrant", "players", "positions", "loss", "error", "agreement"]);
    let count = |row: &Vec<&str>| row[2].parse::<u64>().unwrap();
    assert_eq!(cells.iter().skip(1).map(|row| row[1]).collect::<Vec<_>>(), ["2", "3", "all", "2", "3", "all"]);
    assert_eq!(count(&cells[1]) + count(&cells[2]), count(&cells[3]));
    let loss = |row: usize| cells[row][3].parse::<f64>().unwrap();
    assert!(loss(3) > loss(6), "random loses more than tuned: {rows}");
    // What cannot judge, or cannot be asked about single positions, is refused.
    let with = |judge: &str, entrant: &str| karteneck(&["regret", &all, entrant, "--judge", judge]);
    assert!(with("tuned", "greedy").stderr.contains("tuned cannot judge"));
    assert_eq!(with("tuned", "greedy").code, 2);
    assert_eq!(with("champion", "process:true").code, 2);
    fs::write(file("none"), "").unwrap();
    assert_eq!(karteneck(&["regret", &file("none"), "greedy"]).code, 1);
}

#[test]
fn a_search_judges_one_decision_or_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().unwrap();
    assert_eq!(karteneck(&["record", "random", "tuned", "--games", "1", "--seed", "3", "--out", file]).code, 0);
    let ask = ["analyze", file, "--move", "1.1", "--judge", "champion:iterations=60"];
    let answer = karteneck(&ask);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let rows: Vec<&str> = answer.stdout.lines().skip(3).collect();
    assert!(rows.len() > 5 && (rows[0].contains("best") || rows[0].contains("close")), "{}", answer.stdout);
    assert_eq!(answer.stdout.matches(" * ").count() + answer.stdout.matches("\n* ").count(), 1, "{}", answer.stdout);
    assert!(answer.stderr.contains("as champion:iterations=60 sees it in 16 looks"), "{}", answer.stderr);
    assert_eq!(karteneck(&[&ask[..], &["--threads", "1"]].concat()).stdout, answer.stdout);
    let position = folder.path().join("there.toml");
    let position = position.to_str().unwrap();
    assert_eq!(karteneck(&[&ask[..], &["--looks", "3", "--save-position", position]].concat()).code, 0);
    let there = karteneck(&["analyze", "--position", position, "--judge", "champion:iterations=60"]);
    assert_eq!(there.stdout.lines().skip(1).collect::<Vec<_>>(), answer.stdout.lines().skip(1).collect::<Vec<_>>());
    let moves = folder.path().join("moves.csv");
    let moves = moves.to_str().unwrap();
    let whole = ["analyze", file, "--judge", "champion:iterations=60", "--looks", "4"];
    let game = karteneck(&[&whole[..], &["--csv", moves]].concat());
    assert!(game.code == 0 && game.stdout.contains("The biggest mistakes:"), "{}{}", game.stdout, game.stderr);
    let rows = fs::read_to_string(moves).unwrap();
    let cells: Vec<Vec<&str>> = rows.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| cells[0].iter().position(|cell| *cell == name).unwrap();
    for row in &cells[1..] {
        let other = if row[column("seat")] == "0" { "chance_1" } else { "chance_0" };
        assert!(row[column("chance")].parse::<f64>().is_ok() && row[column(other)].is_empty(), "{row:?}");
    }
    assert_eq!(karteneck(&[&whole[..], &["--threads", "1"]].concat()).stdout, game.stdout);
    for (wrong, why) in [
        (vec!["analyze", file, "--judge", "champion", "--html", "page.html"], "--html"),
        (vec!["analyze", file, "--judge", "greedy"], "greedy cannot judge"),
        (vec!["analyze", file, "--move", "1.1", "--judge", "greedy"], "greedy cannot judge"),
        (vec!["analyze", file, "--move", "1.1", "--looks", "5"], "--judge"),
        (vec!["analyze", file, "--move", "1.1", "--judge", "champion", "--looks", "2"], "looks"),
        (vec!["analyze", file, "--move", "1.1", "--judge", "champion", "--worlds", "60"], "--worlds"),
    ] {
        let answer = karteneck(&wrong);
        assert!(answer.code == 2 && answer.stderr.contains(why), "{wrong:?}: {}", answer.stderr);
    }
}
