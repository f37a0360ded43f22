//! A column of an exported table: its name, its type, its meaning, and how its value is found.

use super::flat_game::{FlatGame, Step};
use crate::game::{Kind, Seat};
use crate::tables::Cell;

/// What the values of a column are. An unknown value is an empty field in each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Whole numbers; 1 for yes and 0 for no.
    Integer,
    /// Numbers with digits after the decimal point.
    Decimal,
    /// Names and lists separated by spaces.
    Text,
}

impl ColumnType {
    /// Its name in the documentation.
    pub const fn name(self) -> &'static str {
        match self {
            ColumnType::Integer => "integer",
            ColumnType::Decimal => "decimal",
            ColumnType::Text => "text",
        }
    }
}

/// A column of an exported table.
#[derive(Clone, Debug)]
pub struct ExportColumn {
    /// Its name, which does not change.
    pub name: String,
    /// What its values are.
    pub values: ColumnType,
    /// What they mean, in plain words.
    pub meaning: &'static str,
    pub(super) find: Find,
}

/// How the value of a column is found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Find {
    /// The same in all rows of a game.
    Game(fn(&FlatGame) -> Cell),
    /// In a table with a row for each seat.
    Seat(fn(&FlatGame, Seat) -> Cell),
    /// In a table with a row for each move.
    Step(fn(&FlatGame, &Step) -> Cell),
    /// About a seat, so many places clockwise from the one on turn.
    Around(fn(&Step, Seat) -> Cell, usize),
    /// About the cards of a kind that the seat on turn sees.
    Kind(fn(&Step, Kind) -> Cell, Kind),
    /// About the cards of a kind in front of a seat, so many places clockwise from the one on turn.
    Laid(Kind, usize),
    /// About the portion with this number on the grill, the lowest first.
    Grill(usize),
}

fn column(name: impl Into<String>, values: ColumnType, meaning: &'static str, find: Find) -> ExportColumn {
    ExportColumn { name: name.into(), values, meaning, find }
}

pub(super) fn integer(name: impl Into<String>, meaning: &'static str, find: Find) -> ExportColumn {
    column(name, ColumnType::Integer, meaning, find)
}

pub(super) fn decimal(name: &str, meaning: &'static str, find: Find) -> ExportColumn {
    column(name, ColumnType::Decimal, meaning, find)
}

pub(super) fn text(name: &str, meaning: &'static str, find: Find) -> ExportColumn {
    column(name, ColumnType::Text, meaning, find)
}

/// A list separated by spaces.
pub(super) fn list(items: impl IntoIterator<Item = impl ToString>) -> Cell {
    Cell::Text(items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" "))
}

/// A count that may be unknown.
pub(super) fn known(count: Option<impl TryInto<i64>>) -> Cell {
    count.map_or(Cell::EMPTY, Cell::count)
}

/// 1 for yes and 0 for no.
pub(super) fn yes(is_so: bool) -> Cell {
    Cell::count(u8::from(is_so))
}

/// Where a game is: the first columns of every table.
pub(super) fn address() -> Vec<ExportColumn> {
    vec![
        integer(
            "game",
            "the number of the game, counted from 0 over all games of the run in their order (of a file of records: its line − 1); joins the tables",
            Find::Game(|game| Cell::count(game.number)),
        ),
        integer("players", "the number of players", Find::Game(|game| Cell::count(game.record.players))),
        integer("block", "the block of the run; empty for records outside a run", Find::Game(|game| known(game.block))),
        integer("lineup", "the line-up, as in `lineups.csv`", Find::Game(|game| known(game.line_up))),
        integer("rotation", "the rotation of the seats", Find::Game(|game| known(game.rotation))),
        integer(
            "deal",
            "the number of the deal under the seed: what a record calls `game`",
            Find::Game(|game| Cell::count(game.record.game)),
        ),
    ]
}

/// Which move it is, and whose.
pub(super) fn turn() -> Vec<ExportColumn> {
    vec![
        integer("round", "the round, counted from 1", Find::Step(|_, step| Cell::count(step.round))),
        integer("move", "the move in the round, counted from 1", Find::Step(|_, step| Cell::count(step.number))),
        integer("turn", "the move in the game, counted from 1", Find::Step(|_, step| Cell::count(step.turn))),
        integer("seat", "who is on turn, as in the record", Find::Step(|_, step| Cell::count(step.seat.index()))),
        text("entrant", "its name", Find::Step(|game, step| game.name(step.seat))),
        integer(
            "fault",
            "1 if it has committed a fault: from that move on it passes without being asked",
            Find::Step(|game, step| yes(game.fault(step.seat).is_some_and(|fault| step.turn >= fault.turn))),
        ),
    ]
}

/// What was done.
pub(super) fn action() -> Vec<ExportColumn> {
    vec![
        text(
            "action",
            "`lay`, `pass` (with a valid display), `pass_invalid` or `steal` (a pass that steals)",
            Find::Step(|_, step| Cell::Text(step.action().to_owned())),
        ),
        text("laid_kind", "the kind laid: `1` to `5` or `worm`", Find::Step(|_, step| step.laid_kind())),
        integer("laid_count", "cards laid; 0 for a pass", Find::Step(|_, step| Cell::count(step.mv.cards().len()))),
        text("laid", "the cards laid", Find::Step(|_, step| Cell::Text(step.mv.cards().to_string()))),
    ]
}

/// What the move was worth, if it was judged.
pub(super) fn chances() -> Vec<ExportColumn> {
    fn of(step: &Step, find: fn(&super::flat_game::Judged) -> Cell) -> Cell {
        step.judged.as_ref().map_or(Cell::EMPTY, find)
    }
    vec![
        decimal(
            "chance",
            "the chance to win after the move, as the seat on turn sees it (only with `--chances`, like the next four)",
            Find::Step(|_, step| of(step, |judged| Cell::share(Some(judged.chance.mean)))),
        ),
        decimal(
            "chance_error",
            "its standard error",
            Find::Step(|_, step| of(step, |judged| Cell::share(Some(judged.chance.error)))),
        ),
        decimal(
            "loss",
            "how much lower it is than with the best move",
            Find::Step(|_, step| of(step, |judged| Cell::share(Some(judged.loss.mean)))),
        ),
        decimal(
            "loss_error",
            "its standard error",
            Find::Step(|_, step| of(step, |judged| Cell::share(Some(judged.loss.error)))),
        ),
        text(
            "best",
            "the move that seems best",
            Find::Step(|_, step| of(step, |judged| Cell::Text(judged.best.to_string()))),
        ),
    ]
}
