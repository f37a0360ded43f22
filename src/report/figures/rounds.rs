//! What happens in the rounds of a game.

use super::rows::WIDTH;
use super::{Contest, Figure, clip};
use crate::arena::Counter;
use crate::report::svg::{Anchor, Note, Svg, colour};
use crate::tables::{conduct, fixed};

const LEFT: f64 = 148.0;
const TOP: f64 = 40.0;
const ROW: f64 = 22.0;

/// What is shown, and its words.
const COLUMNS: [(Counter, [&str; 2]); 5] = [
    (Counter::RoundsWon, ["rounds", "won"]),
    (Counter::LastToPass, ["last to", "pass"]),
    (Counter::ChosenInvalidPasses, ["invalid,", "chosen"]),
    (Counter::ForcedInvalidPasses, ["invalid,", "forced"]),
    (Counter::Decisions, ["decisions", ""]),
];

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let mut svg = Svg::new(WIDTH, TOP + ROW * contest.rows.len() as f64 + 10.0);
    for (index, row) in contest.rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5) + 4.0;
        svg.text([LEFT - 10.0, y], Anchor::End, "", &clip(contest.name(row.entrant), 17));
    }
    for (number, (counter, words)) in COLUMNS.iter().enumerate() {
        column(contest, &mut svg, number, *counter, words);
    }
    Figure {
        name: "rounds",
        title: "Rounds",
        about: "What entrants do and experience per game, on average: rounds in which they are served first, rounds in which they \
                pass last, passes with an invalid display although something could be laid or because nothing could, and decisions.",
        svg,
    }
}

fn column(contest: &Contest<'_>, svg: &mut Svg, number: usize, counter: Counter, words: &[&str; 2]) {
    let width = (WIDTH - LEFT - 8.0) / COLUMNS.len() as f64;
    let left = LEFT + width * number as f64;
    svg.text([left, TOP - 24.0], Anchor::Start, "quiet small", words[0]);
    svg.text([left, TOP - 11.0], Anchor::Start, "quiet small", words[1]);
    let results = contest.tables.results();
    let per_game = |entrant| conduct(&results, contest.table_index, entrant).per_game(counter).unwrap_or(0.0);
    let most = contest.rows.iter().map(|row| per_game(row.entrant)).fold(1e-9, f64::max);
    for (index, row) in contest.rows.iter().enumerate() {
        let (value, y) = (per_game(row.entrant), TOP + ROW * index as f64);
        let length = (width - 40.0) * value / most;
        let (name, exact) = (contest.name(row.entrant), fixed(value, 6));
        let hint = format!("{exact} per game");
        let data = [("entrant", name), ("counter", counter.name()), ("value", exact.as_str())];
        let size = [length.max(0.5), ROW - 6.0];
        svg.rect([left, y + 3.0], size, (&colour(row.entrant.index()), 0.85), Note { hint: &hint, data: &data });
        svg.text([left + length + 5.0, y + ROW / 2.0 + 4.0], Anchor::Start, "small", &fixed(value, 2));
    }
}
