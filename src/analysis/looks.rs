//! What a search says of the moves of one decision, when it looks at them several times.
//!
//! A search that judges spends its whole effort on each move, in the same worlds for all of them. How far it can be trusted is seen by looking
//! again, in other worlds: the spread between looks is the error.

use std::ops::Range;

use super::accuracy::LossShare;
use super::regret::ExaminationError;
use super::values::MoveValues;
use super::{Measured, key_of};
use crate::arena::{WorkOptions, work_in_order};
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{DealKey, Edition, Game, Move, PerSeat, Players, View};
use crate::statistics::Sample;
use crate::strategies::Strategy;

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

/// A loss of half a point may be the error of the search, whose nets judge all looks alike. (In positions of strong play the choices of `champion` lose a fifth
/// of a point to a search of twenty times the effort.)
const DOUBT: f64 = 0.005;

/// Whether an entrant is a search that tells chances, so that it can judge by looking.
pub fn is_search(entrant: &Entrant) -> bool {
    let (players, key) = (Players::ALL[0], DealKey::new(0, 0));
    let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
    let mut strategy = entrant.strategy(&BotHost::default());
    strategy.judge(&game.view(game.table().turn()), &[], &mut key.choices(game.table().turn(), 0)).is_some()
}

impl Looks<'_> {
    /// Judges every move worth considering, and `played` too, if it is not one of them.
    ///
    /// # Errors
    /// If the judge is no search that can tell chances.
    ///
    /// # Panics
    /// Never: nothing stops it.
    pub fn judge(&self, view: &View<'_>, played: Option<Move>) -> Result<SearchJudgement, ExaminationError> {
        self.judge_with(&WorkOptions::NONE, view, played).map(|judgement| judgement.expect("nothing stops it"))
    }

    /// Like [`Looks::judge`], but returns no judgement if it is asked to stop. A look is a piece of work.
    ///
    /// # Errors
    /// As [`Looks::judge`].
    pub fn judge_with(
        &self,
        options: &WorkOptions<'_>,
        view: &View<'_>,
        played: Option<Move>,
    ) -> Result<Option<SearchJudgement>, ExaminationError> {
        let looks = self.look(options, view, played, 0..self.looks)?;
        Ok(Some(looks).filter(|judgement| judgement.looks() == self.looks))
    }

    /// Only some of the looks, by their numbers, and only the first of these if it is asked to stop: [`SearchJudgement::add`] joins them.
    ///
    /// # Errors
    /// As [`Looks::judge`].
    pub fn look(
        &self,
        options: &WorkOptions<'_>,
        view: &View<'_>,
        played: Option<Move>,
        numbers: Range<u64>,
    ) -> Result<SearchJudgement, ExaminationError> {
        let mut moves: Vec<Move> = view.choices().iter().collect();
        moves.extend(played.filter(|mv| !moves.contains(mv)));
        let decision = key_of(self.seed, view);
        let look = |judge: &mut Box<dyn Strategy>, number: u64| {
            let chances = judge.judge(view, &moves, &mut decision.with(numbers.start + number).stream());
            let chances = chances.ok_or_else(|| ExaminationError::NoJudge(self.judge.name.clone()))?;
            Ok(chances.into_iter().map(|chance| (chance * UNITS).round() as i64).collect())
        };
        let judge = || self.judge.strategy(&BotHost::default());
        let looks = work_in_order(numbers.end - numbers.start, options, judge, look)?;
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
    /// How often the search has looked.
    pub fn looks(&self) -> u64 {
        self.looks.len() as u64
    }

    /// Adds the looks after these.
    ///
    /// # Panics
    /// If they are about another decision.
    pub fn add(&mut self, more: SearchJudgement) {
        assert!(self.moves == more.moves, "both are about the same decision");
        self.looks.extend(more.looks);
    }

    /// For each look the candidates that are the best and the worst in all other looks: whichever looks best has also been lucky.
    fn extremes(&self) -> impl Iterator<Item = (&[i64], [usize; 2])> {
        let sum = |index: usize| self.looks.iter().map(|look| look[index]).sum();
        let sums: Vec<i64> = (0..self.moves.len()).map(sum).collect();
        self.looks.iter().map(move |look| {
            let others = |index: &usize| sums[*index] - look[*index];
            let best = (0..sums.len()).rev().max_by_key(others).unwrap_or(0);
            (&look[..], [best, (0..sums.len()).min_by_key(others).unwrap_or(0)])
        })
    }
}

