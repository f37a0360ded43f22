//! Records: games in writing.

use karteneck::records::{Record, ReplayStep, replay};
use pyo3::prelude::*;

use crate::edition::{PyEdition, edition_or_default};
use crate::errors::error;
use crate::view::PyView;

/// Plays a record again: the view of the seat on turn before each move, and the move. Raises `RecordError` where it breaks a rule.
///
/// >>> game = Game(2, seed=42)
/// >>> while not game.is_over:
/// ...     game.play(game.moves()[0])
/// >>> view, move = replay(game.record())[0]
/// >>> view.seat, move == game.history[0]
/// (0, True)
#[pyfunction]
#[pyo3(signature = (line, *, edition = None))]
pub(crate) fn replay_record(line: &str, edition: Option<PyEdition>) -> PyResult<Vec<(PyView, String)>> {
    let record = Record::from_line(line.trim_end()).map_err(|why| error("RecordError", why))?;
    let mut steps = Vec::new();
    let played = replay(&record, &edition_or_default(edition), &mut |step| {
        if let ReplayStep::Move { before, record, .. } = step
            && let Some(mv) = record.to_move()
        {
            steps.push((PyView::new(&before.view(before.table().turn()), None), mv.to_string()));
        }
    });
    let again = played.map_err(|why| error("RecordError", why))?;
    if again.to_line() != record.to_line() {
        return Err(error("RecordError", "the record says something that did not come of its moves"));
    }
    Ok(steps)
}
