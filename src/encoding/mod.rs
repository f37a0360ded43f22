//! Views and moves as fixed lists of numbers, for programs that learn.
//!
//! This room owns the numbering of moves ([`ActionCode`], [`ACTIONS`]) and the observation of a seat ([`observe`]); both are described in
//! `docs/ENCODING.md` and versioned by [`ENCODING_VERSION`]. It refuses to judge anything, and knows nothing beyond a [`View`](crate::game::View): what is
//! hidden from a seat cannot reach its observation.

mod actions;
mod bytes;
mod floats;
mod observation;

pub use actions::{ACTIONS, ActionCode, action_ranges, write_mask};
pub use floats::write_floats;
pub use observation::{SEAT_LEN, SHARED_LEN, observation_len, observe, saturates};

/// The version of actions and observations together. A change of any meaning makes learned policies useless: it is a new number.
pub const ENCODING_VERSION: u32 = 1;
