//! What the search believes: the value of a round's end, and how likely actions are before they are tried.

use crate::game::{Game, Key, Move, PerSeat, View};
use crate::strategies::action::{Action, Actions};
use crate::strategies::families::tuned::Tuned;
use crate::strategies::nets::{Net, Opinion, POLICY_INPUTS, Situation, can_judge, value_chances};
use crate::strategies::{Policy, forecast};

/// The chances of all seats to win at the beginning of a round, or the winner of a game that is over.
pub(super) fn chances(net: Option<&'static Net>, game: &Game) -> PerSeat<f32> {
    let table = game.table();
    let mut chances = PerSeat::all(0.0);
    if table.is_over() {
        chances[game.outcome().winner] = 1.0;
        return chances;
    }
    let network = net.and_then(|net| net.value(table.players()));
    if let Some(network) = network.filter(|_| can_judge(table)) {
        return value_chances(network, game);
    }
    let Some(forecast) = forecast::chances(game) else {
        return PerSeat::all(1.0 / table.players().count() as f32);
    };
    for seat in table.players().seats() {
        chances[seat] = forecast[seat] as f32;
    }
    chances
}

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
    let favourite = Tuned::default().choose(view, &mut Key::new(0).stream());
    let situation = Situation::new(view, Action::of(favourite, view.hand()));
    moves.iter().map(|&mv| situation.inputs(Action::of(mv, view.hand()))).collect()
}
