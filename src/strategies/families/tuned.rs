//! `tuned`: the heuristic with the weights that were tuned for the number of players at the table.

use std::sync::LazyLock;

use super::heuristic::{Heuristic, Weights};
use crate::game::{Move, Stream, View};
use crate::strategies::entrant::Mind;
use crate::strategies::{Catalogue, Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "tuned",
    summary: "plays the heuristic with the weights that were tuned for the number of players at the table",
    about: "Plays as heuristic-2 at a table for two and as heuristic-3-5 at any bigger one: what wins a duel loses at a full \
            table, and the other way round. Where the weights come from is in the files of these two. Weaknesses: those of \
            the heuristic, and nobody has tuned it for six.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Tuned::default()),
};

/// The weights of the shipped entrants.
static WEIGHTS: LazyLock<[Weights; 2]> = LazyLock::new(|| ["heuristic-2", "heuristic-3-5"].map(shipped));

fn shipped(name: &str) -> Weights {
    let entrant = Catalogue::shipped_only().find(name).expect("it is shipped");
    let Mind::Family { values, .. } = &entrant.mind else { panic!("{name} is no program") };
    Weights::set(values)
}

pub(crate) struct Tuned {
    two: Heuristic,
    more: Heuristic,
}

impl Default for Tuned {
    fn default() -> Tuned {
        let [two, more] = WEIGHTS.clone().map(Heuristic::new);
        Tuned { two, more }
    }
}

impl Policy for Tuned {
    #[inline]
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let heuristic = if view.table().players().count() == 2 { &self.two } else { &self.more };
        heuristic.choose(view, chance)
    }
}
