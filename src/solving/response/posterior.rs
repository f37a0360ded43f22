//! Which hands the other seat may hold, given all that it has done.
//!
//! Before a seat acts, every order of the hidden cards is equally likely. What it then plays makes some of them more likely than others, by
//! how likely its strategy plays that with the hand that they give it; nothing else does. So this is a set of particles, each of
//! them an order of the cards as far as it matters, weighed by these likelihoods and drawn anew when the weights become uneven. Sets that
//! are drawn anew lose variety. Each particle therefore also walks: one card of its past is exchanged with one of its pile, and the
//! step is taken as often as the likelihood of everything played since allows (Metropolis), which leaves the law as it is.
//!
//! Two facts of the game help. When the draw pile runs out, the other hand is known. And worms differ only by signposts, so
//! particles get the names of worms when these become known.

use super::particle::Particle;
use super::sighting::Sighting;
use crate::game::{Card, Cards, Key, Move, OwnedView, PerSeat, Seat, Stream, View};
use crate::strategies::{Fault, Strategy};

/// How carefully hands are inferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inference {
    /// Possible hands; 0 to infer nothing.
    pub particles: usize,
    /// Steps that each of them walks before every decision.
    pub steps: usize,
    /// How often the strategy is asked whether it plays a move with a hand.
    pub streams: u32,
}

/// How likely a legal move is at least, whatever the strategy says: so that one surprise does not end all particles.
const FLOOR: f64 = 0.0001;

/// A decision of the other seat: what the seat that looks saw then, and what was played.
#[derive(Clone, Copy, Debug)]
struct Decision {
    view: OwnedView,
    mv: Move,
}

/// What one seat knows about the hand of the other, at a table for two.
pub(super) struct Posterior {
    inference: Inference,
    model: Model,
    luck: Stream,
    own: Seat,
    /// The cards of the own hand, and in each display.
    hand: Cards,
    displays: PerSeat<Cards>,
    /// The cards in the other hand or in the pile.
    hidden: Cards,
    /// The other hand when it was last known.
    known: Cards,
    /// Its decisions since then, and for each card that it has drawn since, how many of them came before.
    decisions: Vec<Decision>,
    draws: Vec<usize>,
    particles: Vec<Particle>,
    /// How often no particle could be right, and all began anew.
    rebuilt: u64,
}

/// How the other seat plays.
struct Model {
    strategy: Box<dyn Strategy>,
    streams: u32,
}

impl Model {
    /// How likely a move is with a hand.
    fn likelihood(&mut self, decision: &Decision, hand: Cards, luck: &mut Stream) -> Result<f64, Fault> {
        if !hand.contains_all(decision.mv.cards()) {
            return Ok(0.0);
        }
        let view = decision.view.view();
        let other = view.table().turn();
        let mut hands = PerSeat::all(Cards::NONE);
        (hands[view.seat()], hands[other]) = (view.hand(), hand);
        let game = view.with_hands(&hands);
        let mut same = 0;
        for _ in 0..self.streams {
            let mut chance = Key::new(luck.word()).stream();
            same += u32::from(self.strategy.decide(&game.view(other), &mut chance)? == decision.mv);
        }
        Ok((f64::from(same) / f64::from(self.streams)).max(FLOOR))
    }
}

impl Posterior {
    pub(super) fn new(inference: Inference, strategy: Box<dyn Strategy>) -> Posterior {
        let own = Seat::new(0).expect("every table has it");
        Posterior {
            inference,
            model: Model { strategy, streams: inference.streams },
            luck: Key::new(0).stream(),
            own,
            hand: Cards::NONE,
            displays: PerSeat::all(Cards::NONE),
            hidden: Cards::NONE,
            known: Cards::NONE,
            decisions: Vec::new(),
            draws: Vec::new(),
            particles: Vec::new(),
            rebuilt: 0,
        }
    }

    /// A game starts, and this is what a seat sees of it.
    pub(super) fn start(&mut self, view: &View<'_>, luck: Stream) {
        self.luck = luck;
        self.own = view.seat();
        self.hand = view.hand();
        self.displays = PerSeat::all(Cards::NONE);
        self.hidden = view.unseen_cards();
        let [other] = self.own.others();
        self.rebuilt = 0;
        self.spread(view.table().hand_size(other), Cards::NONE);
    }

