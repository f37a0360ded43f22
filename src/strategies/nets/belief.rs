//! The belief net: how likely another seat is to hold a hand, given all that is public.
//!
//! Hidden cards are uniformly random to one who has seen nothing but counts. But hands are kept from round to round, and what a seat
//! laid, kept back and passed with says what is left: strong players lay some kinds and keep others. The net has learned from
//! games to tell the hand that was held from hands that were imagined, so the exponential of its result is proportional to the
//! likelihood of a hand against a uniform draw.

use super::network::{Network, PartialSums};
use crate::game::{Cards, Kind, Portion, Seat, Table, View};
use crate::strategies::total_set::TotalSet;

/// Inputs about what all can see, and about a hand.
const PUBLIC_INPUTS: usize = 28;
const HAND_INPUTS: usize = 20;
/// Inputs of the net.
pub const BELIEF_INPUTS: usize = PUBLIC_INPUTS + HAND_INPUTS;
/// Hidden units of the net.
pub const BELIEF_HIDDEN: usize = 64;

/// The network of a number of players.
pub type BeliefNetwork = Network<BELIEF_INPUTS, PUBLIC_INPUTS, { BELIEF_HIDDEN / 4 }>;

/// Steps of an expected number of cards from 0 to 1.
const STEPS: u32 = 16;
/// The largest lead of one total over another that is told apart.
const WIDE: i16 = 20;

/// What one seat can tell about the hand of another.
pub struct Suspect {
    public: [i16; PUBLIC_INPUTS],
    /// The total of its display, and whether that is valid.
    total: u32,
    valid: bool,
    /// Whether each kind may still be laid.
    open: [bool; Kind::ALL.len()],
    /// The value of the portion that it could steal from the seat that asks, if there is one.
    prey: Option<u32>,
}

impl Suspect {
    /// What the seat of a view can tell about another seat.
    pub fn new(view: &View<'_>, other: Seat) -> Suspect {
        let (table, me) = (view.table(), view.seat());
        let open = table.open(other);
        let prey = table.top(me).filter(|top| !top.is_zero() && table.active().contains(other));
        Suspect {
            public: public_inputs(view, other),
            total: table.total(other).into(),
            valid: !open.contains(Kind::Worm),
            open: Kind::ALL.map(|kind| open.contains(kind)),
            prey: prey.map(|top| top.value().into()),
        }
    }

    /// All inputs for a hand.
    pub fn inputs(&self, hand: Cards) -> [i16; BELIEF_INPUTS] {
        let mut inputs = [0; BELIEF_INPUTS];
        inputs[..PUBLIC_INPUTS].copy_from_slice(&self.public);
        inputs[PUBLIC_INPUTS..].copy_from_slice(&self.hand_inputs(hand));
        inputs
    }

    /// The inputs about a hand: what is in it, what of that can be laid, and how it is composed.
    #[inline]
    fn hand_inputs(&self, hand: Cards) -> [i16; HAND_INPUTS] {
        let mut inputs = [0; HAND_INPUTS];
        let mut lays = TotalSet::NONE;
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            let (count, value) = (hand.count(kind), u32::from(kind.value()));
            let playable = if self.open[index] { count } else { 0 };
            inputs[index] = count as i16;
            inputs[6 + index] = playable as i16;
            inputs[12] += (count * value) as i16;
            inputs[13] += (playable * value) as i16;
            inputs[14] += i16::from(playable > 0);
            inputs[17] += i16::from(count > 1);
            inputs[18] += i16::from(count > 0);
            inputs[19] = inputs[19].max(count as i16);
            if self.prey.is_some() && (self.valid || kind == Kind::Worm) {
                lays = lays.or(TotalSet::of_lays(kind, playable));
            }
        }
        inputs[15] = self.total as i16 + inputs[13];
        inputs[16] = i16::from(self.prey.is_some_and(|value| lays.raised(self.total).contains(value)));
        inputs
    }
}

