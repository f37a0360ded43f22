//! What moves were worth, as tables for the terminal.

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
}

/// Standard errors above which a loss is a mistake and not noise.
const SURE: f64 = 2.0;
/// Mistakes that are listed for each seat.
const LISTED: usize = 3;

impl Decision {
    /// From the judgement of all candidates, of which `played` is one.
    pub fn new(seat: usize, place: (usize, usize), played: Move, judgement: &Judgement) -> Decision {
        let best = judgement.ranking().first().map_or(played, |&place| judgement.moves[place]);
        let loss = judgement.place(played).map_or(Measured { mean: 0.0, error: 0.0 }, |place| judgement.loss(place));
        Decision { seat, place, played, best, loss }
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
