//! Luck that has already happened: a replayed game draws what its record says.

use std::collections::VecDeque;

use crate::game::{Card, Cards, Chance, Portions, Seat};

/// Why a record's luck cannot have happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScriptFault {
    /// The rules require one more card than the record has.
    CardMissing { seat: Seat },
    /// The card is not in the draw pile.
    CardNotInPile { seat: Seat, card: Card },
    /// The rules require one more portion than the record has.
    PortionMissing,
    /// The portion was turned up before, or does not exist.
    PortionNotUnseen { value: u8 },
}

/// The cards and portions that a record says are drawn next.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub(super) cards: VecDeque<Card>,
    pub(super) portions: VecDeque<u8>,
    /// The first thing that did not fit.
    pub(super) fault: Option<ScriptFault>,
}

impl Script {
    fn fail(&mut self, fault: ScriptFault) -> u32 {
        self.fault.get_or_insert(fault);
        0
    }
}

impl Chance for Script {
    fn card(&mut self, seat: Seat, pile: &Cards, _len: u32) -> u32 {
        match self.cards.pop_front() {
            None => self.fail(ScriptFault::CardMissing { seat }),
            Some(card) => pile.rank(card).unwrap_or_else(|| self.fail(ScriptFault::CardNotInPile { seat, card })),
        }
    }

    fn portion(&mut self, unseen: Portions, _len: u32) -> u32 {
        match self.portions.pop_front() {
            None => self.fail(ScriptFault::PortionMissing),
            Some(value) => match unseen.find(value) {
                Some(portion) => unseen.rank(portion),
                None => self.fail(ScriptFault::PortionNotUnseen { value }),
            },
        }
    }
}
