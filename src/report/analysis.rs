//! What moves were worth, as tables for the terminal.

use std::collections::BTreeMap;

use super::number::fixed;
use super::table::align;
use crate::arena::{Judgement, Measured};
use crate::game::Move;

/// A decision and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// Who decided.
    pub seat: usize,
    /// The round, and the move in it.
    pub place: (usize, usize),
    /// What was played.
    pub played: Move,
    /// What seems best.
    pub best: Move,
    /// What was lost of the chance to win.
    pub loss: Measured,
    /// What was lost, by class: the sum is the loss.
    by_class: [f64; Class::ALL.len()],
}

/// What two moves differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// One of them passes and the other one lays.
    Passing,
    /// Both pass, and one of them steals.
    Stealing,
    /// They lay different kinds.
    Kind,
    /// They lay the same kind, other or more cards of it.
    Count,
}

impl Class {
    const ALL: [Class; 4] = [Class::Passing, Class::Stealing, Class::Kind, Class::Count];

    const fn question(self) -> &'static str {
        match self {
            Class::Passing => "when to pass",
            Class::Stealing => "steal or not",
            Class::Kind => "which kind",
            Class::Count => "how many",
        }
    }

    fn of(one: Move, other: Move) -> Class {
        match (one, other) {
            (Move::Lay(laid), Move::Lay(better)) if laid.number() == better.number() => Class::Count,
            (Move::LayWorms(_), Move::LayWorms(_)) => Class::Count,
            (Move::Lay(..) | Move::LayWorms(_), Move::Lay(..) | Move::LayWorms(_)) => Class::Kind,
            (Move::Pass | Move::Steal, Move::Pass | Move::Steal) => Class::Stealing,
            _ => Class::Passing,
        }
    }
}

/// Standard errors above which a loss is a mistake and not noise.
const SURE: f64 = 2.0;
/// Mistakes that are listed for each seat.
const LISTED: usize = 3;

impl Decision {
    /// From the judgement of all candidates, of which `played` is one.
    pub fn new(seat: usize, place: (usize, usize), played: Move, judgement: &Judgement) -> Decision {
        let best = judgement.ranking().first().map_or(played, |&place| judgement.moves[place]);
        let (mut loss, mut by_class) = (Measured { mean: 0.0, error: 0.0 }, [0.0; Class::ALL.len()]);
        if let Some(place) = judgement.place(played) {
            loss = judgement.loss(place);
            for (best, part) in judgement.loss_parts(place) {
                by_class[Class::of(played, best) as usize] += part / 2.0;
            }
        }
        Decision { seat, place, played, best, loss, by_class }
    }

    /// Whether something was lost for sure.
    pub fn is_mistake(&self) -> bool {
        self.played != self.best && self.loss.mean > SURE * self.loss.error
    }
}

fn points(value: f64) -> String {
    fixed(100.0 * value, 2)
}

/// All candidates of a decision, the best first; the one that was played has a star.
pub fn judgement_table(judgement: &Judgement, played: Move) -> String {
    let heading = ["", "move", "wins, %", "±", "worms", "±", "loss, points", "±"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for place in judgement.ranking() {
        let (chance, worms, loss) = (judgement.chance(place), judgement.worms(place), judgement.loss(place));
        rows.push(vec![
            if judgement.moves[place] == played { "*" } else { "" }.to_owned(),
            judgement.moves[place].to_string(),
            points(chance.mean),
            points(chance.error),
            fixed(worms.mean, 2),
            fixed(worms.error, 2),
            points(loss.mean),
            points(loss.error),
        ]);
    }
    align(&rows)
}

/// The best `most` candidates of a decision to come, with their numbers in the list of choices, counted from 1.
pub fn hint_table(judgement: &Judgement, most: usize) -> String {
    let mut rows = vec![["no.", "move", "wins, %", "±", "worms", "±"].map(str::to_owned).to_vec()];
    for place in judgement.ranking().into_iter().take(most) {
        let (chance, worms) = (judgement.chance(place), judgement.worms(place));
        rows.push(vec![
            (place + 1).to_string(),
            judgement.moves[place].to_string(),
            fixed(100.0 * chance.mean, 1),
            fixed(100.0 * chance.error, 1),
            fixed(worms.mean, 1),
            fixed(worms.error, 1),
        ]);
    }
    align(&rows)
}

/// How every seat decided, and its biggest mistakes.
pub fn analysis_table(strategies: &[String], decisions: &[Decision]) -> String {
    let mut rows =
        vec![["seat", "strategy", "decisions", "mean loss, points", "±", "mistakes"].map(str::to_owned).to_vec()];
    for (seat, strategy) in strategies.iter().enumerate() {
        let own: Vec<&Decision> = decisions.iter().filter(|decision| decision.seat == seat).collect();
        let count = own.len().max(1) as f64;
        let mean = own.iter().map(|decision| decision.loss.mean).sum::<f64>() / count;
        let squares: f64 = own.iter().map(|decision| decision.loss.error * decision.loss.error).sum();
        rows.push(vec![
            seat.to_string(),
            strategy.clone(),
            own.len().to_string(),
            points(mean),
            points(squares.sqrt() / count),
            own.iter().filter(|decision| decision.is_mistake()).count().to_string(),
        ]);
    }
    format!("{}\n{}", align(&rows), mistakes_table(strategies.len(), decisions))
}

fn mistakes_table(seats: usize, decisions: &[Decision]) -> String {
    let mut rows = vec![["seat", "move", "played", "better", "loss, points", "±"].map(str::to_owned).to_vec()];
    for seat in 0..seats {
        let mut own: Vec<&Decision> = decisions.iter().filter(|one| one.seat == seat && one.is_mistake()).collect();
        own.sort_by(|one, other| other.loss.mean.total_cmp(&one.loss.mean));
        for mistake in own.into_iter().take(LISTED) {
            rows.push(vec![
                seat.to_string(),
                format!("{}.{}", mistake.place.0, mistake.place.1),
                mistake.played.to_string(),
                mistake.best.to_string(),
                points(mistake.loss.mean),
                points(mistake.loss.error),
            ]);
        }
    }
    if rows.len() == 1 {
        return "No mistake is sure.\n".to_owned();
    }
    format!("The biggest mistakes:\n{}", align(&rows))
}

/// What strategies lose in a game, by class of decision, over many games.
#[derive(Clone, Default, Debug)]
pub struct LossesByClass {
    /// For each strategy, and each game of one of its seats, what was lost by class.
    games: BTreeMap<String, Vec<[f64; Class::ALL.len()]>>,
}

impl LossesByClass {
    /// Adds all decisions of a game.
    pub fn add_game(&mut self, strategies: &[String], decisions: &[Decision]) {
        for (seat, strategy) in strategies.iter().enumerate() {
            let mut sums = [0.0; Class::ALL.len()];
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
