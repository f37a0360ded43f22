//! What happens in the rounds of a game.

use super::labels::{LINE, lines, write_lines};
use super::rows::WIDTH;
use super::{Contest, Figure};
use crate::arena::Counter;
use crate::report::svg::{Anchor, Note, Svg, colour};
use crate::tables::{conduct, fixed};

const LEFT: f64 = 4.0;
const TOP: f64 = 40.0;
/// The height of the bars of a row.
const BARS: f64 = 14.0;
/// The height of a row without its name.
const ROW: f64 = BARS + 9.0;

/// What is shown, and its words.
const COLUMNS: [(Counter, [&str; 2]); 5] = [
    (Counter::RoundsWon, ["rounds", "won"]),
    (Counter::LastToPass, ["last to", "pass"]),
    (Counter::ChosenInvalidPasses, ["invalid,", "chosen"]),
    (Counter::ForcedInvalidPasses, ["invalid,", "forced"]),
    (Counter::Decisions, ["decisions", ""]),
];

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let names: Vec<Vec<String>> =
        contest.rows.iter().map(|row| lines(contest.name(row.entrant), WIDTH - LEFT)).collect();
    let below = |y: &mut f64, name: &Vec<String>| {
        *y += LINE * name.len() as f64 + ROW;
        Some(*y)
    };
    let ends: Vec<f64> = names.iter().scan(TOP, below).collect();
    let mut svg = Svg::new(WIDTH, ends.last().unwrap_or(&TOP) + 4.0);
    for (name, end) in names.iter().zip(&ends) {
        let top = end - ROW - LINE * (name.len() as f64 - 1.0) - 5.0;
        write_lines(&mut svg, [LEFT, top], Anchor::Start, "", name);
    }
    for (number, (counter, words)) in COLUMNS.iter().enumerate() {
        column(contest, &mut svg, number, (*counter, words), &ends);
    }
    Figure::new(
        "rounds",
        "Rounds",
        "What entrants do and experience per game, on average: rounds in which they are served first, rounds in which they \
                pass last, passes with an invalid display although something could be laid or because nothing could, and decisions.",
        svg,
    )
}

/// One counter of all entrants; `ends` are the lower ends of the rows.
fn column(contest: &Contest<'_>, svg: &mut Svg, number: usize, (counter, words): (Counter, &[&str; 2]), ends: &[f64]) {
    let width = (WIDTH - LEFT) / COLUMNS.len() as f64;
    let left = LEFT + width * number as f64;
    svg.text([left, TOP - 24.0], Anchor::Start, "quiet small", words[0]);
    svg.text([left, TOP - 11.0], Anchor::Start, "quiet small", words[1]);
    let results = contest.tables.results();
    let per_game = |entrant| conduct(&results, contest.table_index, entrant).per_game(counter).unwrap_or(0.0);
    let most = contest.rows.iter().map(|row| per_game(row.entrant)).fold(1e-9, f64::max);
    for (row, end) in contest.rows.iter().zip(ends) {
        let (value, y) = (per_game(row.entrant), end - ROW);
        let length = (width - 36.0) * value / most;
        let (name, exact) = (contest.name(row.entrant), fixed(value, 6));
        let hint = format!("{exact} per game");
        let data = [("entrant", name), ("counter", counter.name()), ("value", exact.as_str())];
        let size = [length.max(0.5), BARS];
        svg.rect([left, y], size, (&colour(row.entrant.index()), 0.85), Note { hint: &hint, data: &data });
        svg.text([left + length + 3.0, y + BARS / 2.0 + 4.0], Anchor::Start, "small", &fixed(value, 2));
    }
}