    /// How often all particles began anew since this was last asked.
    pub(super) fn take_rebuilt(&mut self) -> u64 {
        std::mem::take(&mut self.rebuilt)
    }

    /// Forgets the past, which no particle could explain: any hand with these cards.
    fn begin_anew(&mut self, with: Cards) {
        self.rebuilt += 1;
        let size = self.particles[0].hand.len();
        self.spread(size, with);
    }

    /// Any hand of this size with these cards is as likely as any other.
    fn spread(&mut self, size: u32, with: Cards) {
        self.known = Cards::NONE;
        self.decisions.clear();
        self.draws.clear();
        self.draws.resize(size as usize, 0);
        self.particles.clear();
        for _ in 0..self.inference.particles {
            let (mut hand, mut rest) = (with, self.hidden - with);
            while hand.len() < size {
                rest.move_nth(self.luck.below(rest.len()), &mut hand);
            }
            self.particles.push(Particle::fresh(hand));
        }
    }

    /// The other seat, on turn in the view of the own one, is about to make this move.
    ///
    /// # Errors
    /// If the strategy that it is thought to follow commits a fault.
    pub(super) fn observe(&mut self, view: &View<'_>, mv: Move) -> Result<(), Fault> {
        let decision = Decision { view: view.to_owned(), mv };
        self.weigh(&decision)?;
        if self.is_refuted() {
            self.begin_anew(mv.cards());
            self.weigh(&decision)?;
        }
        self.even_out();
        Ok(())
    }

    /// Weighs all particles by how likely a move is with their hands.
    fn weigh(&mut self, decision: &Decision) -> Result<(), Fault> {
        for particle in &mut self.particles {
            let factor = particle.name_worms(decision.mv, self.known, &mut self.luck);
            let likelihood = self.model.likelihood(decision, particle.hand, &mut self.luck)?;
            particle.hands.push(particle.hand);
            particle.likelihoods.push(likelihood);
            particle.weight *= factor * likelihood;
        }
        self.decisions.push(*decision);
        Ok(())
    }

    /// Something has happened to cards.
    pub(super) fn see(&mut self, sighting: Sighting) {
        match sighting {
            Sighting::Laid { seat, cards } => self.see_lay(seat, cards),
            Sighting::Cleared(seat) => self.displays[seat] = Cards::NONE,
            Sighting::Drew(card) => self.see_own_draw(card),
            Sighting::OtherDrew => {
                self.draws.push(self.decisions.len());
                for particle in &mut self.particles {
                    particle.draw(self.hidden - particle.hand, &mut self.luck);
                }
            }
            Sighting::Reshuffled => self.see_reshuffle(),
        }
    }

    fn see_lay(&mut self, seat: Seat, cards: Cards) {
        self.displays[seat] += cards;
        if seat == self.own {
            self.hand -= cards;
            return;
        }
        self.hidden -= cards;
        self.particles.iter_mut().for_each(|particle| particle.hand -= cards);
    }

    fn see_own_draw(&mut self, card: Card) {
        for particle in &mut self.particles {
            particle.weight *= particle.miss(card, self.hidden, &mut self.luck);
        }
        self.hidden -= Cards::from(card);
        self.hand += Cards::from(card);
        if self.is_refuted() {
            self.begin_anew(Cards::NONE);
        }
        self.even_out();
    }

    /// The pile was empty: all that was hidden is in the other hand.
    fn see_reshuffle(&mut self) {
        self.known = self.hidden;
        let [other] = self.own.others();
        self.hidden = Cards::DECK - self.hand - self.displays[self.own] - self.displays[other];
        self.decisions.clear();
        self.draws.clear();
        self.particles.fill(Particle::known(self.known));
    }

    /// Whether no particle can be right.
    fn is_refuted(&self) -> bool {
        !self.particles.is_empty() && self.particles.iter().all(|particle| particle.weight == 0.0)
    }

    /// Draws the particles anew if their weights have become uneven, or one cannot be right.
    fn even_out(&mut self) {
        let sum: f64 = self.particles.iter().map(|particle| particle.weight).sum();
        self.particles.iter_mut().for_each(|particle| particle.weight /= sum);
        let squares: f64 = self.particles.iter().map(|particle| particle.weight * particle.weight).sum();
        let is_uneven = squares * self.particles.len() as f64 > 2.0;
        if is_uneven || self.particles.iter().any(|particle| particle.weight == 0.0) {
            self.particles = self.resampled();
        }
    }

