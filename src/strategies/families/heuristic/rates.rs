//! What the weights come to: everything that depends on them and on the round alone, computed once for all decisions.
//!
//! A choice between two numbers is a table with an index: a branch on luck costs more than a load.

use super::Weights;
use super::rivals::Status;
use crate::game::{Cards, Edition, Kind, MAX_PLAYERS, Players, WORM_CARDS};
use crate::strategies::total_set::{MAX_ALIKE, TotalSet};
use crate::vectors::Pair;

/// The mean points of a card drawn from a full deck, and how often it is a worm (rule 1.1).
const MEAN_POINTS: f64 = 380.0 / 110.0;
const MEAN_WORMS: f64 = 25.0 / 110.0;

/// The most rounds that can be left: all but the first of a game of two (rule 2.1).
const MAX_ROUNDS_LEFT: usize = Players::ALL[0].rounds() - 1;

/// One more than the points of any hand, and a power of two, so that a mask makes an index.
pub(super) const MAX_POINTS: usize = (Cards::DECK.total() as usize + 1).next_power_of_two();

/// One more than the worms on any portion, and a power of two.
pub(super) const MAX_WORMS: usize = (Edition::MAX_WORMS as usize + 1).next_power_of_two();

/// One more than the most cards of a kind, and a power of two.
pub(super) const MAX_HELD: usize = MAX_ALIKE;

/// The most lays of a kind, in twos.
const MAX_TWOS: usize = (WORM_CARDS as usize).div_ceil(2);

/// Kinds, and two more, so that any three bits are an index.
pub(super) const MAX_KINDS: usize = Kind::ALL.len().next_power_of_two();

/// What the weights come to.
pub(super) struct Rates {
    pub(super) weights: Weights,
    /// The points to hope for later, by the points that stay in hand.
    pub(super) growth: [Pair; MAX_POINTS],
    /// Half the chance of a rival to be valid in the end. (Half: see [`Outlook::serving`](super::outlook::Outlook::serving).)
    pub(super) rival_valid: [Pair; Status::COUNT],
    /// What a rival costs per worm on this seat's own top: one that cannot steal it, that may build its value, that has it.
    pub(super) threats: [f64; 4],
    /// The chance to be valid in the end without a worm in the display: with none in hand, with one.
    pub(super) worm_chance: [f64; 2],
    /// What the lowest portion saves per worm on this seat's own top: if it is not a zero, if it is one.
    pub(super) shield: [f64; 2],
    /// By the number of rivals.
    steals: [StealRates; MAX_PLAYERS],
    rounds: [RoundRates; MAX_ROUNDS_LEFT + 1],
}

impl Rates {
    pub(super) fn new(weights: Weights) -> Rates {
        let valid = |status: Status| match (status.takes_part(), status.has_worm()) {
            (false, _) => 0.0,
            (true, false) => 0.5 * weights.rival_valid,
            (true, true) => 0.5,
        };
        Rates {
            growth: std::array::from_fn(|points| Pair::both(weights.growth * points as f64)),
            rival_valid: Status::table(|status| Pair::both(valid(status))),
            threats: [0.0, weights.cover, weights.guard, 0.0],
            worm_chance: [weights.worm_hope, weights.worm_ready],
            shield: [0.0, weights.shield],
            steals: std::array::from_fn(|rivals| StealRates::new(&weights, rivals)),
            rounds: std::array::from_fn(|rounds_left| RoundRates::new(&weights, rounds_left as f64)),
            weights,
        }
    }

    /// The rates of steals among so many rivals.
    #[inline]
    pub(super) fn among(&self, rivals: usize) -> &StealRates {
        &self.steals[rivals]
    }

    /// The rates with so many rounds to be played after this one.
    #[inline]
    pub(super) fn in_round(&self, rounds_left: usize) -> &RoundRates {
        &self.rounds[rounds_left]
    }
}

/// What steals are worth per worm on the portion.
pub(super) struct StealRates {
    /// The thief's gain, and a share of the victim's loss.
    pub(super) swing: f64,
    /// A steal now.
    pub(super) now: f64,
    /// What a steal that a lay prepares is worth, by the worms on the portion: one that takes another lay, one that takes none.
    pub(super) soon: [[f64; MAX_WORMS]; 2],
    /// What rivals cost that may build the value of this seat's own top, by the worms on it and by their number.
    pub(super) covers: [[f64; MAX_PLAYERS.next_power_of_two()]; MAX_WORMS],
}

