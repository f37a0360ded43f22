//! An entrant at a table: it survives the faults of its strategy.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{ChoiceKey, DealtGame, Game, Move, Outcome, Seat, Stream};
use crate::strategies::{Fault, FaultKind, Strategy, Turn};

/// The faults after which an entrant is disqualified for the rest of a run.
pub const MAX_FAULTS: u32 = 3;

/// A decider that sees the whole truth: a yardstick that no honest strategy can beat, or a mock that an audit must find.
///
/// This is the only door to hidden cards, and nothing that implements [`Strategy`] can go through it.
pub trait Clairvoyant: Send {
    /// The move of the seat on turn.
    fn decide_knowing(&mut self, game: &Game, chance: &mut Stream) -> Move;
}

/// What decides: honest, or not.
enum Decider {
    Honest(Box<dyn Strategy>),
    Clairvoyant(Box<dyn Clairvoyant>),
}

/// An entrant at a table.
pub struct Player {
    name: String,
    make: Box<dyn Fn() -> Decider + Send>,
    /// Dropped after a panic, and made again for the next game.
    decider: Option<Decider>,
    /// Shut out: it passes on every turn and is scored last.
    disqualified: bool,
}

impl Player {
    /// An entrant; a program runs under the host.
    pub fn new(entrant: &Entrant, host: &BotHost) -> Player {
        let (name, entrant, host) = (entrant.name.clone(), entrant.clone(), host.clone());
        Player::honest(name, move || entrant.strategy(&host))
    }

    /// A strategy under a name, made by a function.
    pub fn honest(name: impl Into<String>, make: impl Fn() -> Box<dyn Strategy> + Send + 'static) -> Player {
        let make = Box::new(move || Decider::Honest(make()));
        Player { name: name.into(), make, decider: None, disqualified: false }
    }

