//! What a match has shown: by how much one of two is better, and how a sequential test ended.

use super::Results;
use crate::arena::{Goal, LEVEL};
use crate::statistics::{Hypotheses, Look, Sprt, Stop};

/// What was found at one number of players beyond the standings, a line each.
pub fn verdict(results: &Results<'_>, size: usize) -> Vec<String> {
    let mut lines: Vec<String> = difference(results, size).into_iter().collect();
    if let Goal::Test { sprt, .. } = &results.plan.goal {
        let seats = results.plan.schedules[size].seats_per_block(0) as f64;
        let look = sprt.look(&results.state.sizes[size].tally.blocks.wins[0]);
        lines.extend(test(&results.plan.entrants[0].name, sprt, seats, &look));
    }
    lines
}

/// By how much the first of two wins more often than the other.
fn difference(results: &Results<'_>, size: usize) -> Option<String> {
    let [one, other] = &results.plan.entrants[..] else { return None };
    let difference = results.state.sizes[size].tally.blocks.win_difference(&results.plan.schedules[size], 0, 1)?;
    let interval = difference.interval(LEVEL);
    Some(format!(
        "{} against {}: {:+.2} points of win rate ({:+.2} to {:+.2}), better with probability {:.4}",
        one.name,
        other.name,
        100.0 * difference.mean,
        100.0 * interval.low,
        100.0 * interval.high,
        difference.superiority()
    ))
}

/// How a sequential test ended: what was tested, and what came of it.
fn test(name: &str, sprt: &Sprt, seats: f64, look: &Look) -> [String; 2] {
    let Hypotheses { null, alternative, alpha, beta } = *sprt.hypotheses();
    let end = match look.stop {
        Some(Stop::Alternative) => "the alternative is accepted",
        Some(Stop::Null) => "the null hypothesis is accepted",
        None => "not decided within the most blocks",
    };
    let [null, alternative] = [null, alternative].map(|wins| 100.0 * wins / seats);
    let [alpha, beta] = [alpha, beta].map(|error| 100.0 * error);
    let (ratio, lower, upper) = (look.ratio, look.lower, look.upper);
    [
        format!(
            "sequential test: null hypothesis: {name} wins {null:.2} %; alternative: {alternative:.2} %; \
             errors at most {alpha:.1} % and {beta:.1} %"
        ),
        format!("log-likelihood ratio {ratio:.2}, bounds {lower:.2} and {upper:.2}: {end}"),
    ]
}
