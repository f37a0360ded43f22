//! `first`: always the first move in the order of the choices. A yardstick and a test piece.

use crate::game::{Move, Stream, View};
use crate::strategies::{Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "first",
    summary: "always the first of its choices: one card of its lowest number",
    about: "Lays single low cards until only worms are left, then its lowest worm, and passes when nothing else is \
            allowed. It is deterministic and looks only at its hand, so it shows what playing without a plan is \
            worth, and it plays every round to the end. Weakness: it spends nothing and wins little.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(First),
};

pub(crate) struct First;

impl Policy for First {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        view.choices().get(0)
    }
}
