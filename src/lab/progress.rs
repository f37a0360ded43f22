//! How far a run has come.

use std::fmt;

use crate::arena::{Plan, State};

/// How far a run has come, for an observer.
///
/// As text: games played, and the total if it is known.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    plan: &'a Plan,
    state: &'a State,
}

impl<'a> Progress<'a> {
    pub(super) const fn new(plan: &'a Plan, state: &'a State) -> Progress<'a> {
        Progress { plan, state }
    }

    /// Games played so far.
    pub fn games(&self) -> u64 {
        self.state.games(self.plan)
    }

    /// Games in all, if that is known in advance: a run may end by itself.
    pub fn games_in_all(&self) -> Option<u64> {
        self.plan.games()
    }

    /// What is played.
    pub const fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// What was counted so far.
    pub const fn state(&self) -> &'a State {
        self.state
    }
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games_in_all() {
            Some(all) => write!(f, "{} of {all} games", self.games()),
            None => write!(f, "{} games", self.games()),
        }
    }
}
