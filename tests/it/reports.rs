//! The parts of a report: the games worth a look, how the wins accumulated, and how to play the run again.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::{
    thread,
    time::{Duration, Instant},
};

use karteneck::arena::{Highlight, Pairing, TableIndex};
use karteneck::game::{Edition, Portion};
use karteneck::records::Record;
use karteneck::records::words::printable;
use karteneck::report::{align_left, clip, moments, text_width};
use karteneck::tables::{Results, RunTables};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::cli::karteneck;
use crate::runs::{FIELD, plan, run};

fn worms_on(portion: u8) -> i32 {
    i32::from(Edition::default().worms(Portion::of_value(portion).unwrap()))
}

/// What a record says about the game, found by reading it from its start to its end.
struct Told {
    closest: i32,
    turnaround: i32,
    steals: i32,
}

impl Told {
    fn of(record: &Record) -> Told {
        let winner = record.result.winner;
        let (mut worms, mut behind, mut steals) = (vec![0; record.players], 0, 0);
        for round in &record.rounds {
            behind = behind.max(worms.iter().max().unwrap() - worms[winner]);
            for mv in &round.moves {
                worms[mv.seat] += mv.take.map_or(0, worms_on);
                if let Some(steal) = &mv.steal {
                    worms[mv.seat] += worms_on(steal.portion);
                    worms[steal.from] -= worms_on(steal.portion);
                    steals += 1;
                }
            }
            round.menu.iter().for_each(|served| worms[served.seat] += worms_on(served.portion));
        }
        let lead = |seat: usize| {
            let worms = i32::from(record.result.worms[winner]) - i32::from(record.result.worms[seat]);
            let best = i32::from(record.result.best[winner]) - i32::from(record.result.best[seat]);
            if worms == 0 { best } else { 64 * worms }
        };
        let closest = (0..record.players).filter(|&seat| seat != winner).map(lead).min().unwrap();
        Told { closest: -closest, turnaround: behind, steals }
    }
}

/// The first record with the highest value, and the value.
fn best(records: &[Record], value: impl Fn(&Record) -> Option<i32>) -> Option<(i32, &Record)> {
    let place = |record: &Record| {
        let extra = |key: &str| record.extra.number(key).unwrap();
        (record.game, extra("lineup"), extra("rotation"))
    };
    let known = records.iter().filter_map(|record| Some((value(record)?, record)));
    known.max_by_key(|(value, record)| (*value, std::cmp::Reverse(place(record))))
}

fn assert_is(highlight: Option<Highlight>, expected: Option<(i32, &Record)>) {
    let found = highlight.map(|at| (at.value, at.block, at.line_up.index() as u64, at.rotation as u64));
    let told = expected.map(|(value, record)| {
        let extra = |key: &str| record.extra.number(key).unwrap();
        (value, record.game, extra("lineup"), extra("rotation"))
    });
    assert_eq!(found, told);
}

/// The win of the entrant that is most rarely ahead of the one it beats, at two players.
fn upset(records: &[&Record]) -> String {
    let mut rarest: Option<(f64, String)> = None;
    for winner in FIELD {
        for loser in FIELD.into_iter().filter(|&loser| loser != winner) {
            let met =
                |record: &&&Record| [winner, loser].iter().all(|name| record.strategies.iter().any(|own| own == name));
            let meetings: Vec<&&Record> = records.iter().filter(met).collect();
            let won = |record: &&&Record| record.strategies[record.result.winner] == winner;
            let lead = |record: &Record| {
                record.result.worms[record.result.winner].abs_diff(record.result.worms[1 - record.result.winner])
            };
            let wins: Vec<u16> = meetings.iter().copied().filter(won).map(|record| lead(record)).collect();
            let share = wins.len() as f64 / meetings.len() as f64;
            if let Some(most) = wins.iter().max()
                && share < rarest.as_ref().map_or(0.5, |(share, _)| *share)
            {
                let percent = 100.0 * share;
                let words = format!(
                    "{winner} beats {loser} by {most} worms, and is ahead of it in {percent:.1} % of their meetings"
                );
                rarest = Some((share, words));
            }
        }
    }
    rarest.unwrap().1
}

