//! Regret: what a decision of an entrant costs on average, in the eyes of a much stronger search.
//!
//! In every position the judge chooses a move, and so does each entrant. Then the judge spends its whole effort on each of these
//! moves, in the same worlds, which are not those in which it chose. So its own choice has no advantage from having looked lucky,
//! and the regret of an entrant that is better than the judge is negative.
//!
//! Positions of one game are not independent of each other, so the unit of every error is the game.

use thiserror::Error;

use super::Measured;
use crate::arena::{WorkOptions, work_in_order};
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{Game, Key, Move, Players, View};
use crate::strategies::{Fault, Strategy};

/// The streams of a position: of the choices of all entrants, of that of the judge, and of its judgement.
const ENTRANTS: u64 = 0;
const CHOICE: u64 = 1;
const JUDGEMENT: u64 = 2;

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
    /// The number of positions.
    pub positions: u64,
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
    /// An entrant may decide by more than its view.
    #[error(
        "{0} may remember what it saw before: only an entrant that decides by its view alone can be asked about single positions"
    )]
    Remembers(String),
    /// An entrant failed.
    #[error("{name}: {fault}")]
    Fault {
        /// Whose fault it is.
        name: String,
        /// What happened.
        fault: Fault,
    },
}

/// What came of one position: the loss of each entrant, and whether it agrees with the judge.
type Losses = Vec<(f64, bool)>;

/// A position of a game, and what came of it.
struct Examined {
    players: Players,
    /// The game, by its place.
    game: usize,
    losses: Losses,
}

impl Examination<'_> {
    /// Examines the entrants in positions of some games; only in the first ones if it is asked to stop.
    ///
    /// # Errors
    /// If the judge cannot judge, an entrant may remember more than its view, or one commits a fault.
    pub fn regrets(&self, games: &[Vec<Game>], options: &WorkOptions<'_>) -> Result<Vec<Regret>, ExaminationError> {
        self.check()?;
        let numbered = games.iter().enumerate();
        let positions: Vec<(usize, &Game)> =
            numbered.flat_map(|(game, positions)| positions.iter().map(move |position| (game, position))).collect();
        let look = |strategies: &mut Vec<Box<dyn Strategy>>, index: u64| {
            let (game, position) = positions[index as usize];
            let losses = self.losses(index, &position.view(position.table().turn()), strategies)?;
            Ok(Examined { players: position.table().players(), game, losses })
        };
        let examined = work_in_order(positions.len() as u64, options, || self.strategies(), look)?;
        Ok((0..self.entrants.len()).map(|entrant| self.summary(entrant, &examined)).collect())
    }

    /// The entrants, and then the judge.
    fn strategies(&self) -> Vec<Box<dyn Strategy>> {
        self.entrants_and_judge().map(|entrant| entrant.strategy(&BotHost::default())).collect()
    }

    fn entrants_and_judge(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().chain([self.judge])
    }

    /// Whether all can be asked about single positions.
    fn check(&self) -> Result<(), ExaminationError> {
        for (strategy, entrant) in self.strategies().iter_mut().zip(self.entrants_and_judge()) {
            if strategy.remembers() {
                return Err(ExaminationError::Remembers(entrant.name.clone()));
            }
            strategy.ready().map_err(|fault| ExaminationError::Fault { name: entrant.name.clone(), fault })?;
        }
        Ok(())
    }

    fn losses(
        &self,
        index: u64,
        view: &View<'_>,
        strategies: &mut [Box<dyn Strategy>],
    ) -> Result<Losses, ExaminationError> {
        let key = Key::new(self.seed).with(index);
        let mut choices = Vec::new();
        for (number, (strategy, entrant)) in strategies.iter_mut().zip(self.entrants_and_judge()).enumerate() {
            let fault = |fault| ExaminationError::Fault { name: entrant.name.clone(), fault };
            // All entrants have the same luck, and the judge has other: a row does not depend on which other entrants are examined.
            let stream = if number < self.entrants.len() { ENTRANTS } else { CHOICE };
            strategy.start(view).map_err(fault)?;
            choices.push(strategy.decide(view, &mut key.with(stream).stream()).map_err(fault)?);
        }
        let mut moves: Vec<Move> = Vec::new();
        for &mv in &choices {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let judge = strategies.last_mut().expect("the judge is among them");
        let chances = judge.judge(view, &moves, &mut key.with(JUDGEMENT).stream());
        let chances = chances.ok_or_else(|| ExaminationError::NoJudge(self.judge.name.clone()))?;
        let chance = |mv: &Move| moves.iter().zip(&chances).find(|(other, _)| *other == mv).map_or(0.0, |(_, c)| *c);
        let best = choices.last().copied().expect("the judge chose");
        let loss = |mv: &Move| (chance(&best) - chance(mv), *mv == best);
        Ok(choices.iter().take(self.entrants.len()).map(loss).collect())
    }

    fn summary(&self, entrant: usize, examined: &[Examined]) -> Regret {
        let by_players = Players::ALL.into_iter().filter_map(|players| {
            let of_size = || examined.iter().filter(move |position| position.players == players);
            let count = of_size().count() as u64;
            (count > 0).then(|| (players, count, mean_loss(entrant, of_size())))
        });
        let agreed = examined.iter().filter(|position| position.losses[entrant].1).count();
        Regret {
            entrant: self.entrants[entrant].name.clone(),
            positions: examined.len() as u64,
            by_players: by_players.collect(),
            mean: mean_loss(entrant, examined.iter()),
            agreement: agreed as f64 / examined.len().max(1) as f64,
        }
    }
}