    /// As many particles again, each as often as its weight says (systematic resampling), all with the same weight.
    fn resampled(&mut self) -> Vec<Particle> {
        let count = self.particles.len();
        let step = 1.0 / count as f64;
        let last = self.particles.iter().rposition(|particle| particle.weight > 0.0).unwrap_or(count - 1);
        let mut goal = step * f64::from(self.luck.below(1 << 24)) / f64::from(1 << 24);
        let (mut place, mut passed) = (0, self.particles[0].weight);
        let mut chosen = Vec::with_capacity(count);
        for _ in 0..count {
            while passed <= goal && place < last {
                place += 1;
                passed += self.particles[place].weight;
            }
            chosen.push(Particle { weight: step, ..self.particles[place].clone() });
            goal += step;
        }
        chosen
    }

    /// The hands that the other seat may hold now, in an order that means nothing, each as often as it is likely.
    ///
    /// # Errors
    /// As [`Posterior::observe`].
    pub(super) fn hands(&mut self) -> Result<Vec<Cards>, Fault> {
        if self.particles.is_empty() {
            return Ok(Vec::new());
        }
        self.walk()?;
        let mut hands: Vec<Cards> = self.resampled().iter().map(|particle| particle.hand).collect();
        for left in (2..=hands.len()).rev() {
            hands.swap(left - 1, self.luck.below(left as u32) as usize);
        }
        Ok(hands)
    }

    /// Every particle walks.
    fn walk(&mut self) -> Result<(), Fault> {
        let mut particles = std::mem::take(&mut self.particles);
        for particle in &mut particles {
            for _ in 0..self.inference.steps {
                self.step(particle)?;
            }
        }
        self.particles = particles;
        Ok(())
    }

    /// Exchanges a card that was drawn with one of the pile, if what was played since allows.
    fn step(&mut self, particle: &mut Particle) -> Result<(), Fault> {
        let mut pile = self.hidden - particle.hand;
        if self.draws.is_empty() || pile.is_empty() {
            return Ok(());
        }
        let draw = self.luck.below(self.draws.len() as u32) as usize;
        let (from, mut to) = (particle.drawn[draw], Cards::NONE);
        let card = pile.move_nth(self.luck.below(pile.len()), &mut to);
        let first = self.draws[draw];
        let from_cards = Cards::from(from);
        let fits = |(hand, decision): (&Cards, &Decision)| (*hand - decision.mv.cards()).contains_all(from_cards);
        let later = || particle.hands[first..].iter().zip(&self.decisions[first..]);
        if card == from || !later().all(fits) {
            return Ok(());
        }
        let Some(likelihoods) = self.likelihoods(particle, first, |hand| hand - from_cards + to)? else {
            return Ok(());
        };
        particle.drawn[draw] = card;
        particle.hands[first..].iter_mut().chain([&mut particle.hand]).for_each(|hand| *hand = *hand - from_cards + to);
        particle.likelihoods.truncate(first);
        particle.likelihoods.extend(likelihoods);
        Ok(())
    }

    /// How likely each move since the first of these decisions is with changed hands, if the change is accepted.
    fn likelihoods(
        &mut self,
        particle: &Particle,
        first: usize,
        change: impl Fn(Cards) -> Cards,
    ) -> Result<Option<Vec<f64>>, Fault> {
        let least = f64::from(self.luck.below(1 << 24)) / f64::from(1 << 24);
        let before: f64 = particle.likelihoods[first..].iter().product();
        let mut after = 1.0;
        let mut likelihoods = Vec::with_capacity(self.decisions.len() - first);
        for (decision, hand) in self.decisions[first..].iter().zip(&particle.hands[first..]) {
            let likelihood = self.model.likelihood(decision, change(*hand), &mut self.luck)?;
            after *= likelihood;
            // No later one can be above 1.
            if after <= least * before {
                return Ok(None);
            }
            likelihoods.push(likelihood);
        }
        Ok(Some(likelihoods))
    }
}

#[cfg(test)]
mod laws;
