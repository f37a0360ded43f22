//! Records of games, replayed, told and shown.

use karteneck::export::{ExportTable, FlatGame};
use karteneck::game::Edition;
use karteneck::records::{Record, ReplayError, ReplayStep, edition_hash, edition_of, replay, transcribe};
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
        Err(error) => return Trace::refused(&error.to_string()),
    };
    assert_eq!(Record::from_line(&record.to_line()).ok().as_ref(), Some(&record), "it is read as it was written");
    let edition = edition_of_record(&record);
    let replayed = replay(&record, &edition, &mut |step| {
        if let ReplayStep::Move { before, after, .. } = step {
            assert_conserved(before);
            assert_conserved(after);
        }
    });
    let transcript = transcribe(&record, &edition, 80);
    assert_eq!(transcript.error.as_ref(), replayed.as_ref().err(), "a transcript ends where the record breaks a rule");
    let page = show(&record, &edition);
    match replayed {
        Ok(played) => {
            assert!(!page.expect("a record that obeys the rules is shown").contains("<fuzz"), "every text is escaped");
            assert_eq!(replay(&played, &edition, &mut |_| {}).as_ref(), Ok(&played), "what was played can be played");
            flatten(&record, &edition);
            Trace::understood("played")
        }
        Err(error) => {
            assert_eq!(page.as_ref(), Err(&error), "a page breaks off where the record breaks a rule");
            Trace::refused(&format!("{} {}", error.rule, error.problem))
        }
    }
}

/// Every table has a line for each row, unless the notes on faults are damaged.
fn flatten(record: &Record, edition: &Edition) {
    let Ok(flat) = FlatGame::of(record, edition, 0) else { return };
    for table in [ExportTable::games(), ExportTable::moves(false), ExportTable::decisions(6, false)] {
        let csv = [table.header(), table.rows(&flat)].concat();
        let mut reader = csv::Reader::from_reader(&csv[..]);
        let rows = reader.records().map(|row| row.expect("a row is as long as its header"));
        assert_eq!(rows.count(), table.count(&flat));
    }
}

/// The default worm table, or the flat one if the record names that.
fn edition_of_record(record: &Record) -> Edition {
    let flat = edition_of(Some(&FLAT)).expect("a worm table");
    if record.edition.as_ref() == Some(&edition_hash(&flat)) { flat } else { Edition::default() }
}

/// Three worms on every portion.
const FLAT: [u8; 27] = [3; 27];

fn show(record: &Record, edition: &Edition) -> Result<String, ReplayError> {
    let about = record.strategies.join(", ");
    replay_page(&GameInput { title: "A game", about: &about, command: "karteneck replay", record, edition })
}
