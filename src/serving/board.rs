//! The decisions of a game, and the position that is on the board.

use serde_json::Value;

use super::answer::Answer;
use super::game_cache::ShownGame;
use super::games::{GameName, find};
use super::site::Site;
use crate::game::{Game, Move};
use crate::records::{ReplayStep, parse_position, replay};

/// A decision of a game.
pub(super) struct MadeMove {
    /// The frame that shows it.
    pub(super) step: usize,
    /// Its round, and its number in it.
    pub(super) place: (usize, usize),
    pub(super) before: Game,
    pub(super) mv: Move,
}

/// All decisions of a game, in order.
///
/// # Errors
/// If the game breaks a rule.
pub(super) fn decisions(shown: &ShownGame) -> Result<Vec<MadeMove>, Answer> {
    let (mut made, mut step, mut number): (Vec<MadeMove>, usize, usize) = (Vec::new(), 0, 0);
    let mut see = |seen: ReplayStep<'_>| {
        match seen {
            ReplayStep::Round { .. } => number = 0,
            ReplayStep::Move { before, record, .. } => {
                number += 1;
                let place = (before.table().round(), number);
                made.extend(record.to_move().map(|mv| MadeMove { step, place, before: *before, mv }));
            }
            ReplayStep::Menu { .. } => {}
        }
        step += 1;
    };
    let replayed = replay(&shown.record, &shown.edition, &mut see);
    replayed.map_err(|error| Answer::error(422, error.to_string()))?;
    Ok(made)
}

/// A position in which a seat has to decide.
pub(super) struct OnBoard {
    pub(super) game: Game,
    /// What was played there, if that is known.
    pub(super) played: Option<Move>,
    /// Round and move, if it is from a game.
    pub(super) place: Option<(usize, usize)>,
}

/// The position that a request is about: `game` and `step`, or the text of a `position`.
///
/// # Errors
/// If there is none, or no seat has to decide there anymore.
pub(super) fn on_board(site: &Site, body: &Value) -> Result<OnBoard, Answer> {
    if let Some(text) = body["position"].as_str() {
        let seen = parse_position(text, &crate::game::Edition::default());
        let seen = seen.map_err(|error| Answer::error(422, error.to_string()))?;
        return Ok(OnBoard { game: seen.game, played: seen.played, place: None });
    }
    let shown = find(site, &GameName::of_json(&body["game"]))?;
    let step = body["step"].as_u64().unwrap_or(0) as usize;
    let next = decisions(&shown)?.into_iter().find(|made| made.step > step);
    let made = next.ok_or_else(|| Answer::missing("the game is over there: no decision is left"))?;
    Ok(OnBoard { game: made.before, played: Some(made.mv), place: Some(made.place) })
}