    /// A player that sees everything, under a name that should say so.
    pub fn clairvoyant(name: impl Into<String>, make: impl Fn() -> Box<dyn Clairvoyant> + Send + 'static) -> Player {
        let make = Box::new(move || Decider::Clairvoyant(make()));
        Player { name: name.into(), make, decider: None, disqualified: false }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Shuts it out: from now on it passes on every turn and is scored last.
    pub fn disqualify(&mut self) {
        self.disqualified = true;
        self.decider = None;
    }

    /// Whether it can play at all: makes its strategy and, if it is a program, starts it.
    ///
    /// # Errors
    /// If it cannot.
    pub fn ready(&mut self) -> Result<(), Fault> {
        match self.decider.get_or_insert_with(&self.make) {
            Decider::Honest(strategy) => guard(|| strategy.ready()),
            Decider::Clairvoyant(_) => Ok(()),
        }
    }

    /// Whether it must be taken through a game again after moves were taken back.
    pub fn remembers(&self) -> bool {
        match &self.decider {
            Some(Decider::Honest(strategy)) => strategy.remembers(),
            Some(Decider::Clairvoyant(_)) => false,
            None => true,
        }
    }

    /// How often its program had to be restarted because it ended, or wrote unasked, between two games.
    pub(crate) fn restarts(&self) -> u64 {
        match &self.decider {
            Some(Decider::Honest(strategy)) => strategy.restarts(),
            _ => 0,
        }
    }

    /// A game starts in which it sits at `seat`.
    pub(crate) fn start(&mut self, game: &Game, seat: Seat) -> Result<(), Fault> {
        if self.disqualified {
            return Err(Fault::new(FaultKind::Disqualified, "after too many faults"));
        }
        let decider = self.decider.get_or_insert_with(&self.make);
        let started = match decider {
            Decider::Honest(strategy) => guard(|| strategy.start(&game.view(seat))),
            Decider::Clairvoyant(_) => Ok(()),
        };
        self.survive(started)
    }

    /// Its move; an illegal move is a fault, and so is a panic.
    pub(crate) fn decide(&mut self, game: &Game, seat: Seat, chance: ChoiceKey) -> Result<Move, Fault> {
        let decided = guard(|| self.answer(game, seat, chance));
        self.survive(decided)
    }

    /// Its move; an illegal move is a fault. A panic of its code is left to the caller, who guards a whole game at once and
    /// must tell [`Player::panicked`].
    #[inline]
    pub(super) fn answer(&mut self, game: &Game, seat: Seat, chance: ChoiceKey) -> Result<Move, Fault> {
        let answer = match &mut self.decider {
            Some(Decider::Honest(strategy)) => strategy.answer(&game.view(seat), chance),
            Some(Decider::Clairvoyant(knowing)) => ask_knowing(&mut **knowing, game, seat, chance),
            None => Err(Fault::new(FaultKind::Start, "was not started")),
        };
        self.survive(answer)
    }

    /// Its turn, which it plays itself if it lays. A panic is left to the caller, as in [`Player::answer`]; `asked` is the seat as long
    /// as a panic would be its own. After a fault, [`Player::forget_after`] must be told.
    #[inline]
    pub(super) fn take_turn(&mut self, dealt: &mut DealtGame, asked: &mut Option<Seat>) -> Turn {
        match &mut self.decider {
            Some(Decider::Honest(strategy)) => strategy.take_turn(dealt, asked),
            Some(Decider::Clairvoyant(knowing)) => take_turn_knowing(&mut **knowing, dealt, asked),
            None => not_started(),
        }
    }

    /// Whether a run need not ask before each of its moves whether to stop.
    #[inline]
    pub(super) fn is_quick(&self) -> bool {
        match &self.decider {
            Some(Decider::Honest(strategy)) => strategy.is_quick(),
            Some(Decider::Clairvoyant(_)) | None => false,
        }
    }

    /// Its code has panicked in [`Player::answer`] or [`Player::take_turn`]: the fault that this is.
    #[cold]
    pub(super) fn panicked(&mut self, panic: &(dyn Any + Send)) -> Fault {
        self.decider = None;
        panic_fault(panic)
    }

    /// The game is over.
    pub(crate) fn end(&mut self, game: &Game, seat: Seat, outcome: &Outcome) -> Result<(), Fault> {
        let ended = match &mut self.decider {
            Some(Decider::Honest(strategy)) => guard(|| strategy.end(&game.view(seat), outcome)),
            _ => Ok(()),
        };
        self.survive(ended)
    }

    /// What was done, after which it can play on.
    #[inline]
    fn survive<T>(&mut self, done: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &done {
            self.forget_after(fault);
        }
        done
    }

    /// After a panic the strategy's memory cannot be trusted: the next game makes it again.
    #[cold]
    pub(super) fn forget_after(&mut self, fault: &Fault) {
        if fault.kind() == FaultKind::Panic {
            self.decider = None;
        }
    }
}

/// The move of a player that sees everything, if it is legal.
#[cold]
fn ask_knowing(knowing: &mut dyn Clairvoyant, game: &Game, seat: Seat, chance: ChoiceKey) -> Result<Move, Fault> {
    let mv = knowing.decide_knowing(game, &mut chance.stream());
    game.view(seat).check(mv).map(|()| mv).map_err(|why| Fault::illegal(mv, why))
}

#[cold]
fn not_started() -> Turn {
    Turn::Failed(Fault::new(FaultKind::Start, "was not started"))
}

/// The turn of a player that sees everything.
#[cold]
fn take_turn_knowing(knowing: &mut dyn Clairvoyant, dealt: &mut DealtGame, asked: &mut Option<Seat>) -> Turn {
    let seat = dealt.game().table().turn();
    *asked = Some(seat);
    let answer = ask_knowing(knowing, dealt.game(), seat, dealt.choice_key());
    *asked = None;
    Turn::of(answer, dealt)
}

/// Turns a panic into a fault.
#[inline]
fn guard<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panic_fault(&*panic)))
}

/// The fault of code that panicked.
#[cold]
pub(super) fn panic_fault(panic: &(dyn Any + Send)) -> Fault {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    Fault::new(FaultKind::Panic, text.unwrap_or_else(|| "without a word".to_owned()))
}
