//! What one entrant did at one number of players.

use serde::{Deserialize, Serialize};

use super::conduct::Counter;
use super::{add, count};
use crate::game::{HIGHEST_VALUE, LOWEST_VALUE, Players, Portion};
use crate::statistics::Sample;

/// The values that a portion can have: 0 and 16 to 42.
pub const PORTION_VALUES: usize = (HIGHEST_VALUE - LOWEST_VALUE) as usize + 2;

/// The index of a portion's value among all values.
#[inline]
pub const fn value_index(portion: Portion) -> usize {
    if portion.is_zero() { 0 } else { (portion.value() - LOWEST_VALUE) as usize + 1 }
}

/// What can happen to a portion, as an entrant sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Taken in the menu (rule 7.1).
    TakenMenu,
    /// Taken with an invalid display (rule 5.2).
    TakenInvalid,
    /// Stolen from another seat (rule 6).
    Stolen,
    /// Lost to a thief.
    Lost,
    /// In the stack at the end.
    Kept,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 5] = [Fate::TakenMenu, Fate::TakenInvalid, Fate::Stolen, Fate::Lost, Fate::Kept];
}

/// Games and wins at one seat, counted from the one that begins round 1.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SeatTally {
    /// Games.
    pub games: u64,
    /// Wins.
    pub wins: u64,
}

/// What an entrant did; a game in which it takes two seats counts for both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntrantTally {
    /// Games.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// Games in which it committed a fault.
    pub faults: u64,
    /// Games with each place, the first place first.
    pub places: Vec<u64>,
    /// Games with each number of worms.
    pub worms: Vec<u64>,
    /// By the seat counted from the one that begins round 1.
    pub seats: Vec<SeatTally>,
    /// By [`Counter`].
    pub(in crate::arena) counters: [u64; Counter::ALL.len()],
    /// Lays of each number of cards.
    pub lay_sizes: Vec<u64>,
    /// Valid passes with each total.
    pub pass_totals: Vec<u64>,
    /// By the value of the portion and then by [`Fate`].
    pub(in crate::arena) portions: Vec<[u64; Fate::ALL.len()]>,
}

impl EntrantTally {
    pub(super) fn new(players: Players) -> EntrantTally {
        EntrantTally {
            games: 0,
            wins: 0,
            faults: 0,
            places: vec![0; players.count()],
            worms: vec![0; 128],
            seats: vec![SeatTally::default(); players.count()],
            counters: [0; Counter::ALL.len()],
            lay_sizes: vec![0; 12],
            pass_totals: vec![0; 64],
            portions: vec![[0; Fate::ALL.len()]; PORTION_VALUES],
        }
    }

    pub(super) fn merge(&mut self, other: &EntrantTally) {
        self.games += other.games;
        self.wins += other.wins;
        self.faults += other.faults;
        add(&mut self.places, &other.places);
        add(&mut self.worms, &other.worms);
        self.counters.iter_mut().zip(other.counters).for_each(|(mine, theirs)| *mine += theirs);
        add(&mut self.lay_sizes, &other.lay_sizes);
        add(&mut self.pass_totals, &other.pass_totals);
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.games += theirs.games;
            mine.wins += theirs.wins;
        }
        for (mine, theirs) in self.portions.iter_mut().zip(&other.portions) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }

    /// How often something was done or suffered.
    pub fn counter(&self, counter: Counter) -> u64 {
        self.counters[counter as usize]
    }

    /// How often a portion of a value, by its index among all values, met a fate.
    pub fn fate(&self, value: usize, fate: Fate) -> u64 {
        self.portions[value][fate as usize]
    }

    pub(super) fn meet(&mut self, portion: Portion, fate: Fate, times: u64) {
        self.portions[value_index(portion)][fate as usize] += times;
    }

    /// Counts a lay of this many cards.
    pub(super) fn count_lay(&mut self, cards: usize) {
        count(&mut self.lay_sizes, cards, 1);
    }

    /// Counts valid passes with this total.
    pub(super) fn count_passes(&mut self, total: usize, times: u64) {
        count(&mut self.pass_totals, total, times);
    }

    #[inline]
    pub(super) fn count_worms(&mut self, worms: u16) {
        count(&mut self.worms, usize::from(worms), 1);
    }

    /// Worms, game by game.
    pub fn worms_sample(&self) -> Sample {
        Sample::of_histogram(&self.worms)
    }

    /// Places, game by game.
    pub fn places_sample(&self) -> Sample {
        let mut sample = Sample::of_histogram(&self.places);
        // The list begins with the first place.
        sample.squares = sample.squares.wrapping_add(sample.count).wrapping_add_signed(2 * sample.sum);
        sample.sum += sample.count as i64;
        sample
    }
}
