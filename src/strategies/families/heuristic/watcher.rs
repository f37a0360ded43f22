//! What every action is worth, for those who want to know more than the best one.

use crate::strategies::action::Action;
use crate::strategies::action_values::ActionValues;
use crate::vectors::Pair;

/// Told the values of all actions while the best one is found. The code of a lay is the index of its action.
pub(super) trait Watcher {
    /// Whether it must be told about lays that cannot be the best.
    const SEES_ALL: bool;

    /// What a pass without a steal is worth.
    fn pass(&mut self, value: f64);

    /// What a pass with a steal is worth.
    fn steal(&mut self, value: f64);

    /// What the lay of this code and the one with a card more are worth; the second may have a card too many.
    fn lays(&mut self, code: usize, values: Pair);
}

/// Only the best action matters.
impl Watcher for () {
    const SEES_ALL: bool = false;

    #[inline(always)]
    fn pass(&mut self, _value: f64) {}

    #[inline(always)]
    fn steal(&mut self, _value: f64) {}

    #[inline(always)]
    fn lays(&mut self, _code: usize, _values: Pair) {}
}

impl Watcher for ActionValues {
    const SEES_ALL: bool = true;

    #[inline(always)]
    fn pass(&mut self, value: f64) {
        self.set(Action::PASS.index(), value);
    }

    #[inline(always)]
    fn steal(&mut self, value: f64) {
        self.set(Action::STEAL.index(), value);
    }

    #[inline(always)]
    fn lays(&mut self, code: usize, values: Pair) {
        self.set(code, values.first());
        self.set(code + 1, values.second());
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{DealKey, Edition, Game, Key, Players};
    use crate::strategies::Policy;
    use crate::strategies::action::{Action, Actions};
    use crate::strategies::families::tuned::Tuned;

    #[test]
    fn the_best_action_is_the_move_and_loses_nothing() {
        let tuned = Tuned::default();
        let mut chance = Key::new(1).stream();
        for (players, deal) in Players::ALL.into_iter().flat_map(|players| (0..30).map(move |deal| (players, deal))) {
            let key = DealKey::new(5, deal);
            let mut luck = key.deal(players);
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                let view = game.view(game.table().turn());
                let (actions, mv) = (Actions::of(&view), tuned.choose(&view, &mut chance));
                if actions.len() > 1 {
                    let values = tuned.values(&view);
                    assert_eq!(values.best(), Action::of(mv, view.hand()));
                    assert!(actions.iter().all(|action| values.loss(action) >= 0.0));
                    assert_eq!(values.loss(values.best()).to_bits(), 0.0_f32.to_bits());
                }
                game.play(mv, &mut luck);
            }
        }
    }
}
