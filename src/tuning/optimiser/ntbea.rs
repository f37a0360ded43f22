//! The N-tuple bandit: remembers how every value, every pair of values and every whole point has fared, and tries
//! neighbours of the best point that look good or are little known (S. Lucas, J. Liu, D. Perez-Liebana, 2018). It works
//! on a grid, so that whole numbers and names are axes like any other.

use std::collections::BTreeMap;

use super::noise::uniform;
use super::search::{Evaluation, Optimiser, Pace};
use crate::game::Stream;
use crate::strategies::Domain;
use crate::tuning::space::{Space, UnitPoint, step_share};

/// Points in a generation.
const POPULATION: usize = 8;
/// Neighbours considered for each of them.
const NEIGHBOURS: usize = 50;
/// The most values on an axis of numbers.
const LEVELS: f64 = 20.0;
/// How much novelty counts, in standard deviations of the scores observed.
const CURIOSITY: f64 = 1.0;
/// Blocks for each point, if the budget is big enough for many generations.
const BLOCKS: u64 = 48;
/// The number of generations wanted before they get longer, and the maximum.
const GENERATIONS: u64 = 40;
const MAX_GENERATIONS: u64 = 200;

/// A point of the grid: the index of a level on each axis.
type Levels = Vec<usize>;

/// What is known about a part of the space.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Blocks played, and the sum of the scores weighted by them.
    weight: f64,
    sum: f64,
}

pub(super) struct Ntbea {
    /// The positions of the levels on each axis.
    grid: Vec<Vec<f64>>,
    /// Whether neighbours on an axis are similar.
    ordered: Vec<bool>,
    at: Levels,
    asked: Vec<Levels>,
    /// By axis and level.
    singles: Vec<Vec<Known>>,
    /// By pair of axes, and then by both levels.
    pairs: Vec<Vec<Known>>,
    /// All points that were tried.
    tried: BTreeMap<Levels, Known>,
    all: Known,
    squares: f64,
}

impl Ntbea {
    pub(super) fn new(space: &Space) -> Ntbea {
        let origin = space.origin();
        let axes = space.axes.iter().zip(&origin);
        let grid: Vec<Vec<f64>> = axes.map(|(axis, &start)| levels(&axis.parameter.domain, start)).collect();
        let is_ordered = |domain: &Domain| !matches!(domain, Domain::Choice { .. });
        let nearest = |(positions, &start): (&Vec<f64>, &f64)| {
            let away = |index: &usize| (positions[*index] - start).abs();
            (0..positions.len()).min_by(|one, other| away(one).total_cmp(&away(other))).unwrap_or(0)
        };
        Ntbea {
            ordered: space.axes.iter().map(|axis| is_ordered(&axis.parameter.domain)).collect(),
            at: grid.iter().zip(&origin).map(nearest).collect(),
            singles: grid.iter().map(|positions| vec![Known::default(); positions.len()]).collect(),
            pairs: pairs(grid.len())
                .map(|(one, other)| vec![Known::default(); grid[one].len() * grid[other].len()])
                .collect(),
            grid,
            asked: Vec::new(),
            tried: BTreeMap::new(),
            all: Known::default(),
            squares: 0.0,
        }
    }

    pub(super) fn pace(blocks: u64) -> Pace {
        let pace = Pace::steady(POPULATION, blocks, BLOCKS, GENERATIONS);
        // After a few hundred generations it knows the neighbourhood; longer looks are then worth more than additional ones.
        let generations = pace.generations.min(MAX_GENERATIONS);
        Pace { generations, blocks: blocks / POPULATION as u64 / generations, ..pace }
    }

    fn point(&self, levels: &Levels) -> UnitPoint {
        levels.iter().zip(&self.grid).map(|(&level, positions)| positions[level]).collect()
    }

    /// A point near another one: each axis changes with probability 1 / axes, and one always does.
    fn neighbour(&self, of: &Levels, stream: &mut Stream) -> Levels {
        let mut levels = of.clone();
        let sure = stream.below(levels.len() as u32) as usize;
        for axis in 0..levels.len() {
            let count = self.grid[axis].len();
            if count < 2 || (axis != sure && uniform(stream) * levels.len() as f64 >= 1.0) {
                continue;
            }
            let near = self.ordered[axis] && stream.below(2) == 0;
            levels[axis] = if near {
                let step = if stream.below(2) == 0 { 1 } else { count - 1 };
                let next = (levels[axis] + step) % count;
                // Without wrapping around: at the end of the axis it stays where it was.
                if next.abs_diff(levels[axis]) == 1 { next } else { levels[axis] }
            } else {
                stream.below(count as u32) as usize
            };
        }
        levels
    }

