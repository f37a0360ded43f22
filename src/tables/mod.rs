//! Typed rows of results, and their CSV bytes.
//!
//! This room owns what is reported about a run: rows of standings, match-ups, portions, seats, line-ups and histograms, differences and
//! verdicts, each estimate with its interval; the columns of the files; and the one place where numbers become text, with fixed
//! digits, so that equal sums give equal bytes. An unknown value is an empty field. It refuses to count, to write files and to
//! draw.
//!
//! The main types: [`Results`] is what was counted; [`RunTables`] has all rows of a run, and makes a [`ResultTable`] of each kind,
//! the source of CSV, terminal, HTML and Markdown.
//!
//! ```
//! use karteneck::Tournament;
//! use karteneck::tables::ResultFile;
//!
//! let outcome = Tournament::of(["greedy".parse()?, "random".parse()?]).games(200).run()?;
//! let seats = outcome.table(ResultFile::Seats);
//! assert_eq!(seats.columns[2].name, "seat");
//! assert!(String::from_utf8(seats.to_csv())?.starts_with("players,entrant,seat,games,wins,win_rate\n2,greedy,0,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod cell;
mod conduct;
mod course;
mod csv_table;
mod deals;
mod files;
mod histograms;
mod json;
mod matchups;
mod number;
mod portions;
mod progress;
mod ratings;
mod recorded;
mod result_table;
mod seats;
mod sizes;
mod standings;
mod verdict;

pub use blocks::{BLOCKS_HEADER, blocks_text};
pub use cell::{Cell, ColumnKind};
pub use conduct::{Conduct, conduct};
pub use course::{CoursePoint, course};
pub use csv_table::CsvTable;
pub(crate) use csv_table::{end_cells, ends};
pub use deals::{DEALS_HEADER, DealWins, deal_text, deals_text, read_deals};
pub use files::{RESULT_FILES, ResultFile, RunTables, csv_files};
pub use histograms::{Histogram, Statistic, histogram};
pub use json::{JsonObject, json_list, json_text};
pub use matchups::Matchup;
pub(crate) use number::{fixed, rate};
pub use portions::{PortionRow, portions};
pub use progress::{PROGRESS_FORMAT, ProgressTally, progress_line};
pub use ratings::{RatingRow, rating_table};
pub use recorded::RecordTally;
pub use result_table::{Column, ResultTable};
pub use seats::SeatRow;
pub use sizes::sizes_table;
pub use standings::{Standing, standings};
pub use verdict::{MatchDifference, TestVerdict, match_difference, test_verdict};

use crate::arena::{EntrantIndex, PORTION_VALUES, Plan, State, TableIndex};
use crate::game::{LOWEST_VALUE, Portion};

/// What is reported: the plan, and what was counted.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// What was counted.
    pub state: &'a State,
}

impl Results<'_> {
    /// Every entrant at every table size, in the order of the files.
    fn tables_and_entrants(&self) -> impl Iterator<Item = (TableIndex, EntrantIndex)> + use<> {
        let entrants = self.plan.entrants.indices();
        self.plan.schedules.indices().flat_map(move |table| entrants.clone().map(move |entrant| (table, entrant)))
    }
}

/// The name of an entrant as a cell.
fn name_cell(plan: &Plan, entrant: EntrantIndex) -> Cell {
    Cell::Text(plan.entrants[entrant].name.clone())
}

/// The portion with this index among all values; the three zeros share an index.
///
/// # Panics
/// If there is none.
pub fn portion_at(index: usize) -> Portion {
    debug_assert!(index < PORTION_VALUES);
    let value = if index == 0 { 0 } else { LOWEST_VALUE + index as u8 - 1 };
    Portion::of_value(value).expect("every index below PORTION_VALUES is that of a portion")
}