impl MoveValues for SearchJudgement {
    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn chance(&self, index: usize) -> Measured {
        Measured::in_units(&self.looks.iter().map(|look| look[index]).collect(), UNITS)
    }

    fn chances(&self, _index: usize) -> Option<PerSeat<Measured>> {
        None
    }

    fn worms(&self, _index: usize) -> Option<Measured> {
        None
    }

    fn ranking(&self) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..self.moves.len()).collect();
        indices.sort_by(|&one, &other| self.chance(other).mean.total_cmp(&self.chance(one).mean));
        indices
    }

    fn share(&self, index: usize) -> LossShare {
        let (mut losses, mut stakes, mut products) = (Sample::default(), Sample::default(), 0.0);
        for (look, [best, worst]) in self.extremes() {
            let (loss, stake) = (look[best] - look[index], look[best] - look[worst]);
            losses.add(loss);
            stakes.add(stake);
            products += loss as f64 * stake as f64;
        }
        let count = self.looks.len() as f64;
        let spread = products - losses.sum as f64 * stakes.sum as f64 / count;
        LossShare {
            loss: Measured::in_units(&losses, UNITS),
            stake: Measured::in_units(&stakes, UNITS),
            covariance: spread / (count - 1.0).max(1.0) / count / (UNITS * UNITS),
        }
    }

    /// Looks agree about what the search does not know: a loss must also be larger than that.
    fn is_worse(&self, index: usize) -> bool {
        let loss = self.loss(index);
        Measured { mean: loss.mean - DOUBT, ..loss }.is_sure()
    }

    fn loss_parts(&self, index: usize) -> Vec<(Move, f64)> {
        let units = UNITS * self.looks.len() as f64;
        let part =
            |(look, [best, _]): (&[i64], [usize; 2])| (self.moves[best], (look[best] - look[index]) as f64 / units);
        self.extremes().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        for index in 0..3 {
            let sum: f64 = clear.loss_parts(index).iter().map(|(_, part)| part).sum();
            assert!((sum - clear.loss(index).mean).abs() < 1e-9, "the parts of a loss are the loss");
            let share = clear.share(index);
            assert!(share.stake.mean > 0.38 && share.covariance.abs() <= share.loss.error * share.stake.error + 1e-12);
        }
        assert!(
            (clear.share(2).covariance - clear.share(2).loss.error.powi(2)).abs() < 1e-12,
            "the worst loses the stake"
        );
        let close = judgement(&[[500_000, 520_000, 100_000], [530_000, 500_000, 110_000], [505_000, 520_000, 90_000]]);
        assert_eq!(close.contenders(), [1, 0], "looks disagree about the first two");
    }

    #[test]
    fn what_differs_by_less_than_the_search_can_be_trusted_with_is_close() {
        let looks = [[500_000, 504_000, 490_000]; 4];
        assert_eq!(judgement(&looks).contenders(), [1, 0], "all looks agree, and yet");
    }

    #[test]
    fn a_search_sees_what_can_be_seen_and_hidden_cards_change_nothing() {
        let (players, key) = (Players::ALL[0], DealKey::new(8, 3));
        let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
        let view = game.view(game.table().turn());
        let world = view.imagine(&mut crate::game::Key::new(9).stream());
        let judge: Entrant = "swift".parse().expect("it is shipped");
        let looks = Looks { judge: &judge, looks: 4, seed: 1 };
        let judged = looks.judge(&view, None).expect("it judges");
        assert_eq!(judged, looks.judge(&world.view(view.seat()), None).expect("it judges"));
        assert!((0..judged.moves.len()).all(|index| (0.0..=1.0).contains(&judged.chance(index).mean)));
        let judge: Entrant = "greedy".parse().expect("it is shipped");
        assert!(!is_search(&judge) && is_search(looks.judge));
        let error = Looks { judge: &judge, ..looks }.judge(&view, None).expect_err("greedy judges nothing");
        assert!(error.to_string().starts_with("greedy cannot judge"), "{error}");
    }
}
