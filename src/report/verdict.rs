//! The findings of a match, in sentences.

use crate::arena::TableIndex;
use crate::statistics::Stop;
use crate::tables::{MatchDifference, Results, TestVerdict, match_difference, test_verdict};

/// What was found at one table size, beyond the standings, a line each.
pub fn verdict(results: &Results<'_>, table_index: TableIndex) -> Vec<String> {
    let mut lines: Vec<String> = match_difference(results, table_index).iter().map(difference).collect();
    lines.extend(test_verdict(results, table_index).iter().flat_map(test));
    lines
}

fn difference(found: &MatchDifference) -> String {
    let MatchDifference { first, second, difference, interval, superiority, p_value, .. } = found;
    format!(
        "{first} against {second}: {:+.2} points of win rate ({:+.2} to {:+.2}), p {}; better with probability {}",
        100.0 * difference,
        100.0 * interval.low,
        100.0 * interval.high,
        if *p_value < SMALLEST { format!("< {SMALLEST}") } else { format!("= {p_value:.4}") },
        probability(*superiority),
    )
}

/// The smallest probability that is told by its size: the methods are not exact enough for smaller ones.
const SMALLEST: f64 = 0.0001;

/// A probability that is never rounded to certainty.
fn probability(probability: f64) -> String {
    if probability < SMALLEST {
        format!("below {SMALLEST}")
    } else if probability > 1.0 - SMALLEST {
        format!("above {}", 1.0 - SMALLEST)
    } else {
        format!("{probability:.4}")
    }
}

/// How a sequential test ended: what was tested, and the result.
fn test(verdict: &TestVerdict) -> [String; 2] {
    let look = &verdict.look;
    let end = match look.stop {
        Some(Stop::Alternative) => "the alternative is accepted",
        Some(Stop::Null) => "the null hypothesis is accepted",
        None => "not decided within the maximum number of blocks",
    };
    let [null, alternative, alpha, beta] =
        [verdict.null, verdict.alternative, verdict.alpha, verdict.beta].map(|share| 100.0 * share);
    let (name, ratio, lower, upper) = (&verdict.entrant, look.ratio, look.lower, look.upper);
    [
        format!(
            "sequential test: null hypothesis: {name} wins {null:.2} %; alternative: {alternative:.2} %; \
             errors at most {alpha:.1} % and {beta:.1} %"
        ),
        format!("log-likelihood ratio {ratio:.2}, bounds {lower:.2} and {upper:.2}: {end}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_rounded_to_certainty() {
        assert_eq!(probability(1.0), "above 0.9999");
        assert_eq!(probability(0.99994), "above 0.9999");
        assert_eq!(probability(0.5), "0.5000");
        assert_eq!(probability(0.0), "below 0.0001");
    }
}
