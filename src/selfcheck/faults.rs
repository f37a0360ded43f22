//! Faults: scored last, counted, and punished at a fixed position; and parts with faults add up.

use serde_json::Value as Json;

use super::broken::{Broken, holds, same};
use super::lab::{plan, play, through_json, trouble};
use crate::arena::{Goal, Pairing, Plan, State};
use crate::game::{Move, Stream, View};
use crate::records::Record;
use crate::entrants::Entrant;
use crate::strategies::{Family, Fault, FaultKind, Strategy};

/// A family that fails now and then, as its luck wills.
static STUMBLER: Family = Family {
    name: "stumbler",
    summary: "fails now and then",
    about: "For this check only. Weakness: it fails.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Stumbler),
};

struct Stumbler;

impl Strategy for Stumbler {
    fn decide(&mut self, _view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        if chance.below(150) == 0 { Err(Fault::new(FaultKind::Crash, "stumbled")) } else { Ok(Move::Pass) }
    }
}

/// A game with its faults, read from the record.
struct Judged {
    block: u64,
    /// Seat, move, and whether it was shut out before the game.
    faults: Vec<(usize, u64, bool)>,
    /// Where the one that stumbles sits.
    stumbler: usize,
    winner: usize,
}

/// Faults are scored last, counted once, and three of them disqualify from the next fixed position on.
pub(super) fn judged() -> Result<String, Broken> {
    let mut plan = plan(&["passer", "greedy", "random"], &[3], Pairing::Fixed, (0, 70))?;
    plan.entrants[0] = Entrant::of_family(&STUMBLER);
    let ran = play(&plan, 2)?;
    let games: Vec<Judged> = ran.records.iter().map(|line| judge(&plan, line)).collect::<Result<_, _>>()?;
    let real = |game: &Judged| game.faults.iter().filter(|fault| !fault.2).count() as u64;
    let until = |block: u64| games.iter().filter(|game| game.block < block).map(real).sum::<u64>();
    let (state, tally) = (&ran.state, &ran.state.sizes[0].tally.entrants[0]);
    let all: usize = games.iter().map(|game| game.faults.len()).sum();
    same(|| "games with a fault".to_owned(), &(all as u64), &tally.faults)?;
    same(|| "faults".to_owned(), &vec![until(70), 0, 0], &state.faults)?;
    same(|| "faults noted".to_owned(), &(until(70) as usize), &state.incidents.len())?;
    let won = games.iter().filter(|game| game.winner == game.stumbler).count() as u64;
    same(|| "wins of the one that fails".to_owned(), &won, &tally.wins)?;
    // Three faults disqualify at the next of the positions 1, 2, 4 … 64.
    let position = (0..7).map(|power| 1 << power).find(|&position| until(position) >= 3);
    same(|| "the disqualification".to_owned(), &position.map(|position| (0, position)), &state.disqualified[0])?;
    for game in &games {
        let is_out = position.is_some_and(|position| game.block >= position);
        let was_out = game.faults.iter().any(|fault| fault.2);
        same(|| format!("shut out in block {}", game.block), &is_out, &was_out)?;
    }
    holds(position.is_some(), || "faults of the one that fails".to_owned(), "three", || until(70).to_string())?;
    let joined = parts_with_faults(&plan, &until)?;
    Ok(format!("{} games, out after {} faults; {joined} faults in parts", games.len(), until(70)))
}

/// Reads a record and judges it with plain code: faults behind all others, the first one last.
fn judge(plan: &Plan, line: &str) -> Result<Judged, Broken> {
    let record = Record::from_line(line).map_err(|error| trouble("a record with faults", error))?;
    let fault = |json: &Json| {
        let number = |key: &str| json[key].as_u64().unwrap_or(u64::MAX);
        (number("seat") as usize, number("move"), json["kind"] == FaultKind::Disqualified.word())
    };
    let list = record.extra.get("faults").and_then(Json::as_array);
    let faults: Vec<_> = list.map_or_else(Vec::new, |faults| faults.iter().map(fault).collect());
    let merit = |seat: usize| match faults.iter().find(|fault| fault.0 == seat) {
        None => (1, -i64::from(record.result.places[seat])),
        Some(fault) => (0, fault.1 as i64),
    };
    let place = |seat: usize| 1 + (0..record.players).filter(|&other| merit(other) > merit(seat)).count();
    let places: Vec<usize> = (0..record.players).map(place).collect();
    let winner = places.iter().position(|&place| place == 1).unwrap_or(0);
    if let Some(score) = record.extra.get("score") {
        same(
            || "the score of a game with faults".to_owned(),
            &serde_json::json!({ "places": places, "winner": winner }),
            score,
        )?;
    }
    let stumbler = record.strategies.iter().position(|name| *name == plan.entrants[0].name).unwrap_or(0);
    Ok(Judged { block: record.game.wrapping_sub(plan.first_deal), faults, stumbler, winner })
}

/// Two parts with one or two faults between them add up to the whole; says how many there were.
fn parts_with_faults(plan: &Plan, until: &impl Fn(u64) -> u64) -> Result<u64, Broken> {
    let end = (1..70).find(|&block| until(block) > 0).unwrap_or(1);
    let faults = until(end);
    holds(
        (1..3).contains(&faults),
        || "faults of the first block with one".to_owned(),
        "1 or 2",
        || faults.to_string(),
    )?;
    let of = |from, to| Plan { goal: Goal::Blocks(vec![(from, to)]), ..plan.clone() };
    let whole_plan = of(0, end + 1);
    let mut joined = State::new(&whole_plan);
    for part in [of(0, end), of(end, end + 1)] {
        joined.merge(&through_json(&play(&part, 2)?.state)?);
    }
    let whole = play(&whole_plan, 2)?.state;
    if until(end + 1) < 3 {
        same(|| "parts with faults".to_owned(), &whole, &joined)?;
    }
    Ok(faults)
}
