//! What moves were worth: tables of decisions for the terminal and for a file.

mod list;
mod losses;
mod page;

pub(super) use list::decision_rows;
pub use list::{decisions_csv, decisions_table};
pub use losses::losses_table;
pub use page::analysis_page;

use super::text_table::TextTable;
use crate::analysis::{Decision, Judgement, MoveValues, SearchJudgement, SeatDecisions};
use crate::game::Move;
use crate::tables::fixed;

/// The number of mistakes listed for each seat.
const LISTED: usize = 3;

/// A share of games, in percentage points.
fn points(value: impl Into<Option<f64>>) -> String {
    fixed(value.into().map(|value| 100.0 * value), 2)
}

/// An accuracy as people are told it. Moves are compared in other worlds than those in which the best one was chosen, so that by luck the measured
/// accuracy may be a little above 1; nothing is better than the best.
fn shown_accuracy(kept: f64) -> f64 {
    kept.clamp(0.0, 1.0)
}

/// All candidates of a decision, the best first; the one played, if any, has a star.
pub fn judgement_table(judgement: &Judgement, played: Option<Move>) -> TextTable {
    let heading = ["", "move", "wins, %", "±", "worms", "±", "loss, points", "±"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for index in judgement.ranking() {
        let (chance, worms, loss) = (judgement.chance(index), judgement.expected_worms(index), judgement.loss(index));
        rows.push(vec![
            if Some(judgement.moves[index]) == played { "*" } else { "" }.to_owned(),
            judgement.moves[index].to_string(),
            points(chance.mean),
            points(chance.error),
            fixed(worms.mean, 2),
            fixed(worms.error, 2),
            points(loss.mean),
            points(loss.error),
        ]);
    }
    if played.is_none() {
        let rows = rows.into_iter().map(|row| row[1..].to_vec()).collect();
        return TextTable::new(rows, &[4, 3, 6, 2], &[0]);
    }
    TextTable::new(rows, &[5, 4, 7, 3], &[1])
}

/// All candidates of a decision as a search sees them, the best first; the one played, if any, has a star.
pub fn search_judgement_table(judgement: &SearchJudgement, played: Option<Move>) -> TextTable {
    let contenders = judgement.contenders();
    let word = if contenders.len() == 1 { "best" } else { "close" };
    let mut rows = vec![["", "move", "", "wins, %", "±", "loss, points", "±"].map(str::to_owned).to_vec()];
    for index in judgement.ranking() {
        let (chance, loss) = (judgement.chance(index), judgement.loss(index));
        rows.push(vec![
            if Some(judgement.moves[index]) == played { "*" } else { "" }.to_owned(),
            judgement.moves[index].to_string(),
            if contenders.contains(&index) { word } else { "" }.to_owned(),
            points(chance.mean),
            points(chance.error),
            points(loss.mean),
            points(loss.error),
        ]);
    }
    TextTable::new(rows, &[6, 4], &[1])
}

/// All candidates of an upcoming decision, the best first, with their numbers in the list of choices, counted from 1, and which of them may be the
/// best.
pub fn hint_table(judgement: &dyn MoveValues) -> TextTable {
    let contenders = judgement.contenders();
    let word = if contenders.len() == 1 { "best" } else { "close" };
    let mut rows = vec![["no.", "move", "", "wins, %", "±"].map(str::to_owned).to_vec()];
    for index in judgement.ranking() {
        let chance = judgement.chance(index);
        rows.push(vec![
            (index + 1).to_string(),
            judgement.moves()[index].to_string(),
            if contenders.contains(&index) { word } else { "" }.to_owned(),
            fixed(100.0 * chance.mean, 1),
            fixed(100.0 * chance.error, 1),
        ]);
    }
    TextTable::new(rows, &[4], &[1])
}

/// How every seat decided, and its biggest mistakes.
pub fn analysis_table(strategies: &[String], decisions: &[Decision]) -> TextTable {
    TextTable::new(seat_rows(strategies, decisions), &[6, 5, 2, 4], &[1])
}

/// How every seat decided, in rows of cells; the first row is the heading.
fn seat_rows(strategies: &[String], decisions: &[Decision]) -> Vec<Vec<String>> {
    let heading = ["seat", "strategy", "decisions", "accuracy, %", "±", "mean loss, points", "±", "mistakes"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for (seat, strategy) in strategies.iter().enumerate() {
        let own = SeatDecisions::of(seat, decisions);
        rows.push(vec![
            seat.to_string(),
            strategy.clone(),
            own.decisions.to_string(),
            fixed(own.accuracy.map(|kept| 100.0 * shown_accuracy(kept.mean)), 1),
            fixed(own.accuracy.map(|kept| 100.0 * kept.error), 1),
            points(own.mean_loss.mean),
            points(own.mean_loss.error),
            own.mistakes.to_string(),
        ]);
    }
    rows
}

/// The biggest mistakes of each seat; `None` if no mistake is certain.
pub fn mistakes_table(seats: usize, decisions: &[Decision]) -> Option<TextTable> {
    let mut rows = vec![[&["seat"], &MISTAKE[..]].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for seat in 0..seats {
        rows.extend(mistakes_of(seat, decisions).map(|row| [vec![seat.to_string()], row].concat()));
    }
    (rows.len() > 1).then(|| TextTable::new(rows, &[5], &[2, 3]))
}

/// The biggest mistakes of one seat; `None` if none is certain.
pub fn own_mistakes_table(seat: usize, decisions: &[Decision]) -> Option<TextTable> {
    let heading = MISTAKE.map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = [heading].into_iter().chain(mistakes_of(seat, decisions)).collect();
    (rows.len() > 1).then(|| TextTable::new(rows, &[4], &[1, 2]))
}

/// The heading of a list of mistakes.
const MISTAKE: [&str; 5] = ["move", "played", "better", "loss, points", "±"];

/// The biggest mistakes of a seat, as rows.
fn mistakes_of(seat: usize, decisions: &[Decision]) -> impl Iterator<Item = Vec<String>> {
    let mut own: Vec<&Decision> = decisions.iter().filter(|one| one.seat == seat && one.is_mistake()).collect();
    own.sort_by(|one, other| other.loss().mean.total_cmp(&one.loss().mean));
    own.into_iter().take(LISTED).map(|mistake| {
        let loss = mistake.loss();
        let [played, better] = [mistake.played, mistake.best].map(|mv| mv.to_string());
        vec![mistake.address(), played, better, points(loss.mean), points(loss.error)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_shown_as_better_than_the_best() {
        let shown = |kept: f64| fixed(100.0 * shown_accuracy(kept), 1);
        assert_eq!([1.028, 1.0, 0.871, -0.05].map(shown), ["100.0", "100.0", "87.1", "0.0"]);
    }
}
