//! The league of an entrant's own best so far: rivals that grow with it, so that it does not learn to beat only one opponent.

use crate::game::Stream;
use crate::strategies::Value;

/// Generations after which the best so far joins.
const EVERY: u64 = 5;

/// Former bests, the start first.
pub(super) struct League {
    members: Vec<Vec<Value>>,
}

impl League {
    pub(super) fn new(start: Vec<Value>) -> League {
        League { members: vec![start] }
    }

    /// Lets the best so far join every few generations.
    pub(super) fn offer(&mut self, generation: u64, best: &[Value]) {
        if generation > 0 && generation.is_multiple_of(EVERY) && self.members.last().is_none_or(|last| last != best) {
            self.members.push(best.to_vec());
        }
    }

    /// The rival of a generation: half of the time the latest, otherwise any.
    pub(super) fn rival(&self, stream: &mut Stream) -> &[Value] {
        let latest = self.members.len() - 1;
        let (recent, any) = (stream.below(2) == 0, stream.below(self.members.len() as u32) as usize);
        &self.members[if recent { latest } else { any }]
    }
}
