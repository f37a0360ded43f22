//! Numbers about numbers.
//!
//! This room owns intervals, differences, tie groups, ratings and sequential tests. It knows no game: its words are
//! *sample*, *unit* and *score*. It refuses to format anything, and to handle an estimate without its error.
//!
//! The unit of every interval is the block: games of one deal are not independent of each other. A [`Sample`] holds exact
//! integer sums over units; everything else is computed from it at the end.
//!
//! ```
//! use karteneck::statistics::{Sample, proportion};
//!
//! // Wins of an entrant in 200 blocks of two games each.
//! let wins: Sample = (0..200).map(|block| [1, 2, 1, 0, 2][block % 5]).collect();
//! let interval = proportion(&wins, 2, 0.95).expect("enough blocks");
//! assert!(interval.contains(0.6) && interval.half_width() < 0.08);
//! ```

mod difference;
mod interval;
mod letters;
mod mean;
mod normal;
mod rating;
mod sample;
mod share;
mod sprt;
mod two_samples;

pub use difference::{Difference, holm};
pub use interval::Interval;
pub use letters::letters;
pub use mean::{Reach, amount_interval, mean_interval, trial_variance, variance_reduction};
pub use normal::{confidence_quantile, units_to_detect};
pub use rating::{Field, Rating, connected, from_elo, rate, rate_all};
pub use sample::{Sample, covariance};
pub use share::{Share, proportion};
pub use sprt::{Hypotheses, Look, Sprt, Stop};
pub use two_samples::chance_of_so_much_more;
