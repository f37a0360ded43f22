//! Ratings by maximum likelihood over whole finishing orders: the Plackett–Luce model.
//!
//! Every competitor has a strength γ; the first of an order is i with probability γᵢ / Σγ, the second one is found in
//! the same way among the rest, and so on. For two it is the model of Bradley and Terry. The strengths are found by
//! Newton's method. The scale is that of Elo: 400 points for odds of ten to one between two.

use std::collections::BTreeMap;

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
    /// The groups on which the error rests.
    pub groups: u64,
}

/// The mean of all ratings.
pub(super) const MEAN: f64 = 1500.0;

/// Newton's method needs a handful of steps.
const MOST_STEPS: usize = 100;
/// Victories and defeats against an average opponent that everybody gets for nothing, so that nobody is infinitely
/// strong or weak.
const PRIOR: f64 = 0.5;

/// Rates `competitors` by orders that come in groups of independent units. The error is that of the jackknife: for each
/// group in turn, where one step of Newton's method leads without it.
pub fn rate(competitors: usize, groups: &[Vec<Order>]) -> Vec<Rating> {
    let pooled = pool(groups);
    let whole = log_strengths(&pooled, &vec![0.0; competitors]);
    let points = to_points(&whole);
    let filled: Vec<&Vec<Order>> = groups.iter().filter(|orders| !orders.is_empty()).collect();
    let groups = filled.len() as u64;
    if groups < 2 {
        return points.into_iter().map(|points| Rating { points, error: None, groups }).collect();
    }
    let all = Slope::at(&pooled, &whole);
    let mut squares = vec![0.0; competitors];
    for orders in filled {
        let without = all.without(&Slope::of_orders(orders, &whole));
        let step = solve(without.curvature, &without.gradient);
        let moved: Vec<f64> = whole.iter().zip(&step).map(|(strength, step)| strength + step).collect();
        for (square, (moved, points)) in squares.iter_mut().zip(to_points(&moved).iter().zip(&points)) {
            *square += (moved - points) * (moved - points);
        }
    }
    let scale = (groups - 1) as f64 / groups as f64;
    let error = |square: f64| Some((scale * square).sqrt());
    points.into_iter().zip(squares).map(|(points, square)| Rating { points, error: error(square), groups }).collect()
}

/// Equal orders of all groups taken together.
fn pool(groups: &[Vec<Order>]) -> Vec<Order> {
    let mut counts: BTreeMap<(&[usize], usize), u64> = BTreeMap::new();
    for order in groups.iter().flatten() {
        *counts.entry((&order.ranking, order.ranked)).or_default() += order.count;
    }
    let order =
        |((ranking, ranked), count): ((&[usize], usize), u64)| Order { ranking: ranking.to_vec(), ranked, count };
    counts.into_iter().map(order).collect()
}

/// The logarithms of the strengths that make the orders most likely: Newton's method, whose steps are halved until they
/// lead upwards. The likelihood is concave, so that there is one best place.
fn log_strengths(orders: &[Order], start: &[f64]) -> Vec<f64> {
    let mut strengths = start.to_vec();
    let mut slope = Slope::at(orders, &strengths);
    for _ in 0..MOST_STEPS {
        let step = solve(slope.curvature.clone(), &slope.gradient);
        let mut share = 1.0;
        let (next, there) = loop {
            let next: Vec<f64> = strengths.iter().zip(&step).map(|(strength, step)| strength + share * step).collect();
            let there = Slope::at(orders, &next);
            if there.likelihood >= slope.likelihood || share < 1e-6 {
                break (next, there);
            }
            share /= 2.0;
        };
        (strengths, slope) = (next, there);
        if step.iter().all(|step| (share * step).abs() < 1e-11) {
            break;
        }
    }
    strengths
}

/// The log-likelihood at some strengths, and how it changes with them.
struct Slope {
    likelihood: f64,
    gradient: Vec<f64>,
    /// The negative of the second derivatives.
    curvature: Vec<Vec<f64>>,
}

impl Slope {
    /// Of the orders and of everybody's games against the average opponent.
    fn at(orders: &[Order], logs: &[f64]) -> Slope {
        let mut slope = Slope::of_orders(orders, logs);
        let strengths: Vec<f64> = logs.iter().map(|log| libm::exp(*log)).collect();
        for (competitor, (&log, &strength)) in logs.iter().zip(&strengths).enumerate() {
            // The games against the average opponent, whose strength is 1.
            let chance = strength / (1.0 + strength);
            slope.likelihood += PRIOR * (log - 2.0 * libm::log(1.0 + strength));
            slope.gradient[competitor] += PRIOR * (1.0 - 2.0 * chance);
            slope.curvature[competitor][competitor] += 2.0 * PRIOR * chance * (1.0 - chance);
        }
        slope
    }

    /// Of the orders alone.
    fn of_orders(orders: &[Order], logs: &[f64]) -> Slope {
        let size = logs.len();
        let mut slope = Slope { likelihood: 0.0, gradient: vec![0.0; size], curvature: vec![vec![0.0; size]; size] };
        let strengths: Vec<f64> = logs.iter().map(|log| libm::exp(*log)).collect();
        for order in orders {
            slope.add(order, logs, &strengths);
        }
        slope
    }

    /// What is left without a part of the orders.
    fn without(&self, part: &Slope) -> Slope {
        let minus =
            |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| one - other).collect::<Vec<_>>();
        Slope {
            likelihood: self.likelihood - part.likelihood,
            gradient: minus(&self.gradient, &part.gradient),
            curvature: self.curvature.iter().zip(&part.curvature).map(|(one, other)| minus(one, other)).collect(),
        }
    }

    fn add(&mut self, order: &Order, logs: &[f64], strengths: &[f64]) {
        let count = order.count as f64;
        let stages = order.ranked.min(order.ranking.len().saturating_sub(1));
        for stage in 0..stages {
            let field = &order.ranking[stage..];
            let sum: f64 = field.iter().map(|&competitor| strengths[competitor]).sum();
            self.likelihood += count * (logs[field[0]] - libm::log(sum));
            self.gradient[field[0]] += count;
            for &one in field {
                let chance = strengths[one] / sum;
                self.gradient[one] -= count * chance;
                self.curvature[one][one] += count * chance;
                for &other in field {
                    self.curvature[one][other] -= count * chance * strengths[other] / sum;
                }
            }
        }
    }
}

/// Gaussian elimination; the matrix is symmetric and positive, so that no row has to be exchanged.
fn solve(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut solution = right.to_vec();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let row = &above[pivot];
        for (offset, lower) in below.iter_mut().enumerate() {
            let factor = lower[pivot] / row[pivot];
            lower.iter_mut().zip(row).for_each(|(entry, above)| *entry -= factor * above);
            solution[pivot + 1 + offset] -= factor * solution[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let known: f64 = (pivot + 1..size).map(|column| matrix[pivot][column] * solution[column]).sum();
        solution[pivot] = (solution[pivot] - known) / matrix[pivot][pivot];
    }
    solution
}

fn to_points(logs: &[f64]) -> Vec<f64> {
    let raw: Vec<f64> = logs.iter().map(|log| 400.0 / std::f64::consts::LN_10 * log).collect();
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
