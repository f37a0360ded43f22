//! Positions to look at, to change and to keep.

use serde_json::{Value, json};

use super::answer::Answer;
use super::board::on_board;
use super::entrants::named;
use super::frame::frame;
use super::games::{GameName, find};
use super::request::Request;
use super::site::Site;
use crate::game::Edition;
use crate::records::{TomlError, parse_position, position_text};
use crate::report::worms_by_value;

/// Reads the text of a position: what it looks like, or all that is wrong with it.
pub(super) fn check(_: &Site, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let text = body["position"].as_str().unwrap_or_default();
    let seen = match parse_position(text, &Edition::default()) {
        Ok(seen) => seen,
        Err(TomlError::Mistakes(mistakes)) => return Ok(Answer::json(&json!({ "mistakes": mistakes.list }))),
        Err(error) => return Ok(Answer::json(&json!({ "mistakes": [error.to_string()] }))),
    };
    let view = seen.game.view(seen.game.table().turn());
    let round = view.table().round();
    let words = format!("Round {round}: seat {} is on turn", view.seat());
    Ok(Answer::json(&json!({
        "mistakes": [],
        "frame": frame(&view, &words),
        "seat": view.seat().index(),
        "players": view.table().players().count(),
        "worms": worms_by_value(view.table().edition()),
        "text": position_text(&view, seen.played),
    })))
}

/// The position on a board as the text of a file.
pub(super) fn export(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let board = on_board(site, &body)?;
    let view = board.game.view(board.game.table().turn());
    let players = players(site, &body, view.table().players().count());
    let text = position_text(&view, board.played);
    Ok(Answer::json(&json!({ "text": text, "seat": view.seat().index(), "players": players })))
}

/// Who played there, as a form names them.
fn players(site: &Site, body: &Value, count: usize) -> Vec<String> {
    let names = find(site, &GameName::of_json(&body["game"])).map(|shown| shown.record.strategies.clone());
    let mut names = names.unwrap_or_default();
    names.resize(count, String::new());
    names.into_iter().map(|name| named(site, name)).collect()
}
