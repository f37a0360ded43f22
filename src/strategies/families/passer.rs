//! `passer`: passes at once, always. A yardstick: what doing nothing earns.

use crate::game::{Move, Stream, View};
use crate::strategies::{Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "passer",
    summary: "passes at once in every round and lives on the lowest portions",
    about: "Takes the lowest portion of every grill (rule 5.2) and draws two cards that it never uses. Its worms are \
            what any player gets for free. Weakness: everything.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Passer),
};

pub(crate) struct Passer;

impl Policy for Passer {
    fn choose(&self, _view: &View<'_>, _chance: &mut Stream) -> Move {
        Move::Pass
    }
}
