//! Tallies, statistics and findings to bytes: CSV files, pictures, pages, and tables for the terminal.
//!
//! This room owns how results look: columns, digits, order. It refuses to count, to estimate and to write files: it takes
//! a plan and a state, the plan of a tuning and its findings, or a record, and returns texts. Numbers become texts here and nowhere
//! before, with fixed digits, so that equal sums are equal bytes; what is not known is an empty field.
//!
//! The main types: [`Results`] is what is reported; a [`Standing`] is one line of the main table; a [`Decision`] is a move
//! and what it cost; [`RunInput`] and [`GameInput`] are a run and a game for a page.

mod analysis;
mod blocks;
mod csv_table;
mod figures;
mod files;
mod findings;
mod markdown;
mod moments;
mod number;
mod page;
mod reproduce;
mod standing;
mod svg;
mod table;
mod tuning;
mod verdict;
mod viewer;

pub use analysis::{
    Decision, LossesByClass, analysis_page, analysis_table, decisions_csv, decisions_table, hint_table, judgement_table,
};
pub use blocks::{BLOCKS_HEADER, blocks_text};
pub use figures::figure_files;
pub use files::csv_files;
pub use markdown::markdown;
pub use moments::{Moment, moments};
pub use page::{RunInput, replay_page, report_page};
pub use standing::{Standing, standings};
pub use table::{align, align_left, clip, pad, standings_table, text_width};
pub use tuning::{
    changes_table, convergence_picture, effects_picture, effects_table, history_csv, sensitivity_csv, statement,
    transfer_csv, transfer_table, tuned_entrant,
};
pub use verdict::verdict;
pub use viewer::GameInput;

use crate::arena::{Plan, State};

/// What is reported: what was to be played, and what was counted.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    /// What was to be played.
    pub plan: &'a Plan,
    /// What was counted.
    pub state: &'a State,
}
