//! How a fit went.

/// The losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// The mean log-loss of a group while its epoch was fitted.
    pub fitted: f64,
    /// The mean log-loss of a game that was held out, after the epoch.
    pub held_out: f64,
}
