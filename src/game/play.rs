//! Playing: how a move changes the state (rules 3 to 8).

use super::card::Kind;
use super::cards::Cards;
use super::chance::Chance;
use super::event::{Event, Watch};
use super::moves::Move;
use super::open_kinds::OpenKinds;
use super::portion::{PORTIONS, Portions};
use super::seat::Seat;
use super::state::{CARDS_DEALT, Game};

/// What the engine needs to know about a lay; it all follows from the cards, but is cheaper to pass along.
#[derive(Clone, Copy)]
struct Lay {
    count: u8,
    worth: u8,
    cards: Cards,
}

impl Game {
    /// Plays a move that is known to be legal: the fast door, for moves from [`Game::choices`].
    ///
    /// # Panics
    /// With debug assertions, if the move is not legal. Without them an illegal move leaves a state that no rule
    /// describes; moves from elsewhere go through [`Game::try_play`].
    #[inline]
    pub fn play<C: Chance>(&mut self, mv: Move, chance: &mut C) {
        self.play_watched(mv, chance, &mut ());
    }

    /// Like [`Game::play`], telling `watch` everything that happens.
    ///
    /// # Panics
    /// As [`Game::play`].
    #[expect(clippy::inline_always, reason = "inlined, the choice of a move leads straight to its play")]
    #[inline(always)]
    pub fn play_watched<C: Chance, W: Watch>(&mut self, mv: Move, chance: &mut C, watch: &mut W) {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv} in {self:?}");
        let seat = self.table.turn;
        match mv {
            Move::Lay(bunch) => {
                let worth = (bunch.lane() as u8 / 8 + 1) * bunch.count();
                self.table.open[seat] = self.table.open[seat].without_number(bunch.lane());
                self.lay(seat, Lay { count: bunch.count(), worth, cards: bunch.cards() }, watch);
            }
            Move::LayWorms(signposts) => {
                let cards = Cards::worms(signposts);
                let count = cards.worm_count() as u8;
                self.table.open[seat] = self.table.open[seat].without(Kind::Worm);
                self.lay(seat, Lay { count, worth: 5 * count, cards }, watch);
            }
            Move::Pass | Move::Steal => return self.pass(seat, mv == Move::Steal, chance, watch),
        }
        self.draw(seat, chance, watch);
        self.table.turn = self.table.active.next_after(seat);
    }

    /// Rule 4.
    #[inline]
    fn lay<W: Watch>(&mut self, seat: Seat, lay: Lay, watch: &mut W) {
        self.hands[seat] -= lay.cards;
        self.table.displays[seat] += lay.cards;
        self.table.hand_sizes[seat] -= lay.count;
        self.table.totals[seat] += lay.worth;
        watch.see(Event::Laid { seat, cards: lay.cards, total: self.table.totals[seat] });
    }

    /// Rules 5 and 6, and the end of the round if this is the last seat to pass.
    #[expect(clippy::inline_always, reason = "with what is counted at a pass, it and its parts would become calls")]
    #[inline(always)]
    fn pass<C: Chance, W: Watch>(&mut self, seat: Seat, steal: bool, chance: &mut C, watch: &mut W) {
        watch.passes(self, seat);
        if self.table.open[seat].contains(Kind::Worm) {
            self.pass_invalid(seat, watch);
        } else {
            self.pass_valid(seat, steal, watch);
        }
        let active = self.table.active.without(seat);
        self.table.active = active;
        if active.is_empty() {
            self.end_round(seat, chance, watch);
        } else {
            // Rule 5.4: every seat but the last.
            self.draw(seat, chance, watch);
            self.draw(seat, chance, watch);
            self.table.turn = active.next_after(seat);
        }
    }

    /// Rule 5.3 and, if wanted, rule 6.
    #[expect(clippy::inline_always, reason = "see above")]
    #[inline(always)]
    fn pass_valid<W: Watch>(&mut self, seat: Seat, steal: bool, watch: &mut W) {
        self.table.valid = self.table.valid.with(seat);
        watch.see(Event::PassedValid { seat, total: self.table.totals[seat] });
        if !steal {
            return;
        }
        if let Some(victim) = self.table.victim_of(seat)
            && let Some(portion) = self.table.lift(victim)
        {
            self.table.put(seat, portion);
            watch.see(Event::Stole { thief: seat, victim, portion });
        }
    }

    /// Rule 5.2.
    #[expect(clippy::inline_always, reason = "see above")]
    #[inline(always)]
    fn pass_invalid<W: Watch>(&mut self, seat: Seat, watch: &mut W) {
        self.discard_display(seat);
        let portion = self.table.take_lowest();
        self.table.put(seat, portion);
        watch.see(Event::PassedInvalid { seat, portion });
    }

    #[inline]
    fn discard_display(&mut self, seat: Seat) {
        self.table.discard += self.table.displays[seat];
        self.table.displays[seat] = Cards::NONE;
        self.table.open[seat] = OpenKinds::ALL;
        self.table.totals[seat] = 0;
    }

    /// Draws one card, after a reshuffle if the draw pile is empty; none if the discard pile is empty too (rule 8).
    #[inline]
    pub(super) fn draw<C: Chance, W: Watch>(&mut self, seat: Seat, chance: &mut C, watch: &mut W) {
        if self.table.pile_len == 0 && !self.reshuffle(watch) {
            return;
        }
        let n = chance.card(seat, &self.pile, self.table.pile_len());
        let card = self.pile.move_nth(n, &mut self.hands[seat]);
        self.table.pile_len -= 1;
        self.table.hand_sizes[seat] += 1;
        watch.see(Event::Drew { seat, card });
    }

    /// Rules 8.2 and 8.3: whether there is a card to draw now.
    #[cold]
    fn reshuffle<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.table.discard.is_empty() {
            return false;
        }
        self.pile = self.table.discard;
        self.table.pile_len = self.table.discard.len() as u8;
        self.table.discard = Cards::NONE;
        watch.see(Event::Reshuffled);
        true
    }

    /// The menu (rule 7) and the next round, if there is one (rule 8.1). `last` passed last.
    fn end_round<C: Chance, W: Watch>(&mut self, last: Seat, chance: &mut C, watch: &mut W) {
        watch.all_passed(self);
        let mut last_to_take = last;
        while !self.table.valid.is_empty() {
            let seat = self.table.first_served(self.table.valid);
            self.table.valid = self.table.valid.without(seat);
            let portion = self.table.take_highest();
            self.table.put(seat, portion);
            self.discard_display(seat);
            watch.see(Event::Served { seat, portion });
            last_to_take = seat;
        }
        watch.menu_served(self);
        if self.table.round() < self.table.players.rounds() {
            self.table.round += 1;
            self.begin_round(last_to_take, chance, watch);
        }
    }

    /// Turns up the grill (rule 3.1).
    #[inline]
    pub(super) fn begin_round<C: Chance, W: Watch>(&mut self, first: Seat, chance: &mut C, watch: &mut W) {
        let table = &mut self.table;
        let players = table.players.count() as u32;
        let unseen = PORTIONS as u32 - players * u32::from(table.round);
        let mut grill = Portions::NONE;
        for turned in 0..players {
            let portion = table.unseen.take_nth(chance.portion(table.unseen.portions(), unseen - turned));
            grill = grill.with(portion);
        }
        table.turn_up(grill);
        table.first = first;
        table.turn = first;
        table.active = table.players.all();
        watch.see(Event::RoundBegan { first, grill });
    }

    /// Deals six cards to each player and turns up the first grill (rules 2.2, 3.1).
    pub(super) fn set_up<C: Chance, W: Watch>(&mut self, first: Seat, chance: &mut C, watch: &mut W) {
        for seat in self.table.players.seats() {
            for _ in 0..CARDS_DEALT {
                self.draw(seat, chance, watch);
            }
        }
        self.begin_round(first, chance, watch);
    }
}
