//! Sums over blocks: what every interval rests on, since the games of one deal are not independent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::course::Course;
use super::merge_samples;
use crate::arena::block::BlockPlayed;
use crate::arena::schedule::Schedule;
use crate::game::{Key, MAX_PLAYERS};
use crate::statistics::{Order, Sample};

/// Memory for the sums of a block, used again and again.
#[derive(Default)]
pub(in crate::arena) struct Sums {
    wins: Vec<u64>,
    seats: Vec<i64>,
    ahead: Vec<i64>,
}

/// The groups of blocks between which ratings are jackknifed.
const GROUPS: u64 = 20;

/// What one line-up did in one block, by chair.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BlockScore {
    /// Games won.
    pub wins: [u8; MAX_PLAYERS],
    /// Worms of all games together.
    pub worms: [u16; MAX_PLAYERS],
    /// The seats, counted from the one that begins, on which the games were won: every chair sits on each of them once.
    won_on: [u8; MAX_PLAYERS],
    /// Games in which one chair was placed before another.
    pub ahead: [[u8; MAX_PLAYERS]; MAX_PLAYERS],
    /// The finishing order of each game, packed.
    orders: [u32; MAX_PLAYERS],
}

impl BlockScore {
    /// Notes a game: the place and the worms of each chair, the one that has won, and on which seat, counted from the one
    /// that begins.
    pub(in crate::arena) fn note(&mut self, game: usize, places: &[u8], worms: &[u16], (winner, seat): (usize, usize)) {
        self.wins[winner] += 1;
        self.won_on[winner] |= 1 << seat;
        for (chair, &place) in places.iter().enumerate() {
            self.worms[chair] += worms[chair];
            for (other, &behind) in places.iter().enumerate() {
                self.ahead[chair][other] += u8::from(place < behind);
            }
        }
        self.orders[game] = pack(places, winner);
    }
}

impl BlockScore {
    /// A number that hangs on every part of the score and on where it was made.
    pub(in crate::arena) fn digest(&self, block: u64, line_up: usize) -> u64 {
        let mut key = Key::new(block).with(line_up as u64);
        for chair in 0..MAX_PLAYERS {
            let ahead = self.ahead[chair].iter().fold(0_u64, |word, &games| word << 8 | u64::from(games));
            let rest =
                u64::from(self.orders[chair]) << 24 | u64::from(self.worms[chair]) << 8 | u64::from(self.wins[chair]);
            key = key.with(ahead).with(rest);
        }
        key.stream().word()
    }
}

/// The chairs from the best to the worst, three bits each, and above them how many are in order before a shared place.
fn pack(places: &[u8], winner: usize) -> u32 {
    let mut chairs: [usize; MAX_PLAYERS] = std::array::from_fn(|chair| chair);
    let chairs = &mut chairs[..places.len()];
    chairs.sort_unstable_by_key(|&chair| (chair != winner, places[chair], chair));
    // The winner is always alone in front.
    let shared = (1..chairs.len()).find(|&at| at + 1 < chairs.len() && places[chairs[at]] == places[chairs[at + 1]]);
    let ranked = shared.unwrap_or(chairs.len());
    let packed = chairs.iter().rev().fold(0, |packed, &chair| packed << 3 | chair as u32);
    packed | (ranked as u32) << (3 * MAX_PLAYERS)
}

fn unpack(packed: u32, line_up: &[usize], count: u64) -> Order {
    let chair = |place: usize| (packed >> (3 * place) & 7) as usize;
    let ranking = (0..line_up.len()).map(|place| line_up[chair(place)]).collect();
    Order { ranking, ranked: (packed >> (3 * MAX_PLAYERS)) as usize, count }
}

/// The sums of one line-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineUpTally {
    /// Wins in a block, by chair.
    pub wins: Vec<Sample>,
    /// Worms of all games, by chair.
    pub worms: Vec<u64>,
    /// Finishing orders, packed, by group of blocks.
    orders: Vec<BTreeMap<u32, u64>>,
}

