//! Records of games, replayed, told and shown.

use karteneck::game::Edition;
use karteneck::records::{Record, replay, transcribe};
use karteneck::report::{GameInput, replay_page};

use super::laws::assert_conserved;
use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "\"lay\"",
    "\"pass\"",
    "\"take\"",
    "\"total\"",
    "\"steal\"",
    "\"draw\"",
    "\"W1\"",
    "\"W25\"",
    "\"5\"",
    "\"menu\"",
    "\"grill\"",
    "\"faults\"",
    "\"score\"",
    "\"edition\"",
    "\"sealed:",
    "\"0x",
    "null",
    "true",
    "\\u0000",
    "<fuzz>",
];

/// A line of a file of records.
pub fn record(data: &[u8]) -> Trace {
    let record = match Record::from_line(&text(data)) {
        Ok(record) => record,
        Err(error) => return Trace::of(&error.to_string()),
    };
    assert_eq!(Record::from_line(&record.to_line()).ok().as_ref(), Some(&record), "it is read as it was written");
    let edition = Edition::default();
    let replayed = replay(&record, &edition, &mut |step| {
        if let karteneck::records::ReplayStep::Move { before, after, .. } = step {
            assert_conserved(before);
            assert_conserved(after);
        }
    });
    let transcript = transcribe(&record, &edition);
    assert_eq!(transcript.error.as_ref(), replayed.as_ref().err(), "a transcript ends where the record breaks a rule");
    let page = show(&record, &edition);
    match replayed {
        Ok(played) => {
            assert!(!page.expect("a record that obeys the rules is shown").contains("<fuzz"), "every text is escaped");
            assert_eq!(replay(&played, &edition, &mut |_| {}).as_ref(), Ok(&played), "what was played can be played");
            Trace::of("played")
        }
        Err(error) => {
            assert_eq!(page.as_ref(), Err(&error), "a page breaks off where the record breaks a rule");
            Trace::of(&format!("{} {}", error.rule, error.problem))
        }
    }
}

fn show(record: &Record, edition: &Edition) -> Result<String, karteneck::records::ReplayError> {
    let about = record.strategies.join(", ");
    replay_page(&GameInput { title: "A game", about: &about, command: "karteneck replay", record, edition })
}
