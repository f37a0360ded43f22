//! Races: candidates play the same blocks stage by stage, and those clearly behind drop out, so that games are spent where
//! they matter.

use super::oracle::{Halt, Oracle, Purpose, Question};
use super::scores::{Estimate, Scores};
use crate::entrants::Entrant;
use crate::game::Players;
use crate::strategies::Value;

/// Standard errors by which a candidate must be behind the last one that counts to drop out.
const CLEARLY: f64 = 1.5;

/// Asks questions and keeps count of deals and games.
pub(super) struct Ledger<'a> {
    oracle: &'a mut dyn Oracle,
    /// Blocks used for each purpose.
    used: [u64; 5],
    /// Games used in all.
    pub(super) games: u64,
}

/// The rivals, and the purpose.
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

    /// The scores of candidates on fresh deals. Equal candidates play once.
    pub(super) fn ask(&mut self, table: &RaceTable, candidates: &[Vec<Value>], blocks: u64) -> Result<Scores, Halt> {
        let mut distinct: Vec<Vec<Value>> = Vec::new();
        let mut indices = Vec::new();
        for candidate in candidates {
            let index = distinct.iter().position(|known| known == candidate).unwrap_or(distinct.len());
            if index == distinct.len() {
                distinct.push(candidate.clone());
            }
            indices.push(index);
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
        Ok(scores.only(&indices))
    }
}

/// How a candidate fared in a race.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RaceEntry {
    pub(super) score: Estimate,
    /// The stage after which it dropped out.
    stage: usize,
    /// Its rank, the best 0; meaningless for spectators.
    pub(super) rank: usize,
}

/// The result of a race.
pub(super) struct RaceResult {
    /// By candidate.
    pub(super) ran: Vec<RaceEntry>,
    /// The lead of candidate 1 over candidate 0 in the first stage.
    pub(super) lead: Estimate,
}

/// Races candidates in stages of these numbers of blocks. The first `spectators` of them play only the first stage and do
/// not compete. With `keep`, those clearly behind the last of the best `keep` drop out after each stage.
pub(super) fn race(
    ledger: &mut Ledger<'_>,
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
        let played = ledger.ask(table, &entered, blocks)?;
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
        for (index, &candidate) in who.iter().enumerate() {
            ran[candidate] = RaceEntry { score: scores.score(index), stage, rank: 0 };
        }
        let staying = staying(&scores, &who, spectators, keep);
        total = Some(scores.only(&staying));
        who = staying.into_iter().map(|index| who[index]).collect();
        if who.len() < 2 {
            break;
        }
    }
    rank(&mut ran[spectators..]);
    Ok(RaceResult { ran, lead })
}

/// The indices of the candidates that stay in the race.
fn staying(scores: &Scores, who: &[usize], spectators: usize, keep: Option<usize>) -> Vec<usize> {
    let mut racing: Vec<usize> = (0..who.len()).filter(|&index| who[index] >= spectators).collect();
    if let Some(bar) = keep.and_then(|keep| bar(scores, &racing, keep)) {
        racing.retain(|&index| {
            let behind = scores.lead(bar, index);
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

/// Ranks the candidates that stayed longest first, and among them by score; ties keep their order.
fn rank(ran: &mut [RaceEntry]) {
    let mut order: Vec<usize> = (0..ran.len()).collect();
    order.sort_by(|&one, &other| {
        let (one, other) = (&ran[one], &ran[other]);
        other.stage.cmp(&one.stage).then(other.score.mean.total_cmp(&one.score.mean))
    });
    order.into_iter().enumerate().for_each(|(rank, index)| ran[index].rank = rank);
}
