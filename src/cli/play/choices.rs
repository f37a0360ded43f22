//! The list of choices, and what each of them does.

use super::style::Style;
use crate::game::View;
use crate::playing::describe_choice;
use crate::report::{align_left, hang, pad, text_width};

/// The most choices listed one below the other; more are listed in columns.
const FEW: usize = 5;

/// The numbered list: lays in columns, then passes.
pub(super) fn list(view: &View<'_>, look: &Style) -> String {
    let (mut lays, mut passes) = (Vec::new(), Vec::new());
    for (number, mv) in (1..).zip(view.choices().iter()) {
        let entry = (number, describe_choice(view, mv, &|seat| look.name(seat).to_owned()));
        if mv.cards().is_empty() { passes.push(entry) } else { lays.push(entry) }
    }
    columns(&lays, look) + &one_by_one(&passes, look)
}

/// Entries one below the other, broken where they must be.
fn one_by_one(entries: &[(usize, String)], look: &Style) -> String {
    entries.iter().map(|(number, text)| hang(&format!("{number:>4}  "), text, look.width)).collect()
}

/// Entries in as many columns as fit, read downwards.
fn columns(entries: &[(usize, String)], look: &Style) -> String {
    let widest = entries.iter().map(|(_, text)| text_width(text)).max().unwrap_or(0);
    // A number and two gaps.
    let fit = look.width.saturating_add(2) / (widest + 8);
    if entries.len() <= FEW || fit < 2 {
        return one_by_one(entries, look);
    }
    let rows = entries.len().div_ceil(fit);
    let cell = |(number, text): &(usize, String)| format!("{number:>4}  {}", pad(text, widest));
    let row = |row: usize| entries.iter().skip(row).step_by(rows).map(cell).collect();
    align_left(&(0..rows).map(row).collect::<Vec<_>>())
}
