//! What decisions cost: time and memory.

use std::time::Duration;

use super::point::{AuditPoint, AuditVerdict};
use super::trial::Trace;

/// The costs of all decisions of a veteran.
pub(super) struct Costs {
    /// Ascending.
    times: Vec<Duration>,
    /// `None` if they were not counted.
    allocations: Option<u64>,
}

impl Costs {
    pub(super) fn of(traces: &[Option<Trace>]) -> Costs {
        let decisions = || traces.iter().flatten().flat_map(|trace| &trace.decisions);
        let mut times: Vec<Duration> = decisions().map(|decision| decision.time).collect();
        times.sort_unstable();
        Costs { times, allocations: decisions().map(|decision| decision.allocations).sum() }
    }

    pub(super) fn points(&self) -> [AuditPoint; 2] {
        let quantile = |share: f64| {
            let index = (self.times.len() as f64 * share) as usize;
            self.times.get(index.min(self.times.len().saturating_sub(1))).copied().unwrap_or_default()
        };
        let (median, late, longest) = (quantile(0.5), quantile(0.99), quantile(1.0));
        let time = format!("median {median:.1?}, 99 % within {late:.1?}, longest {longest:.1?}");
        let allocations = match self.allocations {
            None => "not counted here".to_owned(),
            Some(count) => format!("{:.2} per decision in this process", count as f64 / self.times.len().max(1) as f64),
        };
        [
            AuditPoint::new("time", AuditVerdict::Measured, time),
            AuditPoint::new("allocations", AuditVerdict::Measured, allocations),
        ]
    }
}
