//! Whether what an entrant did matches the games that it played.

use super::measure::{Fits, MAX_SUM, Measure, adds_up, at_most, length, same};
use crate::arena::index::EntrantIndex;
use crate::arena::tally::{EntrantTally, PORTION_VALUES};
use crate::game::ZEROS;

/// More decisions than a seat makes in a round: each lays at least one card.
const MAX_DECISIONS: u128 = 64;
/// One more than the highest total of a display, which is stored in a byte.
const TOTALS: usize = 256;
/// More cards than a seat can ever lay at once.
const MAX_LAY: usize = 64;

pub(super) fn check(tally: &EntrantTally, measure: &Measure<'_>, entrant: EntrantIndex) -> Fits {
    let games = measure.seats_per_block(entrant) * u128::from(measure.blocks());
    same("games", games, u128::from(tally.games))?;
    at_most("faults", games, tally.faults)?;
    check_seats(tally, measure, entrant)?;
    let players = measure.schedule.players.count();
    length("places", players, tally.places.len())?;
    adds_up("places", games, &tally.places)?;
    // Ties share the first place, but only one seat wins.
    at_most("wins", u128::from(tally.places[0]), tally.wins)?;
    check_worms(tally, measure, games)?;
    check_actions(tally, measure, games)
}

/// Every chair sits at each seat once in a block.
fn check_seats(tally: &EntrantTally, measure: &Measure<'_>, entrant: EntrantIndex) -> Fits {
    length("seats", measure.schedule.players.count(), tally.seats.len())?;
    let games = measure.chairs(entrant) * u128::from(measure.blocks());
    for seat in &tally.seats {
        same("games on a seat", games, u128::from(seat.games))?;
        at_most("wins on a seat", games, seat.wins)?;
    }
    adds_up("wins on all seats", u128::from(tally.wins), tally.seats.iter().map(|seat| &seat.wins))
}

fn check_worms(tally: &EntrantTally, measure: &Measure<'_>, games: u128) -> Fits {
    at_most("numbers of worms", measure.worms.max(127) + 1, tally.worms.len() as u64)?;
    adds_up("games with each number of worms", games, &tally.worms)?;
    let squares: u128 = (0_u128..).zip(&tally.worms).map(|(worms, &times)| worms * worms * u128::from(times)).sum();
    if squares <= MAX_SUM { Ok(()) } else { Err("there are too many worms to count".to_owned()) }
}

fn check_actions(tally: &EntrantTally, measure: &Measure<'_>, games: u128) -> Fits {
    let decisions = games * measure.rounds * MAX_DECISIONS;
    tally.counters.iter().try_for_each(|&count| at_most("counters", decisions, count))?;
    for (what, counts, most) in
        [("sizes of lays", &tally.lay_sizes, MAX_LAY), ("totals at passing", &tally.pass_totals, TOTALS)]
    {
        at_most(what, most as u128, counts.len() as u64)?;
        let all: u128 = counts.iter().map(|&count| u128::from(count)).sum();
        if all > decisions.min(MAX_SUM) {
            return Err(format!("{what}: {all} in {games} games are too many"));
        }
    }
    length("values of portions", PORTION_VALUES, tally.portions.len())?;
    // In a round a seat takes, steals or loses at most one portion per player; multiplied by its worms, a count still fits.
    let most = (games * measure.rounds * measure.players).min(MAX_SUM >> 7);
    tally.portions.iter().flatten().try_for_each(|&count| at_most("portions", most, count))
}

/// There is one portion of each value, and a few zeros.
pub(super) fn check_turned_up(turned_up: &[Vec<u64>], measure: &Measure<'_>) -> Fits {
    length("line-ups with portions", measure.schedule.line_ups.len(), turned_up.len())?;
    for counts in turned_up {
        length("values of portions turned up", PORTION_VALUES, counts.len())?;
        let most = measure.games_of_a_table() * ZEROS as u128;
        counts.iter().try_for_each(|&count| at_most("portions turned up", most, count))?;
    }
    Ok(())
}
