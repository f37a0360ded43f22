//! Every decision of a game, one after the other.

use super::points;
use crate::analysis::Decision;
use crate::game::MAX_PLAYERS;
use crate::game::PerSeat;
use crate::report::cells::measured_cells;
use crate::report::text_table::TextTable;
use crate::tables::{Cell, ResultTable};

/// Every decision on one line, for the terminal; significant mistakes have a question mark.
pub fn decisions_table(strategies: &[String], decisions: &[Decision]) -> TextTable {
    let heading = ["move", "seat", "strategy", "played", "", "best", "wins, %", "±", "loss, points", "±"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for decision in decisions {
        rows.push(vec![
            decision.address(),
            decision.seat.to_string(),
            strategies.get(decision.seat).cloned().unwrap_or_default(),
            decision.played.to_string(),
            if decision.is_mistake() { "?" } else { "" }.to_owned(),
            decision.best.to_string(),
            points(decision.chance.mean),
            points(decision.chance.error),
            points(decision.loss().mean),
            points(decision.loss().error),
        ]);
    }
    TextTable::new(rows, &[7, 9, 2, 6, 4], &[3, 5])
}

/// The columns of the file of decisions, without those of the seats.
const DECISIONS_HEADER: [&str; 14] = [
    "round",
    "move",
    "seat",
    "strategy",
    "played",
    "best",
    "candidates",
    "mistake",
    "chance",
    "chance_error",
    "loss",
    "loss_error",
    "stake",
    "stake_error",
];

/// Every decision as a row of a CSV file, with the chances of all seats after it.
pub fn decisions_csv(strategies: &[String], decisions: &[Decision]) -> Vec<u8> {
    decision_rows(strategies, decisions).to_csv()
}

/// Every decision, with the chances of all seats after it.
pub(in crate::report) fn decision_rows(strategies: &[String], decisions: &[Decision]) -> ResultTable {
    let of_seats = (0..MAX_PLAYERS).flat_map(|seat| [format!("chance_{seat}"), format!("chance_{seat}_error")]);
    let mut table = ResultTable::new(DECISIONS_HEADER.map(str::to_owned).into_iter().chain(of_seats));
    for decision in decisions {
        table.push(cells(strategies, decision));
    }
    table
}

fn cells(strategies: &[String], decision: &Decision) -> Vec<Cell> {
    let mut cells = vec![
        Cell::count(decision.place.0),
        Cell::count(decision.place.1),
        Cell::count(decision.seat),
        Cell::Text(strategies.get(decision.seat).cloned().unwrap_or_default()),
        Cell::Text(decision.played.to_string()),
        Cell::Text(decision.best.to_string()),
        Cell::count(decision.candidates),
        Cell::Flag(decision.is_mistake()),
    ];
    let measured = [decision.chance, decision.share.loss, decision.share.stake];
    cells.extend(measured.into_iter().flat_map(measured_cells));
    for seat in 0..MAX_PLAYERS {
        // An empty seat has empty fields, and so has one whose chance the judge does not tell.
        let own = (seat == decision.seat).then_some(decision.chance);
        let chance =
            decision.chances.map_or(own, |PerSeat(chances)| (seat < strategies.len()).then_some(chances[seat]));
        cells.extend(chance.map_or([Cell::EMPTY; 2], measured_cells));
    }
    cells
}
