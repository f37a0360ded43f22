//! A piece: some spans of blocks of one table size, under a plan.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::error::PieceError;
use super::sealed::{LIST, PIECE, open, seal};
use crate::arena::index::{PerEntrant, TableIndex};
use crate::arena::plan::Plan;
use crate::arena::state::Disqualified;
use crate::entrants::Catalogue;
use crate::game::Seed;
use crate::records::hash;

/// The most line-ups of blocks in a piece: its answer has the wins of each.
pub(super) const MAX_TASKS: u64 = 1 << 18;

/// What identifies a piece; its answer repeats it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceHead {
    /// Its number among all pieces of an exchange.
    pub(super) id: u64,
    /// The hash of the plan.
    pub(super) plan: String,
    pub(super) table_index: TableIndex,
    /// The first block.
    pub(super) first: u64,
    /// The blocks of each span; between two spans something may be decided.
    pub(super) spans: Vec<u64>,
    /// From where on entrants are shut out.
    pub(super) disqualified: PerEntrant<Option<Disqualified>>,
}

impl PieceHead {
    /// The blocks of each span.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.spans.iter().scan(self.first, |next, blocks| {
            let start = *next;
            *next = start.saturating_add(*blocks);
            Some(start..*next)
        })
    }

    /// All blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.spans.iter().fold(0, |sum, &blocks| sum.saturating_add(blocks))
    }

    /// Whether it is a piece of a plan.
    pub(super) fn check(&self, plan: &Plan) -> Result<(), PieceError> {
        let refuse = |problem: &str| Err(PieceError::Plan(problem.to_owned()));
        let Some(schedule) = plan.schedules.get(self.table_index) else {
            return refuse("it has no such number of players");
        };
        let (first, last) = plan.range(self.table_index);
        let fits = self.first >= first && self.first.checked_add(self.blocks()).is_some_and(|end| end <= last);
        if !fits || self.spans.is_empty() || self.spans.contains(&0) {
            return refuse("it has no such blocks");
        }
        if self.blocks().saturating_mul(schedule.line_ups.len() as u64) > MAX_TASKS.max(schedule.line_ups.len() as u64)
        {
            return refuse("these are too many blocks for a piece");
        }
        if self.disqualified.len() != plan.entrants.len() {
            return refuse("it has another number of entrants");
        }
        Ok(())
    }
}

impl PieceHead {
    /// Whether it is a piece of a list with so many tasks.
    pub(super) fn check_list(&self, tasks: u64) -> Result<(), PieceError> {
        let fits = self.first.checked_add(self.blocks()).is_some_and(|end| end <= tasks);
        let is_plain = self.table_index == TableIndex::FIRST && self.disqualified.is_empty();
        if fits && is_plain && self.blocks() <= MAX_TASKS && !self.spans.is_empty() && !self.spans.contains(&0) {
            return Ok(());
        }
        Err(PieceError::Plan("it has no such tasks".to_owned()))
    }
}

/// The body of a piece.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceBody {
    piece: PieceHead,
    /// The plan, as in a manifest, or what a list says.
    run: String,
    /// The seed, if the plan has only its seal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// A plan, or the description of a list, as pieces carry it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlanText {
    /// That of the pieces.
    format: &'static str,
    pub(super) hash: String,
    pub(super) text: String,
    secret: Option<String>,
}

impl PlanText {
    pub(super) fn of(plan: &Plan) -> PlanText {
        let secret = plan.seed.is_sealed().then(|| plan.seed.seed().to_string());
        PlanText { format: PIECE, hash: plan.hash(), text: plan.to_json(), secret }
    }

    /// That of a list.
    pub(super) fn of_list(text: String, secret: Option<Seed>) -> PlanText {
        PlanText { format: LIST, hash: hash(text.as_bytes()), text, secret: secret.map(|seed| seed.to_string()) }
    }

    /// The seed, if the text has only its seal.
    pub(super) fn secret(&self) -> Result<Option<Seed>, PieceError> {
        let seed = |text: &String| text.parse().map_err(|_| PieceError::Plan("its seed is none".to_owned()));
        self.secret.as_ref().map(seed).transpose()
    }

    /// The plan, if it is the one that its hash says.
    pub(super) fn plan(&self, catalogue: &Catalogue) -> Result<Plan, PieceError> {
        let plan =
            Plan::from_json(&self.text, catalogue, self.secret()?).map_err(|why| PieceError::Plan(why.to_string()))?;
        if plan.hash() != self.hash {
            return Err(PieceError::Plan("its hash does not match".to_owned()));
        }
        Ok(plan)
    }

    /// The bytes of a piece of it.
    pub(super) fn piece(&self, head: &PieceHead, fingerprint: &str) -> Vec<u8> {
        let body = PieceBody { piece: head.clone(), run: self.text.clone(), secret: self.secret.clone() };
        seal(self.format, fingerprint, &body)
    }
}

/// Reads the bytes of a piece of a run, or of a list.
pub(super) fn read_piece(
    format: &'static str,
    bytes: &[u8],
    fingerprint: &str,
) -> Result<(PieceHead, PlanText), PieceError> {
    let PieceBody { piece, run, secret } = open(format, fingerprint, bytes)?;
    let text = PlanText { format, hash: piece.plan.clone(), text: run, secret };
    Ok((piece, text))
}