#[test]
fn the_games_worth_a_look_are_the_extreme_ones_of_all_games() {
    let mut plan = plan(&FIELD, &[2, 3, 5], Pairing::RoundRobin, 25);
    plan.keep_every = 1;
    let (state, lines) = run(&plan, 2);
    let records: Vec<Record> = lines.iter().map(|line| Record::from_line(line).unwrap()).collect();
    for (size, players) in [2, 3, 5].into_iter().enumerate() {
        let own: Vec<Record> = records.iter().filter(|record| record.players == players).cloned().collect();
        let highlights = &state.sizes[TableIndex::new(size)].tally.highlights;
        assert_is(highlights.closest, best(&own, |record| Some(Told::of(record).closest)));
        assert_is(highlights.turnaround, best(&own, |record| Some(Told::of(record).turnaround)));
        assert_is(highlights.most_steals, best(&own, |record| Some(Told::of(record).steals)));
        for (winner, row) in highlights.clearest.iter().enumerate() {
            for (loser, &highlight) in row.iter().enumerate() {
                let lead = |record: &Record| {
                    let result = &record.result;
                    let losers =
                        (0..players).filter(|&seat| seat != result.winner && record.strategies[seat] == FIELD[loser]);
                    let won = record.strategies[result.winner] == FIELD[winner];
                    let leads =
                        losers.map(|seat| i32::from(result.worms[result.winner]) - i32::from(result.worms[seat]));
                    leads.max().filter(|_| won)
                };
                assert_is(highlight, best(&own, lead));
            }
        }
    }
    let moments = moments(&RunTables::new(Results { plan: &plan, state: &state }));
    let titles: Vec<&str> = moments.iter().map(|moment| moment.title.as_str()).collect();
    let expected = ["The closest game", "The biggest turnaround", "The most steals", "The biggest upset"];
    assert_eq!(titles[..4], expected.map(|title| format!("{title}, 2 players")));
    let two: Vec<&Record> = records.iter().filter(|record| record.players == 2).collect();
    assert_eq!(moments[3].about, upset(&two));
}

#[test]
fn the_course_of_the_wins_ends_at_the_win_rate_and_is_the_same_for_any_threads() {
    let plan = plan(&FIELD, &[3], Pairing::RoundRobin, 150);
    let (state, _) = run(&plan, 2);
    assert_eq!(run(&plan, 1).0, state);
    let blocks = &state.sizes[TableIndex::FIRST].tally.blocks;
    for entrant in blocks.wins.indices() {
        let course = blocks.course.of(entrant);
        assert_eq!(*course.last().unwrap(), blocks.wins[entrant]);
        assert_eq!((course[0].count, course.last().unwrap().count), (1, 150));
        assert!(course.len() > 20);
    }
}

