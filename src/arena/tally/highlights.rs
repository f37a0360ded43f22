//! Games worth a look: the extreme games of a run, found while it is played.

use serde::{Deserialize, Serialize};

use super::pairs;
use crate::arena::game::Played;
use crate::arena::index::{EntrantIndex, LineUpIndex, PerPair};
use crate::arena::score::Score;
use crate::game::{PerSeat, Seat, Table};

/// A game with an extreme value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Highlight {
    /// What makes it extreme; the higher, the more so.
    pub value: i32,
    /// The block.
    pub block: u64,
    /// The line-up.
    pub line_up: LineUpIndex,
    /// The rotation.
    pub rotation: usize,
}

impl Highlight {
    /// Whether it is to be shown rather than another one: of equals the earlier one, so that the order in which they are
    /// found does not matter.
    fn beats(&self, other: &Highlight) -> bool {
        let address = |highlight: &Highlight| (highlight.block, highlight.line_up, highlight.rotation);
        self.value > other.value || (self.value == other.value && address(self) < address(other))
    }
}

fn keep(best: &mut Option<Highlight>, new: Highlight) {
    if best.is_none_or(|best| new.beats(&best)) {
        *best = Some(new);
    }
}

/// The extreme games at one number of players. Games with a fault do not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Highlights {
    /// The winner was ahead of the second by the least: the value is minus 64 times the worms, minus the difference
    /// between the best portions where that decided.
    pub closest: Option<Highlight>,
    /// The winner was once behind, between two rounds, by the most worms.
    pub turnaround: Option<Highlight>,
    /// The most portions were stolen.
    pub most_steals: Option<Highlight>,
    /// By winner and then by loser: the winner was ahead of the loser by the most worms.
    pub clearest: PerPair<Option<Highlight>>,
}

impl Highlights {
    pub(super) fn new(entrants: usize) -> Highlights {
        let clearest = pairs(None, entrants);
        Highlights { closest: None, turnaround: None, most_steals: None, clearest }
    }

    pub(super) fn merge(&mut self, other: &Highlights) {
        let all = [
            (&mut self.closest, &other.closest),
            (&mut self.turnaround, &other.turnaround),
            (&mut self.most_steals, &other.most_steals),
        ];
        let pairs = self.clearest.iter_mut().flatten().zip(other.clearest.iter().flatten());
        for (mine, theirs) in all.into_iter().chain(pairs) {
            if let Some(new) = theirs {
                keep(mine, *new);
            }
        }
    }
}

/// What makes a game extreme, followed while it is played.
#[derive(Default)]
pub(super) struct Drama {
    /// The most worms by which each seat was behind the leader after a round; eight of them fill a register.
    behind: [i16; 8],
    steals: i32,
}

impl Drama {
    /// A round is over. The last one makes no difference to the winner, who is behind no seat then.
    #[inline]
    pub(super) fn end_round(&mut self, table: &Table) {
        let mut worms = [0; 8];
        worms.iter_mut().zip(table.all_worms().iter()).for_each(|(own, worms)| *own = worms as i16);
        let most = worms.iter().fold(0, |most, &worms| worms.max(most));
        for (behind, worms) in self.behind.iter_mut().zip(worms) {
            *behind = (*behind).max(most - worms);
        }
    }

    /// A portion was stolen.
    #[inline]
    pub(super) fn steal(&mut self) {
        self.steals += 1;
    }

    /// The game is over; `at` is its address, `entrants` the entrant at each seat.
    pub(super) fn finish(
        &self,
        highlights: &mut Highlights,
        played: &Played,
        score: Score,
        at: Highlight,
        entrants: PerSeat<EntrantIndex>,
    ) {
        let (winner, outcome) = (score.winner, &played.outcome);
        let lead = |seat: Seat| {
            let worms = i32::from(outcome.worms[winner]) - i32::from(outcome.worms[seat]);
            let best = i32::from(outcome.best[winner]) - i32::from(outcome.best[seat]);
            (worms, 64 * worms + if worms == 0 { best } else { 0 })
        };
        let mut closest = i32::MAX;
        for seat in played.game.table().players().seats().filter(|&seat| seat != winner) {
            let (worms, close) = lead(seat);
            closest = closest.min(close);
            let [victor, loser] = [winner, seat].map(|seat| entrants[seat]);
            keep(&mut highlights.clearest[victor][loser], Highlight { value: worms, ..at });
        }
        keep(&mut highlights.closest, Highlight { value: -closest, ..at });
        keep(&mut highlights.turnaround, Highlight { value: i32::from(self.behind[winner.index()]), ..at });
        keep(&mut highlights.most_steals, Highlight { value: self.steals, ..at });
    }
}
