//! Sums over blocks: the basis of every interval, since the games of one deal are not independent.

use serde::{Deserialize, Serialize};

use super::course::Course;
use super::late_list::LateList;
use super::{merge_samples, pairs};
use crate::arena::LEVEL;
use crate::arena::index::{Chair, EntrantIndex, LineUp, LineUpIndex, PerChair, PerEntrant, PerLineUp, PerPair};
use crate::arena::schedule::Schedule;
use crate::game::{Key, MAX_PLAYERS};
use crate::statistics::{
    Difference, Field, Interval, Rating, Reach, Sample, Share, amount_interval, covariance, mean_interval, rate,
    trial_variance,
};

/// Reusable memory for the sums of a block.
#[derive(Default)]
pub(in crate::arena) struct BlockSums {
    wins: Vec<u64>,
    worms: Vec<i64>,
    seats: Vec<i64>,
    ahead: Vec<i64>,
    margins: Vec<i64>,
}

impl BlockSums {
    fn clear(&mut self, entrants: usize, seats: usize) {
        let zeros = |sums: &mut Vec<i64>, count: usize| {
            sums.clear();
            sums.resize(count, 0);
        };
        self.wins.clear();
        self.wins.resize(entrants, 0);
        zeros(&mut self.worms, entrants);
        zeros(&mut self.seats, entrants * seats);
        zeros(&mut self.ahead, entrants * entrants);
        zeros(&mut self.margins, entrants * entrants);
    }
}

impl BlockSums {
    /// Adds what one line-up did in the block.
    fn add(&mut self, line_up: &LineUp, score: &BlockScore, entrants: usize) {
        let seats = line_up.len();
        let number = |entrant: &EntrantIndex| entrant.index();
        for (chair, entrant) in line_up.iter().map(number).enumerate() {
            let worms = i64::from(score.worms[chair]);
            self.wins[entrant] += u64::from(score.wins[chair]);
            self.worms[entrant] += worms;
            for seat in 0..seats {
                self.seats[entrant * seats + seat] += i64::from(score.won_on[chair] >> seat & 1);
            }
            for (other, rival) in line_up.iter().map(number).enumerate().filter(|(other, _)| *other != chair) {
                let pair = entrant * entrants + rival;
                self.ahead[pair] += i64::from(score.ahead[chair][other]);
                self.margins[pair] += worms - i64::from(score.worms[other]);
            }
        }
    }
}

/// What one line-up did in one block, by chair.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BlockScore {
    /// Games won.
    pub wins: [u8; MAX_PLAYERS],
    /// Worms of all games together.
    pub worms: [u16; MAX_PLAYERS],
    /// The seats, counted from the one that begins, at which the games were won: every chair sits at each of them once.
    won_on: [u8; MAX_PLAYERS],
    /// The seats of each chair from which its entrant won, with this chair or another of its own.
    won_from: [u8; MAX_PLAYERS],
    /// Games in which one chair was placed ahead of another.
    pub ahead: [[u8; MAX_PLAYERS]; MAX_PLAYERS],
    /// The worms of the winners of all games together.
    winners: u16,
    /// The worms between two chairs, in either direction, of all games together.
    gaps: [[u16; MAX_PLAYERS]; MAX_PLAYERS],
}

/// What one chair did in one game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::arena) struct ChairScore {
    pub(in crate::arena) place: u8,
    pub(in crate::arena) worms: u16,
    /// Its seat, counted from the one that begins.
    pub(in crate::arena) seat: u8,
    /// Whether it has won.
    pub(in crate::arena) won: bool,
    /// Whether its entrant has won, with this chair or another.
    pub(in crate::arena) entrant_won: bool,
}

impl BlockScore {
    /// Notes a game.
    pub(in crate::arena) fn note(&mut self, chairs: &[ChairScore]) {
        for (number, chair) in chairs.iter().enumerate() {
            self.wins[number] += u8::from(chair.won);
            self.won_on[number] |= u8::from(chair.won) << chair.seat;
            self.won_from[number] |= u8::from(chair.entrant_won) << chair.seat;
            self.worms[number] += chair.worms;
            for (other, behind) in chairs.iter().enumerate() {
                self.ahead[number][other] += u8::from(chair.place < behind.place);
                self.gaps[number][other] += chair.worms.abs_diff(behind.worms);
            }
            self.winners += if chair.won { chair.worms } else { 0 };
        }
    }

