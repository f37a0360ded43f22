//! Races: candidates play the same blocks stage by stage, and whoever is clearly behind leaves, so that games are spent
//! where they decide.

use super::oracle::{Halt, Oracle, Purpose, Question};
use super::scores::{Estimate, Scores};
use crate::entrants::Entrant;
use crate::game::Players;
use crate::strategies::Value;

/// Standard errors by which a candidate must be behind the last one that counts, to leave.
const CLEARLY: f64 = 1.5;

/// Where questions are asked: keeps count of deals and games.
pub(super) struct Ledger<'a> {
    oracle: &'a mut dyn Oracle,
    /// Blocks used of each purpose.
    used: [u64; 5],
    /// Games used in all.
    pub(super) games: u64,
}

/// Against whom, and for what.
#[derive(Clone, Debug)]
pub(super) struct RaceTable {
    pub(super) purpose: Purpose,
    pub(super) players: Vec<Players>,
    pub(super) rivals: Vec<Entrant>,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(oracle: &'a mut dyn Oracle) -> Ledger<'a> {
        Ledger { oracle, used: [0; 5], games: 0 }
    }

    /// The scores of candidates on fresh deals. Candidates that are the same play once.
    pub(super) fn ask(&mut self, table: &RaceTable, candidates: &[Vec<Value>], blocks: u64) -> Result<Scores, Halt> {
        let mut distinct: Vec<Vec<Value>> = Vec::new();
        let mut places = Vec::new();
        for candidate in candidates {
            let place = distinct.iter().position(|known| known == candidate).unwrap_or(distinct.len());
            if place == distinct.len() {
                distinct.push(candidate.clone());
            }
            places.push(place);
        }
        let used = &mut self.used[table.purpose as usize];
        let question = Question {
            purpose: table.purpose,
            first: *used,
            blocks,
            players: table.players.clone(),
            candidates: distinct,
            rivals: table.rivals.clone(),
        };
        *used += blocks;
        let scores = self.oracle.ask(&question)?;
        let seats = scores.sizes.iter().map(|size| size.seats * size.blocks).sum::<u64>();
        self.games += seats * question.candidates.len() as u64;
        Ok(scores.only(&places))
    }
}

/// How a candidate fared in a race.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RaceEntry {
    pub(super) score: Estimate,
    /// The stage after which it left.
    stage: usize,
    /// Its place, the best 0; spectators have none that counts.
    pub(super) rank: usize,
}

/// The result of a race.
pub(super) struct RaceResult {
    /// By candidate.
    pub(super) ran: Vec<RaceEntry>,
    /// The lead of candidate 1 over candidate 0 in the first stage.
    pub(super) lead: Estimate,
}

/// Races candidates in stages of so many blocks. The first `spectators` of them play the first stage only and do not
/// compete. With `keep`, whoever is clearly behind the last of the best `keep` leaves after a stage.
pub(super) fn race(
    desk: &mut Ledger<'_>,
    table: &RaceTable,
    candidates: &[Vec<Value>],
    spectators: usize,
    keep: Option<usize>,
    stages: &[u64],
) -> Result<RaceResult, Halt> {
    let mut ran = vec![RaceEntry { score: Estimate::UNKNOWN, stage: 0, rank: 0 }; candidates.len()];
    let mut who: Vec<usize> = (0..candidates.len()).collect();
    let mut total: Option<Scores> = None;
    let mut lead = Estimate::UNKNOWN;
    for (stage, &blocks) in stages.iter().enumerate().filter(|(_, blocks)| **blocks > 0) {
        let entered: Vec<Vec<Value>> = who.iter().map(|&candidate| candidates[candidate].clone()).collect();
        let played = desk.ask(table, &entered, blocks)?;
        let scores = match total.take() {
            None => {
                lead = if candidates.len() > 1 { played.lead(1, 0) } else { lead };
                played
            }
            Some(mut before) => {
                before.merge(&played);
                before
            }
        };
        for (place, &candidate) in who.iter().enumerate() {
            ran[candidate] = RaceEntry { score: scores.score(place), stage, rank: 0 };
        }
        let staying = staying(&scores, &who, spectators, keep);
        total = Some(scores.only(&staying));
        who = staying.into_iter().map(|place| who[place]).collect();
        if who.len() < 2 {
            break;
        }
    }
    rank(&mut ran[spectators..]);
    Ok(RaceResult { ran, lead })
}

/// The places of those who stay in the race.
fn staying(scores: &Scores, who: &[usize], spectators: usize, keep: Option<usize>) -> Vec<usize> {
    let mut racing: Vec<usize> = (0..who.len()).filter(|&place| who[place] >= spectators).collect();
    if let Some(bar) = keep.and_then(|keep| bar(scores, &racing, keep)) {
        racing.retain(|&place| {
            let behind = scores.lead(bar, place);
            behind.mean <= CLEARLY * behind.error
        });
    }
    racing
}

/// The last of the best `keep`.
fn bar(scores: &Scores, racing: &[usize], keep: usize) -> Option<usize> {
    let mut order = racing.to_vec();
    order.sort_by(|&one, &other| scores.score(other).mean.total_cmp(&scores.score(one).mean));
    order.get(keep.max(1) - 1).copied()
}

/// Those who stayed longest first, and among them the highest scores; equals as they came.
fn rank(ran: &mut [RaceEntry]) {
    let mut order: Vec<usize> = (0..ran.len()).collect();
    order.sort_by(|&one, &other| {
        let (one, other) = (&ran[one], &ran[other]);
        other.stage.cmp(&one.stage).then(other.score.mean.total_cmp(&one.score.mean))
    });
    order.into_iter().enumerate().for_each(|(rank, place)| ran[place].rank = rank);
}
