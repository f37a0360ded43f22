//! Watches a game and counts.

use super::Tally;
use super::conduct::{self, Counter};
use super::entrant::{Fate, value_index};
use super::highlights::{Drama, Highlight};
use super::packed::{PACKED, PackedCounts};
use crate::arena::game::Played;
use crate::arena::index::{EntrantIndex, around};
use crate::arena::score::Score;
use crate::game::{Cards, Edition, Event, Game, Kind, PerSeat, Seat, Watch};

/// Counts one game into a tally.
pub(in crate::arena) struct TallyWatch<'a> {
    tally: &'a mut Tally,
    /// The address of the game.
    at: Highlight,
    /// The entrant at each seat.
    entrants: PerSeat<EntrantIndex>,
    players: usize,
    /// Whether no seat has been served in this round.
    menu_is_open: bool,
    drama: Drama,
    /// By [`Counter`], added to the tally at the end of the game.
    conduct: PerSeat<PackedCounts>,
    /// Lays of 1 to 7 cards, added to the tally at the end of the game; kinds that were not laid are lays of none.
    lays: PerSeat<PackedCounts>,
}

const _: () = assert!(Counter::ALL.len() <= PACKED);

impl<'a> TallyWatch<'a> {
    pub(in crate::arena) fn new(
        tally: &'a mut Tally,
        at: Highlight,
        entrants: PerSeat<EntrantIndex>,
        players: usize,
        edition: Edition,
    ) -> TallyWatch<'a> {
        let none = PerSeat::all(PackedCounts::default());
        let drama = Drama::new(edition);
        TallyWatch { tally, at, entrants, players, menu_is_open: true, drama, conduct: none, lays: none }
    }

    /// Counts the lays of a display of which one was large.
    #[cold]
    fn count_large_lays(&mut self, seat: Seat, display: Cards) {
        let sizes = Kind::ALL.into_iter().map(|kind| display.count(kind) as usize).filter(|&size| size > 0);
        sizes.for_each(|size| self.tally.entrants[self.entrants[seat]].count_lay(size));
    }

    /// The game is over.
    pub(in crate::arena) fn finish(mut self, played: &Played, score: Score) {
        conduct::of_game(played, |seat, counter, times| self.conduct[seat].add(counter as usize, times));
        let table = played.game.table();
        let first = played.first.index();
        for seat in table.players().seats() {
            let entrant = &mut self.tally.entrants[self.entrants[seat]];
            let won = u64::from(score.winner == seat);
            entrant.games += 1;
            entrant.wins += won;
            entrant.places[usize::from(score.places[seat]) - 1] += 1;
            entrant.count_worms(played.outcome.worms[seat]);
            entrant.add_conduct(self.conduct[seat]);
            entrant.add_lays(self.lays[seat]);
            let turn = &mut entrant.seats[around(seat.index() + self.players - first, self.players)];
            turn.games += 1;
            turn.wins += won;
            // Every portion that was turned up ends in some seat's stack (rule 9.2).
            let turned_up = &mut self.tally.turned_up[self.at.line_up];
            table.stack(seat).for_each(|portion| {
                entrant.meet(portion, Fate::Kept);
                turned_up[value_index(portion)] += 1;
            });
        }
        if played.game_faults.is_empty() {
            self.drama.finish(&mut self.tally.highlights, played, score, self.at, self.entrants);
        }
        for game_fault in &played.game_faults {
            self.tally.entrants[self.entrants[game_fault.seat]].faults += 1;
        }
    }
}

impl Watch for TallyWatch<'_> {
    #[inline]
    fn passes(&mut self, game: &Game, seat: Seat) {
        let mut conduct = self.conduct[seat];
        conduct::of_pass(game, seat, |counter, times| conduct.add(counter as usize, times));
        self.conduct[seat] = conduct;
        // Each kind in a display was laid at once (rule 4.2): the lays of a round are seen when it is passed.
        let display = game.table().display(seat);
        let sizes = display.number_counts() | u64::from(display.count(Kind::Worm)) << (8 * Kind::Worm.index());
        if sizes & PackedCounts::LARGE == 0 {
            self.lays[seat].add_each(sizes);
        } else {
            self.count_large_lays(seat, display);
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "the engine knows what has happened where it says so: inlined, no branch on the event is left, and the \
                  many draws cost nothing at all"
    )]
    #[inline(always)]
    fn see(&mut self, event: Event) {
        self.drama.see(event);
        conduct::of_event(event, self.menu_is_open, |seat, counter, times| {
            self.conduct[seat].add(counter as usize, times);
        });
        let (entrants, tally) = (&self.entrants, &mut *self.tally);
        match event {
            Event::RoundBegan { .. } => self.menu_is_open = true,
            Event::PassedValid { seat, total } => tally.entrants[entrants[seat]].count_pass(total),
            Event::PassedInvalid { seat, portion } => {
                tally.entrants[entrants[seat]].meet(portion, Fate::TakenInvalid);
            }
            Event::Stole { thief, victim, portion } => {
                let (thief, victim) = (entrants[thief], entrants[victim]);
                tally.entrants[thief].meet(portion, Fate::Stolen);
                tally.entrants[victim].meet(portion, Fate::Lost);
                tally.steals[thief][victim] += 1;
            }
            Event::Served { seat, portion } => {
                self.menu_is_open = false;
                tally.entrants[entrants[seat]].meet(portion, Fate::TakenMenu);
            }
            Event::Laid { .. } | Event::Drew { .. } | Event::Reshuffled => {}
        }
    }
}
