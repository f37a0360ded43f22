//! Actions: moves without the names of the worms, so that hands with different worms have actions in common.

use crate::game::{Cards, Kind, Move, View};

/// A pass, a steal, or a lay of so many cards of a kind. Worms are laid from the lowest signpost up; or the highest and then
/// from the lowest up, which shows the highest at once (rule 7.2). Of all subsets of one size only these two differ enough
/// to be worth a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Action(u8);

/// Bits for the number of cards.
const COUNT_BITS: u32 = 5;
/// The kind that stands for worms of which the highest is shown.
const HIGH_WORMS: u8 = Kind::ALL.len() as u8;

impl Action {
    pub(crate) const PASS: Action = Action(0);
    pub(crate) const STEAL: Action = Action(1 << COUNT_BITS);

    /// A lay of the lowest cards of a kind.
    #[inline]
    pub(crate) const fn lay(kind: Kind, count: u32) -> Action {
        Action((kind.index() as u8) << COUNT_BITS | count as u8)
    }

    /// A lay of the highest worm and the lowest others.
    #[inline]
    const fn lay_high(count: u32) -> Action {
        Action(HIGH_WORMS << COUNT_BITS | count as u8)
    }

    /// A number below 256 that is different for every action.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The action of this index.
    #[inline]
    pub(crate) const fn at(index: usize) -> Action {
        Action(index as u8)
    }

    /// How many cards it lays.
    #[inline]
    pub(crate) const fn count(self) -> u32 {
        (self.0 & ((1 << COUNT_BITS) - 1)) as u32
    }

    /// The kind that it lays; none for a pass.
    #[inline]
    pub(crate) fn kind(self) -> Option<Kind> {
        let kind = usize::from(self.0 >> COUNT_BITS).min(Kind::Worm.index());
        (self.count() > 0).then(|| Kind::ALL[kind])
    }

    /// Whether it shows the highest of several worms and keeps lower ones.
    #[inline]
    pub(crate) const fn shows_highest(self) -> bool {
        self.0 >> COUNT_BITS == HIGH_WORMS
    }

    /// The move with this hand, which must have the cards.
    #[inline]
    pub(crate) fn with_hand(self, hand: Cards) -> Move {
        match self.kind() {
            None if self == Action::STEAL => Move::Steal,
            None => Move::Pass,
            Some(Kind::Number(number)) => Move::lay(number, self.count() as u8),
            Some(Kind::Worm) => {
                let highest = hand.signposts().highest().filter(|_| self.shows_highest());
                let lowest = self.count() as usize - usize::from(highest.is_some());
                let worms = hand.signposts().iter().take(lowest).chain(highest);
                Move::LayWorms(worms.collect())
            }
        }
    }

    /// The action of a move from this hand: the nearest one if the move lays another subset of worms.
    pub(crate) fn of(mv: Move, hand: Cards) -> Action {
        match mv {
            Move::Pass => Action::PASS,
            Move::Steal => Action::STEAL,
            Move::Lay(bunch) => Action::lay(Kind::Number(bunch.number()), u32::from(bunch.count())),
            Move::LayWorms(laid) if laid == hand.signposts() || laid.highest() != hand.signposts().highest() => {
                Action::lay(Kind::Worm, laid.len())
            }
            Move::LayWorms(laid) => Action::lay_high(laid.len()),
        }
    }
}

/// The most actions of a hand: every number card, two for each number of worms, both passes. No hand has that many.
pub(crate) const MAX_ACTIONS: usize = 85 + 2 * 25 + 2;

/// A set of actions: a lane of counts for each kind, then one for worms of which the highest is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Actions([u64; 4]);

/// Bits of a word of the set.
const WORD_BITS: usize = u64::BITS as usize;

impl Actions {
    /// The actions of the seat whose view it is.
    #[inline]
    pub(crate) fn of(view: &View<'_>) -> Actions {
        let hand = view.open_hand();
        let counts = Kind::ALL.map(|kind| hand.count(kind));
        let worms = counts[Kind::Worm.index()];
        let pair = |low: u32, high: u32| lays_up_to(low) | lays_up_to(high) << (1 << COUNT_BITS);
        let mut actions = Actions([
            pair(counts[0], counts[1]),
            pair(counts[2], counts[3]),
            pair(counts[4], worms),
            lays_up_to(worms.saturating_sub(1)),
        ]);
        actions.add(Action::PASS);
        if view.table().victim_of(view.seat()).is_some() {
            actions.add(Action::STEAL);
        }
        actions
    }

    #[inline]
    pub(crate) const fn add(&mut self, action: Action) {
        self.0[action.index() / WORD_BITS] |= 1 << (action.index() % WORD_BITS);
    }

    #[inline]
    pub(crate) const fn contains(self, action: Action) -> bool {
        self.0[action.index() / WORD_BITS] >> (action.index() % WORD_BITS) & 1 == 1
    }

    /// Those that are not among the others.
    #[inline]
    pub(crate) fn without(self, others: Actions) -> Actions {
        Actions(std::array::from_fn(|word| self.0[word] & !others.0[word]))
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self == Actions::default()
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// All of them, a pass first, by kind and number of cards.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Action> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| bits(word).map(move |bit| action_at(index, bit)))
    }
}

/// The action at a bit of a word.
#[inline]
fn action_at(word: usize, bit: u32) -> Action {
    Action((word * WORD_BITS) as u8 + bit as u8)
}

/// The bits that are set, ascending.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit)
    })
}

/// The lays of 1 to `count` cards, as the lane of a kind.
#[inline]
const fn lays_up_to(count: u32) -> u64 {
    (2 << count) - 2
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::{DealKey, Edition, Game, Key, Players};

    #[test]
    fn actions_are_legal_moves_and_moves_have_actions() {
        let mut choose = Key::new(3).stream();
        for players in Players::ALL {
            for deal in 0..40 {
                let key = DealKey::new(5, deal);
                let mut luck = key.deal(players);
                let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
                while !game.table().is_over() {
                    let view = game.view(game.table().turn());
                    let actions = Actions::of(&view);
                    let mut seen = HashSet::new();
                    for action in actions.iter() {
                        let mv = action.with_hand(view.hand());
                        assert_eq!(view.check(mv), Ok(()), "{mv}");
                        assert_eq!(Action::of(mv, view.hand()), action, "{mv}");
                        assert!(seen.insert(mv) && actions.contains(action), "{mv} twice");
                    }
                    assert_eq!(seen.len(), actions.len() as usize);
                    assert!(actions.without(actions).is_empty() && actions.without(Actions::default()) == actions);
                    for mv in view.choices().iter() {
                        assert!(actions.contains(Action::of(mv, view.hand())), "{mv}");
                    }
                    game.play_random(&mut choose, &mut luck, &mut ());
                }
            }
        }
    }
}
