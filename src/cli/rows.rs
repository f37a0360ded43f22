//! Results that are rows: as a table for people, a CSV file, or JSON.

use std::io::{self, Write};

use clap::Args;

use super::failure::Failure;
use super::json::{JsonOption, print_json};
use super::screen::columns;
use crate::report::TextTable;
use crate::tables::ResultTable;

/// How rows are printed.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct RowFormat {
    /// Print a CSV file instead of a table
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    json: JsonOption,
}

impl RowFormat {
    /// Prints the same findings as they are wanted, and whether that was the table: its numbers need a word on what they mean.
    pub(super) fn print(
        self,
        table: impl FnOnce() -> TextTable,
        rows: impl FnOnce() -> ResultTable,
        json: impl FnOnce() -> String,
    ) -> Result<bool, Failure> {
        if self.json.is_wanted() {
            print_json(&json())?;
            return Ok(false);
        }
        let mut out = io::stdout().lock();
        if self.csv {
            out.write_all(&rows().to_csv())?;
        } else {
            write!(out, "{}", table().within(columns()))?;
        }
        out.flush()?;
        Ok(!self.csv)
    }
}
