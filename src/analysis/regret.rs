//! Regret: what a decision of an entrant costs on average, in the eyes of a much stronger search.
//!
//! In every position the judge chooses a move, and so does each entrant. Then the judge spends its whole effort on each of these
//! moves, in the same worlds, which are not those in which it chose. So its own choice has no advantage from having looked lucky,
//! and the regret of an entrant that is better than the judge is negative.

use rayon::prelude::*;
use thiserror::Error;

use super::Measured;
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{Game, Key, Move, Players, View};
use crate::statistics::Sample;
use crate::strategies::{Fault, Strategy};

/// Chances and losses are counted in millionths of a game.
pub(super) const UNITS: f64 = 1e6;

/// Entrants, and who judges them.
#[derive(Clone, Copy, Debug)]
pub struct Examination<'a> {
    /// The entrants to be judged.
    pub entrants: &'a [Entrant],
    /// The search that judges.
    pub judge: &'a Entrant,
    /// The seed of all luck.
    pub seed: u64,
}

/// What the decisions of one entrant cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Regret {
    /// The entrant's name.
    pub entrant: String,
    /// For each number of players the positions, and the mean loss of the chance to win.
    pub by_players: Vec<(Players, u64, Measured)>,
    /// The mean over all positions.
    pub mean: Measured,
    /// The share of positions in which it chose the move of the judge.
    pub agreement: f64,
}

/// Why there is no regret to tell.
#[derive(Debug, Error)]
pub enum ExaminationError {
    /// The judge is no search that can tell chances.
    #[error("{0} cannot judge: it does not say what a move is worth; a `tree` does, like champion and grandmaster")]
    NoJudge(String),
    /// An entrant failed.
    #[error("{name}: {fault}")]
    Fault {
        /// Whose fault it is.
        name: String,
        /// What happened.
        fault: Fault,
    },
}

/// What came of one position: the loss of each entrant in units, and whether it agrees with the judge.
type Losses = Vec<(i64, bool)>;

impl Examination<'_> {
    /// Examines the entrants in these positions; `on_position` is told after each, by the thread that looked at it.
    ///
    /// # Errors
    /// If the judge cannot judge, or an entrant commits a fault.
    pub fn regrets(
        &self,
        positions: &[Game],
        on_position: &(dyn Fn() + Sync),
    ) -> Result<Vec<Regret>, ExaminationError> {
        let ready = || self.entrants.iter().chain([self.judge]).map(|entrant| entrant.strategy(&BotHost::default()));
        let look = |strategies: &mut Vec<Box<dyn Strategy>>, (index, game): (usize, &Game)| {
            let losses = self.losses(index as u64, &game.view(game.table().turn()), strategies);
            on_position();
            losses
        };
        let examined = positions.par_iter().enumerate().map_init(|| ready().collect(), look);
        let losses: Vec<Losses> = examined.collect::<Result<_, _>>()?;
        Ok((0..self.entrants.len()).map(|entrant| self.summary(entrant, positions, &losses)).collect())
    }

    fn losses(
        &self,
        index: u64,
        view: &View<'_>,
        strategies: &mut [Box<dyn Strategy>],
    ) -> Result<Losses, ExaminationError> {
        let key = Key::new(self.seed).with(index);
        let mut choices = Vec::new();
        for (number, (strategy, entrant)) in
            (0..).zip(strategies.iter_mut().zip(self.entrants.iter().chain([self.judge])))
        {
            let fault = |fault| ExaminationError::Fault { name: entrant.name.clone(), fault };
            strategy.start(view).map_err(fault)?;
            choices.push(strategy.decide(view, &mut key.with(number).stream()).map_err(fault)?);
        }
        let mut moves: Vec<Move> = Vec::new();
        for &mv in &choices {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let judge = strategies.last_mut().expect("the judge is among them");
        let chances = judge.judge(view, &moves, &mut key.with(u64::MAX).stream());
        let chances = chances.ok_or_else(|| ExaminationError::NoJudge(self.judge.name.clone()))?;
        let chance = |mv: &Move| moves.iter().zip(&chances).find(|(other, _)| *other == mv).map_or(0.0, |(_, c)| *c);
        let best = choices.last().copied().expect("the judge chose");
        let loss = |mv: &Move| (((chance(&best) - chance(mv)) * UNITS).round() as i64, *mv == best);
        Ok(choices.iter().take(self.entrants.len()).map(loss).collect())
    }

    fn summary(&self, entrant: usize, positions: &[Game], losses: &[Losses]) -> Regret {
        let of = |players: Option<Players>| -> Sample {
            let fits = |game: &Game| players.is_none_or(|players| game.table().players() == players);
            positions.iter().zip(losses).filter(|(game, _)| fits(game)).map(|(_, losses)| losses[entrant].0).collect()
        };
        let agreed = losses.iter().filter(|losses| losses[entrant].1).count();
        let by_players = Players::ALL.into_iter().filter_map(|players| {
            let count = positions.iter().filter(|game| game.table().players() == players).count() as u64;
            (count > 0).then(|| (players, count, Measured::in_units(&of(Some(players)), UNITS)))
        });
        Regret {
            entrant: self.entrants[entrant].name.clone(),
            by_players: by_players.collect(),
            mean: Measured::in_units(&of(None), UNITS),
            agreement: agreed as f64 / losses.len().max(1) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition};

    /// A position of each of some games, after so many random moves.
    fn positions(moves: usize) -> Vec<Game> {
        let position = |deal: u64| {
            let (players, key) = (Players::ALL[deal as usize % 5], DealKey::new(21, deal));
            let mut luck = key.deal(players);
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            let mut choose = Key::new(deal).stream();
            for _ in 0..moves {
                game.play_random(&mut choose, &mut luck, &mut ());
            }
            game
        };
        (0..40).map(position).collect()
    }

    #[test]
    fn the_judge_itself_has_no_regret_and_weak_play_has() {
        let entrant = |spec: &str| spec.parse::<Entrant>().expect("an entrant");
        let (judge, entrants) = (entrant("champion:iterations=300"), [entrant("random"), entrant("flash")]);
        let same = [entrant("champion:iterations=300")];
        let positions = positions(9);
        let examination = Examination { entrants: &entrants, judge: &judge, seed: 3 };
        let regrets = examination.regrets(&positions, &|| {}).expect("all can play");
        let [random, flash] = &regrets[..] else { panic!("two entrants") };
        // About two points, whose standard error is half a point.
        assert!(random.mean.mean > 0.01 && random.mean.is_sure(), "{random:?}");
        assert!(flash.mean.mean < random.mean.mean / 2.0, "{flash:?}");
        assert!(flash.agreement > random.agreement);
        assert_eq!(flash.by_players.len(), 5);
        assert_eq!(regrets, examination.regrets(&positions, &|| {}).expect("again"), "the same luck, the same result");
        let own = Examination { entrants: &same, ..examination }.regrets(&positions, &|| {}).expect("it can play");
        assert!(own[0].mean.mean.abs() < 0.01, "{own:?}");
    }

    #[test]
    fn one_that_does_not_judge_is_refused() {
        let judge: Entrant = "greedy".parse().expect("an entrant");
        let examination = Examination { entrants: &[], judge: &judge, seed: 3 };
        let error = examination.regrets(&positions(3), &|| {}).expect_err("greedy judges nothing");
        assert!(error.to_string().starts_with("greedy cannot judge"), "{error}");
    }
}
