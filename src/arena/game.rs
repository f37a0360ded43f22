//! One game between players.

use super::player::Player;
use super::score::Score;
use crate::game::{DealKey, Edition, Game, Move, PerSeat, Players, Seat, Seats, Watch};
use crate::strategies::Fault;

/// What determines a game besides its players.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The luck.
    pub key: DealKey,
    /// How many play.
    pub players: Players,
    /// Who begins.
    pub first: Seat,
    /// The worm table.
    pub edition: Edition,
}

/// A fault in a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lapse {
    /// Whose.
    pub seat: Seat,
    /// The round, counted from 1.
    pub round: usize,
    /// The move of the game at which it happened, counted from 1; 0 at the start, one more than there are moves at the end.
    pub turn: usize,
    /// What happened.
    pub fault: Fault,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its end.
    pub game: Game,
    /// The first fault of each seat that committed one, in order.
    pub lapses: Vec<Lapse>,
    /// Moves made by each seat.
    pub decisions: PerSeat<u64>,
}

impl Played {
    /// What counts: the outcome, with those who committed a fault behind all others.
    pub fn score(&self) -> Score {
        Score::new(self.game.table().players(), &self.game.outcome(), &self.lapses)
    }
}

/// Plays a game; player i sits on seat i.
///
/// After a fault the seat passes whenever it is its turn, which is always legal (rule 5.1), so that the others can play
/// on and the record of the game obeys the rules.
///
/// # Panics
/// If there is not one player for each seat.
pub fn play_game<W: Watch>(setup: &Setup, line_up: &mut [Player], watch: &mut W) -> Played {
    play_game_unless(&|| false, setup, line_up, watch).expect("nobody stops it")
}

/// Like [`play_game`], but given up with nothing before the next decision once `stopped` says so.
///
/// # Panics
/// As [`play_game`].
pub fn play_game_unless<W: Watch>(
    stopped: &dyn Fn() -> bool,
    setup: &Setup,
    line_up: &mut [Player],
    watch: &mut W,
) -> Option<Played> {
    assert_eq!(line_up.len(), setup.players.count(), "one player for each seat");
    let mut luck = setup.key.deal(setup.players);
    let mut game = Game::start_watched(setup.players, setup.first, setup.edition, &mut luck, watch);
    let mut lapses = Lapses::default();
    for seat in setup.players.seats() {
        let started = line_up[seat.index()].start(&game, seat);
        lapses.note(&game, seat, 0, started);
    }
    let mut decisions = PerSeat::all(0);
    for turn in 1.. {
        if game.table().is_over() {
            break;
        }
        let seat = game.table().turn();
        let mv = if lapses.seats.contains(seat) {
            Move::Pass
        } else {
            let mut chance = setup.key.choices(seat, decisions[seat]);
            let decided = line_up[seat.index()].decide(&game, seat, &mut chance);
            lapses.note(&game, seat, turn, decided).unwrap_or(Move::Pass)
        };
        if stopped() {
            return None;
        }
        decisions[seat] += 1;
        game.play_watched(mv, &mut luck, watch);
    }
    let outcome = game.outcome();
    let moves = decisions.iter().sum::<u64>() as usize;
    for seat in setup.players.seats() {
        if !lapses.seats.contains(seat) {
            let ended = line_up[seat.index()].end(&game, seat, &outcome);
            lapses.note(&game, seat, moves + 1, ended);
        }
    }
    Some(Played { game, lapses: lapses.all, decisions })
}

/// The faults of a game so far.
#[derive(Default)]
struct Lapses {
    all: Vec<Lapse>,
    seats: Seats,
}

impl Lapses {
    /// What was done, or nothing and one fault more.
    #[inline]
    fn note<T>(&mut self, game: &Game, seat: Seat, turn: usize, done: Result<T, Fault>) -> Option<T> {
        match done {
            Ok(done) => Some(done),
            Err(fault) => {
                self.all.push(Lapse { seat, round: game.table().round(), turn, fault });
                self.seats = self.seats.with(seat);
                None
            }
        }
    }
}
