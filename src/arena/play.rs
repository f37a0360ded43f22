//! Plays one game from its deal to its end.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::game::{Played, Setup};
use super::live_game::LiveGame;
use super::player::Player;
use crate::game::Watch;

/// Plays a game; player i sits at seat i.
///
/// After a fault the seat passes on each of its turns, which is always legal (rule 5.1), so that the others can
/// continue and the record of the game obeys the rules.
///
/// # Panics
/// If there is not one player for each seat.
pub fn play_game<W: Watch>(setup: &Setup, line_up: &mut [Player], watch: &mut W) -> Played {
    play_game_until(&|| false, setup, line_up, watch).expect("it is never asked to stop")
}

/// Like [`play_game`], but abandoned once `should_stop` returns true. It is asked before the game, and before every move if all
/// moves are watched or a player takes its time.
///
/// # Panics
/// As [`play_game`].
pub fn play_game_until<W: Watch>(
    should_stop: &(impl Fn() -> bool + ?Sized),
    setup: &Setup,
    line_up: &mut [Player],
    watch: &mut W,
) -> Option<Played> {
    if should_stop() {
        return None;
    }
    let mut live_game = LiveGame::deal(setup, watch);
    live_game.start(line_up);
    loop {
        let mut asked = None;
        // One guard for the whole game rather than for each decision, through which nothing could be inlined.
        let go_on = AssertUnwindSafe(|| live_game.play_on(should_stop, line_up, watch, &mut asked));
        match (catch_unwind(go_on), asked) {
            (Ok(is_over), _) => return is_over.then(|| live_game.end(line_up)),
            // It was asked about the game and has changed nothing in it: the game goes on from there.
            (Err(panic), Some(seat)) => {
                let fault = line_up[seat.index()].panicked(&*panic);
                live_game.fail(seat, fault);
            }
            // Not the fault of a player.
            (Err(panic), None) => resume_unwind(panic),
        }
    }
}
