//! The registry: every strategy that comes with the house, one file each.

pub(super) mod first;
pub(super) mod greedy;
pub(super) mod heuristic;
pub(super) mod monte_carlo;
pub(super) mod net;
pub(super) mod passer;
pub(super) mod random;
pub(super) mod reflex;
mod round_end;
pub(super) mod steal_hunter;
pub(super) mod tree;
pub(super) mod tuned;
mod worlds;

use super::family::Family;

/// All families, in the order in which they are shown.
pub static FAMILIES: &[&Family] = &[
    &first::FAMILY,
    &passer::FAMILY,
    &random::FAMILY,
    &greedy::FAMILY,
    &steal_hunter::FAMILY,
    &heuristic::FAMILY,
    &tuned::FAMILY,
    &reflex::FAMILY,
    &monte_carlo::FAMILY,
    &tree::FAMILY,
    &net::FAMILY,
];
