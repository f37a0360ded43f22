//! Positions as TOML.

use karteneck::game::{Edition, Key};
use karteneck::records::{parse_position, position_text};

use super::laws::{assert_conserved, assert_sound};
use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "[[seat]]\n",
    "hand = ",
    "display = ",
    "stack = ",
    "passed = true\n",
    "first = ",
    "grill = ",
    "discard = ",
    "played = ",
    "edition = ",
    "note = ",
    "\"1 4 4 W3\"",
    "[0, 0, 0]",
    "W25 ",
    "5 5 5 ",
    "[19, 42]",
    "\"\"",
    "[]",
];

/// A position file.
pub fn position(data: &[u8]) -> Trace {
    let edition = Edition::default();
    let seen = match parse_position(&text(data), &edition) {
        Ok(seen) => seen,
        Err(error) => return Trace::refused(&error.to_string()),
    };
    let game = seen.game;
    assert_sound(&game);
    assert!(!game.table().is_over(), "a position is one before a decision");
    let written = position_text(&game.view(game.table().turn()), seen.played);
    let again = parse_position(&written, &edition).expect("what was written is read");
    assert_eq!((again.game, again.played), (game, seen.played), "it is read as it was written");
    assert!(seen.played.is_none_or(|mv| game.check(mv).is_ok()), "the move played is legal");
    play_on(game);
    Trace::understood(if seen.played.is_some() { "a position and a move" } else { "a position" })
}

/// From every position a game can be played to its end.
fn play_on(mut game: karteneck::game::Game) {
    game.roll_out(&mut Key::new(7).stream());
    assert_conserved(&game);
    assert_eq!(game.outcome().worms.iter().sum::<u16>(), game.table().worms_in_play(), "rule 9.2");
}
