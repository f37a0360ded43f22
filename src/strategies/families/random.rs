//! `random`: every move worth considering with equal probability (rule 11.2). The yardstick for all others.

use crate::game::{Move, Stream, View};
use crate::strategies::{Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "random",
    summary: "every move worth considering with equal probability",
    about: "Uniform over the moves worth considering (rule 11.2). The yardstick: a strategy that does not clearly \
            beat it has a bug. Weakness: no plan at all; as a rollout policy it is the fastest, and misjudges whatever \
            needs a plan.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Random),
};

pub(crate) struct Random;

impl Policy for Random {
    #[expect(clippy::inline_always, reason = "as short as it is, it is called otherwise")]
    #[inline(always)]
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let choices = view.choices();
        choices.get(chance.below(choices.len() as u32) as usize)
    }
}
