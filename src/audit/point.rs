//! One point of an audit.

/// How a point was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditVerdict {
    /// As it should be.
    Passed,
    /// Not as it should be.
    Failed,
    /// Not examined, since an earlier point failed.
    Skipped,
    /// A measurement, neither good nor bad.
    Measured,
}

/// One point of an audit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditPoint {
    /// What was asked.
    pub question: &'static str,
    /// The answer.
    pub verdict: AuditVerdict,
    /// The evidence.
    pub evidence: String,
}

impl AuditPoint {
    pub(super) fn new(question: &'static str, verdict: AuditVerdict, evidence: impl Into<String>) -> AuditPoint {
        AuditPoint { question, verdict, evidence: evidence.into() }
    }
}
