//! The registry: every built-in strategy, one file and one line each.

use super::family::Family;

/// Declares the file of each strategy and lists the families in this order.
macro_rules! registry {
    ($($file:ident,)*) => {
        $(pub(super) mod $file;)*

        /// All families, in the order in which they are shown.
        pub static FAMILIES: &[&Family] = &[$(&$file::FAMILY),*];
    };
}

registry! {
    first,
    passer,
    random,
    greedy,
    steal_hunter,
    heuristic,
    tuned,
    monte_carlo,
}
