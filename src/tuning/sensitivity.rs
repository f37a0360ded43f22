//! Which parameters matter: each is moved away from the result, one at a time.

use super::oracle::{Halt, Purpose};
use super::plan::TuningPlan;
use super::race::{Ledger, RaceTable};
use super::scores::Estimate;
use super::space::{step_share, value_at};
use crate::arena::LEVEL;
use crate::strategies::{Domain, Value};

/// How far a parameter is moved: in steps of its table, to both sides.
const STEPS: [f64; 4] = [-10.0, -4.0, 4.0, 10.0];
/// Games for all of it, as a share of those of the tuning.
const SHARE: f64 = 0.5;
/// The fewest blocks, whatever the budget.
const MIN_BLOCKS: u64 = 64;

/// The loss or gain from moving one parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The parameter, by its index in the table of the family.
    pub place: usize,
    /// What it was moved to.
    pub value: Value,
    /// The change of the score, as a multiple of the fair share.
    pub change: Estimate,
}

impl Effect {
    /// Whether it is significant as one of `all` effects: together they raise a false alarm in at most one case in twenty.
    pub fn is_significant(&self, all: usize) -> bool {
        let level = 1.0 - (1.0 - LEVEL) / all.max(1) as f64;
        !self.change.interval(level).contains(0.0)
    }
}

/// Some values, and the same with one parameter moved: what is to be compared, and how long.
pub(super) struct Moved {
    table: RaceTable,
    moves: Vec<(usize, Value)>,
    candidates: Vec<Vec<Value>>,
    games_per_block: u64,
    blocks: u64,
}

impl Moved {
    /// All parameters of the space around some values.
    pub(super) fn new(plan: &TuningPlan, around: &[Value]) -> Moved {
        let moves = moves(plan, around);
        let mut candidates = vec![around.to_vec()];
        for &(index, value) in &moves {
            let mut values = around.to_vec();
            values[index] = value;
            candidates.push(values);
        }
        let players = plan.request.players.clone();
        let table = RaceTable { purpose: Purpose::Sensitivity, players, rivals: plan.rivals(around) };
        let games_per_block =
            super::field::games_per_block(&table.players, table.rivals.len()) * candidates.len() as u64;
        let blocks = ((plan.request.games as f64 * SHARE) as u64 / games_per_block).max(MIN_BLOCKS);
        Moved { table, moves, candidates, games_per_block, blocks }
    }

    /// The games that it takes.
    pub(super) fn games(&self) -> u64 {
        self.games_per_block * self.blocks
    }

    /// Measures the effects.
    pub(super) fn measure(self, ledger: &mut Ledger<'_>) -> Result<Vec<Effect>, Halt> {
        let scores = ledger.ask(&self.table, &self.candidates, self.blocks)?;
        let effect = |(number, (index, value)): (usize, (usize, Value))| Effect {
            place: index,
            value,
            change: scores.lead(number + 1, 0),
        };
        Ok(self.moves.into_iter().enumerate().map(effect).collect())
    }
}

/// Every parameter of the space with the values it is moved to.
fn moves(plan: &TuningPlan, around: &[Value]) -> Vec<(usize, Value)> {
    let space = &plan.space;
    let mut moves = Vec::new();
    for (axis, here) in space.axes.iter().zip(space.encode(around)) {
        let domain = &axis.parameter.domain;
        let values: Vec<Value> = match domain {
            Domain::Choice { options, .. } => options.iter().map(|&option| Value::Choice(option)).collect(),
            _ => STEPS
                .iter()
                .map(|steps| value_at(domain, (here + steps * step_share(domain)).clamp(0.0, 1.0)))
                .collect(),
        };
        for value in values {
            // At the end of a range two moves may lead to the same value, or nowhere.
            if value != around[axis.place] && !moves.contains(&(axis.place, value)) {
                moves.push((axis.place, value));
            }
        }
    }
    moves
}
