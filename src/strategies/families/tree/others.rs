//! How the other seats play inside the tree.

use crate::game::{Key, Move, Stream, View};
use crate::strategies::{Fault, Strategy};

/// What a search knows about how the other seats play.
pub(super) trait Others {
    /// Whether their moves are known.
    const ARE_KNOWN: bool;

    /// The move of another seat whose view it is and whose turn it is, if that is known; if not, it wants its own win (max^n).
    fn known_move(&mut self, view: &View<'_>, luck: &mut Stream) -> Option<Move>;
}

/// Nothing is known.
pub(super) struct Unknown;

impl Others for Unknown {
    const ARE_KNOWN: bool = false;

    #[expect(clippy::inline_always, reason = "nothing of it is left in a search that knows nothing")]
    #[inline(always)]
    fn known_move(&mut self, _view: &View<'_>, _luck: &mut Stream) -> Option<Move> {
        None
    }
}

/// They decide as this strategy does, by its own code, with streams of which nothing is known.
pub(super) struct Known {
    strategy: Box<dyn Strategy>,
    /// Its first fault, after which it passes.
    fault: Option<Fault>,
}

impl Known {
    pub(super) fn new(strategy: Box<dyn Strategy>) -> Known {
        Known { strategy, fault: None }
    }

    /// The first fault since it was last asked for.
    pub(super) fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }
}

impl Others for Known {
    const ARE_KNOWN: bool = true;

    fn known_move(&mut self, view: &View<'_>, luck: &mut Stream) -> Option<Move> {
        let decided = self.strategy.decide(view, &mut Key::new(luck.word()).stream());
        let legal = decided.and_then(|mv| view.check(mv).map(|()| mv).map_err(|why| Fault::illegal(mv, why)));
        Some(legal.unwrap_or_else(|fault| {
            self.fault.get_or_insert(fault);
            Move::Pass
        }))
    }
}
