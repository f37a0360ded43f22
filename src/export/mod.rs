//! Games as tables for other programs: data frames, databases, learners.
//!
//! This room owns the columns of exported tables, each with its type and meaning, and how the rows of a game follow from its record.
//! It refuses to play, to judge and to write files: it takes records and returns the bytes of a CSV file, game by game, so that memory does
//! not grow with their number.
//!
//! The main types: a [`FlatGame`] is a replayed game with everything that its rows need; an [`ExportTable`] has the columns, and makes
//! the rows of a game; [`in_order`] does this for many games on all threads, with a bounded number of them in flight.
//!
//! ```
//! use karteneck::export::{ExportTable, FlatGame};
//! use karteneck::game::{DealKey, Edition, Players};
//! use karteneck::records::{Heading, Recorder};
//!
//! # let (players, key) = (Players::ALL[0], DealKey::new(42, 0));
//! # let (mut luck, mut recorder) = (key.deal(players), Recorder::new(players));
//! # let mut game = karteneck::game::Game::start_watched(players, key.first_seat(players), Edition::default(), &mut luck, &mut recorder);
//! # while !game.table().is_over() {
//! #     game.play_random(&mut key.choices(game.table().turn(), 0), &mut luck, &mut recorder);
//! # }
//! # let heading = Heading { strategies: vec!["random".to_owned(); 2], ..Heading::default() };
//! # let record = recorder.finish(heading, &game);
//! let table = ExportTable::games();
//! let csv = [table.header(), table.rows(&FlatGame::of(&record, &Edition::default(), 0)?)].concat();
//! assert_eq!(String::from_utf8(csv)?.lines().count(), 1 + 2, "a heading, and a row for each seat");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod column;
mod decisions;
mod flat_game;
mod games;
mod kind_name;
mod moves;
mod order;
mod table;

pub use column::{ColumnType, ExportColumn};
pub use flat_game::{FlatError, FlatGame};
pub use order::in_order;
pub use table::ExportTable;
