//! Saved states: checked against their plan, then shown, merged and gone on with.

use std::ops::ControlFlow;

use karteneck::arena::{Joining, Plan, PlayOptions, State, play_run};
use karteneck::bots::BotHost;
use karteneck::entrants::{Catalogue, EntrantKind};
use karteneck::report::{RunInput, figure_files, markdown, moments, report_page, standings_table, verdict};
use karteneck::runs::Manifest;
use karteneck::tables::{Cell, ResultFile, Results, RunTables, csv_files};
use serde_json::Value;

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "\"complete\"",
    "\"precise\"",
    "\"undecided\"",
    "\"partial\"",
    "{\"from\":1,\"list\":[1]}",
    "{\"tested\":\"null\"}",
    "null",
    "[]",
    "{}",
    "<fuzz>",
    "\"name\":\"<fuzz>\"",
    "\"name\":\"=1+1\"",
    "\"name\":\"a|b\"",
];

/// `{"plan": …, "state": …}`.
pub fn run(data: &[u8]) -> Trace {
    let Ok(Value::Object(mut input)) = serde_json::from_str(&text(data)) else {
        return Trace::refused("not an object");
    };
    let [plan, state] = ["plan", "state"].map(|key| input.remove(key).unwrap_or_default());
    let plan = match Plan::from_json(&plan.to_string(), &Catalogue::shipped_only(), None) {
        Ok(plan) => plan,
        Err(error) => return Trace::refused(&error.to_string()),
    };
    if !is_quick(&plan) {
        return Trace::refused("a plan that takes its time");
    }
    let state: State = match serde_json::from_value(state) {
        Ok(state) => state,
        Err(error) => return Trace::refused(&error.to_string()),
    };
    if let Err(problem) = state.check(&plan) {
        return Trace::refused(&problem);
    }
    let written = serde_json::to_string(&state).expect("a state has a JSON form");
    assert_eq!(serde_json::from_str::<State>(&written).ok().as_ref(), Some(&state), "it is read as it was written");
    check_tables(&plan, &state);
    check_pages(&plan, &state);
    check_merge(&plan, &state);
    go_on(&plan, &state);
    Trace::understood("a state")
}

/// Whether a few blocks of it take no time: no programs, no searches, few line-ups.
pub(super) fn is_quick(plan: &Plan) -> bool {
    let is_quick =
        |kind: &EntrantKind| matches!(kind, EntrantKind::Family { family, .. } if family.name != "monte-carlo");
    plan.entrants().len() <= 8
        && plan.entrants().iter().all(|entrant| is_quick(&entrant.kind))
        && plan.schedules().iter().map(|schedule| schedule.line_ups.len()).sum::<usize>() <= 30
}

/// Every table has a cell for each column and no number that is none; every file can be read as CSV.
fn check_tables(plan: &Plan, state: &State) {
    let results = Results { plan, state };
    let tables = RunTables::new(results);
    for file in ResultFile::ALL {
        let table = tables.table(file);
        for cell in table.rows.iter().flatten() {
            // An interval without an end is an empty field.
            assert!(!matches!(cell, Cell::Number { value: Some(number), .. } if number.is_nan()), "{cell:?}");
        }
    }
    let files = tables.csv_files();
    assert_eq!(csv_files(&results), files);
    for (name, bytes) in files {
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let columns = reader.headers().expect("a header").len();
        let all = reader.records().all(|row| row.is_ok_and(|row| row.len() == columns));
        assert!(all, "{name}: every row is as long as the header");
    }
    assert!(moments(&tables).len() < 1000);
    for table_index in plan.schedules().indices() {
        assert!(!standings_table(&results, table_index).within(80).is_empty());
        let _ = verdict(&results, table_index);
    }
}

/// Every text from outside is escaped, and no number on a page is none.
fn check_pages(plan: &Plan, state: &State) {
    let manifest = Manifest::new(plan.clone());
    let input = || RunInput::new(["fuzzed", "results/fuzzed"], &manifest, Results { plan, state }, Vec::new(), 0);
    let (one, two) = (vec![input()], vec![input(), input()]);
    for runs in [&one, &two] {
        let page = report_page(runs).expect("no game is shown");
        assert!(!page.contains("<fuzz"), "a name is not escaped");
        assert!(!markdown(runs).is_empty());
    }
    let is_odd = |picture: &str| ["NaN", "inf"].iter().any(|number| picture.contains(&format!("=\"{number}")));
    let has_odd_name =
        plan.entrants().iter().any(|entrant| entrant.name.contains("NaN") || entrant.name.contains("inf"));
    for (name, picture) in figure_files(&one[0]) {
        assert!(!picture.contains("<fuzz"), "{name}: a name is not escaped");
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{name}");
        assert!(has_odd_name || !is_odd(&picture), "{name}: a number that is none");
    }
}

/// Merged into nothing, a state says what it said; only zeros at the end of a list may be new.
fn check_merge(plan: &Plan, state: &State) {
    let whole = plan.whole();
    let mut merged = State::new(&whole);
    merged.merge(state, &whole);
    assert_eq!((&merged.faults, &merged.incidents), (&state.faults, &state.incidents));
    let files = |state: &State| csv_files(&Results { plan, state });
    assert_eq!(files(&merged), files(state), "merged into nothing");
    let _ = merged.check_over(&whole);
    let mut joining = Joining::new(&whole);
    joining.add(state);
    let _ = joining.missed_disqualification();
}

/// Batches that are played.
const BATCHES: usize = 2;

/// A state that fits its plan still does after some more blocks.
fn go_on(plan: &Plan, state: &State) {
    let host = BotHost::default();
    let options = PlayOptions { pace: Some(1), ..PlayOptions::new(1, &host) };
    let mut batches = 0;
    let played = play_run(plan, state.clone(), &options, |_, _| {
        batches += 1;
        if batches == BATCHES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (state, _) = played.expect("a thread");
    assert_eq!(state.check(plan), Ok(()), "some more blocks were played");
}