    /// A number that depends on every part of the score and on its block and line-up.
    pub(in crate::arena) fn digest(&self, block: u64, line_up: LineUpIndex, chairs: usize) -> u64 {
        let mut key = Key::new(block).with(line_up.index() as u64);
        for chair in 0..chairs.min(MAX_PLAYERS) {
            let ahead = self.ahead[chair].iter().fold(0_u64, |word, &games| word << 8 | u64::from(games));
            let seats = u64::from(self.won_on[chair]) << 8 | u64::from(self.won_from[chair]);
            let gaps = self.gaps[chair].iter().fold(u64::from(self.winners), |sum, &gap| 31 * sum + u64::from(gap));
            let rest = seats << 24 | u64::from(self.worms[chair]) << 8 | u64::from(self.wins[chair]);
            key = key.with(ahead).with(gaps).with(rest);
        }
        // A chair that is not at the table has nothing but zeros.
        let no_gaps = u64::from(self.winners) * 31_u64.pow(MAX_PLAYERS as u32);
        (chairs..MAX_PLAYERS).fold(key, |key, _| key.with(0).with(no_gaps).with(0)).stream().word()
    }
}

/// The sums of one line-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineUpTally {
    /// Wins in a block, by chair.
    pub wins: PerChair<Sample>,
    /// Worms in a block, by chair.
    pub worms: PerChair<Sample>,
    /// Games that the entrant of a chair won while the chair sat at each seat: by chair, then by seat counted from the one
    /// that begins. Every block is one game for each of them.
    pub won_from: PerChair<Vec<u64>>,
}

/// The sums over blocks; a block is counted over all its line-ups.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockTally {
    /// Blocks.
    pub count: u64,
    /// Wins of each entrant in a block.
    pub wins: PerEntrant<Sample>,
    /// The sums of the products of the wins of two entrants in a block.
    pub(in crate::arena) products: PerPair<u64>,
    /// Games of a block in which one entrant was placed ahead of another.
    pub ahead: PerPair<Sample>,
    /// The worms of all winners.
    pub winners: u64,
    /// The worms between two entrants, in either direction, over all their meetings.
    pub gaps: PerPair<u64>,
    /// Worms of each entrant in a block.
    pub worms: PerEntrant<Sample>,
    /// By how many worms one entrant was ahead of another in a block, over all their meetings.
    pub margins: PerPair<Sample>,
    /// Wins of each entrant in a block at each seat, counted from the one that begins.
    pub seats: PerEntrant<Vec<Sample>>,
    /// Wins of all entrants in a block at each seat.
    pub all_seats: Vec<Sample>,
    /// How the wins accumulated.
    pub course: Course,
    /// By line-up.
    pub line_ups: PerLineUp<LineUpTally>,
    /// For every [`DIGEST_BLOCKS`] blocks the sum of the digests of their scores: enough to check a part of a run.
    pub digests: LateList<u64>,
}

/// Blocks that share a digest.
pub const DIGEST_BLOCKS: u64 = 64;

impl BlockTally {
    pub(super) fn new(schedule: &Schedule, entrants: usize) -> BlockTally {
        let chairs = schedule.players.count();
        let line_up = LineUpTally {
            wins: PerChair::all(Sample::default(), chairs),
            worms: PerChair::all(Sample::default(), chairs),
            won_from: PerChair::all(vec![0; chairs], chairs),
        };
        BlockTally {
            count: 0,
            wins: PerEntrant::all(Sample::default(), entrants),
            products: pairs(0, entrants),
            ahead: pairs(Sample::default(), entrants),
            winners: 0,
            gaps: pairs(0, entrants),
            worms: PerEntrant::all(Sample::default(), entrants),
            margins: pairs(Sample::default(), entrants),
            seats: PerEntrant::all(vec![Sample::default(); chairs], entrants),
            all_seats: vec![Sample::default(); chairs],
            course: Course::default(),
            line_ups: PerLineUp::all(line_up, schedule.line_ups.len()),
            digests: LateList::default(),
        }
    }

