//! Nets: small files of weights.

use karteneck::game::Players;
use karteneck::strategies::nets::{Net, NetFile};

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "\"format\"",
    "karteneck-net/1",
    "\"kind\"",
    "\"value\"",
    "\"policy\"",
    "\"provenance\"",
    "\"networks\"",
    "\"players\"",
    "\"weights\"",
    "\"hash\"",
    "16777216",
    "-16777217",
    "1e9",
];

/// A file with a net.
pub fn net(data: &[u8]) -> Trace {
    let file = match NetFile::parse(&text(data)) {
        Ok(file) => file,
        Err(problem) => return Trace::refused(&problem),
    };
    assert_eq!(NetFile::parse(&file.to_text()).as_ref(), Ok(&file), "it is read as it was written");
    let net = Net::new("fuzzed", &file);
    let knows = |players: Players| net.value(players).is_some() || net.policy(players).is_some();
    assert!(Players::ALL.into_iter().all(|players| knows(players) == file.players().contains(&players)));
    Trace::understood(&format!("a {} net", net.kind().name()))
}
