//! Games of a run that are worth a look, and why.

use super::figures::percent;
use crate::arena::{EntrantIndex, GameAddress, Highlight, TableIndex};
use crate::records::words::count_worms;
use crate::tables::RunTables;

/// A game worth a look.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Where it is.
    pub address: GameAddress,
    /// The heading.
    pub title: String,
    /// Why it is worth a look.
    pub about: String,
}

/// The closest game, the biggest turnaround, the most steals and the biggest upset, for each number of players.
pub fn moments(tables: &RunTables<'_>) -> Vec<Moment> {
    tables.results().plan.schedules.indices().flat_map(|table_index| moments_at(tables, table_index)).collect()
}

fn moments_at(tables: &RunTables<'_>, table_index: TableIndex) -> Vec<Moment> {
    let results = tables.results();
    let highlights = &results.state.sizes[table_index].tally.highlights;
    let players = results.plan.schedules[table_index].players.count();
    let moment = |name: &str, at: Highlight, about: String| {
        let several = results.plan.schedules.len() > 1;
        let title = if several { format!("{name}, {players} players") } else { name.to_owned() };
        let Highlight { block, line_up, rotation, .. } = at;
        Moment { address: GameAddress { table_index, line_up, block, rotation }, title, about }
    };
    let closest = highlights.closest.map(|at| {
        let (worms, best) = (-at.value / 64, -at.value % 64);
        let about = match (worms, best) {
            (0, best) if best > 0 => format!("equal worms; the best portion is higher by {best}"),
            (0, _) => "equal worms and equal best portions".to_owned(),
            _ => format!("won by {}", count_worms(worms.unsigned_abs())),
        };
        moment("The closest game", at, about)
    });
    let turnaround = highlights.turnaround.filter(|at| at.value > 0).map(|at| {
        let worms = count_worms(at.value.unsigned_abs());
        moment("The biggest turnaround", at, format!("the winner was behind by {worms} after a round"))
    });
    let steals = highlights.most_steals.filter(|at| at.value > 0).map(|at| {
        let portions = if at.value == 1 { "portion" } else { "portions" };
        moment("The most steals", at, format!("{} {portions} stolen", at.value))
    });
    let upset = upset(tables, table_index).map(|(at, about)| moment("The biggest upset", at, about));
    [closest, turnaround, steals, upset].into_iter().flatten().collect()
}

/// The win of the entrant that is least often ahead of the one it beats.
fn upset(tables: &RunTables<'_>, table_index: TableIndex) -> Option<(Highlight, String)> {
    let results = tables.results();
    let highlights = &results.state.sizes[table_index].tally.highlights;
    let mut rarest: Option<(f64, [EntrantIndex; 2], Highlight)> = None;
    for (winner, row) in highlights.clearest.entries() {
        for (loser, at) in row.entries() {
            let matchup = tables.matchup(table_index, winner, loser);
            // Not an upset if it may be the better one.
            let weaker = matchup.filter(|row| row.interval.is_some_and(|interval| interval.high < 0.5));
            if let (Some(at), Some(share)) = (at, weaker.and_then(|row| row.ahead_rate))
                && share < rarest.map_or(0.5, |(share, ..)| share)
            {
                rarest = Some((share, [winner, loser], *at));
            }
        }
    }
    let (share, pair, at) = rarest?;
    let [winner, loser] = pair.map(|entrant| &results.plan.entrants[entrant].name);
    let worms = if at.value == 0 {
        "on equal worms".to_owned()
    } else {
        format!("by {}", count_worms(at.value.unsigned_abs()))
    };
    Some((at, format!("{winner} beats {loser} {worms}, and is ahead of it in {} of their meetings", percent(share))))
}
