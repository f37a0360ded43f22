//! Whether the sums over blocks match the plan, and each other.

use std::ops::Range;

use super::measure::{Fits, MAX_SUM, Measure, adds_up, at_most, length, same, scores, square};
use crate::arena::index::{EntrantIndex, PerEntrant};
use crate::arena::tally::{BlockTally, DIGEST_BLOCKS, EntrantTally, LateList, LineUpTally, stretch};
use crate::statistics::Sample;

pub(super) fn check(tally: &BlockTally, counted: &PerEntrant<EntrantTally>, measure: &Measure<'_>) -> Fits {
    let entrants = measure.entrants();
    check_wins(tally, counted, measure)?;
    check_worms(tally, counted, measure)?;
    square("products of wins", entrants, &tally.products)?;
    square("places ahead", entrants, &tally.ahead)?;
    square("gaps", entrants, &tally.gaps)?;
    square("margins", entrants, &tally.margins)?;
    for one in tally.wins.indices() {
        for other in tally.wins.indices() {
            let problem = |problem| format!("entrants {one} and {other}: {problem}");
            check_pair(tally, measure, one, other).map_err(problem)?;
        }
    }
    check_seats(tally, measure)?;
    check_course(tally, measure)?;
    check_extent("digests", &tally.digests, measure, |block| (block / DIGEST_BLOCKS) as usize)?;
    check_line_ups(tally, measure)
}

/// The wins of each entrant; every game has one winner.
fn check_wins(tally: &BlockTally, counted: &PerEntrant<EntrantTally>, measure: &Measure<'_>) -> Fits {
    length("wins", measure.entrants(), tally.wins.len())?;
    for (entrant, wins) in tally.wins.entries() {
        measure.count("wins", wins, measure.seats_per_block(entrant))?;
        same("wins", i128::from(counted[entrant].wins), i128::from(wins.sum))?;
    }
    adds_up("wins of all", measure.games(), counted.iter().map(|entrant| &entrant.wins))
}

fn check_worms(tally: &BlockTally, counted: &PerEntrant<EntrantTally>, measure: &Measure<'_>) -> Fits {
    length("worms", measure.entrants(), tally.worms.len())?;
    for (entrant, worms) in tally.worms.entries() {
        measure.count("worms", worms, measure.seats_per_block(entrant) * measure.worms)?;
        let of_games: u128 =
            (0_u128..).zip(&counted[entrant].worms).map(|(worms, &times)| worms * u128::from(times)).sum();
        same("worms", of_games as i128, i128::from(worms.sum))?;
    }
    at_most("worms of winners", measure.games() * measure.worms, tally.winners)
}

fn check_pair(tally: &BlockTally, measure: &Measure<'_>, one: EntrantIndex, other: EntrantIndex) -> Fits {
    let (meetings, worms) = (measure.meetings_per_block(one, other), measure.worms);
    measure.count("places ahead", &tally.ahead[one][other], meetings)?;
    let farthest = (meetings * worms) as i128;
    measure.sample("margins", &tally.margins[one][other], [-farthest, farthest])?;
    at_most("gaps", measure.meetings(one, other) * worms, tally.gaps[one][other])?;
    let product = tally.products[one][other];
    same("products of wins", tally.products[other][one], product)?;
    let squares = [one, other].map(|entrant| u128::from(tally.wins[entrant].squares));
    // The Cauchy–Schwarz inequality; the product of an entrant with itself is a square.
    let fits = u128::from(product).pow(2) <= squares[0] * squares[1];
    if one == other && u128::from(product) != squares[0] || !fits {
        return Err(format!("products of wins: {product} does not match the wins"));
    }
    Ok(())
}

/// The wins by seat add up to all wins.
fn check_seats(tally: &BlockTally, measure: &Measure<'_>) -> Fits {
    let players = measure.schedule.players.count();
    length("seats of all", players, tally.all_seats.len())?;
    length("seats by entrant", measure.entrants(), tally.seats.len())?;
    for (entrant, seats) in tally.seats.entries() {
        length("seats of an entrant", players, seats.len())?;
        let most = measure.chairs(entrant);
        seats.iter().try_for_each(|wins| measure.count("wins on a seat", wins, most))?;
        add_to("wins on all seats", tally.wins[entrant].sum, seats)?;
    }
    for (seat, all) in tally.all_seats.iter().enumerate() {
        measure.count("wins of all on a seat", all, measure.schedule.line_ups.len() as u128 * measure.players)?;
        add_to("wins of all on a seat", all.sum, tally.seats.iter().map(|seats| &seats[seat]))?;
    }
    Ok(())
}

