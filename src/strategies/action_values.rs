//! What the actions of a decision are worth to a judge.

use super::action::Action;

/// Room for every action but worms of which the highest is shown.
const PLACES: usize = 192;

/// What every action of a decision is worth, in worms. What is not legal has no meaning.
pub(crate) struct ActionValues {
    /// By the index of the action.
    values: [f32; PLACES],
    most: f32,
    /// The index of the first with most.
    best: usize,
}

impl Default for ActionValues {
    fn default() -> ActionValues {
        ActionValues { values: [0.0; PLACES], most: f32::NEG_INFINITY, best: 0 }
    }
}

impl ActionValues {
    /// Sets what the action of this index is worth.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, value: f64) {
        self.values[index % PLACES] = value as f32;
        if value as f32 > self.most {
            (self.most, self.best) = (value as f32, index % PLACES);
        }
    }

    /// The best action.
    #[inline]
    pub(crate) fn best(&self) -> Action {
        Action::at(self.best)
    }

    /// How much less an action is worth than the best, in worms. Worms of which the highest is shown are worth what the lowest
    /// ones are.
    #[inline]
    pub(crate) fn loss(&self, action: Action) -> f32 {
        let index = match action.kind() {
            Some(kind) => Action::lay(kind, action.count()).index(),
            None => action.index(),
        };
        self.most - self.values[index % PLACES]
    }
}
