//! `tuned`: the heuristic with the weights that were tuned for the number of players at the table.

use std::sync::LazyLock;

use super::heuristic::{Heuristic, Weights};
use crate::game::{Move, Stream, View};
use crate::strategies::action_values::ActionValues;
use crate::strategies::{Family, Policy, Trust};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "tuned",
    summary: "plays the heuristic with the weights that were tuned for the number of players at the table",
    about: "Plays as heuristic-2 at a table for two and as heuristic-3-5 at any bigger one: what wins a duel loses at a full \
            table, and vice versa. The files of these two say where the weights come from. Weaknesses: those of the \
            heuristic, and it has not been tuned for six.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Tuned::default()),
};

/// The files of the shipped entrants whose weights are played: for two, and for more.
const FILES: [&str; 2] =
    [include_str!("../../../strategies/heuristic-2.toml"), include_str!("../../../strategies/heuristic-3-5.toml")];

/// The weights of these entrants.
pub(super) static WEIGHTS: LazyLock<[Weights; 2]> = LazyLock::new(|| FILES.map(weights));

/// The weights in a file. A weight that it leaves out has its default, as for every entrant.
fn weights(file: &str) -> Weights {
    let file: toml::Table = file.parse().expect("a test reads every shipped file");
    let given = file.get("parameters").and_then(toml::Value::as_table);
    let values = Weights::TABLE.iter().map(|parameter| {
        let value = given.and_then(|given| given.get(parameter.name)).map(ToString::to_string);
        let value = value.map(|text| parameter.domain.read(&text).expect("a test reads every shipped file"));
        value.unwrap_or_else(|| parameter.domain.default())
    });
    Weights::set(&values.collect::<Vec<_>>())
}

/// The heuristics with these weights, which all players share: their tables are the same.
static HEURISTICS: LazyLock<[Heuristic; 2]> = LazyLock::new(|| WEIGHTS.clone().map(Heuristic::new));

pub(crate) struct Tuned(&'static [Heuristic; 2]);

impl Default for Tuned {
    fn default() -> Tuned {
        Tuned(&HEURISTICS)
    }
}

impl Tuned {
    /// The heuristic for this table.
    #[inline]
    fn at_table(&self, view: &View<'_>) -> &Heuristic {
        let [two, more] = self.0;
        if view.table().players().count() == 2 { two } else { more }
    }

    /// What every action is worth to it.
    pub(crate) fn values(&self, view: &View<'_>) -> ActionValues {
        self.at_table(view).values(view)
    }
}

impl Policy for Tuned {
    #[expect(clippy::inline_always, reason = "one call for a decision, not two")]
    #[inline(always)]
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        self.at_table(view).choose(view, chance)
    }

    #[inline]
    fn trust(&self) -> Option<Trust> {
        Some(Trust(()))
    }
}