impl StealRates {
    fn new(weights: &Weights, rivals: usize) -> StealRates {
        let swing = 1.0 + 1.0 / rivals as f64;
        let soon = [weights.reach * swing, weights.aim * swing];
        let soon = soon.map(|rate| std::array::from_fn(|worms| rate * worms as f64));
        let covers = std::array::from_fn(|worms| {
            let cover = weights.cover * (worms as f64 * swing);
            // Added one by one, as the rivals come.
            std::array::from_fn(|rivals| (0..rivals).fold(0.0, |sum, _| sum + cover))
        });
        StealRates { swing, now: weights.steal * swing, soon, covers }
    }
}

/// The rates of one round.
pub(super) struct RoundRates {
    /// All lays, by kind.
    pub(super) lays: [KindLays; MAX_KINDS],
    /// What is lost with the last card of a kind when the next card or the one after it is laid, by the cards in hand of which
    /// the next is one. A card that is not there costs everything.
    pub(super) last_card: [Pair; MAX_HELD],
    /// The rounds left, and this one.
    pub(super) rounds: f64,
    /// The share of its full worth that a card in hand has now.
    pub(super) future: f64,
    /// The worth of the card drawn after a lay.
    pub(super) draw: f64,
    /// The worth of the two cards for passing before others: after all others, before one.
    pub(super) tempo: [f64; 2],
    /// The same as hoped for when laying.
    pub(super) hope: [f64; 2],
    /// The worth of the card drawn, and what is hoped for.
    pub(super) draw_and_hope: [f64; 2],
    /// What thieves are expected to take of each worm on a portion.
    pub(super) exposure: f64,
}

/// All lays of a kind.
pub(super) struct KindLays {
    /// Of one card and of two, of three and of four, and so on.
    pub(super) twos: [TwoLays; MAX_TWOS],
    /// The points that a lay can add, by the number of cards in hand.
    pub(super) sums: [TotalSet; MAX_HELD],
}

/// What there is to know about two lays of a kind, the second with one card more.
pub(super) struct TwoLays {
    /// What the cards are worth in hand.
    pub(super) cost: Pair,
    /// The points laid.
    pub(super) points: Pair,
    /// The code of the first.
    pub(super) code: u32,
}

/// Bits of the code of a lay that are its number of cards.
pub(super) const COUNT_BITS: u32 = 5;

impl RoundRates {
    fn new(weights: &Weights, rounds_left: f64) -> RoundRates {
        let future = if rounds_left > 0.0 { rounds_left / (rounds_left + weights.fade) } else { 0.0 };
        let worth = |cards: f64, points: f64, worms: f64| {
            (weights.card * cards + weights.point * points + weights.worm_card * worms) * future
        };
        let card = |kind: Kind| worth(1.0, f64::from(kind.value()), if kind == Kind::Worm { 1.0 } else { 0.0 });
        let draw = |cards: f64| worth(cards, cards * MEAN_POINTS, cards * MEAN_WORMS);
        let last = weights.kind * future;
        let hope = [0.0, weights.tempo * weights.wait * draw(2.0)];
        RoundRates {
            lays: std::array::from_fn(|index| KindLays {
                twos: std::array::from_fn(|two| TwoLays::new(index, two, card(kind_at(index)))),
                sums: *TotalSet::by_count(kind_at(index)),
            }),
            last_card: std::array::from_fn(|left| match left {
                0 => Pair::both(f64::INFINITY),
                1 => Pair::new(last, f64::INFINITY),
                2 => Pair::new(0.0, last),
                _ => Pair::both(0.0),
            }),
            rounds: 1.0 + rounds_left,
            future,
            draw: draw(1.0),
            tempo: [0.0, weights.tempo * draw(2.0)],
            hope,
            draw_and_hope: hope.map(|hope| draw(1.0) + hope),
            exposure: weights.exposure * future,
        }
    }
}

impl TwoLays {
    /// The lays of this number of the kind with this index, if a card of it is worth so much in hand.
    fn new(kind: usize, two: usize, card: f64) -> TwoLays {
        let points = f64::from(kind_at(kind).value());
        TwoLays {
            cost: counts(two) * Pair::both(card),
            points: counts(two) * Pair::both(points),
            code: ((kind << COUNT_BITS) + 2 * two + 1) as u32,
        }
    }
}

/// The kind with this index; beyond the last, it.
fn kind_at(index: usize) -> Kind {
    *Kind::ALL.get(index).unwrap_or(&Kind::Worm)
}

/// The numbers of cards of two lays.
fn counts(two: usize) -> Pair {
    Pair::new((2 * two + 1) as f64, (2 * two + 2) as f64)
}
