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
    /// For each strategy, and each game of one of its seats, how many decisions it had, and what was lost by class.
    games: BTreeMap<String, Vec<(usize, Losses)>>,
}

impl LossesByClass {
    /// Adds all decisions of a game.
    pub fn add_game(&mut self, strategies: &[String], decisions: &[Decision]) {
        for (seat, strategy) in strategies.iter().enumerate() {
            let (mut count, mut sums) = (0, Losses::default());
            for decision in decisions.iter().filter(|decision| decision.seat == seat) {
                count += 1;
                sums.iter_mut().zip(decision.by_class).for_each(|(sum, loss)| *sum += loss);
            }
            self.games.entry(strategy.clone()).or_default().push((count, sums));
        }
    }

    /// A line for each strategy, the one that loses least first.
    pub fn table(&self) -> String {
        let classes = Class::ALL.map(|class| [class.question().to_owned(), "±".to_owned()]).concat();
        let heading = ["strategy", "games", "decisions", "mean loss, points", "±", "lost in a game", "±"];
        let heading = heading.map(str::to_owned).to_vec();
        let mut lines: Vec<(f64, Vec<String>)> = Vec::new();
        for (strategy, games) in &self.games {
            let total = measure(games.iter().map(|(_, losses)| losses.iter().sum()));
            let (decisions, mean) = (games.iter().map(|(count, _)| count).sum::<usize>(), mean_loss(games));
            let mut cells = vec![strategy.clone(), games.len().to_string(), decisions.to_string()];
            cells.extend([mean.mean, mean.error, total.mean, total.error].map(points));
            for class in Class::ALL {
                let part = measure(games.iter().map(|(_, losses)| losses[class as usize]));
                cells.extend([points(part.mean), points(part.error)]);
            }
            lines.push((total.mean, cells));
        }
        lines.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let rows = std::iter::once([heading, classes].concat()).chain(lines.into_iter().map(|(_, cells)| cells));
        align(&rows.collect::<Vec<_>>())
    }
}

/// The loss of a decision, on average; the error is that of a quotient of two sums over games.
fn mean_loss(games: &[(usize, Losses)]) -> Measured {
    let lost = |losses: &Losses| losses.iter().sum::<f64>();
    let decisions: f64 = games.iter().map(|(count, _)| *count as f64).sum();
    let mean = games.iter().map(|(_, losses)| lost(losses)).sum::<f64>() / decisions;
    let rest = measure(games.iter().map(|(count, losses)| lost(losses) - mean * *count as f64));
    Measured { mean, error: rest.error * games.len() as f64 / decisions }
}

/// The mean of some numbers and its standard error.
fn measure(values: impl Iterator<Item = f64> + Clone) -> Measured {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    Measured { mean, error: (squares / (count - 1.0) / count).sqrt() }
}
