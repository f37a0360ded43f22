//! A tally while games are counted into it.

use super::Tally;
use super::entrant::{EntrantTally, Fate, PORTION_VALUES};
use super::packed::{PACKED, PackedCounts, PackedSums};
use super::portion_sums::PortionSums;
use crate::arena::index::{EntrantIndex, LineUpIndex, PerEntrant, PerLineUp};
use crate::arena::schedule::Schedule;
use crate::game::{Portion, Portions};

/// A tally into which a thread counts games. What happens in every round is first counted in lists of fixed size, which need no check,
/// and what follows from other counts is not counted at all: [`OpenTally::close`] adds both.
pub(in crate::arena) struct OpenTally {
    pub(in crate::arena) tally: Tally,
    recent: PerEntrant<Recent>,
    /// Portions turned up since the last entry in the tally.
    turned_up: PerLineUp<PortionSums>,
}

/// What an entrant did since its last entry in the tally.
#[derive(Clone)]
pub(super) struct Recent {
    /// Valid passes by total.
    passes: [u32; 256],
    /// Portions taken from the grill, by [`Fate`] and then by index.
    taken: [[u32; MAX_INDICES]; 2],
    conduct: PackedSums,
    lays: PackedSums,
    /// Games in the packed sums.
    games: u32,
}

/// Any five bits are an index.
const MAX_INDICES: usize = 32;

const _: () = assert!(Fate::TakenMenu as usize == 0 && Fate::TakenInvalid as usize == 1);

impl OpenTally {
    /// Nothing counted yet.
    pub(in crate::arena) fn new(schedule: &Schedule, entrants: usize) -> OpenTally {
        OpenTally {
            tally: Tally::new(schedule, entrants),
            recent: PerEntrant::all(Recent::NONE, entrants),
            turned_up: PerLineUp::all(PortionSums::NONE, schedule.line_ups.len()),
        }
    }

    #[inline]
    pub(super) fn recent(&mut self, entrant: EntrantIndex) -> &mut Recent {
        &mut self.recent[entrant]
    }

    /// Counts what a seat did in a game, by counter and by size of its lays.
    #[inline]
    pub(super) fn add_packed(&mut self, entrant: EntrantIndex, conduct: PackedCounts, lays: PackedCounts) {
        let recent = &mut self.recent[entrant];
        recent.conduct.add(conduct);
        recent.lays.add(lays);
        recent.games += 1;
        if recent.games == PackedSums::MAX_TERMS {
            recent.unpack(&mut self.tally.entrants[entrant]);
        }
    }

    /// Counts the portions that were turned up in so many games of one deal: the same ones in each of them, since portions have a
    /// stream of their own.
    pub(in crate::arena) fn turn_up(&mut self, line_up: LineUpIndex, portions: Portions, games: usize) {
        let sums = &mut self.turned_up[line_up];
        sums.add(portions, games);
        if sums.is_full() {
            sums.move_to(&mut self.tally.turned_up[line_up]);
        }
    }

    /// The tally of all games that were counted.
    pub(in crate::arena) fn close(mut self) -> Tally {
        for (entrant, recent) in self.tally.entrants.iter_mut().zip(self.recent.iter_mut()) {
            recent.unpack(entrant);
            recent.add_to(entrant);
            entrant.count_kept();
        }
        for (counts, sums) in self.tally.turned_up.iter_mut().zip(self.turned_up.iter_mut()) {
            sums.move_to(counts);
        }
        self.tally
    }
}

impl Recent {
    const NONE: Recent = Recent {
        passes: [0; 256],
        taken: [[0; MAX_INDICES]; 2],
        conduct: PackedSums::NONE,
        lays: PackedSums::NONE,
        games: 0,
    };

    #[inline]
    pub(super) fn count_pass(&mut self, total: u8) {
        self.passes[usize::from(total)] += 1;
    }

    /// Counts a portion taken in the menu.
    #[inline]
    pub(super) fn serve(&mut self, portion: Portion) {
        self.taken[Fate::TakenMenu as usize][portion.index() % MAX_INDICES] += 1;
    }

    /// Counts a portion taken with an invalid display.
    #[inline]
    pub(super) fn take_invalid(&mut self, portion: Portion) {
        self.taken[Fate::TakenInvalid as usize][portion.index() % MAX_INDICES] += 1;
    }

    /// Moves the packed sums to the tally, before they become too large.
    #[inline(never)]
    fn unpack(&mut self, tally: &mut EntrantTally) {
        for (index, counter) in tally.counters.iter_mut().enumerate() {
            *counter += self.conduct.get(index);
        }
        // Lays of no card are none.
        for (size, lays) in tally.lay_sizes[..PACKED].iter_mut().enumerate().skip(1) {
            *lays += self.lays.get(size);
        }
        (self.conduct, self.lays, self.games) = (PackedSums::NONE, PackedSums::NONE, 0);
    }

    /// Adds everything that is not packed.
    fn add_to(&self, tally: &mut EntrantTally) {
        let totals = self.passes.iter().enumerate().filter(|(_, passes)| **passes > 0);
        totals.for_each(|(total, &passes)| tally.count_passes(total, u64::from(passes)));
        for portion in Portions::ALL.iter() {
            for (fate, taken) in [Fate::TakenMenu, Fate::TakenInvalid].into_iter().zip(&self.taken) {
                tally.meet(portion, fate, u64::from(taken[portion.index()]));
            }
        }
    }
}

impl EntrantTally {
    /// Counts what was kept: whatever was taken or stolen, except what was lost.
    fn count_kept(&mut self) {
        debug_assert_eq!(self.portions.len(), PORTION_VALUES);
        for fates in &mut self.portions {
            let of = |fate: Fate| fates[fate as usize];
            let gained = of(Fate::TakenMenu) + of(Fate::TakenInvalid) + of(Fate::Stolen);
            fates[Fate::Kept as usize] = gained - of(Fate::Lost);
        }
    }
}
