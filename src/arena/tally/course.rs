//! How the wins of a run accumulated: enough to draw win rates over the blocks, without keeping every block.

use serde::{Deserialize, Serialize};

use super::late_list::LateList;
use super::merge_samples;
use crate::arena::index::{EntrantIndex, PerEntrant};
use crate::statistics::Sample;

/// Parts into which every doubling of the number of blocks is divided.
const PARTS: u64 = 8;

/// The wins of each entrant by stretch of blocks.
///
/// The stretches are fixed: single blocks up to 16, then eight stretches for every doubling. So threads, interruptions and
/// parts of a run cannot change them, and a million blocks need fewer than 150.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Course(pub(in crate::arena) LateList<PerEntrant<Sample>>);

/// The stretch of a block.
pub(in crate::arena) const fn stretch(block: u64) -> usize {
    if block < PARTS {
        return block as usize;
    }
    let doublings = (block / PARTS).ilog2() as u64;
    (PARTS * (doublings + 1) + (block >> doublings) % PARTS) as usize
}

/// A stretch without blocks.
fn blank(entrants: usize) -> PerEntrant<Sample> {
    PerEntrant::all(Sample::default(), entrants)
}

impl Course {
    /// Adds the wins of each entrant in a block.
    pub(super) fn add(&mut self, block: u64, wins: &[u64]) {
        let own = self.0.at(stretch(block), || blank(wins.len()));
        own.iter_mut().zip(wins).for_each(|(sample, &wins)| sample.add(wins as i64));
    }

    pub(super) fn merge(&mut self, other: &Course) {
        let entrants = other.0.items().first().map_or(0, |samples| samples.len());
        self.0.merge(&other.0, || blank(entrants), |mine, theirs| merge_samples(mine, theirs));
    }

    /// The wins of an entrant up to the end of each stretch that was played.
    pub fn of(&self, entrant: EntrantIndex) -> Vec<Sample> {
        let mut sum = Sample::default();
        let so_far = self.0.items().iter().filter_map(|samples| {
            let sample = samples.get(entrant).filter(|sample| sample.count > 0)?;
            sum.merge(sample);
            Some(sum)
        });
        so_far.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_follow_one_another_without_a_gap() {
        let (mut last, mut blocks) = (0, vec![0_u64]);
        for block in 0..100_000 {
            let index = stretch(block);
            assert!(index == last || index == last + 1, "{block}: {last} to {index}");
            blocks.resize(index + 1, 0);
            blocks[index] += 1;
            last = index;
        }
        // Single blocks up to 16, then eight stretches of two, eight of four, and so on.
        assert!(blocks[..16].iter().all(|&count| count == 1));
        assert!(blocks[16..24].iter().all(|&count| count == 2) && blocks[24..32].iter().all(|&count| count == 4));
        assert!(stretch(1_000_000) < 150 && stretch(1 << 62) < 500);
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let wins = |block: u64| [block % 3, 2 - block % 3];
        let mut whole = Course::default();
        let mut parts = [Course::default(), Course::default()];
        for block in 0..1000 {
            whole.add(block, &wins(block));
            parts[usize::from(block > 300)].add(block, &wins(block));
        }
        let [first, second] = parts;
        let mut joined = second;
        joined.merge(&first);
        assert_eq!(joined, whole);
        let course = whole.of(EntrantIndex::new(1));
        let sums = course.windows(2).all(|pair| pair[0].count < pair[1].count);
        assert!(sums && course.last().is_some_and(|sum| sum.count == 1000));
    }
}
