//! Plays pieces.

use std::ops::Range;
use std::time::Instant;

use super::answer::write_sums;
use super::error::PieceError;
use super::piece::{PieceHead, PlanText, read_piece};
use super::sealed::PIECE;
use super::span::SpanSums;
use crate::arena::address::BlockAddress;
use crate::arena::block::Worker;
use crate::arena::chair_wins::ChairWins;
use crate::arena::plan::Plan;
use crate::arena::state::shut_out;
use crate::arena::tally::{BlockSums, OpenTally};
use crate::bots::BotHost;
use crate::entrants::Catalogue;

/// Plays one piece after the other, and keeps its players as long as the plan stays the same.
pub struct PieceWorker {
    fingerprint: String,
    catalogue: Catalogue,
    host: BotHost,
    seated: Option<Seated>,
}

/// The players of a plan.
struct Seated {
    text: PlanText,
    plan: Plan,
    worker: Worker,
    sums: BlockSums,
}

impl PieceWorker {
    /// A worker of a program with this fingerprint. The catalogue knows the families that plans may name; the host runs programs.
    pub fn new(fingerprint: impl Into<String>, catalogue: Catalogue, host: BotHost) -> PieceWorker {
        PieceWorker { fingerprint: fingerprint.into(), catalogue, host, seated: None }
    }

    /// Plays a piece, given as bytes, and returns the bytes of its answer.
    ///
    /// # Errors
    /// If it is none, was made by a program that plays differently, cannot be played here, or if `should_stop` returned true.
    pub fn play(&mut self, piece: &[u8], should_stop: &dyn Fn() -> bool) -> Result<Vec<u8>, PieceError> {
        let clock = Instant::now();
        let (head, text) = read_piece(PIECE, piece, &self.fingerprint)?;
        let seated = match self.seated.take().filter(|seated| seated.text == text) {
            Some(seated) => seated,
            None => self.seat(text)?,
        };
        let seated = self.seated.insert(seated);
        head.check(&seated.plan)?;
        let played: Option<Vec<SpanSums>> =
            head.ranges().map(|blocks| seated.play(&head, blocks, should_stop)).collect();
        let Some(spans) = played else {
            // The players are in the middle of a game that does not go on.
            self.seated = None;
            return Err(PieceError::Stopped);
        };
        Ok(write_sums(head, &self.fingerprint, clock.elapsed(), spans))
    }

    fn seat(&self, text: PlanText) -> Result<Seated, PieceError> {
        let plan = text.plan(&self.catalogue)?;
        let worker = Worker::new(&plan, &self.host);
        Ok(Seated { text, plan, worker, sums: BlockSums::default() })
    }
}

impl Seated {
    /// Plays a span; nothing if it is stopped partway.
    fn play(&mut self, head: &PieceHead, blocks: Range<u64>, should_stop: &dyn Fn() -> bool) -> Option<SpanSums> {
        let Seated { plan, worker, sums, .. } = self;
        let table_index = head.table_index;
        let schedule = &plan.schedules[table_index];
        let players = schedule.players.count();
        let mut tally = OpenTally::new(schedule, plan.entrants.len());
        let (mut wins, mut records, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        let mut tables = Vec::with_capacity(schedule.line_ups.len());
        for block in blocks {
            let out = shut_out(&head.disqualified, table_index, block);
            for line_up in schedule.line_ups.indices() {
                let at = BlockAddress { table_index, line_up, block };
                tables.push(worker.play(plan, at, &out, &mut tally, should_stop)?);
            }
            let scores = tables.iter().map(|played| (&played.score, played.digest));
            tally.tally.blocks.add(schedule, block, scores, sums);
            for played in tables.drain(..) {
                wins.push(ChairWins::new(played.score.wins, players));
                records.extend(played.lines);
                faults.extend(played.faults);
            }
        }
        Some(SpanSums { tally: tally.close(), wins, records, faults })
    }
}