/// Whether the sums of several samples add up to another one.
fn add_to<'a>(what: &str, expected: i64, samples: impl IntoIterator<Item = &'a Sample>) -> Fits {
    same(what, i128::from(expected), samples.into_iter().map(|sample| i128::from(sample.sum)).sum())
}

/// Whether a list has an item for every block that was played, `index` being that of a block, and none before and after them.
fn check_extent<T>(what: &str, list: &LateList<T>, measure: &Measure<'_>, index: impl Fn(u64) -> usize) -> Fits {
    let Range { start, end } = measure.played();
    let (from, count) = if start == end { (0, 0) } else { (index(start), index(end - 1) + 1 - index(start)) };
    same(&format!("the first of the {what}"), from, list.from())?;
    same(what, count, list.items().len())
}

/// The stretches of the course cover the blocks that were played, and contain all their wins.
fn check_course(tally: &BlockTally, measure: &Measure<'_>) -> Fits {
    check_extent("stretches of blocks", &tally.course.0, measure, stretch)?;
    let course = tally.course.0.items();
    course.iter().try_for_each(|samples| length("entrants in a stretch", measure.entrants(), samples.len()))?;
    for (entrant, wins) in tally.wins.entries() {
        let most = measure.seats_per_block(entrant) as i128;
        let own = || course.iter().map(move |samples| &samples[entrant]);
        own().try_for_each(|sample| scores("wins in a stretch", sample, [0, most]))?;
        adds_up("blocks of all stretches", u128::from(wins.count), own().map(|sample| &sample.count))?;
        adds_up("squares of all stretches", u128::from(wins.squares), own().map(|sample| &sample.squares))?;
        add_to("wins of all stretches", wins.sum, own())?;
    }
    Ok(())
}

/// The wins and worms of the chairs add up to those of their entrants.
fn check_line_ups(tally: &BlockTally, measure: &Measure<'_>) -> Fits {
    let tables = &measure.schedule.line_ups;
    length("line-ups", tables.len(), tally.line_ups.len())?;
    let mut sums = PerEntrant::all([0_i128; 2], measure.entrants());
    for (number, table) in tables.entries() {
        let line_up = &tally.line_ups[number];
        check_line_up(line_up, measure).map_err(|problem| format!("line-up {number}: {problem}"))?;
        for (chair, &entrant) in table.entries() {
            sums[entrant][0] += i128::from(line_up.wins[chair].sum);
            sums[entrant][1] += i128::from(line_up.worms[chair].sum);
        }
    }
    for (entrant, &[wins, worms]) in sums.entries() {
        same("wins of all chairs", i128::from(tally.wins[entrant].sum), wins)?;
        same("worms of all chairs", i128::from(tally.worms[entrant].sum), worms)?;
    }
    Ok(())
}

fn check_line_up(line_up: &LineUpTally, measure: &Measure<'_>) -> Fits {
    let players = measure.schedule.players.count();
    length("chairs with wins", players, line_up.wins.len())?;
    length("chairs with worms", players, line_up.worms.len())?;
    length("chairs with wins by seat", players, line_up.won_from.len())?;
    line_up.wins.iter().try_for_each(|wins| measure.count("wins of a chair", wins, measure.players))?;
    let worms = measure.players * measure.worms;
    line_up.worms.iter().try_for_each(|sample| measure.count("worms of a chair", sample, worms))?;
    for won_from in &line_up.won_from {
        length("seats of a chair", players, won_from.len())?;
        let most = u128::from(measure.blocks()).min(MAX_SUM);
        won_from.iter().try_for_each(|&wins| at_most("wins of a chair on a seat", most, wins))?;
    }
    Ok(())
}
