//! Faults: scored last, counted, and penalized at a fixed position; and parts with faults add up.

use serde_json::Value as Json;

use super::broken::{Broken, holds, same};
use super::lab::{plan, play, through_json, trouble};
use crate::arena::{Disqualified, EntrantIndex, Goal, Pairing, Part, Plan, State, TableIndex};
use crate::entrants::Entrant;
use crate::game::{Move, Stream, View};
use crate::records::Record;
use crate::strategies::{Family, Fault, FaultKind, Strategy};

/// A family that fails occasionally, at random.
static STUMBLER: Family = Family {
    name: "stumbler",
    summary: "fails occasionally",
    about: "Only for this check. Weakness: it fails.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Stumbler),
};

struct Stumbler;

impl Strategy for Stumbler {
    /// Lays as many worms as it can, or else cards of the highest number; with a worm it passes. Enough to beat a passer.
    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        if chance.below(150) == 0 {
            return Err(Fault::new(FaultKind::Crash, "stumbled"));
        }
        let has_worm = view.table().display(view.seat()).has_worm();
        let lay = view.choices().iter().filter(|mv| !matches!(mv, Move::Pass | Move::Steal)).last();
        Ok(lay.filter(|_| !has_worm).unwrap_or(Move::Pass))
    }
}

/// A game with its faults, read from the record.
struct Judged {
    block: u64,
    /// The entrant on each seat.
    entrants: Vec<EntrantIndex>,
    /// The place of each seat, including faults.
    places: Vec<usize>,
    /// Entrant, and whether it was disqualified before the game.
    faults: Vec<(EntrantIndex, bool)>,
}

impl Judged {
    /// The place of an entrant.
    fn place(&self, entrant: EntrantIndex) -> usize {
        self.entrants.iter().position(|&other| other == entrant).map_or(0, |seat| self.places[seat])
    }

    /// Whether an entrant failed, and if so whether it was already disqualified.
    fn fault(&self, entrant: EntrantIndex) -> Option<bool> {
        self.faults.iter().find(|fault| fault.0 == entrant).map(|fault| fault.1)
    }
}

/// The two that stumble.
const FIRST: EntrantIndex = EntrantIndex::FIRST;
const SECOND: EntrantIndex = EntrantIndex::new(1);

/// Blocks of the run.
const BLOCKS: u64 = 70;

/// Faults of an entrant before a block, not counting those of the disqualified.
fn faults_before(games: &[Judged], entrant: EntrantIndex, block: u64) -> u64 {
    games.iter().filter(|game| game.block < block && game.fault(entrant) == Some(false)).count() as u64
}

/// What occurred in the runs of this check.
#[derive(Default)]
struct FaultMet {
    games: usize,
    faults: u64,
    shared_places: usize,
    /// Disqualified with exactly three faults: a limit of one more or one less would show.
    out_with_three: usize,
    faults_in_parts: u64,
}

/// Faults are scored last, counted once, and three of them disqualify from the next fixed position. Two disqualified
/// entrants share the last place, which hardly ever happens by the rules alone.
pub(super) fn judged() -> Result<String, Broken> {
    let mut met = FaultMet::default();
    for run in 0..5 {
        judge_run(run, &mut met).map_err(|broken| broken.within(&format!("run {run}")))?;
    }
    let FaultMet { games, faults, shared_places, out_with_three, faults_in_parts } = met;
    let enough = shared_places > 20 && out_with_three > 0 && faults_in_parts > 0;
    let found = || format!("{shared_places}, {out_with_three} and {faults_in_parts}");
    holds(enough, || "shared places, disqualified seats, faults in parts".to_owned(), "some of each", found)?;
    Ok(format!("{games} games, {faults} faults, {faults_in_parts} of them in parts, {shared_places} shared places"))
}

