//! What moves are worth: every candidate is tried in worlds consistent with the view of the seat on turn, and a strategy
//! continues for all seats.
//!
//! This room owns judgements of moves, what a decision cost, and the accuracy and the losses of a player over many of them. It refuses
//! to look at a hidden card: a judgement sees what the seat saw.
//!
//! The main types: a [`Judge`] makes a [`Judgement`] of the moves in a view, each of them [`Measured`]; a [`Decision`] is a
//! move and what it cost; a search that judges [`Looks`] at a decision several times; an [`Examination`] compares what entrants choose with what a stronger search thinks of it; [`accuracy()`], [`SeatDecisions`] and [`LossesByClass`] summarize many.
//!
//! ```
//! use karteneck::analysis::Judge;
//! use karteneck::game::{DealKey, Edition, Game, Players};
//!
//! let (players, key) = (Players::ALL[0], DealKey::new(42, 0));
//! let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
//! let view = game.view(game.table().turn());
//! let judge = Judge { policy: &"greedy".parse()?, worlds: 64, seed: 1 };
//! let judgement = judge.judge(&view, None)?;
//! println!("{judgement:?}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod class;
mod decision;
mod judgement;
mod looks;
mod losses;
mod measured;
mod observer;
mod regret;
mod sums;
mod values;

pub use accuracy::{LossShare, accuracy};
pub use class::DecisionClass;
pub use decision::{Decision, SeatDecisions};
pub use judgement::Judgement;
pub use looks::{Looks, MIN_LOOKS, SearchJudgement, is_search};
pub use losses::{LossesByClass, StrategyLosses};
pub use measured::Measured;
pub use observer::Observer;
pub use regret::{Examination, ExaminationError, Regret};
pub use values::MoveValues;

use std::ops::Range;

use rayon::prelude::*;

use self::judgement::Ending;
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{Cards, Game, Key, Kind, Move, Players, Stream, View};
use crate::strategies::{Fault, Strategy};

/// The fewest worlds of a judgement: each of the parts into which they are cut must have one.
pub const MIN_WORLDS: u64 = sums::PARTS as u64;

/// How moves are judged.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The strategy that continues for all seats after a candidate.
    pub policy: &'a Entrant,
    /// The number of imagined worlds in which every candidate is tried.
    pub worlds: u64,
    /// The seed of all luck.
    pub seed: u64,
}

/// The company of a judgement that takes long.
#[derive(Clone, Copy)]
pub struct JudgeOptions<'a> {
    /// Asked before every world: once it returns true, the judgement is abandoned.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Told after every world, by the thread that played it: for progress.
    pub on_world: &'a (dyn Fn() + Sync),
}

/// Why a judgement was not finished.
enum Unfinished {
    Stopped,
    Fault(Fault),
}

impl Judge<'_> {
    /// A strategy for each seat.
    fn strategies(&self, players: Players) -> Vec<Box<dyn Strategy>> {
        players.seats().map(|_| self.policy.strategy(&BotHost::default())).collect()
    }

    /// Judges every move worth considering, and `played` too, if it is not one of them. All candidates have the same luck,
    /// so that their differences are more precise than their values.
    ///
    /// # Errors
    /// If the policy commits a fault.
    ///
    /// # Panics
    /// Never: nothing stops it.
    pub fn judge(&self, view: &View<'_>, played: Option<Move>) -> Result<Judgement, Fault> {
        let options = JudgeOptions { should_stop: &|| false, on_world: &|| {} };
        self.judge_with(&options, view, played).map(|judgement| judgement.expect("nothing stops it"))
    }

    /// Like [`Judge::judge`], but returns no judgement if it is asked to stop.
    ///
    /// # Errors
    /// If the policy commits a fault.
    pub fn judge_with(
        &self,
        options: &JudgeOptions<'_>,
        view: &View<'_>,
        played: Option<Move>,
    ) -> Result<Option<Judgement>, Fault> {
        self.judge_worlds(options, view, played, 0..self.worlds)
    }

    /// Like [`Judge::judge_with`], but only in some of the worlds, by their numbers: [`Judgement::add`] joins what was judged in worlds that
    /// follow each other, and the whole does not depend on how it was cut.
    ///
    /// # Errors
    /// If the policy commits a fault.
    pub fn judge_worlds(
        &self,
        options: &JudgeOptions<'_>,
        view: &View<'_>,
        played: Option<Move>,
        worlds: Range<u64>,
    ) -> Result<Option<Judgement>, Fault> {
        let mut moves: Vec<Move> = view.choices().iter().collect();
        moves.extend(played.filter(|mv| !moves.contains(mv)));
        let players = view.table().players();
        let strategies = || self.strategies(players);
        let decision = key_of(self.seed, view);
        let in_world = |strategies: &mut Vec<Box<dyn Strategy>>, world: u64| {
            if (options.should_stop)() {
                return Err(Unfinished::Stopped);
            }
            let mut luck = decision.with(world).stream();
            let game = view.imagine(&mut luck);
            let try_out = |&mv: &Move| finish_game(game, Some(mv), strategies, luck.clone());
            let games = moves.iter().map(try_out);
            let endings = games.map(|game| Ok(Ending::of(&game?.outcome(), view.seat())));
            let endings = endings.collect::<Result<Vec<_>, Fault>>().map_err(Unfinished::Fault);
            (options.on_world)();
            endings
        };
        match worlds.into_par_iter().map_init(strategies, in_world).collect() {
            Ok(outcomes) => Ok(Some(Judgement::new(moves, players, view.seat(), outcomes))),
            Err(Unfinished::Stopped) => Ok(None),
            Err(Unfinished::Fault(fault)) => Err(fault),
        }
    }
}

