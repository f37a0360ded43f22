//! One game between players.

use super::game_fault::{self, GameFault};
use super::live_game::LiveGame;
use super::player::Player;
use super::score::Score;
use crate::game::{DealKey, Edition, Game, Move, Outcome, PerSeat, Players, Seat, Watch};
use crate::records::{ExtraFields, Recorder};

/// Everything that determines a game except its players.
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

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The final position.
    pub game: Game,
    /// How it ended by the rules.
    pub outcome: Outcome,
    /// Who began round 1.
    pub first: Seat,
    /// The first fault of each seat that committed one, in order.
    pub game_faults: Vec<GameFault>,
    /// Moves made by each seat.
    pub decisions: PerSeat<u64>,
}

impl Played {
    /// The score: the outcome, with seats that committed a fault placed behind all others.
    pub fn score(&self) -> Score {
        Score::new(self.game.table().players(), &self.outcome, &self.game_faults)
    }

    /// What its record adds about faults; empty without one.
    pub(crate) fn notes(&self) -> ExtraFields {
        game_fault::notes(&self.game_faults, self.score(), self.game.table().players())
    }
}

/// An observer that is also shown each decision, before it is played.
pub trait Observer: Watch {
    /// The seat on turn has decided.
    fn decided(&mut self, game: &Game, seat: Seat, mv: Move) {
        let _ = (game, seat, mv);
    }
}

impl Observer for () {}
impl Observer for Recorder {}

/// Plays a game; player i sits at seat i.
///
/// After a fault the seat passes on each of its turns, which is always legal (rule 5.1), so that the others can
/// continue and the record of the game obeys the rules.
///
/// # Panics
/// If there is not one player for each seat.
pub fn play_game<W: Observer>(setup: &Setup, line_up: &mut [Player], watch: &mut W) -> Played {
    play_game_until(&|| false, setup, line_up, watch).expect("it is never asked to stop")
}

/// Like [`play_game`], but abandoned before the next move once `should_stop` returns true.
///
/// # Panics
/// As [`play_game`].
pub fn play_game_until<W: Observer>(
    should_stop: &dyn Fn() -> bool,
    setup: &Setup,
    line_up: &mut [Player],
    watch: &mut W,
) -> Option<Played> {
    let mut live_game = LiveGame::deal(setup, watch);
    live_game.start(line_up);
    while !live_game.game().table().is_over() {
        let mv = live_game.decide(line_up);
        if should_stop() {
            return None;
        }
        live_game.play(mv, watch);
    }
    Some(live_game.end(line_up))
}
