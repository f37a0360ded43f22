//! Competitors whose ratings are given: their strengths keep their distances, and move together.

use super::linear::solve;
use super::scale::POINTS;

/// The competitors whose ratings are given, with their points.
#[derive(Clone, Debug, Default)]
pub(super) struct Ties(Vec<(usize, f64)>);

impl Ties {
    pub(super) fn new(anchors: &[(usize, f64)]) -> Ties {
        Ties(anchors.to_vec())
    }

    /// The first of them and its points.
    pub(super) fn first(&self) -> Option<(usize, f64)> {
        self.0.first().copied()
    }

    /// The points of a competitor, if they are given.
    pub(super) fn points(&self, competitor: usize) -> Option<f64> {
        self.0.iter().find(|(tied, _)| *tied == competitor).map(|(_, points)| *points)
    }

    /// Logarithms of strengths at the right distances.
    pub(super) fn start(&self, size: usize) -> Vec<f64> {
        let mut logs = vec![0.0; size];
        if let Some((_, middle)) = self.first() {
            self.0.iter().for_each(|&(competitor, points)| logs[competitor] = (points - middle) / POINTS);
        }
        logs
    }

    /// The one that stands for a competitor: itself, or the first of those that are tied together.
    fn leader(&self, competitor: usize) -> usize {
        let is_tied = self.points(competitor).is_some();
        self.first().filter(|_| is_tied).map_or(competitor, |(first, _)| first)
    }

    /// Solves linear equations under the condition that tied unknowns are equal.
    pub(super) fn solve(&self, matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
        if self.0.len() < 2 {
            return solve(matrix.to_vec(), right);
        }
        let leaders: Vec<usize> = (0..right.len()).map(|competitor| self.leader(competitor)).collect();
        let free: Vec<usize> = (0..right.len()).filter(|&competitor| leaders[competitor] == competitor).collect();
        let place = |competitor: usize| free.iter().position(|&own| own == leaders[competitor]).unwrap_or(0);
        let places: Vec<usize> = (0..right.len()).map(place).collect();
        let (mut folded, mut sums) = (vec![vec![0.0; free.len()]; free.len()], vec![0.0; free.len()]);
        for (one, row) in matrix.iter().enumerate() {
            sums[places[one]] += right[one];
            row.iter().enumerate().for_each(|(other, entry)| folded[places[one]][places[other]] += entry);
        }
        let solution = solve(folded, &sums);
        places.into_iter().map(|place| solution[place]).collect()
    }
}
