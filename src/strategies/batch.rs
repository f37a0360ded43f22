//! Deciding for many views at once.

use std::sync::Arc;

use super::fault::{Fault, FaultKind};
use super::strategy::Strategy;
use crate::game::{Move, Stream, View};

/// One of many questions that are asked together.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// What the seat on turn sees.
    pub view: View<'a>,
    /// The stream of this decision alone.
    pub chance: Stream,
}

/// Something without a memory that decides for many views at once, like a net. The arena asks it about many games together; an
/// answer must not depend on which other questions are asked with it.
pub trait BatchPolicy: Send + Sync {
    /// An answer for each question, in order.
    fn answer_all(&self, questions: &[Question<'_>]) -> Vec<Result<Move, Fault>>;
}

/// The same, asked one by one.
pub(crate) struct OneByOne(pub(crate) Arc<dyn BatchPolicy>);

impl Strategy for OneByOne {
    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        let mut answers = self.0.answer_all(&[Question { view: *view, chance: chance.clone() }]);
        match (answers.pop(), answers.len()) {
            (Some(answer), 0) => answer,
            (_, left) => Err(wrong_count(1, left)),
        }
    }

    fn remembers(&self) -> bool {
        false
    }
}

/// The fault of a policy that does not give as many answers as it was asked questions.
pub(crate) fn wrong_count(expected: usize, got: usize) -> Fault {
    Fault::new(FaultKind::Nonsense, format!("expected {expected} answers, one for each question, got {got}"))
}
