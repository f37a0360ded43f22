//! One way in which the other hand may have come about.

use crate::game::{Card, Cards, Move, Signpost, Stream};

/// A possible past of the other hand since it was last known: which cards were drawn when, and how well that explains what was
/// played.
#[derive(Clone, Default, Debug)]
pub(super) struct Particle {
    /// The hand now.
    pub(super) hand: Cards,
    /// The cards drawn since the hand was known, in order.
    pub(super) drawn: Vec<Card>,
    /// The hand at each decision since then.
    pub(super) hands: Vec<Cards>,
    /// How likely the move at each of them was.
    pub(super) likelihoods: Vec<f64>,
    /// How likely this past is, beside others.
    pub(super) weight: f64,
}

impl Particle {
    /// A hand without a past, all of it drawn just now.
    pub(super) fn fresh(hand: Cards) -> Particle {
        Particle { hand, drawn: hand.iter().collect(), weight: 1.0, ..Particle::default() }
    }

    /// A hand that is known.
    pub(super) fn known(hand: Cards) -> Particle {
        Particle { hand, weight: 1.0, ..Particle::default() }
    }

    /// Draws a card of the pile.
    pub(super) fn draw(&mut self, mut pile: Cards, luck: &mut Stream) {
        if !pile.is_empty() {
            let card = pile.move_nth(luck.below(pile.len()), &mut self.hand);
            self.drawn.push(card);
        }
    }

    /// Exchanges the names of a worm that it has held and of one that it has not.
    fn rename(&mut self, held: Signpost, other: Signpost) {
        let [from, to] = [held, other].map(|signpost| Cards::from(Card::Worm(signpost)));
        let past = self.hands.iter_mut().chain([&mut self.hand]);
        past.filter(|hand| hand.contains_all(from)).for_each(|hand| *hand = *hand - from + to);
        for card in self.drawn.iter_mut().filter(|card| **card == Card::Worm(held)) {
            *card = Card::Worm(other);
        }
    }

    /// Gives other names to worms so that those of a lay are in the hand, which is as likely as the factor says; `known` worms
    /// keep their names. A lay names its worms; that a guess has just these names would be too much to ask.
    pub(super) fn name_worms(&mut self, mv: Move, known: Cards, luck: &mut Stream) -> f64 {
        let Move::LayWorms(laid) = mv else { return 1.0 };
        let is_free = |signpost: &Signpost| !known.signposts().contains(*signpost);
        let mut free: Vec<Signpost> = self.hand.signposts().iter().filter(is_free).collect();
        let mut factor = 1.0;
        for wanted in laid.iter().filter(is_free) {
            factor *= free.len() as f64;
            if let Some(place) = free.iter().position(|&held| held == wanted) {
                free.swap_remove(place);
                continue;
            }
            // Only a worm that is not wanted itself may lose its name.
            let others: Vec<usize> = (0..free.len()).filter(|&place| !laid.contains(free[place])).collect();
            let Some(last) = others.len().checked_sub(1) else { return 0.0 };
            let place = others[luck.below(last as u32 + 1) as usize];
            self.rename(free.swap_remove(place), wanted);
        }
        factor
    }

    /// The seat that looks has drawn a card: how likely that was, after giving another name to the same worm in this hand. `hidden` are
    /// the cards that it did not see before.
    pub(super) fn miss(&mut self, card: Card, hidden: Cards, luck: &mut Stream) -> f64 {
        let pile = hidden - self.hand;
        if let Card::Worm(drawn) = card
            && self.hand.signposts().contains(drawn)
        {
            let worms: Vec<Signpost> = pile.signposts().iter().collect();
            if worms.is_empty() {
                return 0.0;
            }
            self.rename(drawn, worms[luck.below(worms.len() as u32) as usize]);
        }
        f64::from(pile.count(card.kind()))
    }
}
