//! What the end of a round is worth to a search.

use crate::game::{Game, PerSeat};
use crate::strategies::forecast;
use crate::strategies::nets::{Net, can_judge, value_chances};

/// The chances of all seats to win at the beginning of a round, or the winner of a game that is over.
#[inline]
pub(super) fn chances(net: Option<&'static Net>, game: &Game) -> PerSeat<f32> {
    let table = game.table();
    let mut chances = PerSeat::all(0.0);
    if table.is_over() {
        chances[game.outcome().winner] = 1.0;
        return chances;
    }
    let network = net.and_then(|net| net.value(table.players()));
    if let Some(network) = network.filter(|_| can_judge(table)) {
        return value_chances(network, game);
    }
    let Some(forecast) = forecast::chances(game) else {
        return PerSeat::all(1.0 / table.players().count() as f32);
    };
    for seat in table.players().seats() {
        chances[seat] = forecast[seat] as f32;
    }
    chances
}
