//! Fields with too many line-ups: some are drawn.

use std::collections::BTreeSet;
use std::fs;

use crate::cli::karteneck_in;

#[test]
fn drawn_line_ups_make_a_run_of_a_field_that_would_be_too_big() {
    let home = tempfile::tempdir().unwrap();
    let field: Vec<String> =
        (0..40).map(|index| format!("heuristic:tempo={}", 0.5 + f64::from(index) / 64.0)).collect();
    let mut arguments = vec!["tournament"];
    arguments.extend(field.iter().map(String::as_str));
    let refused = [&arguments[..], &["--players", "6", "--blocks", "2"]].concat();
    let answer = karteneck_in(home.path(), &refused);
    let words = answer.stderr;
    assert!(answer.code == 2 && words.contains("--lineups") && words.contains("3838380"), "{words}");
    let drawn =
        [&arguments[..], &["--players", "6", "--blocks", "2", "--lineups", "50", "--out", "run", "--quiet"]].concat();
    assert_eq!(karteneck_in(home.path(), &drawn).code, 0);
    let table = fs::read_to_string(home.path().join("run/lineups.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let line_ups: BTreeSet<&str> = rows.iter().map(|row| row[1]).collect();
    assert_eq!((line_ups.len(), rows.len()), (50, 300));
    for entrant in &field {
        let seats = rows.iter().filter(|row| row[3] == entrant).count();
        assert!((6..=9).contains(&seats), "{entrant} sits {seats} times");
    }
    // The manifest is enough to play it again.
    assert_eq!(karteneck_in(home.path(), &["verify", "run"]).code, 0);
    assert_eq!(karteneck_in(home.path(), &["tournament", "--from", "run", "--out", "again", "--quiet"]).code, 0);
    let [one, other] = ["run", "again"].map(|name| fs::read(home.path().join(name).join("tally.json")).unwrap());
    assert_eq!(one, other);
}
