//! The CSV files of a tuning. Their columns are described in `docs/TUNING.md`.

use crate::report::cells::{estimate_cells, score_cells, value_cell, within};
use crate::tables::{Cell, ResultTable};
use crate::tuning::{Duel, Effect, History, Role, TuningPlan};

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Start => "start",
        Role::Best => "best",
        Role::Candidate => "candidate",
        Role::Finalist => "finalist",
    }
}

/// Every candidate with its estimate.
pub fn history_csv(plan: &TuningPlan, history: &History) -> Vec<u8> {
    let header = ["generation", "number", "role", "rank", "blocks", "score", "score_low", "score_high"];
    let names = plan.space.axes.iter().map(|axis| axis.parameter.name);
    let mut table = ResultTable::new(header.into_iter().chain(names));
    let most = plan.highest_score();
    for row in &history.rows {
        let mut cells = vec![
            Cell::count(row.generation),
            Cell::count(row.number),
            Cell::Text(role_name(row.role).to_owned()),
            row.rank.map_or(Cell::EMPTY, |rank| Cell::count(rank + 1)),
            Cell::count(row.score.blocks),
        ];
        cells.extend(score_cells(&row.score, most));
        cells.extend(plan.space.axes.iter().map(|axis| value_cell(row.values[axis.place])));
        table.push(cells);
    }
    table.to_csv()
}

/// Start and result against others, as a file.
pub fn transfer_csv(duels: &[Duel]) -> Vec<u8> {
    transfer_rows(duels).to_csv()
}

/// Start and result against others.
pub(in crate::report) fn transfer_rows(duels: &[Duel]) -> ResultTable {
    let header = "against players blocks start_win_rate start_low start_high tuned_win_rate tuned_low tuned_high gain gain_low \
                  gain_high";
    let mut table = ResultTable::new(header.split_whitespace());
    for duel in duels {
        let mut cells = vec![Cell::Text(duel.rival.clone()), Cell::count(duel.start.players), Cell::count(duel.blocks)];
        for standoff in [&duel.start, &duel.result] {
            cells.extend(within(standoff.rate, standoff.interval));
        }
        cells.extend(within(duel.gain.mean, duel.gain_interval()));
        table.push(cells);
    }
    table
}

/// The effects of single parameters, as a file.
pub fn sensitivity_csv(plan: &TuningPlan, effects: &[Effect]) -> Vec<u8> {
    effects_rows(plan, effects).to_csv()
}

/// The effects of single parameters.
pub(in crate::report) fn effects_rows(plan: &TuningPlan, effects: &[Effect]) -> ResultTable {
    let mut table = ResultTable::new(["parameter", "value", "change", "change_low", "change_high"]);
    for effect in effects {
        let name = plan.space.family.parameters[effect.place].name.to_owned();
        let [change, low, high] = estimate_cells(&effect.change);
        table.push([Cell::Text(name), value_cell(effect.value), change, low, high]);
    }
    table
}
