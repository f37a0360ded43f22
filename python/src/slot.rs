//! One of many games that are stepped together.

use karteneck::game::{Deal, DealKey, Edition, Game, Key, Move, Outcome, PerSeat, Players, Seat, Seed, Stream};
use karteneck::strategies::Strategy;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Who learns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Learner {
    /// Every seat is asked in turn.
    All,
    /// Always this seat; rivals play the others.
    Fixed(Seat),
    /// One seat further with every game.
    Rotating,
}

/// What a finished game is worth to a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reward {
    /// 1 for the winner; the others share -1.
    Win,
    /// From 1 for the first place down to -1 for the last one.
    Place,
    /// Own worms minus those of the best other seat.
    Margin,
}

impl Reward {
    /// The kind of reward with this name.
    pub(crate) fn named(name: &str) -> PyResult<Reward> {
        match name {
            "win" => Ok(Reward::Win),
            "place" => Ok(Reward::Place),
            "margin" => Ok(Reward::Margin),
            _ => Err(PyValueError::new_err(format!("reward {name:?}: expected \"win\", \"place\" or \"margin\""))),
        }
    }

    pub(crate) fn of(self, outcome: &Outcome, players: Players, seat: Seat) -> f32 {
        let others = players.count() as f32 - 1.0;
        match self {
            Reward::Win if outcome.winner == seat => 1.0,
            Reward::Win => -1.0 / others,
            Reward::Place => 1.0 - 2.0 * (f32::from(outcome.places[seat]) - 1.0) / others,
            Reward::Margin => {
                let rivals = players.seats().filter(|&other| other != seat).map(|other| outcome.worms[other]);
                f32::from(outcome.worms[seat]) - rivals.max().map_or(0.0, f32::from)
            }
        }
    }
}

/// What all games of a batch have in common.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    pub(crate) players: Players,
    pub(crate) edition: Edition,
    pub(crate) seed: Seed,
    pub(crate) learner: Learner,
    pub(crate) reward: Reward,
    /// Games in the batch: the deals of a slot are so many apart.
    pub(crate) stride: u64,
}

impl Common {
    /// How many rewards a game has: one for each seat that learns.
    pub(crate) fn rewards(&self) -> usize {
        if self.learner == Learner::All { self.players.count() } else { 1 }
    }
}

/// The rivals of one game or of several: one strategy for each seat beside the learner's, clockwise from it.
pub(crate) type Rivals = Vec<Box<dyn Strategy>>;

/// One game, and the next ones in its place.
pub(crate) struct Slot {
    pub(crate) game: Game,
    luck: Deal,
    key: DealKey,
    pub(crate) deal: u64,
    decisions: PerSeat<u64>,
    /// The seat that learns, unless all do.
    pub(crate) learner: Option<Seat>,
    choose: Stream,
}

impl Slot {
    pub(crate) fn new(common: &Common, index: u64) -> Slot {
        let key = DealKey::new(common.seed, index);
        let mut luck = key.deal(common.players);
        let game = Game::start(common.players, key.first_seat(common.players), common.edition, &mut luck);
        let choose = Key::new(common.seed.number() as u64).with(index).stream();
        let mut slot = Slot { game, luck, key, deal: index, decisions: PerSeat::all(0), learner: None, choose };
        slot.learner = slot.learner_of(common);
        slot
    }

    /// Which seat learns in this game.
    fn learner_of(&self, common: &Common) -> Option<Seat> {
        match common.learner {
            Learner::All => None,
            Learner::Fixed(seat) => Some(seat),
            Learner::Rotating => {
                // The number of the game in its slot, and of the slot: neighbours start on different seats.
                let shift = self.deal / common.stride + self.deal % common.stride;
                Seat::new((shift % common.players.count() as u64) as usize)
            }
        }
    }

    /// Deals the next game of this slot.
    fn next_game(&mut self, common: &Common) {
        self.deal += common.stride;
        self.key = DealKey::new(common.seed, self.deal);
        self.luck = self.key.deal(common.players);
        self.game = Game::start(common.players, self.key.first_seat(common.players), common.edition, &mut self.luck);
        self.decisions = PerSeat::all(0);
        self.learner = self.learner_of(common);
    }

    /// Tells rivals that the game starts, and lets them play until it is the learner's turn.
    pub(crate) fn start(&mut self, rivals: &mut Rivals) {
        if let Some(learner) = self.learner {
            let mut seat = learner;
            for rival in rivals.iter_mut() {
                seat = seat.next(self.game.table().players());
                // A rival that cannot start passes on every turn, as in the arena.
                let _ = rival.start(&self.game.view(seat));
            }
        }
        self.go_on(rivals);
    }

    /// Lets rivals play until it is the learner's turn or the game is over.
    #[inline]
    fn go_on(&mut self, rivals: &mut Rivals) {
        let Some(learner) = self.learner else { return };
        let count = self.game.table().players().count();
        while !self.game.table().is_over() && self.game.table().turn() != learner {
            let seat = self.game.table().turn();
            let rival = &mut rivals[(seat.index() + count - learner.index() - 1) % count];
            let answer = rival.answer(&self.game.view(seat), self.key.choice_key(seat, self.decisions[seat]));
            self.play(answer.unwrap_or(Move::Pass));
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.decisions[self.game.table().turn()] += 1;
        self.game.play(mv, &mut self.luck);
    }

    /// Plays a legal move. If that ends the game, `see_end` is shown it with the seat whose view it is, and the next one is dealt.
    #[inline]
    pub(crate) fn step(
        &mut self,
        common: &Common,
        mv: Move,
        rivals: &mut Rivals,
        see_end: impl FnOnce(&Game, Option<Seat>, Seat),
    ) {
        let mover = self.game.table().turn();
        self.play(mv);
        self.go_on(rivals);
        if self.game.table().is_over() {
            see_end(&self.game, self.learner, self.learner.unwrap_or(mover));
            self.next_game(common);
            self.start(rivals);
        }
    }

    /// A random choice of the seat on turn.
    pub(crate) fn sample(&mut self) -> Move {
        let choices = self.game.choices();
        choices.get(self.choose.below(choices.len() as u32) as usize)
    }
}
