//! The names of kinds.

use crate::game::Kind;

/// The name of a kind in names of columns and as a value: `1` to `5`, or `worm`.
pub(super) fn kind_name(kind: Kind) -> String {
    match kind {
        Kind::Number(number) => number.value().to_string(),
        Kind::Worm => "worm".to_owned(),
    }
}
