//! What a search says of the moves of one decision, when it looks at them several times.
//!
//! A search that judges spends its whole effort on each move, in the same worlds for all of them. How far it can be trusted is seen by looking
//! again, in other worlds: the spread between looks is the error.

use rayon::prelude::*;

use super::regret::ExaminationError;
use super::{Measured, key_of};
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{Move, View};
use crate::statistics::Sample;

/// Chances and losses are counted in millionths of a game.
const UNITS: f64 = 1e6;

/// The fewest looks: the best move is chosen in all looks but one and compared in that one, and a spread needs two.
pub const MIN_LOOKS: u64 = 3;

/// A search, and how often it looks.
#[derive(Clone, Copy, Debug)]
pub struct Looks<'a> {
    /// The search that judges.
    pub judge: &'a Entrant,
    /// How often it looks at all moves; at least [`MIN_LOOKS`].
    pub looks: u64,
    /// The seed of all luck.
    pub seed: u64,
}

impl Looks<'_> {
    /// Judges every move worth considering, and `played` too, if it is not one of them; `on_look` is told after each look, by the thread
    /// that looked.
    ///
    /// # Errors
    /// If the judge is no search that can tell chances.
    pub fn judge(
        &self,
        view: &View<'_>,
        played: Option<Move>,
        on_look: &(dyn Fn() + Sync),
    ) -> Result<SearchJudgement, ExaminationError> {
        let mut moves: Vec<Move> = view.choices().iter().collect();
        moves.extend(played.filter(|mv| !moves.contains(mv)));
        let decision = key_of(self.seed, view);
        let look = |number: u64| {
            let mut judge = self.judge.strategy(&BotHost::default());
            let chances = judge.judge(view, &moves, &mut decision.with(number).stream());
            on_look();
            let chances = chances.ok_or_else(|| ExaminationError::NoJudge(self.judge.name.clone()))?;
            Ok(chances.into_iter().map(|chance| (chance * UNITS).round() as i64).collect())
        };
        let looks = (0..self.looks).into_par_iter().map(look).collect::<Result<_, _>>()?;
        Ok(SearchJudgement { moves, looks })
    }
}

/// What a search says of the moves of one decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchJudgement {
    /// The candidates, in the order of the choices.
    pub moves: Vec<Move>,
    /// For each look the chance to win with each candidate, in units.
    looks: Vec<Vec<i64>>,
}

impl SearchJudgement {
    /// The chance to win with a move.
    pub fn chance(&self, index: usize) -> Measured {
        Measured::in_units(&self.looks.iter().map(|look| look[index]).collect(), UNITS)
    }

    /// How much lower the chance to win is with a move than with the best one, which is chosen in all other looks: whichever looks best
    /// has also been lucky.
    pub fn loss(&self, index: usize) -> Measured {
        let sums: Vec<i64> =
            (0..self.moves.len()).map(|index| self.looks.iter().map(|look| look[index]).sum()).collect();
        let best_without =
            |look: &[i64]| (0..sums.len()).rev().max_by_key(|&index| sums[index] - look[index]).unwrap_or(index);
        let losses: Sample = self.looks.iter().map(|look| look[best_without(look)] - look[index]).collect();
        Measured::in_units(&losses, UNITS)
    }

    /// The indices from the best chance to the worst.
    pub fn ranking(&self) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..self.moves.len()).collect();
        indices.sort_by(|&one, &other| self.chance(other).mean.total_cmp(&self.chance(one).mean));
        indices
    }

    /// The indices of the moves that may be the best: the first of the ranking, and all that are not certainly worse.
    pub fn contenders(&self) -> Vec<usize> {
        let ranking = self.ranking();
        let best = ranking.first().copied();
        ranking.into_iter().filter(|&index| Some(index) == best || !self.loss(index).is_sure()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Game, Players};

    fn judgement(looks: &[[i64; 3]]) -> SearchJudgement {
        let moves = ["pass", "lay 1", "lay 2"].map(|text| text.parse().expect("a move")).to_vec();
        SearchJudgement { moves, looks: looks.iter().map(|look| look.to_vec()).collect() }
    }

    #[test]
    fn what_every_look_finds_worse_is_no_contender() {
        let clear = judgement(&[[500_000, 700_000, 300_000], [520_000, 690_000, 310_000], [480_000, 710_000, 305_000]]);
        assert_eq!(clear.ranking(), [1, 0, 2]);
        assert_eq!(clear.contenders(), [1]);
        assert!((clear.chance(1).mean - 0.7).abs() < 1e-9 && clear.loss(1) == Measured::NOTHING, "{clear:?}");
        assert!((clear.loss(2).mean - 0.395).abs() < 1e-9, "{:?}", clear.loss(2));
        let close = judgement(&[[500_000, 520_000, 100_000], [530_000, 500_000, 110_000], [505_000, 520_000, 90_000]]);
        assert_eq!(close.contenders(), [1, 0], "looks disagree about the first two");
    }

    #[test]
    fn a_search_sees_what_can_be_seen_and_hidden_cards_change_nothing() {
        let (players, key) = (Players::ALL[0], DealKey::new(8, 3));
        let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
        let view = game.view(game.table().turn());
        let world = view.imagine(&mut crate::game::Key::new(9).stream());
        let judge: Entrant = "swift".parse().expect("it is shipped");
        let looks = Looks { judge: &judge, looks: 4, seed: 1 };
        let judged = looks.judge(&view, None, &|| {}).expect("it judges");
        assert_eq!(judged, looks.judge(&world.view(view.seat()), None, &|| {}).expect("it judges"));
        assert!((0..judged.moves.len()).all(|index| (0.0..=1.0).contains(&judged.chance(index).mean)));
        let judge: Entrant = "greedy".parse().expect("it is shipped");
        let error = Looks { judge: &judge, ..looks }.judge(&view, None, &|| {}).expect_err("greedy judges nothing");
        assert!(error.to_string().starts_with("greedy cannot judge"), "{error}");
    }
}
