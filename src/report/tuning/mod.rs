//! The findings of a tuning, as CSV files, pictures, an entrant's file and sentences.

mod convergence;
mod effects;
mod entrant;
mod files;
mod sheets;
mod statement;

pub use convergence::convergence_picture;
pub use effects::{effects_picture, effects_table};
pub use entrant::tuned_entrant;
pub use files::{NamedFile, comparison_files, history_files, result_files};
pub(super) use sheets::{effects_rows, transfer_rows};
pub use sheets::{history_csv, sensitivity_csv, transfer_csv};
pub use statement::{changes_table, left_out, statement, transfer_table};