/// The sums over blocks; a block counts over all its line-ups.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockTally {
    /// Blocks.
    pub count: u64,
    /// Wins of each entrant in a block.
    pub wins: Vec<Sample>,
    /// The sums of the products of the wins of two entrants in a block.
    products: Vec<Vec<u64>>,
    /// Games of a block in which one entrant was placed before another.
    pub ahead: Vec<Vec<Sample>>,
    /// By how many worms one entrant was before another, over all their meetings.
    pub margins: Vec<Vec<i64>>,
    /// Wins of each entrant in a block on each seat, counted from the one that begins.
    pub seats: Vec<Vec<Sample>>,
    /// Wins of everybody in a block on each seat.
    pub all_seats: Vec<Sample>,
    /// How the wins came in.
    pub course: Course,
    /// By line-up.
    pub line_ups: Vec<LineUpTally>,
    /// For every [`DIGEST_BLOCKS`] blocks the sum of the digests of their scores: enough to check a part of a run.
    pub digests: Vec<u64>,
}

/// Blocks that share a digest.
pub const DIGEST_BLOCKS: u64 = 64;

impl BlockTally {
    pub(super) fn new(schedule: &Schedule, entrants: usize) -> BlockTally {
        let chairs = schedule.players.count();
        let line_up = LineUpTally {
            wins: vec![Sample::default(); chairs],
            worms: vec![0; chairs],
            orders: vec![BTreeMap::new(); GROUPS as usize],
        };
        BlockTally {
            count: 0,
            wins: vec![Sample::default(); entrants],
            products: vec![vec![0; entrants]; entrants],
            ahead: vec![vec![Sample::default(); entrants]; entrants],
            margins: vec![vec![0; entrants]; entrants],
            seats: vec![vec![Sample::default(); chairs]; entrants],
            all_seats: vec![Sample::default(); chairs],
            course: Course::default(),
            line_ups: vec![line_up; schedule.line_ups.len()],
            digests: Vec::new(),
        }
    }

    /// Notes what one line-up did in a block: all that needs no other line-up, so that every thread can do it for itself.
    pub(in crate::arena) fn note(&mut self, line_up: &[usize], number: usize, block: u64, score: &BlockScore) {
        let tally = &mut self.line_ups[number];
        for (chair, &entrant) in line_up.iter().enumerate() {
            tally.wins[chair].add(i64::from(score.wins[chair]));
            tally.worms[chair] += u64::from(score.worms[chair]);
            for (other, &rival) in line_up.iter().enumerate().filter(|(other, _)| *other != chair) {
                self.margins[entrant][rival] += i64::from(score.worms[chair]) - i64::from(score.worms[other]);
            }
        }
        let orders = &mut tally.orders[(block % GROUPS) as usize];
        for &order in &score.orders[..line_up.len()] {
            *orders.entry(order).or_default() += 1;
        }
    }

    /// Adds a block: what all line-ups did together, in index order.
    pub(in crate::arena) fn add(&mut self, schedule: &Schedule, block: u64, scores: &[BlockPlayed], sums: &mut Sums) {
        let entrants = self.wins.len();
        sums.wins.clear();
        sums.wins.resize(entrants, 0);
        let seats = schedule.players.count();
        sums.seats.clear();
        sums.seats.resize(entrants * seats, 0);
        sums.ahead.clear();
        sums.ahead.resize(entrants * entrants, 0);
        let part = (block / DIGEST_BLOCKS) as usize;
        if part >= self.digests.len() {
            self.digests.resize(part + 1, 0);
        }
        for (number, (line_up, played)) in schedule.line_ups.iter().zip(scores).enumerate() {
            self.digests[part] = self.digests[part].wrapping_add(played.digest);
            debug_assert_eq!(played.digest, played.score.digest(block, number));
            for (chair, &entrant) in line_up.iter().enumerate() {
                sums.wins[entrant] += u64::from(played.score.wins[chair]);
                for seat in 0..seats {
                    sums.seats[entrant * seats + seat] += i64::from(played.score.won_on[chair] >> seat & 1);
                }
                for (other, &rival) in line_up.iter().enumerate().filter(|(other, _)| *other != chair) {
                    sums.ahead[entrant * entrants + rival] += i64::from(played.score.ahead[chair][other]);
                }
            }
        }
        self.count += 1;
        self.course.add(block, &sums.wins);
        self.add_seats(sums);
        for one in 0..entrants {
            self.wins[one].add(sums.wins[one] as i64);
            for other in 0..entrants {
                self.products[one][other] += sums.wins[one] * sums.wins[other];
                self.ahead[one][other].add(sums.ahead[one * entrants + other]);
            }
        }
    }