    /// Notes what one line-up did in a block: everything that needs no other line-up, so that each thread can do it alone.
    pub(in crate::arena) fn note(&mut self, line_up: &LineUp, number: LineUpIndex, score: &BlockScore) {
        self.winners += u64::from(score.winners);
        for (chair, &entrant) in line_up.iter().enumerate() {
            for (other, &rival) in line_up.iter().enumerate() {
                self.gaps[entrant][rival] += u64::from(score.gaps[chair][other]);
            }
        }
        let tally = &mut self.line_ups[number];
        for (chair, won_from) in tally.won_from.iter_mut().enumerate() {
            let index = Chair::new(chair);
            tally.wins[index].add(i64::from(score.wins[chair]));
            tally.worms[index].add(i64::from(score.worms[chair]));
            for (seat, wins) in won_from.iter_mut().enumerate() {
                *wins += u64::from(score.won_from[chair] >> seat & 1);
            }
        }
    }

    /// Adds a block: what all line-ups did together, with the digest of each score, in index order.
    pub(in crate::arena) fn add<'a>(
        &mut self,
        schedule: &Schedule,
        block: u64,
        scores: impl Iterator<Item = (&'a BlockScore, u64)>,
        sums: &mut BlockSums,
    ) {
        let entrants = self.wins.len();
        sums.clear(entrants, schedule.players.count());
        let group = self.digests.at((block / DIGEST_BLOCKS) as usize, || 0);
        for ((number, line_up), (score, digest)) in schedule.line_ups.entries().zip(scores) {
            *group = group.wrapping_add(digest);
            debug_assert_eq!(digest, score.digest(block, number, line_up.len()));
            sums.add(line_up, score, entrants);
        }
        self.count += 1;
        self.course.add(block, &sums.wins);
        self.add_seats(sums);
        for (one, of_one) in self.wins.indices().enumerate() {
            self.wins[of_one].add(sums.wins[one] as i64);
            self.worms[of_one].add(sums.worms[one]);
            for (other, of_other) in self.wins.indices().enumerate() {
                self.products[of_one][of_other] += sums.wins[one] * sums.wins[other];
                self.ahead[of_one][of_other].add(sums.ahead[one * entrants + other]);
                self.margins[of_one][of_other].add(sums.margins[one * entrants + other]);
            }
        }
    }