fn public_inputs(view: &View<'_>, other: Seat) -> [i16; PUBLIC_INPUTS] {
    let (table, me, unseen) = (view.table(), view.seat(), view.unseen_cards());
    let (display, size, lead) = (table.display(other), table.hand_size(other), lead(table, other, me));
    let flag = |set: bool| i16::from(set);
    let worms = |portion: Option<Portion>| portion.map_or(0, |portion| i16::from(table.edition().worms(portion)));
    let mut inputs = [0; PUBLIC_INPUTS];
    for (index, kind) in Kind::ALL.into_iter().enumerate() {
        inputs[index] = display.count(kind) as i16;
        inputs[6 + index] = (STEPS * size * unseen.count(kind) / unseen.len().max(1)) as i16;
        inputs[12] += flag(display.count(kind) > 0);
    }
    let rest = [
        size as i16,
        i16::from(table.total(other)),
        flag(!table.open(other).contains(Kind::Worm)),
        flag(table.active().contains(other)),
        flag(table.passed_valid().contains(other)),
        table.round() as i16,
        (table.players().rounds() - table.round()) as i16,
        worms(table.grill().highest()),
        worms(table.grill().lowest()),
        i16::from(table.total(me)),
        flag(table.active().contains(me)),
        table.worms(me).cast_signed() - table.worms(other).cast_signed(),
        lead,
        table.pile_len() as i16,
        table.discard().len() as i16,
    ];
    inputs[13..].copy_from_slice(&rest);
    inputs
}

/// By how much one seat's total is ahead of another's.
fn lead(table: &Table, one: Seat, other: Seat) -> i16 {
    (i16::from(table.total(one)) - i16::from(table.total(other))).clamp(-WIDE, WIDE)
}

/// A net's belief about the hand of one seat.
pub(crate) struct Belief<'a> {
    network: &'a BeliefNetwork,
    suspect: Suspect,
    sums: PartialSums<{ BELIEF_HIDDEN / 4 }>,
}

impl<'a> Belief<'a> {
    pub(crate) fn new(network: &'a BeliefNetwork, view: &View<'_>, other: Seat) -> Belief<'a> {
        let suspect = Suspect::new(view, other);
        let sums = network.start(&suspect.public);
        Belief { network, suspect, sums }
    }

    /// The logarithm of how likely the seat is to hold a hand, but for a constant.
    #[inline]
    pub(crate) fn of(&self, hand: Cards) -> f32 {
        self.network.finish(&self.sums, &self.suspect.hand_inputs(hand))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Game, Key, Players};

    #[test]
    fn a_belief_depends_on_the_hand_that_is_supposed_and_on_no_hidden_card() {
        let mut stream = Key::new(5).stream();
        let weights: Vec<f32> = (0..BeliefNetwork::WEIGHTS).map(|_| stream.below(2001) as f32 / 1e4 - 0.1).collect();
        let network = BeliefNetwork::from_weights(&weights).expect("as many as it has");
        let mut different = 0;
        for (players, deal) in Players::ALL.into_iter().flat_map(|players| (0..20).map(move |deal| (players, deal))) {
            let key = DealKey::new(3, deal);
            let mut luck = key.deal(players);
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                let view = game.view(game.table().turn());
                let world = view.imagine(&mut stream);
                for other in players.seats().filter(|&other| other != view.seat()) {
                    let [here, there] =
                        [&game, &world].map(|game| Belief::new(&network, &game.view(view.seat()), other));
                    let (held, imagined) = (game.hand(other), world.hand(other));
                    assert_eq!(here.of(held).to_bits(), there.of(held).to_bits());
                    assert_eq!(here.of(held).to_bits(), network.output(&here.suspect.inputs(held)).to_bits());
                    different += usize::from(here.of(held).to_bits() != here.of(imagined).to_bits());
                }
                game.play_random(&mut stream, &mut luck, &mut ());
            }
        }
        assert!(different > 10_000, "{different}");
    }
}
