//! `reflex`: plays the action that a policy net finds most likely.

use super::tuned::Tuned;
use crate::game::{Move, Stream, View};
use crate::parameters;
use crate::strategies::action::{Action, Actions};
use crate::strategies::nets::{Net, NetKind, Opinion, Situation};
use crate::strategies::{Domain, Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "reflex",
    summary: "plays the action that a learned policy net finds most likely, without a search",
    about: "A policy net has learned from a search which actions a strong player prefers; this plays the most likely one at once. It \
            knows what the tuned heuristic thinks of every action, and often knows better. At tables for which its net has no \
            network it plays as tuned. Weaknesses: it looks no further than its inputs, and never hesitates.",
    parameters: Settings::TABLE,
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |values| Box::new(Reflex::new(&Settings::set(values))),
};

parameters! {
    /// What it plays by.
    pub(super) struct Settings {
        /// the net that says how likely actions are, or `tuned` for none
        net: Option<&'static Net> = Domain::net("tuned", NetKind::Policy, &["tuned"]),
    }
}

/// The policy.
pub(super) struct Reflex {
    net: Option<&'static Net>,
    tuned: Tuned,
}

impl Reflex {
    pub(super) fn new(settings: &Settings) -> Reflex {
        Reflex { net: settings.net, tuned: Tuned::default() }
    }
}

impl Policy for Reflex {
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let favourite = self.tuned.choose(view, chance);
        let actions = Actions::of(view);
        let Some(network) = self.net.and_then(|net| net.policy(view.table().players())).filter(|_| actions.len() > 1)
        else {
            return favourite;
        };
        let situation = Situation::new(view, Action::of(favourite, view.hand()), self.tuned.values(view));
        let opinion = Opinion::new(network, &situation);
        let (mut best, mut most) = (Action::PASS, f32::NEG_INFINITY);
        for action in actions.iter() {
            let likely = opinion.of(action);
            if likely > most {
                (best, most) = (action, likely);
            }
        }
        best.with_hand(view.hand())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Game, Key, Players};
    use crate::strategies::nets::shipped_net;

    /// Moves of a reflex in random games, and those of `tuned`.
    fn moves(net: Option<&'static Net>) -> [Vec<Move>; 2] {
        let (reflex, tuned) = (Reflex::new(&Settings { net }), Tuned::default());
        let mut moves = [Vec::new(), Vec::new()];
        for (players, deal) in Players::ALL.into_iter().flat_map(|players| (0..10).map(move |deal| (players, deal))) {
            let key = DealKey::new(8, deal);
            let (mut luck, mut chance) = (key.deal(players), Key::new(deal).stream());
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                let view = game.view(game.table().turn());
                let mv = reflex.choose(&view, &mut chance);
                assert_eq!(view.check(mv), Ok(()), "{mv}");
                moves[0].push(mv);
                moves[1].push(tuned.choose(&view, &mut chance));
                game.play_random(&mut chance, &mut luck, &mut ());
            }
        }
        moves
    }

    #[test]
    fn without_a_net_it_plays_as_tuned() {
        let [reflex, tuned] = moves(None);
        assert_eq!(reflex, tuned);
    }

    #[test]
    fn with_a_net_it_has_an_opinion_of_its_own() {
        let [reflex, tuned] = moves(shipped_net("champion-2-policy.net"));
        let different = reflex.iter().zip(&tuned).filter(|(one, other)| one != other).count();
        assert!(different * 20 > tuned.len(), "{different} of {} moves", tuned.len());
    }
}