/// The mean loss of an entrant in these positions, with the spread between their games as its error.
fn mean_loss<'a>(entrant: usize, positions: impl Iterator<Item = &'a Examined>) -> Measured {
    let mut games: Vec<(usize, [f64; 2])> = Vec::new();
    for position in positions {
        // Positions come in the order of their games.
        match games.last_mut().filter(|(game, _)| *game == position.game) {
            Some((_, [lost, count])) => (*lost, *count) = (*lost + position.losses[entrant].0, *count + 1.0),
            None => games.push((position.game, [position.losses[entrant].0, 1.0])),
        }
    }
    if games.is_empty() { Measured::NOTHING } else { Measured::quotient(games.into_iter().map(|(_, unit)| unit)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition};

    /// A position of each of some games, after so many random moves.
    fn positions(moves: usize) -> Vec<Vec<Game>> {
        let position = |deal: u64| {
            let (players, key) = (Players::ALL[deal as usize % 5], DealKey::new(21, deal));
            let mut luck = key.deal(players);
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            let mut choose = Key::new(deal).stream();
            for _ in 0..moves {
                game.play_random(&mut choose, &mut luck, &mut ());
            }
            vec![game]
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
        let regrets = examination.regrets(&positions, &WorkOptions::NONE).expect("all can play");
        let [random, flash] = &regrets[..] else { panic!("two entrants") };
        // About two points, whose standard error is half a point.
        assert!(random.mean.mean > 0.01 && random.mean.is_sure(), "{random:?}");
        assert!(flash.mean.mean < random.mean.mean / 2.0, "{flash:?}");
        assert!(flash.agreement > random.agreement);
        assert_eq!(flash.by_players.len(), 5);
        assert_eq!(
            regrets,
            examination.regrets(&positions, &WorkOptions::NONE).expect("again"),
            "the same luck, the same result"
        );
        let own = Examination { entrants: &same, ..examination }
            .regrets(&positions, &WorkOptions::NONE)
            .expect("it can play");
        assert!(own[0].mean.mean.abs() < 0.01, "{own:?}");
        let alone = Examination { entrants: &entrants[1..], ..examination };
        let alone = alone.regrets(&positions, &WorkOptions::NONE).expect("it can play");
        assert_eq!(alone[0], *flash, "a row does not depend on the other entrants");
        // The same positions as if all were of two games.
        let halves = positions.concat().chunks(20).map(<[Game]>::to_vec).collect::<Vec<_>>();
        let fewer = examination.regrets(&halves, &WorkOptions::NONE).expect("all can play");
        assert!((fewer[0].mean.mean - random.mean.mean).abs() < 1e-12, "the same mean");
        assert!((fewer[0].mean.error - random.mean.error).abs() > 1e-6, "the unit of the error is the game");
    }

    /// May remember what it saw, for all that it says.
    struct Diary;

    impl Strategy for Diary {
        fn decide(&mut self, _view: &View<'_>, _chance: &mut crate::game::Stream) -> Result<Move, Fault> {
            Ok(Move::Pass)
        }
    }

    #[test]
    fn who_cannot_judge_or_be_asked_is_refused() {
        let judge: Entrant = "greedy".parse().expect("an entrant");
        let examination = Examination { entrants: &[], judge: &judge, seed: 3 };
        let error = examination.regrets(&positions(3), &WorkOptions::NONE).expect_err("greedy judges nothing");
        assert!(error.to_string().starts_with("greedy cannot judge"), "{error}");
        let remembering = [Entrant::code("diary", || Box::new(Diary))];
        let examination = Examination { entrants: &remembering, judge: &judge, seed: 3 };
        let error = examination.regrets(&positions(3), &WorkOptions::NONE).expect_err("it may remember");
        assert!(error.to_string().starts_with("diary may remember"), "{error}");
    }
}
