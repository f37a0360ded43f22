//! `random`: every move worth considering with the same chance (rule 11.2). The yardstick of all others.

use crate::game::{Move, Stream, View};
use crate::strategies::{Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "random",
    summary: "every move worth considering with the same chance",
    about: "Uniform over the moves worth considering (rule 11.2). The yardstick: whoever does not beat it clearly has \
            a mistake. Weakness: no idea at all; as a rollout policy it is the fastest, and misjudges all that needs a \
            plan.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Random),
};

pub(crate) struct Random;

impl Policy for Random {
    #[inline]
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let choices = view.choices();
        choices.get(chance.below(choices.len() as u32) as usize)
    }
}
