//! A position as the table of a page draws it, with nothing that the seat may not know.

use serde_json::{Value, json};

use crate::game::View;
use crate::report::position_frame;

/// The position that a seat sees; the cards of the others are question marks.
pub(super) fn frame(view: &View<'_>, words: &str) -> Value {
    let text = position_frame(view.table(), &|seat| (seat == view.seat()).then(|| view.hand()));
    let mut frame: Value = serde_json::from_str(&text).expect("a frame is JSON");
    frame["words"] = json!(words);
    // What is empty from the start is left out of frames, since nothing has changed.
    if frame["grill"].is_null() {
        frame["grill"] = json!([]);
    }
    frame
}
