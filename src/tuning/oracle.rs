//! Questions about candidates, and the oracles that answer them.

use thiserror::Error;

use super::scores::Scores;
use crate::arena::{PlanError, ThreadsError};
use crate::entrants::Entrant;
use crate::game::Players;
use crate::records::hash;
use crate::runs::RunError;
use crate::strategies::Value;

/// What deals are for. Each purpose has deals of its own under the seed of the tuning, so that nothing is ever judged on
/// a deal that helped to choose it; other runs of the same seed, which count their deals from 0, share none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The search.
    Training,
    /// The selection among the proposals of the search.
    Selection,
    /// The claim about what was gained.
    Confirmation,
    /// The results against others.
    Transfer,
    /// The effect of single parameters.
    Sensitivity,
}

impl Purpose {
    /// The maximum number of deals of a purpose.
    pub const DEALS: u64 = 1_000_000_000_000;

    /// The index of its first deal.
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
    /// The number of blocks, for each number of players.
    pub blocks: u64,
    /// The numbers of players.
    pub players: Vec<Players>,
    /// Values of all parameters for each candidate; each one meets every combination of the rivals.
    pub candidates: Vec<Vec<Value>>,
    /// Who sits on the other seats.
    pub rivals: Vec<Entrant>,
}

impl Question {
    /// A name for it: two questions of one tuning have the same name only if they are equal.
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

/// Answers questions: the arena, a journal of its earlier answers, or a formula in a test.
pub trait Oracle {
    /// The scores of the candidates; always the same for the same question.
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
    /// A rival commits faults: games against it are of no use.
    #[error("{0}; games against a rival that fails are of no use: fix it, or start over without it")]
    Fault(String),
    /// The rivals make too many line-ups.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The journal cannot be written.
    #[error(transparent)]
    File(#[from] RunError),
    /// The journal answers another question.
    #[error(
        "the journal does not match the manifest next to it: entry {0} answers another question; one of them was changed, so \
         start over in another folder"
    )]
    Journal(usize),
    /// Threads cannot be started.
    #[error("cannot start the threads")]
    Threads(#[from] ThreadsError),
}
