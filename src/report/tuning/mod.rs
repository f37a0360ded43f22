//! The findings of a tuning, as CSV files, pictures, an entrant's file and sentences.

mod convergence;
mod effects;
mod entrant;
mod sheets;
mod statement;

pub use convergence::convergence_picture;
pub use effects::{effects_picture, effects_table};
pub use entrant::tuned_entrant;
pub use sheets::{history_csv, sensitivity_csv, transfer_csv};
pub use statement::{changes_table, left_out, statement, transfer_table};

use crate::strategies::Value;
use crate::tuning::Space;

/// The values of the parameters that vary, as strings.
fn varying(space: &Space, values: &[Value]) -> Vec<String> {
    space.axes.iter().map(|axis| values[axis.place].to_string()).collect()
}
