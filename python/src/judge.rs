//! What moves are worth, and whether an entrant is legal and honest.

use karteneck::analysis::{Judge, JudgeOptions, MIN_WORLDS, MoveValues};
use karteneck::arena::Player;
use karteneck::audit::{AuditVerdict, Scope, audit_watched};
use karteneck::bots::BotHost;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::control::beside;
use crate::entrant::PyEntrant;
use crate::errors::{error, illegal, read_move};
use crate::view::PyView;
use crate::words::SeedWord;

/// A candidate: the move, the chance to win with its error and interval, the worms, the loss against the best with its error, and whether
/// it may be the best.
type CandidateRow = (String, f64, f64, f64, f64, f64, f64, f64, bool);

/// Judges every move worth considering, the best first.
#[pyfunction]
pub(crate) fn judge(
    py: Python<'_>,
    view: PyRef<'_, PyView>,
    policy: PyEntrant,
    worlds: u64,
    seed: u64,
    played: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<CandidateRow>> {
    if worlds < MIN_WORLDS {
        return Err(PyValueError::new_err(format!("{worlds} worlds: expected at least {MIN_WORLDS}")));
    }
    let played = played.map(read_move).transpose()?;
    let view = view.view().to_owned();
    if let Some(mv) = played {
        view.view().check(mv).map_err(|why| illegal(mv, why))?;
    }
    if view.view().table().is_over() || view.view().table().turn() != view.view().seat() {
        return Err(PyValueError::new_err("a view: expected that of the seat on turn"));
    }
    let judgement = beside(py, progress.as_ref(), |control| {
        control.set(0, worlds);
        let (stop, count) = (|| control.should_stop(), || control.add(1));
        let options = JudgeOptions { should_stop: &stop, on_world: &count };
        let judge = Judge { policy: &policy.0, worlds, seed };
        let judged = judge.judge_with(&options, &view.view(), played).map_err(|fault| error("BotFault", fault))?;
        judged.ok_or_else(|| PyKeyboardInterrupt::new_err("stopped"))
    })?;
    let contenders = judgement.contenders();
    let row = |index: usize| {
        let (chance, interval) = (judgement.chance(index), judgement.interval(index));
        let (worms, loss) = (judgement.expected_worms(index), judgement.loss(index));
        let may_be_best = contenders.contains(&index);
        let mv = judgement.moves[index].to_string();
        (mv, chance.mean, chance.error, interval.low, interval.high, worms.mean, loss.mean, loss.error, may_be_best)
    };
    Ok(judgement.ranking().into_iter().map(row).collect())
}

/// Examines an entrant: a question, a verdict and the evidence for each point.
#[pyfunction]
pub(crate) fn audit(
    py: Python<'_>,
    entrant: PyEntrant,
    games: u64,
    seed: SeedWord,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, String, String)>> {
    let scope = Scope { games, seed: seed.0, guessable: Vec::new() };
    let audit = beside(py, progress.as_ref(), |control| {
        let host = BotHost::default();
        let watch = |news: karteneck::audit::AuditProgress| control.set(news.games, news.of);
        Ok(audit_watched(&|| Player::new(&entrant.0, &host), &scope, || None, &watch))
    })?;
    let word = |verdict| match verdict {
        AuditVerdict::Passed => "passed",
        AuditVerdict::Failed => "failed",
        AuditVerdict::Skipped => "skipped",
        AuditVerdict::Measured => "measured",
    };
    let point = |point: karteneck::audit::AuditPoint| {
        (point.question.to_owned(), word(point.verdict).to_owned(), point.evidence)
    };
    Ok(audit.points.into_iter().map(point).collect())
}
