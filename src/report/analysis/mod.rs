//! What moves were worth: tables of decisions for the terminal and for a file.

mod list;
mod losses;
mod page;

pub use list::{decisions_csv, decisions_table};
pub use losses::losses_table;
pub use page::analysis_page;

use super::table::align;
use crate::analysis::{Decision, Judgement, SeatDecisions};
use crate::game::Move;
use crate::tables::fixed;

/// The number of mistakes listed for each seat.
const LISTED: usize = 3;

/// A share of games, in percentage points.
fn points(value: impl Into<Option<f64>>) -> String {
    fixed(value.into().map(|value| 100.0 * value), 2)
}

/// All candidates of a decision, the best first; the one played, if any, has a star.
pub fn judgement_table(judgement: &Judgement, played: Option<Move>) -> String {
    let heading = ["", "move", "wins, %", "±", "worms", "±", "loss, points", "±"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for index in judgement.ranking() {
        let (chance, worms, loss) = (judgement.chance(index), judgement.worms(index), judgement.loss(index));
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
        rows = rows.into_iter().map(|row| row[1..].to_vec()).collect();
    }
    align(&rows)
}

/// The best `most` candidates of an upcoming decision, with their numbers in the list of choices, counted from 1.
pub fn hint_table(judgement: &Judgement, most: usize) -> String {
    let mut rows = vec![["no.", "move", "wins, %", "±", "worms", "±"].map(str::to_owned).to_vec()];
    let ranking = judgement.ranking();
    for &index in ranking.iter().take(most) {
        let (chance, worms) = (judgement.chance(index), judgement.worms(index));
        rows.push(vec![
            (index + 1).to_string(),
            judgement.moves[index].to_string(),
            fixed(100.0 * chance.mean, 1),
            fixed(100.0 * chance.error, 1),
            fixed(worms.mean, 1),
            fixed(worms.error, 1),
        ]);
    }
    let cut = if ranking.len() > most { format!("(the best {most} of {})\n", ranking.len()) } else { String::new() };
    align(&rows) + &cut
}

/// How every seat decided, and its biggest mistakes.
pub fn analysis_table(strategies: &[String], decisions: &[Decision]) -> String {
    let seats = seat_rows(strategies, decisions);
    format!("{}\n{}", align(&seats), mistakes_table(strategies.len(), decisions))
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
            fixed(own.accuracy.map(|kept| 100.0 * kept.mean), 1),
            fixed(own.accuracy.map(|kept| 100.0 * kept.error), 1),
            points(own.mean_loss.mean),
            points(own.mean_loss.error),
            own.mistakes.to_string(),
        ]);
    }
    rows
}

fn mistakes_table(seats: usize, decisions: &[Decision]) -> String {
    let mut rows = vec![["seat", "move", "played", "better", "loss, points", "±"].map(str::to_owned).to_vec()];
    for seat in 0..seats {
        let mut own: Vec<&Decision> = decisions.iter().filter(|one| one.seat == seat && one.is_mistake()).collect();
        own.sort_by(|one, other| other.loss().mean.total_cmp(&one.loss().mean));
        for mistake in own.into_iter().take(LISTED) {
            rows.push(vec![
                seat.to_string(),
                mistake.address(),
                mistake.played.to_string(),
                mistake.best.to_string(),
                points(mistake.loss().mean),
                points(mistake.loss().error),
            ]);
        }
    }
    if rows.len() == 1 {
        return "No mistake is certain.\n".to_owned();
    }
    format!("The biggest mistakes:\n{}", align(&rows))
}
