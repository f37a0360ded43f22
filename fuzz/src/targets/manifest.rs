//! Manifests and their plans.

use karteneck::arena::{Plan, State};
use karteneck::entrants::Catalogue;
use karteneck::runs::Manifest;

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "\"round-robin\"",
    "\"gauntlet\"",
    "\"match\"",
    "\"sample\"",
    "\"challengers\"",
    "\"challenger\":",
    "\"lineups\":",
    "\"shard\":[1,2],",
    "\"ranges\":[[0,1]],",
    "\"partial\":{\"of\":3,\"parts\":[[1,1]]},",
    "\"until\"",
    "\"sprt\"",
    "\"blocks\"",
    "\"worms\":",
    "\"seal\":",
    "\"code\":",
    "\"limits\":{}",
    "\"folder\":\"\"",
    "\"family\":\"random\"",
    "null",
    "[]",
    "{}",
    "\"sealed:",
    "<fuzz>",
];

/// A manifest.
pub fn manifest(data: &[u8]) -> Trace {
    let (text, catalogue) = (text(data), Catalogue::shipped_only());
    let manifest = match Manifest::read(&text, &catalogue, None) {
        Ok(manifest) => manifest,
        Err(problem) => return Trace::refused(&problem),
    };
    let written = manifest.to_text();
    let again = Manifest::read(&written, &catalogue, None).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.to_text(), written, "it is read as it was written");
    assert_eq!(again.result, manifest.result);
    check_plan(&manifest.plan, &again.plan, &catalogue);
    Trace::understood(&format!("a manifest: {:?}", manifest.plan.pairing()))
}

fn check_plan(plan: &Plan, again: &Plan, catalogue: &Catalogue) {
    assert_eq!(plan.check(), Ok(()), "what was read keeps within the limits");
    assert_eq!(again.hash(), plan.hash(), "the same plan has the same hash");
    if plan.entrants().iter().all(|entrant| !entrant.is_process()) {
        assert_eq!(again, plan);
        assert_eq!(Plan::from_json(&plan.to_json(), catalogue, None).as_ref(), Ok(plan));
    }
    for table_index in plan.schedules().indices() {
        let (first, last) = plan.range(table_index);
        assert!(first <= last && plan.whole().range(table_index).1 >= last, "a part lies within the whole");
    }
    let line_ups: usize = plan.schedules().iter().map(|schedule| schedule.line_ups.len()).sum();
    if line_ups <= SMALL {
        assert_eq!(State::new(plan).check(plan), Ok(()), "a run can begin");
    }
}

/// Line-ups of a plan whose empty tally is quickly made.
const SMALL: usize = 100;
