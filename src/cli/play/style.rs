//! How the game is shown: colours, columns, and what the players are called.

use console::Term;

use crate::cli::paint::Paint;
use crate::game::Seat;
use crate::playing::distinct;
use crate::report::{pad, text_width};

/// Columns of a screen whose size is unknown.
const USUAL_WIDTH: usize = 80;
/// The minimum and maximum number of columns used.
const WIDTHS: (usize, usize) = (40, 110);

/// How the game is shown.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub(super) paint: Paint,
    /// Columns of the screen.
    pub(super) width: usize,
    /// The seat of the player.
    person: Seat,
    /// Who sits where, in full.
    full_names: Vec<String>,
    /// Who sits where, as far as there is room.
    names: Vec<String>,
}

impl Style {
    pub(super) fn new(paint: Paint, width: usize, names: &[String], person: Seat) -> Style {
        let mut style = Style { paint, width, person, full_names: names.to_vec(), names: Vec::new() };
        style.resize(width);
        style
    }

    /// For stdout.
    pub(super) fn stdout(names: &[String], person: Seat) -> Style {
        Style::new(Paint::stdout(), screen_width(), names, person)
    }

    /// Follows a window whose size was changed.
    pub(super) fn follow_window(&mut self) {
        let width = screen_width();
        if width != self.width {
            self.resize(width);
        }
    }

    fn resize(&mut self, width: usize) {
        let most = if width < 60 { 10 } else { 14 };
        (self.width, self.names) = (width, distinct(&self.full_names, self.person, most));
    }

    /// What a player is called.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    /// What a player is called when talking to the person.
    pub(super) fn who(&self, seat: Seat) -> &str {
        if seat == self.person { "you" } else { self.name(seat) }
    }

    /// The same for the index of a seat in a record.
    pub(super) fn who_at(&self, seat: usize) -> String {
        Seat::new(seat).map_or_else(String::new, |seat| self.who(seat).to_owned())
    }

    /// A name padded to the width of the widest.
    pub(super) fn padded_name(&self, seat: Seat) -> String {
        pad(self.name(seat), self.name_width())
    }

    /// The width of the widest name.
    pub(super) fn name_width(&self) -> usize {
        self.names.iter().map(|name| text_width(name)).max().unwrap_or(0)
    }
}

/// The columns to use on stdout.
fn screen_width() -> usize {
    let width = Term::stdout().size_checked().map_or(USUAL_WIDTH, |(_, width)| usize::from(width));
    width.clamp(WIDTHS.0, WIDTHS.1)
}
