//! The worlds of a search: complete games consistent with a view, as likely as the search believes them to be.
//!
//! Without a belief net all hidden cards are uniformly random. With one, worlds are drawn in batches: more are imagined than
//! are kept, and each is kept about as often as its likelihood demands (systematic resampling). A world that is kept twice
//! has other luck the second time.

use crate::game::{Cards, Game, Key, MAX_PLAYERS, PerSeat, Players, Stream, View};
use crate::strategies::nets::{Belief, Net};

/// Worlds that are imagined for a batch, and kept of it.
const IMAGINED: usize = 64;
const KEPT: usize = 32;
/// The most hands in memory, a multiple of those of a batch. Worlds after that have the same hands again, with other luck.
const MAX_HANDS: usize = 1 << 20;
/// Separates the luck of imagined hands from that of the games in them.
const HANDS: u64 = 1 << 40;

/// The worlds of one decision, in an order: the n-th is the same for all moves that are tried in it. The memory is kept from one
/// decision to the next.
pub(super) struct Worlds {
    key: Key,
    /// What is believed about the other seats; nothing without a net.
    beliefs: Vec<(usize, Belief<'static>)>,
    /// The hands of the worlds so far.
    hands: Vec<PerSeat<Cards>>,
    /// The hands of all worlds, if they come from elsewhere.
    given: Vec<PerSeat<Cards>>,
    /// Whether these are the true ones.
    is_known: bool,
}

impl Worlds {
    pub(super) fn new() -> Worlds {
        Worlds {
            key: Key::new(0),
            beliefs: Vec::with_capacity(MAX_PLAYERS),
            hands: Vec::new(),
            given: Vec::new(),
            is_known: false,
        }
    }

    /// From now on the worlds have these hands, one after the other and again from the beginning; without any it finds its own.
    pub(super) fn give(&mut self, hands: impl IntoIterator<Item = PerSeat<Cards>>) {
        self.given.clear();
        self.given.extend(hands);
        self.is_known = false;
    }

    /// From now on there is only the world with these hands, which are known to be the true ones.
    pub(super) fn tell(&mut self, hands: PerSeat<Cards>) {
        self.give([hands]);
        self.is_known = true;
    }

    /// The world in which the decision is made, if it is known.
    pub(super) fn known(&self, view: &View<'_>) -> Option<Game> {
        self.is_known.then(|| view.with_hands(&self.given[0]))
    }

    /// Makes room for a decision that asks for at most so many worlds, if there never was as much.
    pub(super) fn reserve(&mut self, net: Option<&'static Net>, players: Players, most: u32) {
        if net.and_then(|net| net.belief(players)).is_some() {
            self.hands.clear();
            self.hands.reserve_exact((most as usize).next_multiple_of(KEPT).min(MAX_HANDS));
        }
    }

    /// Begins anew. Allocates nothing for as many worlds as there is room for.
    pub(super) fn begin(&mut self, net: Option<&'static Net>, view: &View<'_>, key: Key) {
        self.key = key;
        self.beliefs.clear();
        self.hands.clear();
        let players = view.table().players();
        if let Some(network) = net.and_then(|net| net.belief(players)) {
            let others = players.seats().filter(|&seat| seat != view.seat());
            self.beliefs.extend(others.map(|seat| (seat.index(), Belief::new(network, view, seat))));
        }
    }

    /// The n-th world, and the luck of what happens in it.
    #[inline]
    pub(super) fn world(&mut self, view: &View<'_>, n: u32) -> (Game, Stream) {
        let mut luck = self.key.with(n.into()).stream();
        if !self.given.is_empty() {
            return (view.with_hands(&self.given[n as usize % self.given.len()]), luck);
        }
        if self.beliefs.is_empty() {
            return (view.imagine(&mut luck), luck);
        }
        let place = n as usize % MAX_HANDS;
        while self.hands.len() <= place {
            self.add_batch(view);
        }
        (view.with_hands(&self.hands[place]), luck)
    }