/// A small run; its folder.
fn tournament(folder: &TempDir, name: &str, more: &[&str]) -> String {
    let out = folder.path().join(name).to_str().unwrap().to_owned();
    let common = ["tournament", "--players", "2,3", "--blocks", "20", "--seed", "9", "--quiet", "--out", &out];
    let answer = karteneck(&[&common[..], &FIELD, more].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    out
}

fn assert_same_files(one: &str, other: &str) {
    for name in ["manifest.json", "tally.json", "standings.csv", "portions.csv", "histograms.csv"] {
        let [one, other] = [one, other].map(|run| fs::read(Path::new(run).join(name)).unwrap());
        assert!(one == other, "{name} differs");
    }
}

/// The commands that a page gives.
fn commands(run: &str) -> Vec<String> {
    let page = fs::read_to_string(Path::new(run).join("report.html")).unwrap();
    let commands =
        page.split("<pre class=\"commands\" tabindex=\"0\">").nth(1).unwrap().split("</pre>").next().unwrap();
    commands.lines().map(str::to_owned).collect()
}

#[test]
fn the_commands_of_a_report_play_the_run_again() {
    let folder = TempDir::new().unwrap();
    let run = tournament(&folder, "run", &["--first-deal", "70", "--challenger", "heuristic:tempo=1.2"]);
    assert_eq!(karteneck(&["report", &run]).code, 0);
    let commands = commands(&run);
    assert_eq!(commands.len(), 3, "{commands:?}");
    for (number, command) in commands.iter().enumerate() {
        let mut words: Vec<&str> = command.split(' ').skip(1).collect();
        let again = folder.path().join(format!("again{number}")).to_str().unwrap().to_owned();
        if words[0] == "verify" {
            assert_eq!(karteneck(&words).code, 0);
            continue;
        }
        words.extend(["--quiet", "--out", &again]);
        let answer = karteneck(&words);
        assert_eq!(answer.code, 0, "{command}: {}", answer.stderr);
        assert_same_files(&run, &again);
    }
    let manifest = format!("{run}/manifest.json");
    let again = folder.path().join("by-manifest").to_str().unwrap().to_owned();
    assert_eq!(karteneck(&["tournament", "--from", &manifest, "--quiet", "--out", &again]).code, 0);
    assert_same_files(&run, &again);
    let wrong = karteneck(&["match", "--from", &run]);
    assert!(wrong.code == 2 && wrong.stderr.contains("karteneck tournament --from"), "{}", wrong.stderr);
    let both = karteneck(&["tournament", "--from", &run, "--seed", "3"]);
    assert_eq!(both.code, 2, "{}", both.stderr);
}

#[test]
fn figures_and_markdown_say_what_the_files_say() {
    let folder = TempDir::new().unwrap();
    let run = tournament(&folder, "run", &[]);
    let figures = folder.path().join("figures");
    let answer = karteneck(&["report", &run, "--markdown", "--svg", figures.to_str().unwrap()]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let mut standings = csv::Reader::from_path(format!("{run}/standings.csv")).unwrap();
    for row in standings.records().map(Result::unwrap) {
        let percent = |at: usize| format!("{:.2}", 100.0 * row[at].parse::<f64>().unwrap());
        let line =
            format!("| {} | {} | {} | {} | {} | {} |", &row[1], &row[2], &row[3], percent(5), percent(6), percent(7));
        assert!(answer.stdout.contains(&line), "{line} is not in\n{}", answer.stdout);
    }
    assert_eq!(fs::read_dir(&figures).unwrap().count(), 2 * 10);
    for entry in fs::read_dir(&figures).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(text.starts_with("<svg xmlns") && text.trim_end().ends_with("</svg>") && text.contains("<style>"));
    }
    // The same run gives the same page, and --force on the run removes it.
    let page = fs::read(format!("{run}/report.html")).unwrap();
    assert_eq!(karteneck(&["report", &run]).code, 0);
    assert!(fs::read(format!("{run}/report.html")).unwrap() == page);
    tournament(&folder, "run", &["--force"]);
    assert!(!Path::new(&format!("{run}/report.html")).exists());
}

#[test]
fn a_folder_without_a_run_makes_no_page() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let missing = karteneck(&["report", &path("nothing")]);
    assert!(missing.code == 2 && missing.stderr.contains("there is no folder"), "{}", missing.stderr);
    let tuning = path("tuning");
    let words = ["tune", "heuristic", "--params", "tempo", "--games", "2000", "--transfer", "none", "--quiet"];
    assert_eq!(karteneck(&[&words[..], &["--folder", &tuning]].concat()).code, 0);
    let answer = karteneck(&["report", &tuning]);
    assert!(answer.code == 2 && answer.stderr.contains("this is the folder of a tuning"), "{}", answer.stderr);
    let run = tournament(&folder, "run", &[]);
    let other = path("page.html");
    fs::write(&other, "mine").unwrap();
    let refused = karteneck(&["report", &run, "--out", &other]);
    assert!(refused.code == 2 && refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    assert_eq!(karteneck(&["report", &run, "--out", &other, "--force"]).code, 0);
    assert!(fs::read_to_string(&other).unwrap().starts_with("<!doctype html>"));
    let tally = format!("{run}/tally.json");
    let text = fs::read_to_string(&tally).unwrap();
    fs::write(&tally, text.replacen("\"wins\":", "\"wins\": ", 1)).unwrap();
    let damaged = karteneck(&["report", &run]);
    assert!(damaged.code == 1 && damaged.stderr.contains("damaged"), "{}", damaged.stderr);
}

#[test]
fn an_unfinished_run_is_shown_as_far_as_it_has_come() {
    let folder = TempDir::new().unwrap();
    let run = tournament(&folder, "run", &[]);
    // As after a kill: there is a saved state, but no result.
    let manifest = fs::read_to_string(format!("{run}/manifest.json")).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    value.as_object_mut().unwrap().remove("result");
    fs::write(format!("{run}/manifest.json"), value.to_string()).unwrap();
    let nothing = karteneck(&["report", &run]);
    assert!(nothing.code == 2 && nothing.stderr.contains("--resume"), "{}", nothing.stderr);
    fs::rename(format!("{run}/tally.json"), format!("{run}/checkpoint.json")).unwrap();
    assert_eq!(karteneck(&["report", &run]).code, 0);
    let page = fs::read_to_string(format!("{run}/report.html")).unwrap();
    assert!(page.contains("The run is not over"));
}

#[cfg(unix)]
#[test]
fn games_of_programs_are_shown_from_their_records_and_never_played_again() {
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("bot.sh");
    let text = format!(
        r#"echo started >> '{}'
        while read -r line; do case "$line" in
            *'"type":"hello"'*) echo '{{"type":"hello","protocol":"karteneck-bot/2"}}' ;;
            *'"type":"decide"'*) id=${{line#*'"id":'}}; id=${{id%%,*}}; mv=${{line#*'"moves":["'}}; mv=${{mv%%'"'*}}
                echo "{{\"id\":$id,\"move\":\"$mv\"}}" ;;
        esac; done"#,
        folder.path().join("log").display()
    );
    fs::write(&script, text).unwrap();
    // A program cannot create a file next to what it is denied.
    fs::write(folder.path().join("log"), "").unwrap();
    let bot = format!("process:sh {}", script.display());
    let play = |name: &str, more: &[&str]| {
        let out = folder.path().join(name).to_str().unwrap().to_owned();
        let common = ["match", "steal-hunter", &bot, "--blocks", "1", "--quiet", "--out", &out];
        assert_eq!(karteneck(&[&common[..], more].concat()).code, 0);
        let starts = || fs::read_to_string(folder.path().join("log")).unwrap().lines().count();
        let before = starts();
        assert_eq!(karteneck(&["report", &out]).code, 0);
        assert_eq!(starts(), before, "a page starts no program");
        let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
        (page.matches("data-game=").count(), page.contains("cannot be shown"))
    };
    assert_eq!(play("without", &[]), (0, true));
    // Three reasons for two games: one game is shown for two of them.
    assert_eq!(play("with", &["--record", "all"]), (3, false));
}

#[test]
fn many_entrants_are_cut_in_charts_and_runs_of_one_name_are_told_apart() {
    let folder = TempDir::new().unwrap();
    let field: Vec<String> = (10..36).map(|enough| format!("greedy:enough={enough}")).collect();
    let field: Vec<&str> = field.iter().map(String::as_str).collect();
    let runs = ["one/run", "other/run"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    for run in &runs {
        let answer = karteneck(&[&["tournament", "--blocks", "1", "--quiet", "--out", run], &field[..]].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
    }
    let figures = folder.path().join("figures").to_str().unwrap().to_owned();
    assert_eq!(karteneck(&["report", &runs[0], &runs[1], "--svg", &figures]).code, 0);
    let page = fs::read_to_string(format!("{}/comparison.html", runs[0])).unwrap();
    assert!(page.contains("Most charts show the best 24 of 26 entrants"));
    assert_eq!(page.matches("<g class=\"panel\"").count(), 2 * 24);
    assert_eq!(page.matches("data-file=\"standings.csv\"").count(), 2);
    assert!(page.contains("run (1)") && page.contains("run (2)"));
    let [one, other] = ["run (1)", "run (2)"].map(|name| format!("{figures}/{name}/standings-2-players.svg"));
    assert!(Path::new(&one).is_file() && Path::new(&other).is_file());
    let again = karteneck(&["report", &runs[0], "--svg", &format!("{figures}/run (1)")]);
    assert!(again.code == 2 && again.stderr.contains("--force"), "{}", again.stderr);
}

/// Makes a program with the name that the system uses to open files: it records its arguments.
#[cfg(target_os = "linux")]
fn make_opener(folder: &Path) {
    // By another process: a file that this one has just written may still be open in a child started by another test.
    let script = r#"mkdir bin empty && printf '#!/bin/sh\nprintf "%%s\\n" "$1" >opened\n' >bin/xdg-open && chmod +x bin/xdg-open"#;
    let made = std::process::Command::new("sh").args(["-c", script]).current_dir(folder).status().unwrap();
    assert!(made.success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_is_opened_by_its_absolute_path_and_the_user_is_told_what_to_do() {
    let folder = TempDir::new().unwrap();
    let run = tournament(&folder, "run", &[]);
    make_opener(folder.path());
    let report = |path: &str| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo_bin!("karteneck"));
        // Some would take this name for a URL.
        command.args(["report", &run, "--open", "--force", "--out", "a:b.html"]).current_dir(&folder);
        let output = command.env("PATH", folder.path().join(path)).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let stderr = report("empty");
    assert!(stderr.contains("cannot open a browser") && stderr.contains("open the page yourself"), "{stderr}");
    let stderr = report("bin");
    assert!(!stderr.contains("cannot") && stderr.contains("open the page yourself"), "{stderr}");
    let deadline = Instant::now() + Duration::from_secs(60);
    let opened = loop {
        let opened = fs::read_to_string(folder.path().join("opened")).unwrap_or_default();
        if opened.ends_with('\n') || Instant::now() > deadline {
            break opened;
        }
        thread::sleep(Duration::from_millis(5));
    };
    let page = folder.path().canonicalize().unwrap().join("a:b.html");
    assert_eq!(opened.trim_end(), page.to_str().unwrap());
}

proptest! {
    #[test]
    fn columns_begin_at_the_same_place_whatever_is_in_them(cells in prop::collection::vec(any::<String>(), 1..6)) {
        let rows: Vec<Vec<String>> = cells.iter().map(|cell| vec![cell.clone(), "|".to_owned()]).collect();
        let table = align_left(&rows);
        let cells: Vec<String> = cells.iter().map(|cell| printable(cell)).collect();
        prop_assert_eq!(table.lines().count(), cells.len());
        let widest = cells.iter().map(|cell| text_width(cell)).max().unwrap();
        let mut rest = &table[..];
        for cell in &cells {
            let after = rest.strip_prefix(cell.as_str()).unwrap();
            let blanks = after.find('|').unwrap();
            prop_assert_eq!(text_width(cell) + blanks, widest + 2);
            rest = &after[blanks + 2..];
        }
        prop_assert_eq!(rest, "");
    }

    #[test]
    fn what_is_clipped_fits(name in any::<String>(), most in 1_usize..20) {
        let clipped = clip(&name, most);
        prop_assert!(text_width(&clipped) <= most, "{:?}", clipped);
        prop_assert!(clipped == name || clipped.contains('…'));
    }

    #[test]
    fn what_is_clipped_fits_with_marks_and_pictures(name in "[a1漢👩🔬🇩🇪☂\u{308}\u{200d}\u{fe0f}\u{fe0e}\u{20e3}\u{1f3fb}لا]{0,16}", most in 1_usize..12) {
        let clipped = clip(&name, most);
        prop_assert!(text_width(&clipped) <= most, "{:?} is {} wide", clipped, text_width(&clipped));
    }
}
