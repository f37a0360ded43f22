//! How likely actions are before they are tried.

use crate::game::{Key, Move, View};
use crate::strategies::Policy;
use crate::strategies::action::{Action, Actions};
use crate::strategies::families::tuned::Tuned;
use crate::strategies::nets::{Net, Opinion, POLICY_INPUTS, Situation};

/// How likely actions are: proportional to what [`Weigher::weight`] says.
pub(super) struct Weigher<'a> {
    opinion: Option<Opinion<'a>>,
    favourite: Action,
    temperature: f32,
    /// The number of actions.
    count: f32,
}

impl<'a> Weigher<'a> {
    /// `situation` knows what the policy of the playouts would do.
    pub(super) fn new(
        net: Option<&'static Net>,
        temperature: f32,
        situation: &'a Situation<'a>,
        view: &View<'_>,
        actions: Actions,
    ) -> Weigher<'a> {
        let network = net.and_then(|net| net.policy(view.table().players()));
        Weigher {
            opinion: network.map(|network| Opinion::new(network, situation)),
            favourite: situation.favourite(),
            temperature,
            count: actions.len() as f32,
        }
    }

    /// The weight of an action. Without a net, half of all is the favourite's, and the rest is shared equally.
    #[inline]
    pub(super) fn weight(&self, action: Action) -> f32 {
        match &self.opinion {
            Some(opinion) => libm::expf((opinion.of(action) / self.temperature).clamp(-MOST, MOST)),
            None => 0.5 / self.count + if action == self.favourite { 0.5 } else { 0.0 },
        }
    }
}

/// The largest exponent of a weight: far beyond any opinion, and far from the largest number.
const MOST: f32 = 60.0;

/// The inputs of a policy net for moves of the seat on turn, as the tree sees them with the policy `tuned`.
pub fn policy_inputs(view: &View<'_>, moves: &[Move]) -> Vec<[i16; POLICY_INPUTS]> {
    let tuned = Tuned::default();
    let favourite = tuned.choose(view, &mut Key::new(0).stream());
    let situation = Situation::new(view, Action::of(favourite, view.hand()), tuned.values(view));
    moves.iter().map(|&mv| situation.inputs(Action::of(mv, view.hand()))).collect()
}