/// Plays a game to its end, after a first move if one is given, with a strategy for each seat, which is told about the start as if it were here.
fn finish_game(
    mut game: Game,
    first: Option<Move>,
    strategies: &mut [Box<dyn Strategy>],
    mut luck: Stream,
) -> Result<Game, Fault> {
    for seat in game.table().players().seats() {
        strategies[seat.index()].start(&game.view(seat))?;
    }
    if let Some(mv) = first {
        game.play(mv, &mut luck);
    }
    while !game.table().is_over() {
        let turn = game.table().turn();
        let mut chance = Key::new(luck.word()).stream();
        let mv = strategies[turn.index()].decide(&game.view(turn), &mut chance)?;
        game.play(mv, &mut luck);
    }
    Ok(game)
}

/// The key of a decision's luck: the seed and everything that the seat on turn sees.
///
/// So different decisions have different luck, whatever games they are in, and the same decision has the same luck whether
/// it comes from a record, a run or a position file.
fn key_of(seed: u64, view: &View<'_>) -> Key {
    let table = view.table();
    let number = |key: Key, number: usize| key.with(number as u64);
    let mut key =
        [table.players().count(), table.first().index(), view.seat().index()].into_iter().fold(Key::new(seed), number);
    key = [view.hand(), table.discard()].into_iter().fold(key, with_cards);
    for seat in table.players().seats() {
        key = with_cards(key, table.display(seat));
        key = key.with(table.hand_size(seat).into()).with(table.passed().contains(seat).into());
        // The count separates the end of one list from the beginning of the next.
        key = key.with(table.stack(seat).count() as u64);
        key = table.stack(seat).fold(key, |key, portion| key.with(portion.value().into()));
    }
    key = table.grill().iter().fold(key, |key, portion| key.with(portion.value().into()));
    table.edition().table().iter().fold(key, |key, &worms| key.with(worms.into()))
}

fn with_cards(key: Key, cards: Cards) -> Key {
    let key = Kind::ALL.iter().fold(key, |key, &kind| key.with(cards.count(kind).into()));
    key.with(cards.signposts().bits().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Players};

    #[test]
    fn every_decision_has_luck_of_its_own() {
        let mut keys: Vec<[u64; 2]> = Vec::new();
        for (number, players) in (0..60).zip(Players::ALL.into_iter().cycle()) {
            let deal = DealKey::new(7, number);
            let mut luck = deal.deal(players);
            let mut choose = Key::new(number).stream();
            let mut game = Game::start(players, deal.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                let view = game.view(game.table().turn());
                let key = key_of(1, &view);
                let mut stream = key.stream();
                keys.push([stream.word(), stream.word()]);
                // Hidden cards do not matter.
                let other = view.imagine(&mut choose);
                assert_eq!(key_of(1, &other.view(view.seat())), key);
                assert_ne!(key_of(2, &view), key);
                game.play_random(&mut choose, &mut luck, &mut ());
            }
        }
        let decisions = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), decisions);
    }
}