    fn add_seats(&mut self, sums: &BlockSums) {
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
        self.digests.merge(&other.digests, || 0, |mine, theirs| *mine = mine.wrapping_add(*theirs));
        self.course.merge(&other.course);
        merge_samples(&mut self.all_seats, &other.all_seats);
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            merge_samples(mine, theirs);
        }
        merge_samples(&mut self.wins, &other.wins);
        for (mine, theirs) in self.products.iter_mut().zip(&other.products) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine = mine.saturating_add(*theirs));
        }
        for (mine, theirs) in self.ahead.iter_mut().zip(&other.ahead) {
            merge_samples(mine, theirs);
        }
        self.winners += other.winners;
        for (mine, theirs) in self.gaps.iter_mut().zip(&other.gaps) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine = mine.saturating_add(*theirs));
        }
        merge_samples(&mut self.worms, &other.worms);
        for (mine, theirs) in self.margins.iter_mut().zip(&other.margins) {
            merge_samples(mine, theirs);
        }
        for (mine, theirs) in self.line_ups.iter_mut().zip(&other.line_ups) {
            mine.merge(theirs);
        }
    }

    /// The sum of the products of the wins of two entrants in a block.
    pub fn product(&self, one: EntrantIndex, other: EntrantIndex) -> u64 {
        self.products[one][other]
    }

    /// The interval of the share of games that an entrant has won.
    pub fn win_interval(&self, schedule: &Schedule, entrant: EntrantIndex) -> Option<Interval> {
        schedule.win_share(entrant, &self.wins[entrant]).map(|share| share.interval(LEVEL))
    }

    /// The difference between the wins of two entrants in a block, each weighted by its factor, so that entrants that
    /// play different numbers of games can be compared.
    pub fn difference(&self, one: EntrantIndex, other: EntrantIndex, factors: [u64; 2]) -> Sample {
        let [a, b] = factors.map(i128::from);
        let square = |entrant: EntrantIndex| i128::from(self.products[entrant][entrant]);
        let cross = i128::from(self.products[one][other]);
        let sum = a * i128::from(self.wins[one].sum) - b * i128::from(self.wins[other].sum);
        let squares = a * a * square(one) + b * b * square(other) - 2 * a * b * cross;
        Sample { count: self.count, sum: sum as i64, squares: squares as u64 }
    }

    /// The difference between the win rates of two entrants, with its error.
    pub fn win_difference(&self, schedule: &Schedule, one: EntrantIndex, other: EntrantIndex) -> Option<Difference> {
        let share = |entrant: EntrantIndex| schedule.win_share(entrant, &self.wins[entrant]);
        let variances = [self.wins[one].variance()?, self.wins[other].variance()?];
        Some(Difference::of(share(one)?, share(other)?, self.covariance(one, other), variances))
    }

    /// The interval of the worms of an entrant in a game: no narrower than its wins allow, each of which is worth the number
    /// of worms by which winners exceed others.
    pub fn worms_interval(&self, schedule: &Schedule, entrant: EntrantIndex) -> Option<Interval> {
        let share = schedule.win_share(entrant, &self.wins[entrant])?;
        let reach = Reach::of_share(&share, self.worth_of_a_win(schedule), LEVEL);
        amount_interval(&self.worms[entrant], schedule.seats_per_block(entrant), reach, LEVEL)
    }

    /// The interval of the worms of a chair in a game.
    pub fn chair_worms_interval(&self, schedule: &Schedule, line_up: LineUpIndex, chair: Chair) -> Option<Interval> {
        let (tally, seats) = (&self.line_ups[line_up], schedule.players.count() as u64);
        let share = Share::of(&tally.wins[chair], seats)?;
        let reach = Reach::of_share(&share, self.worth_of_a_win(schedule), LEVEL);
        amount_interval(&tally.worms[chair], seats, reach, LEVEL)
    }

    /// The interval of the worms by which one entrant is ahead of another in a game: no narrower than the share of meetings in
    /// which it is ahead allows, since that decides the sign of the margin, nor than the difference between their wins allows.
    pub fn margin_interval(&self, schedule: &Schedule, one: EntrantIndex, other: EntrantIndex) -> Option<Interval> {
        let meetings = schedule.meetings_per_block(one, other);
        let share = Share::of(&self.ahead[one][other], meetings)?;
        let turned = 2.0 * self.gaps[one][other] as f64 / (meetings * self.count) as f64;
        let wins = self.win_difference(schedule, one, other)?;
        let reach = Reach::of_share(&share, turned, LEVEL);
        let reach = reach.or(Reach::of_difference(&wins, self.worth_of_a_win(schedule), LEVEL));
        mean_interval(&self.margins[one][other], meetings, reach, LEVEL)
    }

    /// By how many worms winners exceed others, on average.
    fn worth_of_a_win(&self, schedule: &Schedule) -> f64 {
        let games = (schedule.games_per_block() * self.count).max(1) as f64;
        let all: i64 = self.worms.iter().map(|worms| worms.sum).sum();
        let winners = self.winners as f64;
        (winners / games - (all as f64 - winners) / (games * (schedule.players.count() - 1) as f64)).max(0.0)
    }

    /// The sample covariance of the wins of two entrants in a block.
    fn covariance(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        covariance([one, other].map(|entrant| &self.wins[entrant]), self.products[one][other])
    }

    /// The ratings of all entrants; `None` for those that play no game against another.
    pub fn ratings(&self, schedule: &Schedule) -> PerEntrant<Option<Rating>> {
        let numbers = |line_up: &LineUp| line_up.iter().map(|entrant| entrant.index()).collect();
        let tables: Vec<Vec<usize>> = schedule.line_ups.iter().map(numbers).collect();
        let products: Vec<Vec<u64>> = self.products.iter().map(|row| row.to_vec()).collect();
        let games = schedule.players.count() as u64;
        rate(&Field { tables: &tables, games, wins: &self.wins, products: &products }, LEVEL).into()
    }

    /// The variance that the wins of an entrant in a block would have if every game of the block had its own deal:
    /// each game, by its line-up and the seat of the entrant's first chair, is won with its own probability.
    pub fn independent_variance(&self, schedule: &Schedule, entrant: EntrantIndex) -> Option<f64> {
        let tables = schedule.line_ups.iter().zip(&self.line_ups);
        let first = tables.filter_map(|(line_up, tally)| {
            let chair = line_up.position(|&chair| chair == entrant)?;
            Some(&tally.won_from[chair])
        });
        first.flatten().map(|&wins| trial_variance(wins, self.count)).sum()
    }
}

impl LineUpTally {
    fn merge(&mut self, other: &LineUpTally) {
        merge_samples(&mut self.wins, &other.wins);
        merge_samples(&mut self.worms, &other.worms);
        for (mine, theirs) in self.won_from.iter_mut().zip(&other.won_from) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }
}