    fn add_seats(&mut self, sums: &Sums) {
        let seats = self.all_seats.len();
        for (seat, all) in self.all_seats.iter_mut().enumerate() {
            let mut together = 0;
            for (own, wins) in self.seats.iter_mut().zip(sums.seats.chunks(seats)) {
                own[seat].add(wins[seat]);
                together += wins[seat];
            }
            all.add(together);
        }
    }

    pub(super) fn merge(&mut self, other: &BlockTally) {
        self.count += other.count;
        if self.digests.len() < other.digests.len() {
            self.digests.resize(other.digests.len(), 0);
        }
        self.digests.iter_mut().zip(&other.digests).for_each(|(mine, theirs)| *mine = mine.wrapping_add(*theirs));
        self.course.merge(&other.course);
        merge_samples(&mut self.all_seats, &other.all_seats);
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            merge_samples(mine, theirs);
        }
        merge_samples(&mut self.wins, &other.wins);
        for (mine, theirs) in self.products.iter_mut().zip(&other.products) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        for (mine, theirs) in self.ahead.iter_mut().zip(&other.ahead) {
            merge_samples(mine, theirs);
        }
        for (mine, theirs) in self.margins.iter_mut().zip(&other.margins) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        for (mine, theirs) in self.line_ups.iter_mut().zip(&other.line_ups) {
            mine.merge(theirs);
        }
    }

    /// The sum of the products of the wins of two entrants in a block.
    pub fn product(&self, one: usize, other: usize) -> u64 {
        self.products[one][other]
    }

    /// The difference between the wins of two entrants in a block, each weighed with its factor, so that entrants who
    /// play different numbers of games can be compared.
    pub fn difference(&self, one: usize, other: usize, factors: [u64; 2]) -> Sample {
        let [a, b] = factors.map(i128::from);
        let square = |entrant: usize| i128::from(self.products[entrant][entrant]);
        let cross = i128::from(self.products[one][other]);
        let sum = a * i128::from(self.wins[one].sum) - b * i128::from(self.wins[other].sum);
        let squares = a * a * square(one) + b * b * square(other) - 2 * a * b * cross;
        Sample { count: self.count, sum: sum as i64, squares: squares as u64 }
    }

    /// All finishing orders, by group of blocks.
    pub fn orders(&self, schedule: &Schedule) -> Vec<Vec<Order>> {
        let in_group = |group: usize| {
            let tables = schedule.line_ups.iter().zip(&self.line_ups);
            let orders = tables.flat_map(|(line_up, tally)| {
                tally.orders[group].iter().map(|(&packed, &count)| unpack(packed, line_up, count))
            });
            orders.collect()
        };
        (0..GROUPS as usize).map(in_group).collect()
    }
}

impl LineUpTally {
    fn merge(&mut self, other: &LineUpTally) {
        merge_samples(&mut self.wins, &other.wins);
        self.worms.iter_mut().zip(&other.worms).for_each(|(mine, theirs)| *mine += theirs);
        for (mine, theirs) in self.orders.iter_mut().zip(&other.orders) {
            for (&order, &count) in theirs {
                *mine.entry(order).or_default() += count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_packed_and_unpacked() {
        let order = |places: &[u8], winner| unpack(pack(places, winner), &[10, 11, 12, 13][..places.len()], 1);
        assert_eq!((order(&[2, 1], 1).ranking, order(&[2, 1], 1).ranked), (vec![11, 10], 2));
        let shared = order(&[3, 1, 3, 2], 1);
        assert_eq!((shared.ranking, shared.ranked), (vec![11, 13, 10, 12], 2));
        let whole = order(&[4, 3, 2, 1], 3);
        assert_eq!((whole.ranking, whole.ranked), (vec![13, 12, 11, 10], 4));
    }
}
