//! Ratings by maximum likelihood over who wins: the conditional logit.
//!
//! Every competitor has a strength γ, and wins a game with probability γᵢ / Σγ over the seats of its table. For two this
//! is the Bradley-Terry model. The fit gives every competitor exactly the wins that it has, so that ratings predict wins;
//! places behind the winner do not count. Only sums of wins are needed. The scale is that of Elo: 400 points for odds of
//! ten to one between two.
//!
//! 1500 points are the rating of an imaginary newcomer that takes every seat of every table in turn and wins its fair
//! share of those games. Between two competitors it is their mean. Among more, a competitor that wins or loses everything
//! moves it hardly more than any other strong or weak one, whereas a mean of all ratings would become infinite.

mod field;
mod fit;
mod linear;
mod middle;
mod origin;
mod reach;
mod scale;
mod ties;

pub use field::Field;
pub use scale::from_elo;

use super::interval::Interval;
use field::Pool;
use fit::Fit;
use origin::Scale;
use reach::Errors;
use ties::Ties;

/// A competitor's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Points. The virtual half win and half loss keep them finite for a competitor that has won or lost everything.
    pub points: f64,
    /// The interval of the points; an end without a bound is infinite. `None` with fewer than two units.
    pub interval: Option<Interval>,
}

/// Rates the competitors of a field; `None` for those that play no game against another.
pub fn rate(field: &Field<'_>, level: f64) -> Vec<Option<Rating>> {
    rate_all(std::slice::from_ref(field), &[], level)
}

/// Rates competitors on one scale over several fields, which must have the same competitors in the same order, and units that are
/// independent of those of the others. `None` for competitors that play no game against another.
///
/// The ratings of anchors are given, as their index and their points: they fix the scale, and have no interval. Without any,
/// 1500 is the newcomer's rating. Competitors that no chain of games connects cannot be compared; see [`connected`].
pub fn rate_all(fields: &[Field<'_>], anchors: &[(usize, f64)], level: f64) -> Vec<Option<Rating>> {
    let (pool, ties) = (Pool { fields }, Ties::new(anchors));
    let fit = Fit::of(pool, &ties);
    let scale = Scale::of(pool, &fit.logs, &ties);
    let errors = Errors::of(pool, &fit, &scale);
    let rated = |competitor: usize| {
        if let Some(points) = ties.points(competitor) {
            return Some(Rating { points, interval: None });
        }
        let rivals = pool.rivals(competitor, &fit.logs);
        let interval = || errors.interval(competitor, &rivals, level);
        (!rivals.is_empty()).then(|| Rating { points: scale.points(fit.logs[competitor]), interval: interval() })
    };
    (0..fit.logs.len()).map(rated).collect()
}

/// The groups of competitors that are connected by chains of games: for each competitor the number of its group, counted from 0 in
/// the order of the competitors.
pub fn connected<'a>(tables: impl IntoIterator<Item = &'a Vec<usize>>, competitors: usize) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..competitors).collect();
    for table in tables {
        let Some(lowest) = table.iter().map(|&seat| groups[seat]).min() else { continue };
        let joined: Vec<usize> = table.iter().map(|&seat| groups[seat]).collect();
        groups.iter_mut().filter(|group| joined.contains(group)).for_each(|group| *group = lowest);
    }
    let mut numbers = groups.clone();
    numbers.sort_unstable();
    numbers.dedup();
    groups.iter().map(|group| numbers.binary_search(group).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sample;
    use super::scale::MIDDLE;
    use super::*;

    /// The ratings of two competitors who play one game per unit.
    fn duel(wins: u64, losses: u64) -> [Rating; 2] {
        let sample = |wins: u64, losses: u64| Sample { count: wins + losses, sum: wins as i64, squares: wins };
        let products = [vec![wins, 0], vec![0, losses]];
        let (tables, samples) = ([vec![0, 1]], [sample(wins, losses), sample(losses, wins)]);
        let field = Field { tables: &tables, games: 1, wins: &samples, products: &products };
        let ratings = rate(&field, 0.95);
        [ratings[0].expect("plays"), ratings[1].expect("plays")]
    }

    #[test]
    fn two_are_rated_by_their_odds() {
        let [one, other] = duel(900_000, 90_000);
        assert!((one.points - other.points - 400.0).abs() < 0.1, "{one:?}");
        assert!((one.points + other.points - 2.0 * MIDDLE).abs() < 1e-6);
    }

    #[test]
    fn the_interval_of_two_is_that_of_the_share() {
        // Enough games that the virtual ones do not matter; with 20 games they move the ends by 3 points.
        let [one, other] = duel(1400, 600);
        let sample = Sample { count: 2000, sum: 1400, squares: 1400 };
        let share = super::super::proportion(&sample, 1, 0.95).expect("many units");
        let points = |share: f64| MIDDLE + 200.0 * libm::log10(share / (1.0 - share));
        let interval = one.interval.expect("many units");
        assert!((interval.low - points(share.low)).abs() < 0.1, "{interval:?} {}", points(share.low));
        assert!((interval.high - points(share.high)).abs() < 0.1, "{interval:?} {}", points(share.high));
        let mirrored = other.interval.expect("many units");
        assert!((mirrored.low + interval.high - 3000.0).abs() < 0.1, "{mirrored:?}");
    }

    #[test]
    fn a_perfect_record_is_finite_and_has_no_upper_bound() {
        let [best, worst] = duel(80, 0);
        assert!(best.points.is_finite() && best.points > worst.points + 400.0);
        let interval = best.interval.expect("eighty units");
        assert!(interval.high.is_infinite() && interval.low > MIDDLE && interval.low < best.points, "{interval:?}");
        assert!(worst.interval.is_some_and(|interval| interval.low.is_infinite() && interval.high < MIDDLE));
        let nearly = duel(79, 1)[0].interval.expect("eighty units");
        assert!(nearly.low < interval.low && nearly.high.is_finite() && nearly.high > best.points, "{nearly:?}");
    }

    #[test]
    fn elo_points_are_odds() {
        assert!((from_elo(0.0, 1) - 0.5).abs() < 1e-12);
        assert!((from_elo(0.0, 3) - 0.25).abs() < 1e-12);
        assert!((from_elo(400.0, 1) - 10.0 / 11.0).abs() < 1e-12);
    }
}
