//! What seems best, from what the player may know.

use super::style::Style;
use super::texts;
use crate::analysis::MoveValues;
use crate::report::{hang, hint_table};

/// All moves with what they are worth, and whether one of them is the best.
pub(super) fn tell_hint(judgement: &dyn MoveValues, look: &Style) -> String {
    let verdict = look.paint.strong(&hang("", &verdict(judgement), look.width));
    hint_table(judgement).within(look.width) + &verdict + &texts::hint_note(look.width)
}

/// The most moves that a sentence names.
const NAMED: usize = 4;

/// Whether one move is the best.
fn verdict(judgement: &dyn MoveValues) -> String {
    // The numbers of the list of choices.
    let numbers: Vec<String> = judgement.contenders().iter().map(|index| (index + 1).to_string()).collect();
    let count = numbers.len();
    match numbers.split_last() {
        Some((best, [])) => format!("Best: number {best}."),
        _ if count == judgement.moves().len() => {
            "Too close to call: no move is certainly better than another.".to_owned()
        }
        Some((last, others)) if count <= NAMED => {
            format!("Too close to call between {} and {last}; the others are worse.", others.join(", "))
        }
        _ => format!("Too close to call between {count} moves; the others are worse."),
    }
}
