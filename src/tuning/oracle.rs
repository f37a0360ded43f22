//! Questions about candidates, and whoever answers them.

use thiserror::Error;

use super::scores::Scores;
use crate::arena::{PlanError, ThreadsError};
use crate::entrants::Entrant;
use crate::game::Players;
use crate::records::hash;
use crate::runs::RunError;
use crate::strategies::Value;

/// What deals are for. Each purpose has deals of its own under the seed of the tuning, so that nothing is ever judged on
/// a deal that it was chosen by; other runs of the same seed, which count their deals from 0, share none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The search.
    Training,
    /// The choice between what the search proposes.
    Selection,
    /// The statement of what was gained.
    Confirmation,
    /// The results against others.
    Transfer,
    /// The effect of single parameters.
    Sensitivity,
}

impl Purpose {
    /// The most deals of a purpose.
    pub const DEALS: u64 = 1_000_000_000_000;

    /// The number of its first deal.
    pub const fn first_deal(self) -> u64 {
        (self as u64 + 1) * Purpose::DEALS
    }
}

/// How do these candidates fare against these rivals on these deals?
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is for.
    pub purpose: Purpose,
    /// The first block among those of the purpose.
    pub first: u64,
    /// How many blocks, for each number of players.
    pub blocks: u64,
    /// The numbers of players.
    pub players: Vec<Players>,
    /// Values of all parameters for each candidate; every one meets every choice of the rivals.
    pub candidates: Vec<Vec<Value>>,
    /// Who sits on the other seats.
    pub rivals: Vec<Entrant>,
}

impl Question {
    /// A name for it: two questions of one tuning have the same only if they are the same.
    pub fn name(&self) -> String {
        let values = |values: &[Value]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let rival = |rival: &Entrant| {
            let values = rival.parameters().into_iter().map(|(_, value)| value.to_string());
            format!("{}:{}", rival.name, values.collect::<Vec<_>>().join(","))
        };
        let candidates: Vec<String> = self.candidates.iter().map(|candidate| values(candidate)).collect();
        let rivals: Vec<String> = self.rivals.iter().map(rival).collect();
        let Question { purpose, first, blocks, players, .. } = self;
        hash(format!("{purpose:?} {first} {blocks} {players:?}\n{candidates:?}\n{rivals:?}").as_bytes())
    }
}

/// Whoever answers questions: the arena, a journal of what it said before, or a formula in a test.
pub trait Oracle {
    /// The scores of the candidates; the same for the same question, always.
    ///
    /// # Errors
    /// If there is no answer.
    fn ask(&mut self, question: &Question) -> Result<Scores, Halt>;
}

/// Why a tuning stops before its end.
#[derive(Debug, Error)]
pub enum Halt {
    /// It was asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A rival commits faults: playing against it teaches nothing.
    #[error("{0}; a rival that fails teaches nothing: mend it, or begin anew without it")]
    Fault(String),
    /// The rivals make too many line-ups.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The journal cannot be written.
    #[error(transparent)]
    File(#[from] RunError),
    /// The journal answers another question.
    #[error(
        "the journal does not fit the manifest beside it: entry {0} answers another question; one of them was changed, so begin \
         anew in another folder"
    )]
    Journal(usize),
    /// Threads cannot be started.
    #[error("cannot start the threads")]
    Threads(#[from] ThreadsError),
}