fn judge_run(run: u64, met: &mut FaultMet) -> Result<(), Broken> {
    let mut plan = plan(&["first", "random", "passer"], &[3], Pairing::Fixed, (0, BLOCKS))?;
    plan.first_deal = 1000 * run;
    for entrant in [FIRST, SECOND] {
        plan.entrants[entrant] = Entrant { name: format!("stumbler {entrant}"), ..Entrant::of_family(&STUMBLER) };
    }
    let ran = play(&plan, 2)?;
    let games: Vec<Judged> = ran.records.iter().map(|line| judge(&plan, line)).collect::<Result<_, _>>()?;
    for entrant in plan.entrants.indices() {
        let place = format!("faults of {}", plan.entrants[entrant].name);
        counted(&ran.state, &games, entrant).map_err(|broken| broken.within(&place))?;
        let out = ran.state.disqualified[entrant];
        met.out_with_three += usize::from(out.is_some_and(|from| faults_before(&games, entrant, from.block) == 3));
    }
    let faults: u64 = ran.state.faults.iter().sum();
    same(|| "faults noted".to_owned(), &(faults as usize), &ran.state.incidents.len())?;
    let shared = games.iter().filter(|game| game.place(FIRST) == game.place(SECOND)).count();
    met.games += games.len();
    met.faults += faults;
    met.shared_places += shared;
    met.faults_in_parts += parts_with_faults(&plan, &games)?;
    Ok(())
}

/// Compares what a state says about an entrant with the judged games.
fn counted(state: &State, games: &[Judged], entrant: EntrantIndex) -> Result<(), Broken> {
    let (blocks, tally) =
        (&state.sizes[TableIndex::FIRST].tally.blocks, &state.sizes[TableIndex::FIRST].tally.entrants[entrant]);
    let count = |of: &dyn Fn(&Judged) -> bool| games.iter().filter(|game| of(game)).count() as u64;
    same(|| "games with one".to_owned(), &count(&|game| game.fault(entrant).is_some()), &tally.faults)?;
    same(|| "in all".to_owned(), &faults_before(games, entrant, BLOCKS), &state.faults[entrant])?;
    same(|| "wins".to_owned(), &count(&|game| game.place(entrant) == 1), &tally.wins)?;
    for place in 1..=3 {
        same(|| format!("place {place}"), &count(&|game| game.place(entrant) == place), &tally.places[place - 1])?;
    }
    for other in state.faults.indices().filter(|&other| other != entrant) {
        let ahead = count(&|game| game.place(entrant) < game.place(other)) as i64;
        same(|| format!("ahead of entrant {other}"), &ahead, &blocks.ahead[entrant][other].sum)?;
    }
    // Three faults disqualify at the next of the positions 1, 2, 4 … 64.
    let position = (0..7).map(|power| 1 << power).find(|&position| faults_before(games, entrant, position) >= 3);
    same(
        || "disqualified".to_owned(),
        &position.map(|block| Disqualified { table_index: TableIndex::FIRST, block }),
        &state.disqualified[entrant],
    )?;
    for game in games {
        let is_out = position.is_some_and(|position| game.block >= position);
        same(|| format!("disqualified in block {}", game.block), &is_out, &(game.fault(entrant) == Some(true)))?;
    }
    Ok(())
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
    if let Some(score) = record.extra.get("score") {
        let winner = places.iter().position(|&place| place == 1).unwrap_or(0);
        let expected = serde_json::json!({ "places": places, "winner": winner });
        same(|| "the score of a game with faults".to_owned(), &expected, score)?;
    }
    let entrant = |name: &String| plan.entrants.position(|entrant| entrant.name == *name).unwrap_or_default();
    let entrants: Vec<EntrantIndex> = record.strategies.iter().map(entrant).collect();
    let faults = faults.into_iter().map(|(seat, _, is_out)| (entrants[seat], is_out)).collect();
    Ok(Judged { block: record.game.wrapping_sub(plan.first_deal), entrants, places, faults })
}

/// Checks that two parts with the first faults add up to the whole; returns the number of faults.
fn parts_with_faults(plan: &Plan, games: &[Judged]) -> Result<u64, Broken> {
    let until = |block| faults_before(games, FIRST, block) + faults_before(games, SECOND, block);
    let end = (1..BLOCKS).find(|&block| until(block) > 0).unwrap_or(1);
    let faults = until(end);
    if [FIRST, SECOND].into_iter().any(|entrant| faults_before(games, entrant, end) >= 3) {
        // Parts with a disqualified entrant are not merged.
        return Ok(0);
    }
    let of = |from, to| Plan { goal: Goal::Blocks(vec![to]), part: Part::Ranges(vec![(from, to)]), ..plan.clone() };
    let whole_plan = of(0, end);
    let mut joined = State::new(&whole_plan);
    for part in [of(0, end - 1), of(end - 1, end)] {
        joined.merge(&through_json(&play(&part, 2)?.state)?, &whole_plan);
    }
    same(|| "parts with faults".to_owned(), &play(&whole_plan, 2)?.state, &joined)?;
    Ok(faults)
}
