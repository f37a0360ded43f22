//! What strategies lose by class of decision.

use std::collections::BTreeMap;

use super::decision::Decision;
use super::points;
use crate::analysis::Measured;
use crate::game::Move;
use crate::report::table::align;

/// How two moves differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// One of them passes and the other one lays.
    Passing,
    /// Both pass, and one of them steals.
    Stealing,
    /// They lay different kinds.
    Kind,
    /// They lay different cards of the same kind, or a different number.
    Count,
}

/// The losses by class.
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

/// What a seat lost in one game.
#[derive(Clone, Copy, Default, Debug)]
struct GameLosses {
    decisions: f64,
    /// The total stake of all decisions.
    stake: f64,
    by_class: Losses,
}

impl GameLosses {
    fn add(&mut self, decision: &Decision) {
        self.decisions += 1.0;
        self.stake += decision.share.stake.mean;
        self.by_class.iter_mut().zip(decision.by_class).for_each(|(sum, loss)| *sum += loss);
    }

    fn lost(&self) -> f64 {
        self.by_class.iter().sum()
    }
}

/// What strategies lose per game, by class of decision, over many games.
#[derive(Clone, Default, Debug)]
pub struct LossesByClass {
    /// For each strategy, the games of all its seats.
    games: BTreeMap<String, Vec<GameLosses>>,
}

impl LossesByClass {
    /// Adds all decisions of a game.
    pub fn add_game(&mut self, strategies: &[String], decisions: &[Decision]) {
        for (seat, strategy) in strategies.iter().enumerate() {
            let mut game = GameLosses::default();
            decisions.iter().filter(|decision| decision.seat == seat).for_each(|decision| game.add(decision));
            self.games.entry(strategy.clone()).or_default().push(game);
        }
    }

    /// A line for each strategy, the most accurate first.
    pub fn table(&self) -> String {
        let heading = "strategy,games,decisions,accuracy,±,mean loss,±,lost in a game,±".split(',').map(str::to_owned);
        let classes = Class::ALL.into_iter().flat_map(|class| [class.question().to_owned(), "±".to_owned()]);
        let mut lines: Vec<(f64, Vec<String>)> = Vec::new();
        for (strategy, games) in &self.games {
            let lost_share = quotient(games, |game| game.stake);
            let mean = quotient(games, |game| game.decisions);
            let total = measure(games.iter().map(GameLosses::lost));
            let decisions: f64 = games.iter().map(|game| game.decisions).sum();
            let mut cells = vec![strategy.clone(), games.len().to_string(), decisions.to_string()];
            cells.extend([1.0 - lost_share.mean, lost_share.error].map(points));
            cells.extend([mean, total].into_iter().flat_map(|loss| [points(loss.mean), points(loss.error)]));
            for class in Class::ALL {
                let part = measure(games.iter().map(|game| game.by_class[class as usize]));
                cells.extend([points(part.mean), points(part.error)]);
            }
            lines.push((lost_share.mean, cells));
        }
        lines.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let rows = std::iter::once(heading.chain(classes).collect()).chain(lines.into_iter().map(|(_, cells)| cells));
        align(&rows.collect::<Vec<_>>())
    }
}

/// The loss as a share of another quantity, over all games; the error is that of a quotient of two sums.
fn quotient(games: &[GameLosses], of: impl Fn(&GameLosses) -> f64) -> Measured {
    let all: f64 = games.iter().map(&of).sum();
    let mean = games.iter().map(GameLosses::lost).sum::<f64>() / all;
    let rest = measure(games.iter().map(|game| game.lost() - mean * of(game)));
    Measured { mean, error: rest.error * games.len() as f64 / all }
}

/// The mean of some numbers and its standard error.
fn measure(values: impl Iterator<Item = f64> + Clone) -> Measured {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    Measured { mean, error: (squares / (count - 1.0) / count).sqrt() }
}
