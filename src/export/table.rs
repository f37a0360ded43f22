//! A table under construction: its heading, and the rows of a game.

use super::column::{ExportColumn, Find, known};
use super::flat_game::{FlatGame, Step};
use super::{decisions, games, moves};
use crate::game::{Portion, Seat};
use crate::tables::{Cell, CsvTable};

/// A table with its columns. The columns are described in `docs/EXPORT.md`.
#[derive(Clone, Debug)]
pub struct ExportTable {
    columns: Vec<ExportColumn>,
    rows: Rows,
}

/// What a row is about.
#[derive(Clone, Copy, Debug)]
enum Rows {
    Seats,
    Moves,
}

impl ExportTable {
    /// A row for each game and seat.
    pub fn games() -> ExportTable {
        ExportTable { columns: games::columns(), rows: Rows::Seats }
    }

    /// A row for each move, optionally with what it was worth.
    pub fn moves(with_chances: bool) -> ExportTable {
        ExportTable { columns: moves::columns(with_chances), rows: Rows::Moves }
    }

    /// A row for each decision, with the columns of this many seats, optionally with what it was worth.
    pub fn decisions(seats: usize, with_chances: bool) -> ExportTable {
        ExportTable { columns: decisions::columns(seats, with_chances), rows: Rows::Moves }
    }

    /// Its columns.
    pub fn columns(&self) -> &[ExportColumn] {
        &self.columns
    }

    /// The first line of the file.
    pub fn header(&self) -> Vec<u8> {
        CsvTable::new(self.columns.iter().map(|column| column.name.as_str())).finish()
    }

    /// How many rows a game has.
    pub fn count(&self, game: &FlatGame) -> usize {
        match self.rows {
            Rows::Seats => game.players().count(),
            Rows::Moves => game.steps.len(),
        }
    }

    /// The lines of a game.
    pub fn rows(&self, game: &FlatGame) -> Vec<u8> {
        let mut csv_table = CsvTable::without_header();
        match self.rows {
            Rows::Seats => {
                for seat in game.players().seats() {
                    csv_table.cells(self.row(|find| of_seat(find, game, seat)));
                }
            }
            Rows::Moves => {
                for step in &game.steps {
                    csv_table.cells(self.row(|find| of_step(find, game, step)));
                }
            }
        }
        csv_table.finish()
    }

    fn row<'a>(&'a self, value: impl Fn(Find) -> Cell + 'a) -> impl Iterator<Item = Cell> + 'a {
        self.columns.iter().map(move |column| value(column.find))
    }
}

fn of_seat(find: Find, game: &FlatGame, seat: Seat) -> Cell {
    match find {
        Find::Game(find) => find(game),
        Find::Seat(find) => find(game, seat),
        Find::Step(_) | Find::Around(..) | Find::Kind(..) | Find::Laid(..) | Find::Grill(_) => Cell::EMPTY,
    }
}

fn of_step(find: Find, game: &FlatGame, step: &Step) -> Cell {
    let around = |offset: usize, find: &dyn Fn(Seat) -> Cell| step.seat_after(offset).map_or(Cell::EMPTY, find);
    match find {
        Find::Game(find) => find(game),
        Find::Seat(find) => find(game, step.seat),
        Find::Step(find) => find(game, step),
        Find::Around(find, offset) => around(offset, &|seat| find(step, seat)),
        Find::Kind(find, kind) => find(step, kind),
        Find::Laid(kind, offset) => around(offset, &|seat| Cell::count(step.table().display(seat).count(kind))),
        Find::Grill(index) => known(step.table().grill().iter().nth(index).map(Portion::value)),
    }
}
