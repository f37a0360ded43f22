//! Entrants: specs and TOML files. No program is ever started.

use karteneck::Entrant;
use karteneck::bots::BotHost;
use karteneck::entrants::{Catalogue, EntrantKind, entrant_record};

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "greedy",
    "heuristic",
    "monte-carlo",
    "tuned",
    "random",
    "process:",
    ":",
    "=",
    ",",
    "tempo=",
    "rollouts=",
    "tree",
    "iterations=",
    "playout_share=",
    "value=forecast",
    "prior=policy",
    "1e-300",
    "kind = \"process\"\n",
    "family = ",
    "command = ",
    "[\"sh\"]",
    "time_limit = ",
    "cpu_time = ",
    "memory = ",
    "folder = ",
    "processes = ",
    "env = ",
    "note = ",
    "[parameters]\n",
    "[provenance]\n",
    "mine=",
    "nan",
    "inf",
    "-0.0",
    "'",
    "\"\"\"",
    "\\",
];

/// A spec, and the text of a file.
pub fn entrant(data: &[u8]) -> Trace {
    let text = text(data);
    let catalogue = Catalogue::shipped_only();
    // What names a file is not opened.
    if !text.contains(['/', '\\']) && !text.contains(".toml") && !text.contains(".net") && !text.contains('\n') {
        return read_spec(&text, &catalogue);
    }
    match catalogue.parse("fuzzed", &text) {
        Ok(entrant) => {
            check(&entrant, &catalogue);
            Trace::understood(&format!("a file: {}", kind(&entrant)))
        }
        Err(error) => Trace::refused(&error.to_string()),
    }
}

fn read_spec(spec: &str, catalogue: &Catalogue) -> Trace {
    match catalogue.find(spec) {
        Ok(entrant) => {
            // A name of its own, before the first `=`, names nothing that could be found; what follows it does.
            let unnamed =
                spec.split_once('=').filter(|(name, _)| name.trim() == entrant.name).map(|(_, rest)| rest.trim_start());
            let again = catalogue.find(unnamed.unwrap_or(&entrant.name)).expect("an entrant is found under its name");
            assert_eq!(again.kind, entrant.kind, "a name means what its spec meant");
            check(&entrant, catalogue);
            Trace::understood(&format!("a spec: {}", kind(&entrant)))
        }
        Err(error) => Trace::refused(&error.to_string()),
    }
}

fn kind(entrant: &Entrant) -> &str {
    match &entrant.kind {
        EntrantKind::Family { family, .. } => family.name,
        _ => "program",
    }
}

/// Files and manifests tell the same entrant.
fn check(entrant: &Entrant, catalogue: &Catalogue) {
    let written = entrant.to_toml();
    let again = catalogue.parse(&entrant.name, &written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.note, entrant.note);
    assert_eq!(again.to_toml(), written, "it is read as it was written");
    let record = entrant_record(entrant);
    let recalled = catalogue.recall(&record).expect("what was written is read");
    assert_eq!(entrant_record(&recalled), record, "manifests tell the same entrant");
    assert!(!entrant.summary().is_empty());
    if !entrant.is_process() {
        assert_eq!((&again.kind, &recalled.kind), (&entrant.kind, &entrant.kind));
        let _strategy = entrant.strategy(&BotHost::default());
    }
}
