//! Ratings by maximum likelihood over whole finishing orders: the Plackett–Luce model.
//!
//! Every competitor has a strength γ; the first of an order is i with probability γᵢ / Σγ, the second one is found in
//! the same way among the rest, and so on. For two it is the model of Bradley and Terry. The strengths are found by
//! Hunter's minorisation and maximisation. The scale is that of Elo: 400 points for odds of ten to one between two.

/// A finishing order and how often it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The competitors from the best to the worst. The same one may be there several times.
    pub ranking: Vec<usize>,
    /// How many of them, from the front, are in order; the rest shares the last place.
    pub ranked: usize,
    /// How often.
    pub count: u64,
}

/// A competitor's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Points; the mean of all competitors is 1500.
    pub points: f64,
    /// Its standard error; `None` with fewer than two groups that say anything.
    pub error: Option<f64>,
}

/// The mean of all ratings.
pub(super) const MEAN: f64 = 1500.0;

const MOST_ROUNDS: usize = 10_000;
/// Victories and defeats against an average opponent that everybody gets for nothing, so that nobody is infinitely
/// strong or weak.
const PRIOR: f64 = 0.5;

/// Rates `competitors` by orders that come in groups of independent units. The error is that of the jackknife: all is
/// done again without each group in turn.
pub fn rate(competitors: usize, groups: &[Vec<Order>]) -> Vec<Rating> {
    let points = |left_out: Option<usize>| {
        let kept = groups.iter().enumerate().filter(|(group, _)| Some(*group) != left_out);
        let orders: Vec<&Order> = kept.flat_map(|(_, orders)| orders).collect();
        to_points(&strengths(competitors, &orders))
    };
    let all = points(None);
    let filled = groups.iter().filter(|orders| !orders.is_empty()).count();
    if filled < 2 {
        return all.into_iter().map(|points| Rating { points, error: None }).collect();
    }
    let mut squares = vec![0.0; competitors];
    for (group, _) in groups.iter().enumerate().filter(|(_, orders)| !orders.is_empty()) {
        for (square, (without, whole)) in squares.iter_mut().zip(points(Some(group)).iter().zip(&all)) {
            *square += (without - whole) * (without - whole);
        }
    }
    let scale = (filled - 1) as f64 / filled as f64;
    let error = |square: f64| Some((scale * square).sqrt());
    all.into_iter().zip(squares).map(|(points, square)| Rating { points, error: error(square) }).collect()
}

/// Strengths with a geometric mean of 1.
fn strengths(competitors: usize, orders: &[&Order]) -> Vec<f64> {
    let mut strengths = vec![1.0; competitors];
    // Half of everybody's prior games are victories.
    let mut victories = vec![PRIOR; competitors];
    for order in orders {
        for &winner in ranked_but_last(order) {
            victories[winner] += order.count as f64;
        }
    }
    for _ in 0..MOST_ROUNDS {
        let mut chances: Vec<f64> = strengths.iter().map(|strength| 2.0 * PRIOR / (strength + 1.0)).collect();
        for order in orders {
            add_chances(order, &strengths, &mut chances);
        }
        let next: Vec<f64> = victories.iter().zip(&chances).map(|(victories, chances)| victories / chances).collect();
        let change = next.iter().zip(&strengths).map(|(next, old)| (next / old - 1.0).abs()).fold(0.0, f64::max);
        strengths = next;
        if change < 1e-10 {
            break;
        }
    }
    strengths
}

/// Everybody who was chosen before somebody else.
fn ranked_but_last(order: &Order) -> &[usize] {
    &order.ranking[..order.ranked.min(order.ranking.len().saturating_sub(1))]
}

/// Adds to each competitor, for every choice it was part of, how often that was per strength of the field.
fn add_chances(order: &Order, strengths: &[f64], chances: &mut [f64]) {
    let mut field: f64 = order.ranking.iter().map(|&competitor| strengths[competitor]).sum();
    let mut sum = 0.0;
    let stages = ranked_but_last(order).len();
    for (place, &competitor) in order.ranking.iter().enumerate() {
        if place < stages {
            sum += order.count as f64 / field;
            field -= strengths[competitor];
        }
        chances[competitor] += sum;
    }
}

fn to_points(strengths: &[f64]) -> Vec<f64> {
    let raw: Vec<f64> = strengths.iter().map(|strength| 400.0 * libm::log10(*strength)).collect();
    let mean = raw.iter().sum::<f64>() / raw.len().max(1) as f64;
    raw.into_iter().map(|points| points - mean + MEAN).collect()
}

/// The chance to win against `rivals` equal opponents whom one is ahead of by so many points.
pub fn from_elo(points: f64, rivals: u32) -> f64 {
    let odds = libm::pow(10.0, points / 400.0);
    odds / (odds + f64::from(rivals))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ranking: &[usize], count: u64) -> Order {
        Order { ranking: ranking.to_vec(), ranked: ranking.len(), count }
    }

    #[test]
    fn two_are_rated_by_their_odds() {
        let ratings = rate(2, &[vec![order(&[0, 1], 900_000), order(&[1, 0], 90_000)]]);
        assert!((ratings[0].points - ratings[1].points - 400.0).abs() < 0.1, "{ratings:?}");
        assert!((ratings[0].points + ratings[1].points - 2.0 * MEAN).abs() < 1e-6);
    }

    #[test]
    fn a_perfect_record_is_finite() {
        let ratings = rate(2, &[vec![order(&[0, 1], 100)]]);
        assert!(ratings[0].points.is_finite() && ratings[0].points > ratings[1].points + 400.0);
    }

    #[test]
    fn equals_are_rated_equal_also_with_copies_and_shared_places() {
        let shared = Order { ranking: vec![0, 1, 1, 0], ranked: 1, count: 10 };
        let turned = Order { ranking: vec![1, 0, 0, 1], ranked: 1, count: 10 };
        let ratings = rate(2, &[vec![shared, turned]]);
        assert!((ratings[0].points - ratings[1].points).abs() < 1e-6, "{ratings:?}");
    }

    #[test]
    fn elo_points_are_odds() {
        assert!((from_elo(0.0, 1) - 0.5).abs() < 1e-12);
        assert!((from_elo(0.0, 3) - 0.25).abs() < 1e-12);
        assert!((from_elo(400.0, 1) - 10.0 / 11.0).abs() < 1e-12);
    }
}
