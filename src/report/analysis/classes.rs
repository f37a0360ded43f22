//! What strategies lose by class of decision.

use std::collections::BTreeMap;

use super::decision::Decision;
use super::points;
use crate::arena::Measured;
use crate::game::Move;
use crate::report::table::align;

/// What two moves differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// One of them passes and the other one lays.
    Passing,
    /// Both pass, and one of them steals.
    Stealing,
    /// They lay different kinds.
    Kind,
    /// They lay the same kind, other or more cards of it.
    Count,
}

/// What was lost, by class.
pub(super) type Losses = [f64; Class::ALL.len()];

impl Class {
    pub(super) const ALL: [Class; 4] = [Class::Passing, Class::Stealing, Class::Kind, Class::Count];

    const fn question(self) -> &'static str {
        match self {
            Class::Passing => "when to pass",
            Class::Stealing => "steal or not",
            Class::Kind => "which kind",
            Class::Count => "how many",
        }
    }

    pub(super) fn of(one: Move, other: Move) -> Class {
        match (one, other) {
            (Move::Lay(laid), Move::Lay(better)) if laid.number() == better.number() => Class::Count,
            (Move::LayWorms(_), Move::LayWorms(_)) => Class::Count,
            (Move::Lay(..) | Move::LayWorms(_), Move::Lay(..) | Move::LayWorms(_)) => Class::Kind,
            (Move::Pass | Move::Steal, Move::Pass | Move::Steal) => Class::Stealing,
            _ => Class::Passing,
        }
    }
}

/// What strategies lose in a game, by class of decision, over many games.
#[derive(Clone, Default, Debug)]
pub struct LossesByClass {
    /// For each strategy, and each game of one of its seats, what was lost by class.
    games: BTreeMap<String, Vec<Losses>>,
}

impl LossesByClass {
    /// Adds all decisions of a game.
    pub fn add_game(&mut self, strategies: &[String], decisions: &[Decision]) {
        for (seat, strategy) in strategies.iter().enumerate() {
            let mut sums = Losses::default();
            for decision in decisions.iter().filter(|decision| decision.seat == seat) {
                sums.iter_mut().zip(decision.by_class).for_each(|(sum, loss)| *sum += loss);
            }
            self.games.entry(strategy.clone()).or_default().push(sums);
        }
    }

    /// A line for each strategy, the one that loses least first.
    pub fn table(&self) -> String {
        let classes = Class::ALL.map(|class| [class.question().to_owned(), "±".to_owned()]).concat();
        let heading = ["strategy", "games", "lost in a game, points", "±"].map(str::to_owned).to_vec();
        let mut lines: Vec<(f64, Vec<String>)> = Vec::new();
        for (strategy, games) in &self.games {
            let total = measure(games.iter().map(|losses| losses.iter().sum()));
            let mut cells = vec![strategy.clone(), games.len().to_string(), points(total.mean), points(total.error)];
            for class in Class::ALL {
                let part = measure(games.iter().map(|losses| losses[class as usize]));
                cells.extend([points(part.mean), points(part.error)]);
            }
            lines.push((total.mean, cells));
        }
        lines.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let rows = std::iter::once([heading, classes].concat()).chain(lines.into_iter().map(|(_, cells)| cells));
        align(&rows.collect::<Vec<_>>())
    }
}

/// The mean of some numbers and its standard error.
fn measure(values: impl Iterator<Item = f64> + Clone) -> Measured {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    Measured { mean, error: (squares / (count - 1.0) / count).sqrt() }
}
