//! The width of the screen that data goes to.

use console::Term;

/// The columns of the terminal on stdout; without one there is no limit, since a file or another program has no width.
pub(super) fn columns() -> usize {
    let term = Term::stdout();
    if !term.is_term() {
        return usize::MAX;
    }
    term.size_checked().map_or(USUAL, |(_, columns)| usize::from(columns).max(LEAST))
}

/// The columns of a terminal that does not say how many it has.
const USUAL: usize = 80;
/// The least that anything is made for.
const LEAST: usize = 40;
