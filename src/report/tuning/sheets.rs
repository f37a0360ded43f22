//! The CSV files of a tuning. Their columns are described in `docs/TUNING.md`.

use super::varying;
use crate::arena::LEVEL;
use crate::statistics::Interval;
use crate::tables::{CsvTable, ends};
use crate::tables::{fixed, rate};
use crate::tuning::{Duel, Effect, Estimate, History, Role, TuningPlan};

fn estimate_fields(estimate: &Estimate) -> [String; 3] {
    let [low, high] = ends(Some(estimate.interval(LEVEL)), 6);
    [fixed(estimate.mean, 6), low, high]
}

/// A score is between 0 and that of winning everything.
fn score_fields(score: &Estimate, most: f64) -> [String; 3] {
    let Interval { low, high } = score.interval(LEVEL);
    let [low, high] = ends(Some(Interval { low: low.max(0.0), high: high.min(most) }), 6);
    [fixed(score.mean, 6), low, high]
}

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
    let mut csv_table = CsvTable::new(header.into_iter().chain(names));
    let most = plan.highest_score();
    for row in &history.rows {
        let mut fields = vec![
            row.generation.to_string(),
            row.number.to_string(),
            role_name(row.role).to_owned(),
            row.rank.map(|rank| (rank + 1).to_string()).unwrap_or_default(),
            row.score.blocks.to_string(),
        ];
        fields.extend(score_fields(&row.score, most));
        fields.extend(varying(&plan.space, &row.values));
        csv_table.row(fields);
    }
    csv_table.finish()
}

/// Start and result against others.
pub fn transfer_csv(duels: &[Duel]) -> Vec<u8> {
    let header = "against players blocks start_win_rate start_low start_high tuned_win_rate tuned_low tuned_high gain gain_low \
                  gain_high";
    let mut csv_table = CsvTable::new(header.split_whitespace());
    for duel in duels {
        let mut fields = vec![duel.rival.clone(), duel.start.players.to_string(), duel.blocks.to_string()];
        for standoff in [&duel.start, &duel.result] {
            fields.push(rate(standoff.rate));
            fields.extend(ends(Some(standoff.interval), 6));
        }
        fields.push(fixed(duel.gain.mean, 6));
        fields.extend(ends(Some(duel.gain_interval()), 6));
        csv_table.row(fields);
    }
    csv_table.finish()
}

/// The effects of single parameters.
pub fn sensitivity_csv(plan: &TuningPlan, effects: &[Effect]) -> Vec<u8> {
    let mut csv_table = CsvTable::new(["parameter", "value", "change", "change_low", "change_high"]);
    for effect in effects {
        let name = plan.space.family.parameters[effect.place].name.to_owned();
        let mut fields = vec![name, effect.value.to_string()];
        fields.extend(estimate_fields(&effect.change));
        csv_table.row(fields);
    }
    csv_table.finish()
}
