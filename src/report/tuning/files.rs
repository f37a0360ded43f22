//! The files of a tuning's results.

use super::convergence::convergence_picture;
use super::effects::effects_picture;
use super::entrant::tuned_entrant;
use super::sheets::{history_csv, sensitivity_csv, transfer_csv};
use crate::runs::{CONVERGENCE_PICTURE, HISTORY, SENSITIVITY, SENSITIVITY_PICTURE, TRANSFER, TUNED};
use crate::strategies::Value;
use crate::tuning::{Findings, History, TuningPlan};

/// A file: its name and its bytes.
pub type NamedFile = (&'static str, Vec<u8>);

/// The files of what has been tried, and of the result once there is one.
pub fn history_files(plan: &TuningPlan, history: &History, result: Option<&[Value]>) -> Vec<NamedFile> {
    let picture = convergence_picture(plan, history, result);
    vec![(HISTORY, history_csv(plan, history)), (CONVERGENCE_PICTURE, picture.into_bytes())]
}

/// The files of a confirmed result; `command` repeats the tuning.
pub fn result_files(plan: &TuningPlan, findings: &Findings, command: &str) -> Vec<NamedFile> {
    let mut files = history_files(plan, &findings.history, Some(&findings.result));
    files.push((TUNED, tuned_entrant(plan, findings, command).into_bytes()));
    files
}

/// The files of the comparisons of a result, if there are any.
pub fn comparison_files(plan: &TuningPlan, findings: &Findings) -> Vec<NamedFile> {
    let mut files = Vec::new();
    if !findings.transfer.is_empty() {
        files.push((TRANSFER, transfer_csv(&findings.transfer)));
    }
    if !findings.effects.is_empty() {
        files.push((SENSITIVITY, sensitivity_csv(plan, &findings.effects)));
        let picture = effects_picture(plan, &findings.result, &findings.effects);
        files.push((SENSITIVITY_PICTURE, picture.into_bytes()));
    }
    files
}
