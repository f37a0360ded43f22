//! The findings of a tuning, in words and tables.

use crate::arena::LEVEL;
use crate::records::words::number_ranges;
use crate::report::text_table::TextTable;
use crate::tuning::{Confirmation, Duel, Estimate, Findings, LeftOut, Side, Standoff, TuningPlan, TuningVerdict};

/// A share of games with half its interval, in percent.
fn percent(standoff: &Standoff) -> String {
    format!("{:.2} ± {:.2} %", 100.0 * standoff.rate, 100.0 * standoff.interval.half_width())
}

/// A change with half its interval, in percent of what it is a share of.
fn change(estimate: &Estimate) -> String {
    format!("{:+.2} ± {:.2}", 100.0 * estimate.mean, 100.0 * estimate.interval(LEVEL).half_width())
}

/// What was gained, in a few sentences: the verdict first.
pub fn statement(plan: &TuningPlan, findings: &Findings) -> Vec<String> {
    let Some(confirmation) = &findings.confirmation else {
        let (start, lead) = (&plan.request.entrant.name, change(&findings.proposal));
        return vec![format!(
            "Nothing better than {start} was found: the start did best in the selection among itself and the proposals of the \
             search (the last proposal: {lead} % of a fair share)."
        )];
    };
    let mut sentences = vec![headline(&plan.request.entrant.name, findings.verdict, confirmation)];
    sentences.extend(confirmation_lines(plan, confirmation));
    sentences
}

fn headline(start: &str, verdict: TuningVerdict, confirmation: &Confirmation) -> String {
    let fresh = "on deals that played no part in the choice";
    match (verdict, confirmation.over_start(), confirmation.over_field()) {
        (TuningVerdict::Better, Side::Better, None | Some(Side::Better)) => format!("Better than {start}, {fresh}."),
        (TuningVerdict::Better, Side::Better, Some(_)) => {
            format!(
                "Better than {start} against {start} itself, {fresh}; against the field no difference is significant."
            )
        }
        (TuningVerdict::Better, ..) => {
            format!(
                "Better than {start} against the field, {fresh}; against {start} itself no difference is significant."
            )
        }
        (TuningVerdict::Mixed, ..) => {
            format!("Different from {start}, but not better: what it gains in one respect it loses in another.")
        }
        (TuningVerdict::Nothing, ..) => format!(
            "Nothing better than {start} was found: the choice did not hold up on fresh deals, so the start is kept."
        ),
    }
}

fn confirmation_lines(plan: &TuningPlan, confirmation: &Confirmation) -> Vec<String> {
    let start = &plan.request.entrant.name;
    let blocks = confirmation.blocks;
    let mut lines: Vec<String> = confirmation
        .against_start
        .iter()
        .map(|standoff| {
            let (players, fair) = (standoff.players, 100.0 * standoff.fair());
            let games = blocks * players;
            let rate = percent(standoff);
            format!("{players} players: wins {rate} against {start} ({games} games; a fair share is {fair:.1} %).")
        })
        .collect();
    if let Some(gain) = &confirmation.gain {
        let field: Vec<&str> = plan.strangers().map(|entrant| entrant.name.as_str()).collect();
        lines.push(format!("Against the field ({}): {} % of a fair share.", field.join(", "), change(gain)));
    }
    lines
}

/// The parameters that vary: at the start and in the end.
pub fn changes_table(plan: &TuningPlan, findings: &Findings) -> TextTable {
    let mut rows = vec![["parameter", "start", "tuned", "meaning"].map(str::to_owned).to_vec()];
    for axis in &plan.space.axes {
        let [start, tuned] = [&plan.space.start, &findings.result].map(|values| values[axis.place].to_string());
        rows.push(vec![axis.parameter.name.to_owned(), start, tuned, axis.parameter.meaning().to_owned()]);
    }
    TextTable::with_prose(rows)
}

/// Which comparisons are missing, and why.
pub fn left_out(findings: &Findings) -> Option<String> {
    if findings.left_out.is_empty() {
        return None;
    }
    let rival = |left: &LeftOut| {
        let players = number_ranges(left.players.iter().map(|players| players.count()));
        format!("{} ({players} players)", left.rival)
    };
    let rivals: Vec<String> = findings.left_out.iter().map(rival).collect();
    Some(format!(
        "Left out, since {} blocks of each would take longer than half the work of the tuning allows: {}. \
         `karteneck match` compares them at any length.",
        LeftOut::MIN_BLOCKS,
        rivals.join(", "),
    ))
}

/// Start and result against others, one line for each number of players.
pub fn transfer_table(duels: &[Duel]) -> TextTable {
    let heading = ["against", "players", "games", "start", "tuned", "gain, points"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for duel in duels {
        rows.push(vec![
            duel.rival.clone(),
            duel.start.players.to_string(),
            (duel.blocks * duel.start.players).to_string(),
            percent(&duel.start),
            percent(&duel.result),
            format!("{:+.2} ± {:.2}", 100.0 * duel.gain.mean, 100.0 * duel.gain_interval().half_width()),
        ]);
    }
    TextTable::new(rows, &[2, 3, 4], &[0])
}
