//! The commands that play a run again.

use crate::arena::{Goal, Pairing, Part, PerEntrant, Plan};
use crate::entrants::Catalogue;
use crate::game::Edition;
use crate::records::words::quoted;

/// The commands, the most reliable first: from the manifest, and if possible, without it.
pub(super) fn reproduce(plan: &Plan, path: &str) -> Vec<String> {
    let command = plan.command();
    let again = format!("karteneck {command} --from {}", quoted(path));
    let check = format!("karteneck verify {}", quoted(path));
    [Some(again), Some(check), in_words(plan, command)].into_iter().flatten().collect()
}

/// A command that needs no file: only if the name of every entrant describes it completely.
fn in_words(plan: &Plan, command: &str) -> Option<String> {
    let catalogue = Catalogue::shipped_only();
    let specs: Option<Vec<String>> = plan.entrants.iter().map(|entrant| catalogue.spec_of(entrant)).collect();
    let specs: PerEntrant<String> = specs?.into_iter().map(|spec| quoted(&spec)).collect();
    let Goal::Blocks(blocks) = &plan.goal else { return None };
    let same = blocks.iter().all(|count| *count == blocks[0]);
    let is_expressible =
        matches!(plan.part, Part::Whole | Part::Shard(_)) && !matches!(plan.pairing, Pairing::Challengers(_));
    if !same || !is_expressible || plan.edition != Edition::default() || plan.seed.is_sealed() {
        return None;
    }
    let mut words = vec!["karteneck".to_owned(), command.to_owned()];
    let challenger = if let Pairing::Gauntlet(entrant) = plan.pairing { Some(entrant) } else { None };
    let others = specs.entries().filter(|(number, _)| Some(*number) != challenger);
    words.extend(others.map(|(_, spec)| spec.clone()));
    words.extend(challenger.map(|number| format!("--challenger {}", specs[number])));
    words.extend(if let Pairing::Sample(count) = plan.pairing { Some(format!("--lineups {count}")) } else { None });
    let players: Vec<String> = plan.schedules.iter().map(|schedule| schedule.players.to_string()).collect();
    words.push(format!("--players {} --blocks {} --seed {}", players.join(","), blocks[0], plan.seed.name()));
    words.extend((plan.first_deal > 0).then(|| format!("--first-deal {}", plan.first_deal)));
    words.extend((plan.keep_every > 0).then(|| format!("--record {}", plan.keep_every)));
    words.extend(plan.keep_blocks.then(|| "--blocks-csv".to_owned()));
    words.extend(plan.shard().map(|shard| format!("--shard {}/{}", shard.index(), shard.count())));
    Some(words.join(" "))
}
