//! Games of a run that are worth a look, and why.

use super::Results;
use super::figures::percent;
use super::number::ratio;
use crate::arena::{Highlight, LEVEL};
use crate::records::words::count_worms;
use crate::statistics::proportion;

/// A game worth a look.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The place of its number of players in the plan.
    pub size: usize,
    /// Where it is.
    pub at: Highlight,
    /// The heading.
    pub title: String,
    /// Why it is worth a look.
    pub about: String,
}

/// The closest game, the biggest turnaround, the most steals and the biggest upset, for each number of players.
pub fn moments(results: &Results<'_>) -> Vec<Moment> {
    (0..results.plan.schedules.len()).flat_map(|size| moments_at(results, size)).collect()
}

fn moments_at(results: &Results<'_>, size: usize) -> Vec<Moment> {
    let highlights = &results.state.sizes[size].tally.highlights;
    let players = results.plan.schedules[size].players.count();
    let moment = |name: &str, at: Highlight, about: String| {
        let sizes = results.plan.schedules.len();
        let title = if sizes > 1 { format!("{name}, {players} players") } else { name.to_owned() };
        Moment { size, at, title, about }
    };
    let closest = highlights.closest.map(|at| {
        let (worms, best) = (-at.value / 64, -at.value % 64);
        let about = match (worms, best) {
            (0, best) if best > 0 => format!("equal worms, and the best portion is better by {best}"),
            (0, _) => "equal worms and equal best portions".to_owned(),
            _ => format!("won by {}", count_worms(worms.unsigned_abs())),
        };
        moment("The closest game", at, about)
    });
    let turnaround = highlights.turnaround.filter(|at| at.value > 0).map(|at| {
        let worms = count_worms(at.value.unsigned_abs());
        moment("The biggest turnaround", at, format!("after some round the winner was behind by {worms}"))
    });
    let steals = highlights.most_steals.filter(|at| at.value > 0).map(|at| {
        let portions = if at.value == 1 { "portion" } else { "portions" };
        moment("The most steals", at, format!("{} {portions} stolen", at.value))
    });
    let upset = upset(results, size).map(|(at, about)| moment("The biggest upset", at, about));
    [closest, turnaround, steals, upset].into_iter().flatten().collect()
}

/// The win of the entrant that is ahead of the beaten one most rarely.
fn upset(results: &Results<'_>, size: usize) -> Option<(Highlight, String)> {
    let (schedule, tally) = (&results.plan.schedules[size], &results.state.sizes[size].tally);
    let mut rarest: Option<(f64, [usize; 2], Highlight)> = None;
    for (winner, row) in tally.highlights.clearest.iter().enumerate() {
        for (loser, at) in row.iter().enumerate().filter(|(loser, _)| *loser != winner) {
            let meetings = schedule.meetings_per_block(winner, loser) * tally.blocks.count;
            let ahead = &tally.blocks.ahead[winner][loser];
            let share = ratio(ahead.sum.unsigned_abs(), meetings);
            // No surprise where it may as well be the better one.
            let interval = proportion(ahead, schedule.meetings_per_block(winner, loser), LEVEL);
            let is_weaker = interval.is_some_and(|interval| interval.high < 0.5);
            if let (Some(at), Some(share)) = (at, share.filter(|_| is_weaker))
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
