//! Imagining: a complete game that is indistinguishable, for one seat, from the one it sees; and dealing the hidden cards anew.

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

    /// A complete game consistent with this view, in which the others hold these hands: those of a game that was imagined.
    #[inline]
    pub(crate) fn with_hands(&self, hands: &PerSeat<Cards>) -> Game {
        let others = self.table().players().seats().filter(|&seat| seat != self.seat());
        let pile = others.fold(self.unseen_cards(), |cards, seat| cards - hands[seat]);
        Game { table: *self.table(), hands: *hands, pile }
    }

    /// The game as it looks to a seat that alone still plays in this round: the other hands are empty, and all unseen cards lie in the
    /// pile, though it counts no more than it has. To this seat each of them is as likely to be drawn as any other, so a
    /// [`Chance`](super::Chance) that draws from all of them follows the law of the game until the round is over.
    #[inline]
    pub(crate) fn alone(&self) -> Game {
        let mut hands = PerSeat::all(Cards::NONE);
        hands[self.seat()] = self.hand();
        Game { table: *self.table(), hands, pile: self.unseen_cards() }
    }
}

impl Game {
    /// The same table with other hands; the remaining hidden cards are the draw pile.
    ///
    /// `None` unless the hands have as many cards as before and all of them are hidden ones: in a hand or in the draw pile.
    pub fn redealt(&self, hands: &PerSeat<Cards>) -> Option<Game> {
        let mut pile = self.hands.iter().fold(self.pile, |cards, hand| cards + hand);
        for (hand, before) in hands.iter().zip(self.hands.iter()) {
            if hand.len() != before.len() || !pile.contains_all(hand) {
                return None;
            }
            pile -= hand;
        }
        Some(Game { table: self.table, hands: *hands, pile })
    }
}
