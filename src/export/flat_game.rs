//! A game with everything that its rows need.

use serde::Deserialize;
use thiserror::Error;

use super::kind_name::kind_name;
use crate::analysis::{Judgement, Measured, MoveValues};
use crate::arena::{Chair, Plan};
use crate::game::{Edition, Game, Move, Outcome, Players, Seat, Table, View};
use crate::records::{MoveRecord, Record, ReplayError, ReplayStep, replay};
use crate::tables::Cell;

/// A game with everything that its rows need: where it is, how it ended, and every move with the position before it.
#[derive(Clone, Debug)]
pub struct FlatGame {
    pub(super) number: u64,
    pub(super) record: Record,
    pub(super) block: Option<u64>,
    pub(super) line_up: Option<u64>,
    pub(super) rotation: Option<u64>,
    /// The chair at each seat; empty outside a run.
    pub(super) chairs: Vec<Chair>,
    /// Places and the winner, faults included.
    pub(super) places: Vec<u8>,
    pub(super) winner: usize,
    faults: Vec<FaultNote>,
    pub(super) steps: Vec<Step>,
    /// The game after the last menu.
    pub(super) end: Game,
}

/// A move, and the position before it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// All counted from 1: the round, the move in it, the move in the game.
    pub(super) round: usize,
    pub(super) number: usize,
    pub(super) turn: usize,
    pub(super) seat: Seat,
    before: Game,
    /// What the outcome would be if the game had ended before the move.
    pub(super) now: Outcome,
    pub(super) mv: Move,
    pub(super) record: MoveRecord,
    /// What the seat was served at the end of the round, if this is its pass with a valid display.
    pub(super) served: Option<u8>,
    /// 1 for the seat served first.
    pub(super) served_order: Option<usize>,
    pub(super) judged: Option<Judged>,
}

/// What a move was worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) chance: Measured,
    pub(super) loss: Measured,
    pub(super) best: Move,
}

/// A fault, as a record states it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct FaultNote {
    seat: usize,
    #[serde(rename = "move")]
    pub(super) turn: usize,
    pub(super) kind: String,
}

/// The score of a game with faults, as a record states it.
#[derive(Deserialize)]
struct ScoreNote {
    places: Vec<u8>,
    winner: usize,
}

/// Why a record has no rows.
#[derive(Debug, Error)]
pub enum FlatError {
    /// It breaks a rule.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// What it says about faults is damaged.
    #[error("its `{key}` is damaged: {problem}")]
    Notes {
        /// Which key of the record.
        key: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

impl FlatGame {
    /// Replays a record; `number` is that of the game in the export.
    ///
    /// # Errors
    /// If the record breaks a rule, or its notes on faults are damaged.
    ///
    /// # Panics
    /// Never: a game that was replayed has a menu.
    pub fn of(record: &Record, edition: &Edition, number: u64) -> Result<FlatGame, FlatError> {
        let (mut steps, mut end): (Vec<Step>, Option<Game>) = (Vec::new(), None);
        let played = replay(record, edition, &mut |shown| match shown {
            ReplayStep::Round { .. } => {}
            ReplayStep::Move { before, record, .. } => {
                let number =
                    steps.last().filter(|last| last.round == before.table().round()).map_or(1, |last| last.number + 1);
                let turn = steps.len() + 1;
                steps.extend(record.to_move().map(|mv| Step::of(before, mv, record, number, turn)));
            }
            ReplayStep::Menu { record, after, before } => {
                let round = before.table().round();
                for (order, served) in (1..).zip(&record.menu) {
                    let own =
                        |step: &&mut Step| step.round == round && step.seat.index() == served.seat && !step.is_lay();
                    if let Some(pass) = steps.iter_mut().rev().find(own) {
                        (pass.served, pass.served_order) = (Some(served.portion), Some(order));
                    }
                }
                end = Some(*after);
            }
        })?;
        let end = end.expect("every game has rounds, and every round ends with a menu");
        let note = |key: &str| played.extra.number(key);
        let (faults, score) = notes(&played)?;
        Ok(FlatGame {
            number,
            block: None,
            line_up: note("lineup"),
            rotation: note("rotation"),
            chairs: Vec::new(),
            places: score.places,
            winner: score.winner,
            faults,
            steps,
            end,
            record: played,
        })
    }

    /// The same game with its block and chairs, as a game of a run.
    #[must_use]
    pub fn of_run(mut self, plan: &Plan) -> FlatGame {
        self.block = self.record.game.checked_sub(plan.first_deal);
        if let (Some(block), Some(rotation)) = (self.block, self.rotation) {
            let players = self.players();
            self.chairs = Plan::chairs(&plan.key(block), players, rotation as usize % players.count()).collect();
        }
        self
    }

    /// The same game with what every move was worth, as `judge` says.
    ///
    /// # Errors
    /// Whatever `judge` returns.
    pub fn judged<E>(mut self, judge: impl Fn(&View<'_>, Move) -> Result<Judgement, E>) -> Result<FlatGame, E> {
        for step in &mut self.steps {
            let judgement = judge(&step.view(), step.mv)?;
            step.judged = Judged::of(&judgement, step.mv);
        }
        Ok(self)
    }

    /// Its line-up, if it is known.
    pub const fn line_up(&self) -> Option<u64> {
        self.line_up
    }

    /// How many play.
    pub const fn players(&self) -> Players {
        self.end.table().players()
    }

    pub(super) fn name(&self, seat: Seat) -> Cell {
        Cell::Text(self.record.strategies[seat.index()].clone())
    }

    pub(super) fn fault(&self, seat: Seat) -> Option<&FaultNote> {
        self.faults.iter().find(|fault| fault.seat == seat.index())
    }

    /// A seat counted from the one that begins round 1.
    pub(super) fn turn_order(&self, seat: Seat) -> usize {
        let players = self.record.players;
        (seat.index() + players - self.record.first) % players
    }

    /// The moves of a seat.
    pub(super) fn own(&self, seat: Seat) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.seat == seat)
    }

    /// How many moves of a seat are such.
    pub(super) fn count(&self, seat: Seat, is_such: fn(&Step) -> bool) -> Cell {
        Cell::count(self.own(seat).filter(|step| is_such(step)).count())
    }

    /// Portions that a seat lost to thieves.
    pub(super) fn lost(&self, seat: Seat) -> usize {
        self.steps.iter().filter(|step| step.victim() == Some(seat)).count()
    }

    /// Rounds in which a seat was served first.
    pub(super) fn rounds_won(&self, seat: Seat) -> usize {
        self.own(seat).filter(|step| step.served_order == Some(1)).count()
    }
}

/// The faults of a record and its score. A record may come from a stranger: what does not fit the players is refused.
fn notes(record: &Record) -> Result<(Vec<FaultNote>, ScoreNote), FlatError> {
    let damaged = |key, problem: String| FlatError::Notes { key, problem };
    let mut faults = Vec::new();
    if let Some(value) = record.extra.get("faults") {
        faults = Vec::<FaultNote>::deserialize(value).map_err(|error| damaged("faults", error.to_string()))?;
    }
    let mut score = ScoreNote { places: record.result.places.clone(), winner: record.result.winner };
    if let Some(value) = record.extra.get("score") {
        score = ScoreNote::deserialize(value).map_err(|error| damaged("score", error.to_string()))?;
    }
    let players = record.players;
    if let Some(fault) = faults.iter().find(|fault| fault.seat >= players) {
        return Err(damaged("faults", format!("there is no seat {}", fault.seat)));
    }
    if score.places.len() != players || score.winner >= players {
        return Err(damaged("score", format!("expected places of {players} seats and one of them as the winner")));
    }
    Ok((faults, score))
}

impl Judged {
    fn of(judgement: &Judgement, mv: Move) -> Option<Judged> {
        let (index, best) = (judgement.place(mv)?, *judgement.ranking().first()?);
        Some(Judged { chance: judgement.chance(index), loss: judgement.loss(index), best: judgement.moves[best] })
    }
}

impl Step {
    fn of(before: &Game, mv: Move, record: &MoveRecord, number: usize, turn: usize) -> Step {
        let table = before.table();
        Step {
            round: table.round(),
            number,
            turn,
            seat: table.turn(),
            before: *before,
            now: before.outcome(),
            mv,
            record: record.clone(),
            served: None,
            served_order: None,
            judged: None,
        }
    }

