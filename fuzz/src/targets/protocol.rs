//! What programs say.

use karteneck::bots::{read_answer, read_greeting};

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "\"type\":",
    "\"hello\"",
    "\"protocol\":",
    "\"karteneck-bot/1\"",
    "\"karteneck-bot/2\"",
    "\"move\"",
    "\"id\":7",
    "\"id\":7.0",
    "\"lay ",
    "W1 ",
    "W25",
    "W26",
    "5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5",
    "pass and steal",
    "\"launch-error\"",
    "\"reason\":",
    "\\u0000",
    "{",
    "}",
    "null",
];

/// The id of the question that is answered.
const QUESTION: u64 = 7;

/// A line of a program.
pub fn protocol(data: &[u8]) -> Trace {
    let line = text(data);
    let greeting = read_greeting(&line);
    let answer = read_answer(&line, QUESTION);
    assert!(greeting.is_err() || answer.is_err(), "no line is both a greeting and an answer");
    match (greeting, answer) {
        (Ok(()), _) => Trace::understood("a greeting"),
        (_, Ok(mv)) => {
            let line = format!(r#"{{"id":{QUESTION},"move":"{mv}"}}"#);
            assert_eq!(read_answer(&line, QUESTION), Ok(mv), "it is read as it was written");
            assert!(read_answer(&line, QUESTION + 1).is_err(), "it answers one question");
            Trace::understood("an answer")
        }
        (Err(greeting), Err(answer)) => {
            assert!(!greeting.is_empty() && !answer.is_empty(), "a mistake has a reason");
            Trace::refused(&answer)
        }
    }
}
