//! The value of the end of a rollout for a seat.

use crate::game::{Game, Seat};
use crate::strategies::families::round_end::chances;
use crate::strategies::forecast;
use crate::strategies::nets::Net;

/// The lead in worms that counts in full.
const WIDE_LEAD: f64 = 50.0;

/// The chance to win, known at the end of a game and estimated at the beginning of a round, mixed with a share `margin`
/// of the lead in worms over the best of the others: near 1 for a win, near 0 for a loss.
pub(super) fn utility(net: Option<&'static Net>, game: &Game, seat: Seat, margin: f64) -> f64 {
    let table = game.table();
    let win = match forecast::chance(game, seat) {
        Some(chance) if net.is_none() => chance,
        Some(_) => f64::from(chances(net, game)[seat]),
        None => f64::from(u8::from(game.outcome().winner == seat)),
    };
    let others = table.players().seats().filter(|&other| other != seat);
    let best_other = others.map(|other| table.worms(other)).max().unwrap_or(0);
    let lead = (f64::from(table.worms(seat)) - f64::from(best_other)) / WIDE_LEAD;
    (1.0 - margin) * win + margin * (0.5 + 0.5 * lead.clamp(-1.0, 1.0))
}
