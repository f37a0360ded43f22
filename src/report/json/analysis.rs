//! What moves were worth.

use super::document;
use crate::analysis::{Decision, DecisionClass, Judgement, LossesByClass, Measured, MoveValues, SeatDecisions};
use crate::game::{Move, Seat};
use crate::report::analysis::decision_rows;
use crate::report::cells::measured_cells;
use crate::tables::{Cell, JsonObject, ResultTable, end_cells};

/// How moves were judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedBy<'a> {
    /// The strategy that continued for all seats.
    pub policy: &'a str,
    /// The number of worlds in which every candidate was tried.
    pub worlds: u64,
    /// The seed of all luck.
    pub seed: u64,
}

/// The beginning of every analysis.
fn begin(kind: &str, how: &JudgedBy<'_>) -> JsonObject {
    let mut object = document("karteneck-analyze/1");
    object.text("kind", kind);
    object.text("policy", how.policy);
    object.cell("worlds", &Cell::count(how.worlds));
    object.text("seed", &how.seed.to_string());
    object
}

/// One decision: what every candidate is worth, the best first. The place is the round, and the move in it if it is known.
pub fn decision_json(
    how: &JudgedBy<'_>,
    place: (usize, Option<usize>),
    seat: Seat,
    played: Option<Move>,
    judgement: &Judgement,
) -> String {
    let mut object = begin("decision", how);
    object.cell("round", &Cell::count(place.0));
    object.cell("move", &place.1.map_or(Cell::EMPTY, Cell::count));
    object.cell("seat", &Cell::count(seat.index()));
    object.cell("played", &Cell::text_or_empty(played.map(|mv| mv.to_string())));
    object.table("candidates", &candidates(judgement));
    object.finish()
}

fn candidates(judgement: &Judgement) -> ResultTable {
    let header = "move chance chance_error chance_low chance_high worms worms_error loss loss_error";
    let mut table = ResultTable::new(header.split(' '));
    for index in judgement.ranking() {
        let worms = judgement.expected_worms(index);
        let mut cells = vec![Cell::Text(judgement.moves[index].to_string())];
        cells.extend(measured_cells(judgement.chance(index)));
        cells.extend(end_cells(Some(judgement.interval(index)), 6));
        cells.extend([worms.mean, worms.error].map(|value| Cell::number(Some(value), 4)));
        cells.extend(measured_cells(judgement.loss(index)));
        table.push(cells);
    }
    table
}

/// A game: how every seat decided, and every decision; only the first ones if it was interrupted.
pub fn game_json(how: &JudgedBy<'_>, strategies: &[String], decisions: &[Decision], is_complete: bool) -> String {
    let mut object = begin("game", how);
    object.cell("complete", &Cell::Flag(is_complete));
    object.table("seats", &seats(strategies, decisions));
    object.table("decisions", &decision_rows(strategies, decisions));
    object.finish()
}

fn seats(strategies: &[String], decisions: &[Decision]) -> ResultTable {
    let header = "seat strategy decisions accuracy accuracy_error mean_loss mean_loss_error mistakes";
    let mut table = ResultTable::new(header.split(' '));
    for (seat, strategy) in strategies.iter().enumerate() {
        let own = SeatDecisions::of(seat, decisions);
        let mut cells = vec![Cell::count(seat), Cell::Text(strategy.clone()), Cell::count(own.decisions)];
        cells.extend(own.accuracy.map_or([Cell::EMPTY; 2], measured_cells));
        cells.extend(measured_cells(own.mean_loss));
        cells.push(Cell::count(own.mistakes));
        table.push(cells);
    }
    table
}

/// Some games of a run: what strategies lose, the most accurate first.
pub fn sample_json(how: &JudgedBy<'_>, games: u64, is_complete: bool, losses: &LossesByClass) -> String {
    let mut object = begin("sample", how);
    object.cell("complete", &Cell::Flag(is_complete));
    object.cell("games", &Cell::count(games));
    object.table("strategies", &strategies(losses));
    object.finish()
}

fn strategies(losses: &LossesByClass) -> ResultTable {
    let header =
        "strategy games decisions accuracy accuracy_error mean_loss mean_loss_error loss_per_game loss_per_game_error";
    let classes = DecisionClass::ALL.into_iter().map(|class| format!("{}_loss_per_game", class.name()));
    let classes = classes.flat_map(|name| [name.clone(), name + "_error"]);
    let mut table = ResultTable::new(header.split(' ').map(str::to_owned).chain(classes));
    for own in losses.by_strategy() {
        let kept = Measured { mean: 1.0 - own.lost_share.mean, ..own.lost_share };
        let mut cells = vec![Cell::Text(own.strategy.clone()), Cell::count(own.games), Cell::count(own.decisions)];
        cells.extend([kept, own.mean_loss, own.per_game].into_iter().flat_map(measured_cells));
        cells.extend(DecisionClass::ALL.into_iter().flat_map(|class| measured_cells(own.in_class(class))));
        table.push(cells);
    }
    table
}
