//! The player that knows its opponent's strategy.

use super::posterior::{Inference, Posterior};
use super::sighting::Sighting;
use crate::game::{Cards, Key, Move, PerSeat, Stream, View};
use crate::strategies::{Fault, Strategy, TreeResponse};

/// A player for two that knows by which strategy the other one decides, and nothing that its own seat cannot see. It is told every
/// move and event as a person at the table would see it, which is more than the views of its own decisions show.
pub struct Responder {
    posterior: Posterior,
    search: TreeResponse,
    /// The other hands that it thought possible at its last decision, and whether it had to guess anew before.
    hands: Vec<Cards>,
    rebuilt: u64,
}

impl Responder {
    /// One that infers hands with this strategy of the other seat, and searches like this.
    pub fn new(inference: Inference, strategy: Box<dyn Strategy>, search: TreeResponse) -> Responder {
        Responder { posterior: Posterior::new(inference, strategy), search, hands: Vec::new(), rebuilt: 0 }
    }

    /// A game starts; the view is that of its own seat before the first move.
    pub fn start(&mut self, view: &View<'_>, luck: Stream) {
        self.posterior.start(view, luck);
    }

    /// The other seat, on turn in this view of the own one, is about to make this move.
    ///
    /// # Errors
    /// If the strategy that it is thought to follow commits a fault.
    pub fn observe(&mut self, view: &View<'_>, mv: Move) -> Result<(), Fault> {
        self.posterior.observe(view, mv)
    }

    /// Something has happened to cards.
    pub fn see(&mut self, sighting: Sighting) {
        self.posterior.see(sighting);
    }

    /// Its move.
    ///
    /// # Errors
    /// As [`Responder::observe`].
    pub fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        self.hands.clear();
        self.rebuilt = 0;
        if view.choices().len() == 1 {
            return Ok(Move::Pass);
        }
        self.hands = self.posterior.hands()?;
        self.rebuilt = self.posterior.take_rebuilt();
        let [other] = view.seat().others();
        let worlds = self.hands.iter().map(|&hand| {
            let mut hands = PerSeat::all(Cards::NONE);
            (hands[view.seat()], hands[other]) = (view.hand(), hand);
            hands
        });
        self.search.decide(view, worlds, &mut Key::new(chance.word()).stream())
    }

    /// The other hands that it thought possible at its last decision, each as often as it is likely; none if there was no choice.
    pub fn hands(&self) -> &[Cards] {
        &self.hands
    }

    /// How often it had to guess anew before its last decision, since nothing that it had thought possible was.
    pub fn rebuilt(&self) -> u64 {
        self.rebuilt
    }
}
