//! Every decision of a game, one after the other.

use super::points;
use crate::analysis::{Decision, Measured};
use crate::game::MAX_PLAYERS;
use crate::report::text_table::TextTable;
use crate::tables::CsvTable;
use crate::tables::rate;

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
            points(decision.chance().mean),
            points(decision.chance().error),
            points(decision.loss().mean),
            points(decision.loss().error),
        ]);
    }
    TextTable::new(rows, &[7, 9, 2, 6], &[3, 5])
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
    let of_seats = (0..MAX_PLAYERS).flat_map(|seat| [format!("chance_{seat}"), format!("chance_{seat}_error")]);
    let mut csv_table = CsvTable::new(DECISIONS_HEADER.map(str::to_owned).into_iter().chain(of_seats));
    for decision in decisions {
        csv_table.row(row(strategies, decision));
    }
    csv_table.finish()
}

fn row(strategies: &[String], decision: &Decision) -> Vec<String> {
    let pair = |measured: Measured| [rate(measured.mean), rate(measured.error)];
    let mut fields = vec![
        decision.place.0.to_string(),
        decision.place.1.to_string(),
        decision.seat.to_string(),
        strategies.get(decision.seat).cloned().unwrap_or_default(),
        decision.played.to_string(),
        decision.best.to_string(),
        decision.candidates.to_string(),
        u8::from(decision.is_mistake()).to_string(),
    ];
    fields.extend([decision.chance(), decision.share.loss, decision.share.stake].into_iter().flat_map(pair));
    for (seat, chance) in decision.chances.iter().enumerate() {
        // An empty seat has empty fields.
        fields.extend(if seat < strategies.len() { pair(chance) } else { [String::new(), String::new()] });
    }
    fields
}
