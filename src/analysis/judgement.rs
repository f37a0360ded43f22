//! The outcomes of all candidates in all worlds, and what they say.

use super::accuracy::LossShare;
use super::measured::Measured;
use super::sums::{PARTS, WorldSums};
use super::values::MoveValues;
use crate::arena::LEVEL;
use crate::game::{Move, Outcome, PerSeat, Players, Seat};
use crate::statistics::{Interval, Sample, proportion};

/// The outcome of a candidate in one world: four bytes, since there may be millions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    winner: Seat,
    /// The worms of the seat on turn.
    worms: u16,
}

impl Ending {
    pub(super) fn of(outcome: &Outcome, seat: Seat) -> Ending {
        Ending { winner: outcome.winner, worms: outcome.worms[seat] }
    }
}

/// What the moves of one decision are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The candidates, in the order of the choices.
    pub moves: Vec<Move>,
    players: Players,
    seat: Seat,
    /// For each world and candidate, how it ended.
    outcomes: Vec<Vec<Ending>>,
}

impl Judgement {
    pub(super) fn new(moves: Vec<Move>, players: Players, seat: Seat, outcomes: Vec<Vec<Ending>>) -> Judgement {
        Judgement { moves, players, seat, outcomes }
    }

    /// Adds what was judged in the worlds after these.
    ///
    /// # Panics
    /// If it is about another decision.
    pub fn add(&mut self, more: Judgement) {
        assert!(self.moves == more.moves && self.seat == more.seat, "both are about the same decision");
        self.outcomes.extend(more.outcomes);
    }

    /// The number of worlds imagined.
    pub fn worlds(&self) -> u64 {
        self.outcomes.len() as u64
    }

    /// 1 if the seat on turn wins with a candidate, else 0.
    fn win(&self, world: &[Ending], index: usize) -> i64 {
        i64::from(world[index].winner == self.seat)
    }

    /// The expected worms with a move.
    pub fn expected_worms(&self, index: usize) -> Measured {
        let worms: Sample = self.outcomes.iter().map(|world| i64::from(world[index].worms)).collect();
        Measured::of(&worms)
    }

    fn wins(&self, index: usize) -> Sample {
        self.outcomes.iter().map(|world| self.win(world, index)).collect()
    }

    /// The interval of the chance to win with a move.
    pub fn interval(&self, index: usize) -> Interval {
        proportion(&self.wins(index), 1, LEVEL).unwrap_or(Interval { low: 0.0, high: 1.0 })
    }

    fn sums(&self) -> WorldSums {
        let mut sums = WorldSums { worlds: [0; PARTS], values: vec![[(0, 0); PARTS]; self.moves.len()] };
        for (number, world) in self.outcomes.iter().enumerate() {
            let part = number % PARTS;
            sums.worlds[part] += 1;
            for (index, values) in sums.values.iter_mut().enumerate() {
                values[part].0 += self.win(world, index);
                values[part].1 += i64::from(world[index].worms);
            }
        }
        sums
    }
}

impl MoveValues for Judgement {
    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn chance(&self, index: usize) -> Measured {
        Measured::of(&self.wins(index))
    }

    fn chances(&self, index: usize) -> Option<PerSeat<Measured>> {
        let mut chances = PerSeat::all(Measured::NOTHING);
        for seat in self.players.seats() {
            let wins = self.outcomes.iter().map(|world| i64::from(world[index].winner == seat));
            chances[seat] = Measured::of(&wins.collect());
        }
        Some(chances)
    }

    fn worms(&self, index: usize) -> Option<Measured> {
        Some(self.expected_worms(index))
    }

    /// Ties are broken by more worms.
    fn ranking(&self) -> Vec<usize> {
        let value = |index: usize| (self.chance(index).mean, self.expected_worms(index).mean);
        let mut indices: Vec<(usize, (f64, f64))> = (0..self.moves.len()).map(|index| (index, value(index))).collect();
        indices.sort_by(|(_, one), (_, other)| other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)));
        indices.into_iter().map(|(index, _)| index).collect()
    }

    /// The best and the worst one are not known: whichever looks best has also been lucky. So for each part they are chosen in the worlds of
    /// all other parts and compared in this one; a move that is as good as any may seem slightly better than the best.
    fn share(&self, index: usize) -> LossShare {
        let sums = self.sums();
        LossShare::of(sums.share(index), &sums.shares_in_halves(index))
    }

    fn loss_parts(&self, index: usize) -> Vec<(Move, f64)> {
        let sums = self.sums();
        let part = |part: usize| {
            let best = sums.best(|other| other != part);
            let lost = sums.values[best][part].0 - sums.values[index][part].0;
            (self.moves[best], lost as f64 / self.worlds() as f64)
        };
        (0..PARTS).map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A judgement of moves, of which each wins in the worlds that its function says.
    fn judgement(wins: &[fn(usize) -> bool]) -> Judgement {
        let [seat, other] = [0, 1].map(|index| Seat::new(index).expect("a seat"));
        let ending =
            |world: usize, wins: bool| Ending { winner: if wins { seat } else { other }, worms: (world % 9) as u16 };
        let world = |world: usize| wins.iter().map(|wins| ending(world, wins(world))).collect();
        let moves = ["pass", "lay 1", "lay 2"].iter().take(wins.len()).map(|text| text.parse().expect("a move"));
        Judgement::new(moves.collect(), Players::ALL[0], seat, (0..320).map(world).collect())
    }

    #[test]
    fn what_is_certainly_worse_is_no_contender() {
        assert_eq!(judgement(&[|_| false, |_| true, |world| world % 3 == 0]).contenders(), [1]);
        assert_eq!(judgement(&[|_| true, |_| true]).contenders(), [0, 1], "equal ones cannot be told apart");
        let close = judgement(&[|world| world % 2 == 0, |world| world % 2 == 0 || world == 9, |_| false]);
        assert_eq!(close.contenders(), [1, 0], "one world is too little");
        assert_eq!(judgement(&[|_| false]).contenders(), [0], "a single move is the best");
    }
}
