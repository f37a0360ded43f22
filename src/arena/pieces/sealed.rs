//! The bytes of pieces and answers: a line with format, fingerprint and seal, and a line of JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::PieceError;
use crate::records::hash;

/// The format of a piece of a run.
pub(super) const PIECE: &str = "karteneck-piece/1";
/// The format of a piece of a list.
pub(super) const LIST: &str = "karteneck-list/1";
/// The format of an answer.
pub(super) const ANSWER: &str = "karteneck-answer/1";
/// The most bytes that are read: far more than any answer has.
const MAX_BYTES: usize = 1 << 28;

/// Writes a body in a format.
pub(super) fn seal<T: Serialize>(format: &str, fingerprint: &str, body: &T) -> Vec<u8> {
    let text = serde_json::to_string(body).expect("numbers, texts and lists always have a JSON form");
    format!("{format} {fingerprint} {}\n{text}\n", hash(text.as_bytes())).into_bytes()
}

/// Reads the body of a format that a program with this fingerprint wrote.
pub(super) fn open<T: DeserializeOwned>(
    format: &'static str,
    fingerprint: &str,
    bytes: &[u8],
) -> Result<T, PieceError> {
    let malformed = |problem: &str| PieceError::Malformed { expected: format, problem: problem.to_owned() };
    if bytes.len() > MAX_BYTES {
        return Err(malformed("too many"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| malformed("not text"))?;
    let (head, body) = text.split_once('\n').ok_or_else(|| malformed("there is no first line"))?;
    let body = body.strip_suffix('\n').ok_or_else(|| malformed("the end is missing"))?;
    let words: Vec<&str> = head.split(' ').collect();
    let &[found, program, sealed] = words.as_slice() else {
        return Err(malformed("the first line has not three words"));
    };
    if found != format {
        return Err(malformed(&format!("of the format {:?}", found.chars().take(40).collect::<String>())));
    }
    if program != fingerprint {
        let got = program.chars().take(40).collect();
        return Err(PieceError::OtherProgram { expected: fingerprint.to_owned(), got });
    }
    if hash(body.as_bytes()) != sealed {
        return Err(malformed("the seal does not match, so they were changed on the way"));
    }
    serde_json::from_str(body).map_err(|error| malformed(&error.to_string()))
}
