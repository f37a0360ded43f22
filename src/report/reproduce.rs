//! The commands that play a run again.

use crate::entrants::{Catalogue, entrant_record};
use crate::records::words::quoted;
use crate::runs::{GoalRecord, PlanRecord};

/// The commands, the surest first: from the manifest, and if it can be said in words, without it.
pub(super) fn reproduce(plan: &PlanRecord, path: &str) -> Vec<String> {
    let command = plan.command();
    let again = format!("karteneck {command} --from {}", quoted(path));
    let check = format!("karteneck verify {}", quoted(path));
    [Some(again), Some(check), in_words(plan, command)].into_iter().flatten().collect()
}

/// A command that needs no file: only if every entrant is a shipped one or says its own parameters.
fn in_words(plan: &PlanRecord, command: &str) -> Option<String> {
    let catalogue = Catalogue::shipped_only();
    let known = plan.entrants.iter().all(|record| {
        record.command.is_none()
            && catalogue.find(&record.name).is_ok_and(|entrant| entrant_record(&entrant) == *record)
    });
    let GoalRecord::Blocks(blocks) = &plan.goal else { return None };
    let same = blocks.iter().all(|count| *count == blocks[0]);
    if !known || !same || plan.worms.is_some() || plan.seed.seed().is_none() {
        return None;
    }
    let mut words = vec!["karteneck".to_owned(), command.to_owned()];
    let challenger = plan.challenger;
    let others = plan.entrants.iter().enumerate().filter(|(number, _)| Some(*number) != challenger);
    words.extend(others.map(|(_, entrant)| quoted(&entrant.name)));
    words.extend(challenger.map(|number| format!("--challenger {}", quoted(&plan.entrants[number].name))));
    let players: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
    words.push(format!("--players {} --blocks {} --seed {}", players.join(","), blocks[0], plan.seed));
    words.extend((plan.first_deal > 0).then(|| format!("--first-deal {}", plan.first_deal)));
    words.extend((plan.record_every > 0).then(|| format!("--record {}", plan.record_every)));
    words.extend(plan.blocks_csv.then(|| "--blocks-csv".to_owned()));
    words.extend(plan.shard.map(|[part, parts]| format!("--shard {part}/{parts}")));
    Some(words.join(" "))
}