    /// The table before the move.
    pub(super) const fn table(&self) -> &Table {
        self.before.table()
    }

    /// What the seat on turn saw.
    pub(super) fn view(&self) -> View<'_> {
        self.before.view(self.seat)
    }

    pub(super) const fn is_lay(&self) -> bool {
        matches!(self.mv, Move::Lay(_) | Move::LayWorms(_))
    }

    pub(super) fn is_invalid(&self) -> bool {
        self.record.take.is_some()
    }

    pub(super) const fn is_steal(&self) -> bool {
        matches!(self.mv, Move::Steal)
    }

    /// Whether there was nothing to decide.
    pub(super) fn is_forced(&self) -> bool {
        self.choices() == 1
    }

    /// Whether all others have passed.
    pub(super) fn is_last(&self) -> bool {
        self.table().active().len() == 1
    }

    pub(super) fn choices(&self) -> usize {
        self.view().choices().len()
    }

    /// The index of the move among those worth considering.
    pub(super) fn choice(&self) -> Option<usize> {
        self.view().choices().iter().position(|choice| choice == self.mv)
    }

    pub(super) fn action(&self) -> &'static str {
        match self.mv {
            Move::Lay(_) | Move::LayWorms(_) => "lay",
            Move::Steal => "steal",
            Move::Pass if self.is_invalid() => "pass_invalid",
            Move::Pass => "pass",
        }
    }

    pub(super) fn laid_kind(&self) -> Cell {
        let kind = self.mv.cards().iter().next().map(|card| kind_name(card.kind()));
        Cell::Text(kind.unwrap_or_default())
    }

    /// The total of the display after a lay, or at a pass.
    pub(super) fn total(&self) -> u8 {
        self.record.total.unwrap_or_else(|| self.table().total(self.seat))
    }

    pub(super) fn victim(&self) -> Option<Seat> {
        self.record.steal.and_then(|steal| Seat::new(steal.from))
    }

    /// The most worms of any other seat.
    pub(super) fn best_rival(&self) -> u16 {
        let others = self.table().players().seats().filter(|&seat| seat != self.seat);
        others.map(|seat| self.now.worms[seat]).max().unwrap_or(0)
    }

    /// Another seat, in places clockwise from the one on turn.
    pub(super) fn offset(&self, other: Seat) -> usize {
        let players = self.table().players().count();
        (other.index() + players - self.seat.index()) % players
    }

    /// The seat so many places clockwise from the one on turn, if there are that many.
    pub(super) fn seat_after(&self, offset: usize) -> Option<Seat> {
        let players = self.table().players().count();
        if offset < players { Seat::new((self.seat.index() + offset) % players) } else { None }
    }
}
