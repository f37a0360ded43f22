//! The answer to a piece.

use std::ops::Range;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::PieceError;
use super::piece::PieceHead;
use super::sealed::{ANSWER, open, seal};
use super::span::{SpanFields, SpanSums};
use crate::arena::plan::Plan;

/// The body of an answer.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerBody {
    piece: PieceHead,
    /// How long it took, in seconds; no result depends on it.
    seconds: f64,
    spans: Vec<SpanFields>,
}

/// An answer whose head was read, and whose sums have not been looked at.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) head: PieceHead,
    pub(super) time: Duration,
    spans: Vec<SpanFields>,
}

impl Answer {
    /// Reads the bytes of an answer.
    pub(super) fn read(bytes: &[u8], fingerprint: &str) -> Result<Answer, PieceError> {
        let AnswerBody { piece, seconds, spans } = open(ANSWER, fingerprint, bytes)?;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Ok(Answer { head: piece, time, spans })
    }

    /// The sums of each span, if games of the plan can have them.
    pub(super) fn sums(self, plan: &Plan) -> Result<Vec<(Range<u64>, SpanSums)>, PieceError> {
        let Answer { head, spans, .. } = self;
        head.check(plan)?;
        let impossible = |problem: String| PieceError::Impossible { id: head.id, problem };
        if spans.len() != head.spans.len() {
            let (expected, got) = (head.spans.len(), spans.len());
            return Err(impossible(format!("expected {expected} spans of blocks, got {got}")));
        }
        let sums = |(blocks, fields): (Range<u64>, SpanFields)| {
            let sums = fields.sums(plan, head.table_index, blocks.clone()).map_err(impossible)?;
            Ok((blocks, sums))
        };
        head.ranges().zip(spans).map(sums).collect()
    }
}

/// The bytes of the answer to a piece.
pub(super) fn write_answer(head: PieceHead, fingerprint: &str, time: Duration, spans: Vec<SpanSums>) -> Vec<u8> {
    let spans = spans.into_iter().map(SpanFields::of).collect();
    seal(ANSWER, fingerprint, &AnswerBody { piece: head, seconds: time.as_secs_f64(), spans })
}
