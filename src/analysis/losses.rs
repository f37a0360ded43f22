//! What strategies lose by class of decision.

use std::collections::BTreeMap;

use super::class::{DecisionClass, Losses};
use super::decision::Decision;
use super::measured::Measured;

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

    /// What each strategy loses, the most accurate first.
    pub fn by_strategy(&self) -> Vec<StrategyLosses> {
        let mut all: Vec<StrategyLosses> =
            self.games.iter().map(|(strategy, games)| StrategyLosses::of(strategy, games)).collect();
        all.sort_by(|one, other| one.lost_share.mean.total_cmp(&other.lost_share.mean));
        all
    }
}

/// What one strategy loses, over many games.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct StrategyLosses {
    /// Its name.
    pub strategy: String,
    /// Games; a seat is a game.
    pub games: usize,
    /// Decisions.
    pub decisions: u64,
    /// The share lost of everything at stake.
    pub lost_share: Measured,
    /// The loss per decision.
    pub mean_loss: Measured,
    /// The loss per game.
    pub per_game: Measured,
    by_class: [Measured; DecisionClass::ALL.len()],
}

impl StrategyLosses {
    fn of(strategy: &str, games: &[GameLosses]) -> StrategyLosses {
        StrategyLosses {
            strategy: strategy.to_owned(),
            games: games.len(),
            decisions: games.iter().map(|game| game.decisions).sum::<f64>() as u64,
            lost_share: quotient(games, |game| game.stake),
            mean_loss: quotient(games, |game| game.decisions),
            per_game: measure(games.iter().map(GameLosses::lost)),
            by_class: DecisionClass::ALL.map(|class| measure(games.iter().map(|game| game.by_class[class as usize]))),
        }
    }

    /// The loss per game in decisions of one class.
    pub fn in_class(&self, class: DecisionClass) -> Measured {
        self.by_class[class as usize]
    }
}

/// The loss as a share of another quantity, over all games.
fn quotient(games: &[GameLosses], of: impl Fn(&GameLosses) -> f64) -> Measured {
    Measured::quotient(games.iter().map(|game| [game.lost(), of(game)]))
}

/// The mean of some numbers and its standard error.
fn measure(values: impl Iterator<Item = f64> + Clone) -> Measured {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    Measured { mean, error: (squares / (count - 1.0) / count).sqrt() }
}
