//! What a command has found, as one JSON object: the same rows as in the CSV files, with the same digits.
//!
//! `docs/JSON.md` describes the objects, and `docs/schemas` has a schema of each, to which a test holds them. Keys may be added within a
//! format; one that goes away or changes its meaning makes a new one.

mod analysis;
mod audit;
mod ceiling;
mod exploit;
mod ratings;
mod record;
mod regret;
mod results;
mod solving;
mod strategies;
mod tuning;
mod verify;

pub use analysis::{JudgedBy, decision_json, game_json, sample_json};
pub use audit::audit_json;
pub use ceiling::ceiling_json;
pub use exploit::exploit_json;
pub use ratings::ratings_json;
pub use record::{RecordSummary, record_json};
pub use regret::regret_json;
pub use results::results_json;
pub use solving::solving_json;
pub use strategies::{strategies_json, strategy_json};
pub use tuning::tuning_json;
pub use verify::{damage_json, verified_json};

use crate::tables::JsonObject;

/// The beginning of every object: its format, and the version of the program.
fn document(format: &str) -> JsonObject {
    let mut object = JsonObject::new();
    object.text("format", format);
    object.text("version", env!("CARGO_PKG_VERSION"));
    object
}
