//! Wins and worms of every candidate in every part of the worlds.

/// The number of parts into which the worlds are split, so that moves are chosen and compared in different worlds; a power
/// of two, so that the parts can be halved evenly.
pub(super) const PARTS: usize = 16;

/// The sums over the worlds of each part.
pub(super) struct WorldSums {
    /// The number of worlds in each part.
    pub(super) worlds: [i64; PARTS],
    /// The wins and worms of each candidate.
    pub(super) values: Vec<[(i64, i64); PARTS]>,
}

impl WorldSums {
    /// The best candidate in some parts.
    pub(super) fn best(&self, counts: impl Fn(usize) -> bool) -> usize {
        (0..self.values.len()).rev().max_by_key(|&index| self.value(index, &counts)).unwrap_or(0)
    }

    /// The worst candidate in some parts.
    fn worst(&self, counts: impl Fn(usize) -> bool) -> usize {
        (0..self.values.len()).min_by_key(|&index| self.value(index, &counts)).unwrap_or(0)
    }

    fn value(&self, index: usize, counts: impl Fn(usize) -> bool) -> (i64, i64) {
        let parts = self.values[index].iter().enumerate().filter(|(part, _)| counts(*part));
        parts.fold((0, 0), |sum, (_, value)| (sum.0 + value.0, sum.1 + value.1))
    }

    /// A candidate's loss of the chance to win and the stake, in all worlds.
    pub(super) fn share(&self, index: usize) -> [f64; 2] {
        self.share_in(index, |_| true)
    }

    /// The same in halves of the worlds: those whose parts agree or disagree with a Walsh function, so that any two
    /// parts are in the same half as often as in different ones.
    pub(super) fn shares_in_halves(&self, index: usize) -> Vec<[f64; 2]> {
        let functions = (1..PARTS).flat_map(|function| [(function, 0), (function, 1)]);
        let share =
            |(function, sign): (usize, u32)| self.share_in(index, |part| (part & function).count_ones() % 2 == sign);
        functions.map(share).collect()
    }

    fn share_in(&self, index: usize, counts: impl Fn(usize) -> bool) -> [f64; 2] {
        let (mut lost, mut at_stake, mut worlds) = (0, 0, 0);
        for part in (0..PARTS).filter(|&part| counts(part)) {
            let others = |other: usize| other != part && counts(other);
            let wins = |index: usize| self.values[index][part].0;
            let best = wins(self.best(others));
            lost += best - wins(index);
            at_stake += best - wins(self.worst(others));
            worlds += self.worlds[part];
        }
        // With very few worlds a half may have none.
        [lost, at_stake].map(|sum| sum as f64 / i64::max(worlds, 1) as f64)
    }
}
