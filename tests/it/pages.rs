//! Pages as a reader meets them, in a headless browser: nothing is loaded, nothing complains, and the numbers are those of
//! the CSV files. These tests need a browser and run if asked for, as the gate does.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::cli::karteneck;
use crate::viewer::{step, worms};

pub const WIDE: [u32; 2] = [1100, 900];
pub const PHONE: [u32; 2] = [360, 740];

/// Plays a small run and makes its page.
fn run_with_page(folder: &Path, name: &str, field: &[&str], players: &str) -> PathBuf {
    run_on_seed("5", folder, name, field, players)
}

fn run_on_seed(seed: &str, folder: &Path, name: &str, field: &[&str], players: &str) -> PathBuf {
    let run = folder.join(name);
    let out = run.to_str().unwrap();
    let arguments = ["--players", players, "--blocks", "30", "--seed", seed, "--quiet", "--out", out];
    let answer = karteneck(&[&["tournament"], field, &arguments].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let answer = karteneck(&["report", out]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    run
}

const FIELD: [&str; 4] = ["random", "greedy", "steal-hunter", "heuristic"];

/// The rows of a CSV file: for each the fields by column.
pub fn rows(run: &Path, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(run.join(file)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// All marks of a figure that carry these values.
fn marks(browser: &mut Browser, players: &str, figure: &str, keys: &[&str]) -> Vec<Vec<String>> {
    let selector = format!(
        "section[data-players='{players}'] figure[data-figure='{figure}'] [data-value], section[data-players='{players}'] figure[data-figure='{figure}'] [data-counts]"
    );
    let expression = format!(
        "[...document.querySelectorAll({})].map(mark => {}.map(key => mark.dataset[key] ?? mark.closest('[data-entrant]').dataset[key]))",
        json!(selector),
        json!(keys)
    );
    serde_json::from_value(browser.ask(&expression)).unwrap()
}

/// Compares the marks of a figure with the columns of a file, in any order.
fn assert_marks(browser: &mut Browser, run: &Path, figure: (&str, &[&str]), file: (&str, &[&str])) {
    for players in ["2", "3"] {
        let mut shown = marks(browser, players, figure.0, figure.1);
        let of_size = rows(run, file.0).into_iter().filter(|row| row["players"] == players);
        let mut told: Vec<Vec<String>> =
            of_size.map(|row| file.1.iter().map(|column| row[*column].clone()).collect()).collect();
        shown.retain(|mark| mark[0] != "all of them");
        shown.sort();
        told.sort();
        assert!(!told.is_empty());
        assert_eq!(shown, told, "{} at {players} players", figure.0);
    }
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_report_shows_the_numbers_of_the_files_and_loads_nothing() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let run = run_with_page(folder.path(), "run", &FIELD, "2,3");
    browser.open(&run.join("report.html"), WIDE);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    for players in ["2", "3"] {
        let figures = browser.ask(&format!(
            "[...document.querySelectorAll('section[data-players=\"{players}\"] figure')].map(figure => figure.dataset.figure \
             + ' ' + (figure.querySelector('svg').getBoundingClientRect().height > 80))"
        ));
        let expected = [
            "standings",
            "ratings",
            "matchups",
            "worms",
            "portions",
            "seats",
            "steals",
            "rounds",
            "pass-totals",
            "convergence",
        ];
        assert_eq!(figures, json!(expected.map(|name| format!("{name} true"))));
    }
    tables_are_the_files(&mut browser, &run);
    let standings = ["entrant", "win_rate", "win_rate_low", "win_rate_high"];
    assert_marks(
        &mut browser,
        &run,
        ("standings", &["entrant", "value", "low", "high"]),
        ("standings.csv", &standings),
    );
    let ratings = ["entrant", "rating", "rating_low", "rating_high"];
    assert_marks(&mut browser, &run, ("ratings", &["entrant", "value", "low", "high"]), ("standings.csv", &ratings));
    let matchups = ["entrant", "opponent", "ahead_rate"];
    assert_marks(&mut browser, &run, ("matchups", &["entrant", "opponent", "value"]), ("matchups.csv", &matchups));
    assert_marks(
        &mut browser,
        &run,
        ("seats", &["entrant", "seat", "value"]),
        ("seats.csv", &["entrant", "seat", "win_rate"]),
    );
    assert_marks(&mut browser, &run, ("convergence", &["entrant", "value"]), ("standings.csv", &standings[..2]));
    steals_and_counters_are_the_files(&mut browser, &run);
    counts_are_the_files(&mut browser, &run);
    dots_stand_where_their_values_are(&mut browser);
    browser.click("section[data-players='2'] figure[data-figure=standings] circle[data-entrant=greedy]");
    let told = browser.text("section[data-players='2'] figure[data-figure=standings] figcaption");
    assert!(told.starts_with("greedy: "), "{told}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Every cell of every table carries the text of the file.
fn tables_are_the_files(browser: &mut Browser, run: &Path) {
    for file in ["standings.csv", "matchups.csv", "seats.csv"] {
        for players in ["2", "3"] {
            let shown = browser.ask(&format!(
                "(() => {{ const table = document.querySelector('section[data-players=\"{players}\"] table[data-file=\"{file}\"]'); \
                 const columns = [...table.tHead.rows[0].cells].map(cell => cell.dataset.column); \
                 return [...table.tBodies[0].rows].map(row => Object.fromEntries([...row.cells].map((cell, at) => \
                 [columns[at], cell.dataset.value ?? cell.textContent]))); }})()"
            ));
            let of_size = rows(run, file).into_iter().filter(|row| row["players"] == players);
            let told: Vec<_> = of_size.map(|mut row| row.remove("players").map(|_| row)).collect();
            assert_eq!(shown, json!(told), "{file}");
        }
    }
    let win_rate = browser.text("section[data-players='2'] table[data-file='standings.csv'] tbody td:nth-child(5)");
    let first = &rows(run, "standings.csv")[0];
    let [exact, low, high] =
        ["win_rate", "win_rate_low", "win_rate_high"].map(|key| first[key].parse::<f64>().unwrap());
    assert_eq!(win_rate, format!("{:.1} ± {:.1}", 100.0 * exact, 50.0 * (high - low)));
}

fn steals_and_counters_are_the_files(browser: &mut Browser, run: &Path) {
    for players in ["2", "3"] {
        let mut shown = marks(browser, players, "steals", &["entrant", "opponent", "value"]);
        let of_size = rows(run, "matchups.csv").into_iter().filter(|row| row["players"] == players);
        let some = of_size.filter(|row| row["steals"] != "0");
        let mut told: Vec<Vec<String>> =
            some.map(|row| vec![row["entrant"].clone(), row["opponent"].clone(), row["steals"].clone()]).collect();
        shown.sort();
        told.sort();
        assert!(told.len() > 2 && shown == told, "{shown:?} instead of {told:?}");
        let counters = marks(browser, players, "rounds", &["entrant", "counter", "value"]);
        assert_eq!(counters.len(), 5 * FIELD.len());
        for counter in counters {
            let told = rows(run, "standings.csv");
            let row = told.iter().find(|row| row["players"] == players && row["entrant"] == counter[0]).unwrap();
            assert_eq!(row[&format!("{}_per_game", counter[1])], counter[2]);
        }
    }
}

/// The histograms and the portions, number by number.
fn counts_are_the_files(browser: &mut Browser, run: &Path) {
    let histograms = rows(run, "histograms.csv");
    for (figure, statistic) in [("worms", "worms"), ("pass-totals", "pass_total")] {
        for mark in marks(browser, "3", figure, &["entrant", "counts"]) {
            let shown = mark[1].split(' ').enumerate().filter(|(_, count)| *count != "0");
            let shown: Vec<(String, String)> =
                shown.map(|(value, count)| (value.to_string(), count.to_owned())).collect();
            let own = histograms
                .iter()
                .filter(|row| row["players"] == "3" && row["entrant"] == mark[0] && row["statistic"] == statistic);
            let told: Vec<(String, String)> = own.map(|row| (row["value"].clone(), row["count"].clone())).collect();
            assert!(!told.is_empty());
            assert_eq!(shown, told, "{figure} of {}", mark[0]);
        }
    }
    let hints = browser.ask(
        "[...document.querySelectorAll('section[data-players=\"3\"] figure[data-figure=portions] .panel')].map(panel => \
         [panel.dataset.entrant, [...panel.querySelectorAll('.glass title')].map(title => title.textContent)])",
    );
    let portions = rows(run, "portions.csv");
    let mut seen = 0;
    for panel in hints.as_array().unwrap() {
        let own: Vec<_> = portions.iter().filter(|row| row["players"] == "3" && panel[0] == row["entrant"]).collect();
        let told: Vec<String> = own
            .iter()
            .map(|row| {
                let [value, up, menu, invalid, stolen, lost, kept] =
                    ["portion", "turned_up", "taken_menu", "taken_invalid", "stolen", "lost", "kept"]
                        .map(|key| &row[key]);
                format!(
                    "{value}: turned up {up}, menu {menu}, invalid {invalid}, stolen {stolen}, lost {lost}, kept {kept}"
                )
            })
            .collect();
        assert_eq!(panel[1], json!(told));
        seen += told.len();
    }
    assert_eq!(seen, 28 * FIELD.len());
}

/// In the forest plot the middle of every dot lies on one line through values and pixels, and every interval around it.
fn dots_stand_where_their_values_are(browser: &mut Browser) {
    let dots: Vec<[f64; 4]> = serde_json::from_value(browser.ask(
        "[...document.querySelectorAll('section[data-players=\"2\"] figure[data-figure=standings] circle')].map(dot => \
         [dot.dataset.value, dot.dataset.low, dot.dataset.high, dot.getAttribute('cx')].map(Number))",
    ))
    .unwrap();
    let (first, last) = (dots[0], dots[dots.len() - 1]);
    let slope = (first[3] - last[3]) / (first[0] - last[0]);
    assert!(slope > 0.0);
    for [value, low, high, x] in dots {
        assert!(low <= value && value <= high);
        assert!((x - last[3] - slope * (value - last[0])).abs() < 0.2, "{value} at {x}");
    }
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn tables_are_sorted_by_their_headings() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let run = run_with_page(folder.path(), "run", &FIELD, "2");
    browser.open(&run.join("report.html"), WIDE);
    let column = |browser: &mut Browser, name: &str| -> Vec<String> {
        let found = browser.ask(&format!(
            "(() => {{ const table = document.querySelector('table[data-file=\"standings.csv\"]'); const at = \
             table.querySelector('th[data-column={name}]').cellIndex; \
             return [...table.tBodies[0].rows].map(row => row.cells[at].dataset.value ?? row.cells[at].textContent); }})()"
        ));
        serde_json::from_value(found).unwrap()
    };
    let is_rising = |values: &[String]| {
        values.windows(2).all(|pair| pair[0].parse::<f64>().unwrap() <= pair[1].parse::<f64>().unwrap())
    };
    let hidden = "document.querySelector('th[data-column=steals_per_game]').getBoundingClientRect().width";
    assert_eq!(browser.ask(hidden), json!(0), "only the main columns are shown");
    browser.click(".standings .switch input");
    browser.click("table[data-file='standings.csv'] th[data-column=steals_per_game] button");
    let mut falling = column(&mut browser, "steals_per_game");
    browser.click("table[data-file='standings.csv'] th[data-column=steals_per_game] button");
    let rising = column(&mut browser, "steals_per_game");
    assert!(is_rising(&rising) && rising[0] != rising[3]);
    falling.reverse();
    assert_eq!(falling, rising);
    browser.click("table[data-file='standings.csv'] th[data-column=entrant] button");
    assert_eq!(column(&mut browser, "entrant"), ["greedy", "heuristic", "random", "steal-hunter"]);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_report_is_readable_on_a_phone_in_the_dark_and_on_paper() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let run = run_with_page(folder.path(), "run", &FIELD, "2,3");
    browser.open(&run.join("report.html"), PHONE);
    assert_eq!(browser.ask("document.documentElement.scrollWidth <= innerWidth"), json!(true));
    // Whatever is wider than the screen scrolls by itself.
    let cut = browser.ask(
        "[...document.querySelectorAll('main *, header *')].filter(part => part.getBoundingClientRect().right > innerWidth + 1 \
         && !part.closest('figure, .wide, pre, .viewer-command')).map(part => part.outerHTML.slice(0, 80))",
    );
    assert_eq!(cut, json!([]));
    let smallest = browser.ask(
        "Math.min(...[...document.querySelectorAll('figure')].flatMap(figure => { const svg = figure.querySelector('svg'); \
         const zoom = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width; \
         return [...svg.querySelectorAll('text')].map(text => zoom * parseFloat(getComputedStyle(text).fontSize)); }))",
    );
    assert!(smallest.as_f64().unwrap() >= 9.5, "letters of {smallest} pixels");
    let fits = "[...document.querySelectorAll('.standings .wide, .wide:has(.overview)')].every(part => part.scrollWidth <= part.clientWidth)";
    assert_eq!(browser.ask(fits), json!(true), "the main columns fit on a phone");
    let paper = "getComputedStyle(document.body).backgroundColor";
    let light = browser.ask(paper);
    browser.emulate("screen", "dark");
    let dark = browser.ask(paper);
    assert_ne!(light, dark);
    let text = browser.ask("getComputedStyle(document.querySelector('figure text')).fill");
    assert_ne!(text, dark);
    browser.emulate("print", "dark");
    assert_eq!(browser.ask(paper), light, "paper is white");
    assert_eq!(browser.ask("getComputedStyle(document.querySelector('nav')).display"), json!("none"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_games_of_a_report_are_those_it_speaks_of() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let run = run_with_page(folder.path(), "run", &FIELD, "2");
    browser.open(&run.join("report.html"), WIDE);
    let titles = browser.ask("[...document.querySelectorAll('[data-game] b')].map(title => title.textContent)");
    assert_eq!(titles, json!(["The closest game", "The biggest turnaround", "The most steals", "The biggest upset"]));
    for game in 0..4 {
        browser.click(&format!("[data-game='{game}']"));
        let title = browser.text("#viewer-title");
        assert_eq!(titles[game], title);
        browser.press("End");
        // The command shown with the game gives the same game.
        let command = browser.text("#viewer-command");
        let told = karteneck(&command.split(' ').skip(1).chain(["--json"]).collect::<Vec<_>>());
        let record: Value = serde_json::from_str(&told.stdout).unwrap();
        assert_eq!(worms(&mut browser), record["result"]["worms"], "{command}");
    }
    // A link to a step of a game.
    browser.open_part(&run.join("report.html"), "#game-2-5", WIDE);
    assert_eq!((step(&mut browser), json!(browser.text("#viewer-title"))), (5, titles[2].clone()));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn names_are_never_markup_and_runs_are_compared() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let name = "<img src=x onerror=alert(1)>&\"quoted\"";
    let file = folder.path().join(format!("{name}.toml"));
    fs::write(&file, "family = \"greedy\"\n").unwrap();
    let one = run_with_page(folder.path(), "one", &[file.to_str().unwrap(), "random"], "2");
    let other = run_with_page(folder.path(), "other", &["random", "greedy", "heuristic"], "2");
    browser.open(&one.join("report.html"), WIDE);
    assert_eq!(browser.ask("document.images.length"), json!(0));
    assert!(browser.text("table[data-file='standings.csv'] tbody").contains(name));
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let [first, second] = [&one, &other].map(|run| run.to_str().unwrap());
    assert_eq!(karteneck(&["report", first, second]).code, 0);
    browser.open(&one.join("comparison.html"), WIDE);
    let shown = browser.ask("document.querySelectorAll('#comparison circle[data-entrant=random]').length");
    assert_eq!((shown, browser.complaints()), (json!(2), Vec::new()));
}

/// The loud words of a comparison, and the headings of its table.
fn compared(browser: &mut Browser, runs: &[&Path]) -> (String, Vec<String>) {
    let page = runs[0].join("comparison.html");
    let paths = runs.iter().map(|run| run.to_str().unwrap());
    assert_eq!(karteneck(&["report"].into_iter().chain(paths).collect::<Vec<_>>()).code, 0);
    browser.open(&page, WIDE);
    let loud = "[...document.querySelectorAll('.warning')].map(words => words.textContent).join()";
    let headings = "[...document.querySelectorAll('[data-table=compared] th')].map(heading => heading.textContent)";
    let (loud, headings) = (browser.ask(loud), browser.ask(headings));
    (loud.as_str().unwrap().to_owned(), serde_json::from_value(headings).unwrap())
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn runs_with_different_opponents_show_no_difference() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let play = |name: &str, field: &[&str]| run_with_page(folder.path(), name, field, "2");
    let one = play("one", &["random", "greedy", "heuristic"]);
    let same = run_on_seed("6", folder.path(), "same", &["heuristic", "random", "greedy"], "2");
    let fewer = play("fewer", &["random", "greedy"]);
    let (loud, headings) = compared(&mut browser, &[&one, &same]);
    assert_eq!(loud, "");
    assert_eq!(headings, ["entrant", "one", "±", "same", "±", "difference", "±"]);
    let rows = "[...document.querySelectorAll('[data-table=compared] tbody tr')].map(row => [...row.cells].slice(1).map(cell => +cell.textContent))";
    let rows: Vec<[f64; 6]> = serde_json::from_value(browser.ask(rows)).unwrap();
    assert_eq!(rows.len(), 3);
    for [one, one_half, same, same_half, difference, half] in rows {
        // All three are rounded.
        assert!((difference - (same - one)).abs() < 0.016, "{difference} of {one} and {same}");
        assert!(difference.abs() > 0.1, "other deals, other shares: {difference}");
        assert!((half - (one_half.powi(2) + same_half.powi(2)).sqrt()).abs() < 0.02 && half > 0.0, "{half}");
    }
    let (loud, headings) = compared(&mut browser, &[&one, &fewer]);
    assert!(loud.contains("different opponents: not all of them have heuristic"), "{loud}");
    assert_eq!(headings, ["entrant", "one", "±", "fewer", "±"]);
    // The same names, but another file behind one of them.
    let file = folder.path().join("greedy.toml");
    fs::write(&file, "family = \"greedy\"\n[parameters]\nenough = 20\n").unwrap();
    let other = play("other", &["random", file.to_str().unwrap(), "heuristic"]);
    let (loud, headings) = compared(&mut browser, &[&one, &other]);
    assert!(loud.contains("different settings: greedy"), "{loud}");
    assert_eq!(headings.len(), 5);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn names_are_never_cut_and_the_title_says_what_was_played() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let variants =
        ["heuristic:card=1.05,tempo=1.25,steal=0.85,guard=0.75,aim=0.9", "heuristic:card=1.05,tempo=1.25,steal=0.85"];
    // A name without a place to break it.
    let file = folder.path().join(format!("{}.toml", "wom".repeat(25)));
    fs::write(&file, "family = \"greedy\"\n").unwrap();
    let others = [file.to_str().unwrap(), "random"];
    let run = run_with_page(folder.path(), "run", &[&variants[..], &others].concat(), "2,3");
    let field: Vec<String> = rows(&run, "standings.csv")[..4].iter().map(|row| row["entrant"].clone()).collect();
    assert!(field.iter().any(|name| name.len() > 50));
    for size in [WIDE, PHONE] {
        browser.open(&run.join("report.html"), size);
        assert_eq!(browser.text("h1"), "Tournament of 4 entrants, 2 and 3 players");
        assert_eq!(browser.ask("document.title"), json!("Tournament of 4 entrants, 2 and 3 players · run"));
        let without = browser.ask(&format!(
            "[...document.querySelectorAll('figure')].filter(figure => !{}.every(name => [...figure.querySelectorAll('text')].map(text => \
             text.textContent).join('').includes(name))).map(figure => figure.dataset.figure)",
            json!(field)
        ));
        assert_eq!(without, json!([]), "figures without the whole names");
        let cut = browser.ask(
            "[...document.querySelectorAll('figure')].flatMap(figure => { const box = figure.querySelector('svg').getBoundingClientRect(); \
             return [...figure.querySelectorAll('text')].filter(text => { const own = text.getBoundingClientRect(); return own.left < box.left - 1 \
             || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1; }).map(text => figure.dataset.figure + ': ' + text.textContent); })",
        );
        assert_eq!(cut, json!([]), "texts that leave their picture");
        let fits = "[...document.querySelectorAll('.wide:has(.overview), .standings .wide')].every(part => part.scrollWidth <= part.clientWidth)";
        assert_eq!(browser.ask(fits), json!(true), "tables that must be scrolled");
    }
    // Win rates that differ much are shown on an axis from 0 to 100 %.
    let ends = browser.ask(
        "[...document.querySelector('section[data-players=\"2\"] figure[data-figure=standings]').querySelectorAll('text')].map(text => \
         text.textContent).filter(text => text === '0 %' || text === '100 %')",
    );
    assert_eq!(ends, json!(["0 %", "100 %"]));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
