//! Watches a game and counts.

use super::conduct::{self, Counter};
use super::entrant::Fate;
use super::highlights::{Drama, Highlight};
use super::open::OpenTally;
use super::packed::{PACKED, PackedCounts};
use crate::arena::game::Played;
use crate::arena::index::{EntrantIndex, around};
use crate::arena::score::Score;
use crate::game::{Cards, Event, Game, Kind, PerSeat, Seat, Watch};

/// Counts one game into a tally.
pub(in crate::arena) struct TallyWatch<'a> {
    open: &'a mut OpenTally,
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
    #[inline]
    pub(in crate::arena) fn new(
        open: &'a mut OpenTally,
        at: Highlight,
        entrants: PerSeat<EntrantIndex>,
        players: usize,
    ) -> TallyWatch<'a> {
        let none = PerSeat::all(PackedCounts::default());
        let drama = Drama::default();
        TallyWatch { open, at, entrants, players, menu_is_open: true, drama, conduct: none, lays: none }
    }

    /// Counts the lays of a display of which one was large.
    #[cold]
    fn count_large_lays(&mut self, seat: Seat, display: Cards) {
        let sizes = Kind::ALL.into_iter().map(|kind| display.count(kind) as usize).filter(|&size| size > 0);
        sizes.for_each(|size| self.open.tally.entrants[self.entrants[seat]].count_lay(size));
    }

    /// The game is over.
    pub(in crate::arena) fn finish(mut self, played: &Played, score: Score) {
        conduct::of_game(played, |seat, counter, times| self.conduct[seat].add(counter as usize, times));
        let first = played.first.index();
        for seat in played.game.table().players().seats() {
            let index = self.entrants[seat];
            self.open.add_packed(index, self.conduct[seat], self.lays[seat]);
            let entrant = &mut self.open.tally.entrants[index];
            let won = u64::from(score.winner == seat);
            entrant.games += 1;
            entrant.wins += won;
            entrant.places[usize::from(score.places[seat]) - 1] += 1;
            entrant.count_worms(played.outcome.worms[seat]);
            let turn = &mut entrant.seats[around(seat.index() + self.players - first, self.players)];
            turn.games += 1;
            turn.wins += won;
        }
        let tally = &mut self.open.tally;
        if played.game_faults.is_empty() {
            self.drama.finish(&mut tally.highlights, played, score, self.at, self.entrants);
        }
        for game_fault in &played.game_faults {
            tally.entrants[self.entrants[game_fault.seat]].faults += 1;
        }
    }
}

impl Watch for TallyWatch<'_> {
    const SEES_LAYS: bool = false;

    #[inline]
    fn passes(&mut self, game: &Game, seat: Seat) {
        // Each kind in a display was laid at once (rule 4.2): the lays of a round are seen when it is passed.
        let display = game.table().display(seat);
        let sizes = display.kind_counts();
        if sizes & PackedCounts::LARGE == 0 {
            self.lays[seat].add_each(sizes);
        } else {
            self.count_large_lays(seat, display);
        }
        // Last, since the engine asks next what this asks first: whether the display is valid.
        conduct::of_pass(game, seat, |counter, times| self.conduct[seat].add(counter as usize, times));
    }

    #[inline]
    fn all_passed(&mut self, game: &Game) {
        conduct::of_round(game, |seat, counter, times| self.conduct[seat].add(counter as usize, times));
        self.menu_is_open = true;
    }

    #[inline]
    fn menu_served(&mut self, game: &Game) {
        self.drama.end_round(game.table());
    }

    #[expect(
        clippy::inline_always,
        reason = "the engine knows what has happened where it says so: inlined, no branch on the event is left, and the \
                  many draws cost nothing at all"
    )]
    #[inline(always)]
    fn see(&mut self, event: Event) {
        conduct::of_event(event, self.menu_is_open, |seat, counter, times| {
            self.conduct[seat].add(counter as usize, times);
        });
        let entrants = &self.entrants;
        match event {
            Event::PassedValid { seat, total } => self.open.recent(entrants[seat]).count_pass(total),
            Event::PassedInvalid { seat, portion } => self.open.recent(entrants[seat]).take_invalid(portion),
            Event::Stole { thief, victim, portion } => {
                let ([thief, victim], tally) = ([entrants[thief], entrants[victim]], &mut self.open.tally);
                tally.entrants[thief].meet(portion, Fate::Stolen, 1);
                tally.entrants[victim].meet(portion, Fate::Lost, 1);
                tally.steals[thief][victim] += 1;
                self.drama.steal();
            }
            Event::Served { seat, portion } => {
                self.menu_is_open = false;
                self.open.recent(entrants[seat]).serve(portion);
            }
            Event::RoundBegan { .. } | Event::Laid { .. } | Event::Drew { .. } | Event::Reshuffled => {}
        }
    }
}