    /// Imagines a batch of worlds and keeps some.
    fn add_batch(&mut self, view: &View<'_>) {
        let mut luck = self.key.with(HANDS + self.hands.len() as u64).stream();
        let mut imagined = [PerSeat::all(Cards::NONE); IMAGINED];
        let mut likely = [0.0_f32; IMAGINED];
        for (hands, likely) in imagined.iter_mut().zip(&mut likely) {
            *hands = view.imagine(&mut luck).hands();
            *likely = self.beliefs.iter().map(|(seat, belief)| belief.of(hands.0[*seat])).sum();
        }
        let most = likely.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for likely in &mut likely {
            *likely = libm::expf(*likely - most);
        }
        let step = likely.iter().sum::<f32>() / KEPT as f32;
        let mut goal = step * (luck.below(1 << 24) as f32 / (1 << 24) as f32);
        let (mut place, mut passed) = (0, likely[0]);
        for _ in 0..KEPT {
            while passed <= goal && place + 1 < IMAGINED {
                place += 1;
                passed += likely[place];
            }
            self.hands.push(imagined[place]);
            goal += step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Kind};
    use crate::strategies::nets::{BELIEF_HIDDEN, BELIEF_INPUTS, NetFile, NetKind, keep_net};

    /// A net that finds each worm in a hand twice as likely as another card.
    fn worm_lover() -> &'static Net {
        let mut weights = vec![0.0; BELIEF_INPUTS * BELIEF_HIDDEN + 2 * BELIEF_HIDDEN + BELIEF_INPUTS];
        let linear = weights.len() - BELIEF_INPUTS;
        weights[linear + 28 + Kind::Worm.index()] = 2.0_f32.ln();
        let file = NetFile::new(NetKind::Belief, std::collections::BTreeMap::new()).with(Players::ALL[0], &weights);
        keep_net(Net::new("worm lover", &file))
    }

    /// The ways to choose some of `all`.
    fn ways(all: f64, some: u32) -> f64 {
        (0..some).map(|taken| (all - f64::from(taken)) / f64::from(taken + 1)).product()
    }

    #[test]
    fn worlds_are_as_likely_as_the_net_says() {
        let (players, key) = (Players::ALL[0], DealKey::new(6, 1));
        let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
        let view = game.view(game.table().turn());
        let other = players.seats().find(|&seat| seat != view.seat()).expect("two play");
        let mut worlds = Worlds::new();
        let mut mean = |net: Option<&'static Net>| {
            worlds.begin(net, &view, Key::new(4));
            let worms = |n: u32| f64::from(worlds.world(&view, n).0.hand(other).count(Kind::Worm));
            (0..8000).map(worms).sum::<f64>() / 8000.0
        };
        let (uniform, believed) = (mean(None), mean(Some(worm_lover())));
        let unseen = view.unseen_cards();
        let (worms, all) = (f64::from(unseen.count(Kind::Worm)), f64::from(unseen.len()));
        // How likely so many worms are in a hand of six, but for a constant.
        let likely = |held: u32| 2.0_f64.powi(held.cast_signed()) * ways(worms, held) * ways(all - worms, 6 - held);
        let sum: f64 = (0..=6).map(likely).sum();
        let expected = (0..=6).map(|held| f64::from(held) * likely(held)).sum::<f64>() / sum;
        let share = worms / all;
        assert!((uniform - 6.0 * share).abs() < 0.05, "{uniform} worms, not {}", 6.0 * share);
        assert!((believed - expected).abs() < 0.08, "{believed} worms, not {expected}");
    }

    #[test]
    fn every_world_is_consistent_with_the_view_and_comes_again() {
        for players in Players::ALL {
            let key = DealKey::new(6, 2);
            let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
            let view = game.view(game.table().turn());
            let mut worlds = Worlds::new();
            for net in [None, Some(worm_lover())] {
                worlds.begin(net, &view, Key::new(5));
                let last = worlds.world(&view, 99).0;
                for n in (0..100).rev() {
                    let (world, _) = worlds.world(&view, n);
                    assert_eq!(world.view(view.seat()).unseen_cards(), view.unseen_cards());
                    assert_eq!(world.table(), view.table());
                    assert_eq!(world.hand(view.seat()), view.hand());
                    assert!(players.seats().all(|seat| world.hand(seat).len() == view.table().hand_size(seat)));
                }
                worlds.begin(net, &view, Key::new(5));
                assert_eq!(worlds.world(&view, 99).0, last);
            }
        }
    }
}