    /// What a part of the space is worth: its mean score, plus a bonus that is higher the less is known.
    fn worth(&self, known: &Known, curiosity: f64) -> f64 {
        let prior = self.all.sum / self.all.weight.max(1.0);
        let Known { weight, sum } = *known;
        // With a small prior of average worth.
        let unit = self.unit();
        let mean = (sum + unit * prior) / (weight + unit);
        mean + curiosity * (libm::log(1.0 + self.all.weight / unit) / (1.0 + weight / unit)).sqrt()
    }

    /// The number of blocks of a typical evaluation.
    fn unit(&self) -> f64 {
        (self.all.weight / self.tried.len().max(1) as f64).max(1.0)
    }

    fn deviation(&self) -> f64 {
        let mean = self.all.sum / self.all.weight.max(1.0);
        (self.squares / self.all.weight.max(1.0) - mean * mean).max(0.0).sqrt()
    }

    /// The index of the levels of a pair of axes.
    fn pair_index(&self, (one, other): (usize, usize), levels: &Levels) -> usize {
        levels[one] * self.grid[other].len() + levels[other]
    }

    /// The mean worth of all parts of a point: each axis, each pair of axes, and the whole.
    fn value(&self, levels: &Levels, curiosity: f64) -> f64 {
        let singles = self.singles.iter().zip(levels).map(|(known, &level)| &known[level]);
        let pairs = pairs(levels.len()).zip(&self.pairs).map(|(pair, known)| &known[self.pair_index(pair, levels)]);
        let whole = self.tried.get(levels).copied().unwrap_or_default();
        let parts = singles.chain(pairs).chain([&whole]);
        let (sum, count) =
            parts.fold((0.0, 0.0), |(sum, count), part| (sum + self.worth(part, curiosity), count + 1.0));
        sum / count
    }

    /// Records that a point had this mean score on this many blocks.
    fn note(&mut self, levels: Levels, weight: f64, mean: f64) {
        let add = |known: &mut Known| {
            known.weight += weight;
            known.sum += weight * mean;
        };
        self.singles.iter_mut().zip(&levels).for_each(|(known, &level)| add(&mut known[level]));
        for (number, pair) in pairs(levels.len()).enumerate() {
            let index = self.pair_index(pair, &levels);
            add(&mut self.pairs[number][index]);
        }
        add(&mut self.all);
        add(self.tried.entry(levels).or_default());
        self.squares += weight * mean * mean;
    }

    /// Of all points that were tried, the one with the best prospects.
    fn best(&self) -> Option<&Levels> {
        let value = |levels: &Levels| self.value(levels, 0.0);
        let mut best: Option<(&Levels, f64)> = None;
        for levels in self.tried.keys() {
            let value = value(levels);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((levels, value));
            }
        }
        best.map(|(levels, _)| levels)
    }
}

/// The levels of an axis: steps to both sides of the start, or all names.
fn levels(domain: &Domain, start: f64) -> Vec<f64> {
    if let Domain::Choice { options, .. } = domain {
        return (0..options.len()).map(|option| (option as f64 + 0.5) / options.len() as f64).collect();
    }
    let step = step_share(domain).max(1.0 / LEVELS);
    let below = (start / step) as i64;
    let above = ((1.0 - start) / step) as i64;
    let mut positions: Vec<f64> = (-below..=above).map(|steps| start + steps as f64 * step).collect();
    // The ends of the range are often worth trying.
    if positions[0] > 1e-9 {
        positions.insert(0, 0.0);
    }
    if positions[positions.len() - 1] < 1.0 - 1e-9 {
        positions.push(1.0);
    }
    positions
}

/// All pairs of axes.
fn pairs(axes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..axes).flat_map(|one| (0..one).map(move |other| (other, one)))
}

impl Optimiser for Ntbea {
    fn ask(&mut self, stream: &mut Stream) -> Vec<UnitPoint> {
        let curiosity = CURIOSITY * self.deviation();
        let mut asked = vec![self.at.clone()];
        while asked.len() < POPULATION {
            let neighbours: Vec<Levels> = (0..NEIGHBOURS).map(|_| self.neighbour(&self.at, stream)).collect();
            let fresh = neighbours.into_iter().filter(|levels| !asked.contains(levels));
            let valued = fresh.map(|levels| (self.value(&levels, curiosity) + 1e-9 * uniform(stream), levels));
            match valued.max_by(|(one, _), (other, _)| one.total_cmp(other)) {
                Some((_, levels)) => asked.push(levels),
                // A tiny space is soon exhausted.
                None => break,
            }
        }
        self.asked = asked;
        self.asked.iter().map(|levels| self.point(levels)).collect()
    }

    fn tell(&mut self, fared: &[Evaluation]) {
        for (levels, fared) in std::mem::take(&mut self.asked).into_iter().zip(fared) {
            self.note(levels, fared.score.blocks as f64, fared.score.mean);
        }
        if let Some(best) = self.best() {
            self.at = best.clone();
        }
    }

    fn recommend(&self) -> UnitPoint {
        self.point(&self.at)
    }

    fn keep(&self) -> Option<usize> {
        Some(POPULATION / 4)
    }
}
