//! Imagining: a complete game that is indistinguishable, for one seat, from the one it sees.

use super::cards::Cards;
use super::dealing::CardsLeft;
use super::random::Stream;
use super::seat::PerSeat;
use super::state::Game;
use super::view::View;

impl View<'_> {
    /// A complete game consistent with this view, uniform over all ways to hide the unseen cards.
    ///
    /// Only the other hands are drawn: the remaining cards are the draw pile, which has no order, and the unseen
    /// portions are distinguished only when they are turned up, so nothing has to be drawn for the supply.
    #[inline]
    pub fn imagine(&self, stream: &mut Stream) -> Game {
        let table = self.table();
        let mut hands = PerSeat::all(Cards::NONE);
        let mut left = CardsLeft::new(self.unseen_cards());
        for seat in table.players().seats().filter(|&seat| seat != self.seat()) {
            hands[seat] = left.deal(table.hand_size(seat), stream);
        }
        hands[self.seat()] = self.hand();
        Game { table: *table, hands, pile: left.cards() }
    }
}
