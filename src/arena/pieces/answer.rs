//! The answer to a piece.

use std::ops::Range;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::PieceError;
use super::job::JobKind;
use super::piece::PieceHead;
use super::sealed::{ANSWER, open, seal};
use super::span::{SpanFields, SpanResult, SpanSums};
use super::task_list::TaskList;
use crate::arena::plan::Plan;

/// The body of an answer: sums of a run, or lines of a list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerBody {
    piece: PieceHead,
    /// How long it took, in seconds; no result depends on it.
    seconds: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spans: Vec<SpanFields>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<String>>,
}

/// An answer whose head was read, and whose results have not been looked at.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) head: PieceHead,
    pub(super) time: Duration,
    spans: Vec<SpanFields>,
    lines: Vec<Vec<String>>,
}

impl Answer {
    /// Reads the bytes of an answer.
    pub(super) fn read(bytes: &[u8], fingerprint: &str) -> Result<Answer, PieceError> {
        let AnswerBody { piece, seconds, spans, lines } = open(ANSWER, fingerprint, bytes)?;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Ok(Answer { head: piece, time, spans, lines })
    }

    /// The results of each span, if games of the job can have them.
    pub(super) fn results(self, job: &JobKind) -> Result<Vec<(Range<u64>, SpanResult)>, PieceError> {
        let (expected, id) = (self.head.spans.len(), self.head.id);
        let (got, others) = match job {
            JobKind::Run(_) => (self.spans.len(), self.lines.len()),
            JobKind::List(_) => (self.lines.len(), self.spans.len()),
        };
        if (got, others) != (expected, 0) {
            let problem = format!("expected {expected} spans, got {got}, and {others} of another kind");
            return Err(PieceError::Impossible { id, problem });
        }
        match job {
            JobKind::Run(plan) => self.sums(plan),
            JobKind::List(list) => self.lines(list),
        }
    }

    fn sums(self, plan: &Plan) -> Result<Vec<(Range<u64>, SpanResult)>, PieceError> {
        let Answer { head, spans, .. } = self;
        head.check(plan)?;
        let sums = |(blocks, fields): (Range<u64>, SpanFields)| {
            let sums = fields.sums(plan, head.table_index, blocks.clone());
            let sums = sums.map_err(|problem| PieceError::Impossible { id: head.id, problem })?;
            Ok((blocks, SpanResult::Sums(Box::new(sums))))
        };
        head.ranges().zip(spans).map(sums).collect()
    }

    fn lines(self, list: &TaskList) -> Result<Vec<(Range<u64>, SpanResult)>, PieceError> {
        let Answer { head, lines, .. } = self;
        head.check_list(list.tasks())?;
        let checked = |(tasks, lines): (Range<u64>, Vec<String>)| {
            list.check_lines(&tasks, &lines).map_err(|problem| PieceError::Impossible { id: head.id, problem })?;
            Ok((tasks, SpanResult::Lines(lines)))
        };
        head.ranges().zip(lines).map(checked).collect()
    }
}

/// The bytes of the answer to a piece of a run.
pub(super) fn write_sums(head: PieceHead, fingerprint: &str, time: Duration, spans: Vec<SpanSums>) -> Vec<u8> {
    let spans = spans.into_iter().map(SpanFields::of).collect();
    seal(ANSWER, fingerprint, &AnswerBody { piece: head, seconds: time.as_secs_f64(), spans, lines: Vec::new() })
}

/// The bytes of the answer to a piece of a list.
pub(super) fn write_lines(head: PieceHead, fingerprint: &str, time: Duration, lines: Vec<Vec<String>>) -> Vec<u8> {
    seal(ANSWER, fingerprint, &AnswerBody { piece: head, seconds: time.as_secs_f64(), spans: Vec::new(), lines })
}
