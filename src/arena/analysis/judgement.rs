//! The outcomes of all candidates in all worlds, and what they say.

use super::accuracy::Share;
use crate::arena::plan::LEVEL;
use crate::game::{Move, Outcome, PerSeat, Players, Seat};
use crate::statistics::{Interval, Sample, proportion};

/// A number with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The number.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Measured {
    /// Known exactly, and nothing.
    pub const NOTHING: Measured = Measured { mean: 0.0, error: 0.0 };

    pub(super) fn of(sample: &Sample) -> Measured {
        Measured { mean: sample.mean().unwrap_or(0.0), error: sample.error().unwrap_or(f64::INFINITY) }
    }
}

/// How a candidate ended in one world: four bytes, since there may be millions.
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
    /// The candidates, as the choices list them.
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

    /// How many worlds were imagined.
    pub fn worlds(&self) -> u64 {
        self.outcomes.len() as u64
    }

    /// The place of a move.
    pub fn place(&self, mv: Move) -> Option<usize> {
        self.moves.iter().position(|&candidate| candidate == mv)
    }

    /// 1 if the seat on turn wins with a candidate, else 0.
    fn win(&self, world: &[Ending], place: usize) -> i64 {
        i64::from(world[place].winner == self.seat)
    }

    fn wins(&self, place: usize) -> Sample {
        self.outcomes.iter().map(|world| self.win(world, place)).collect()
    }

    /// The chance to win with a move.
    pub fn chance(&self, place: usize) -> Measured {
        Measured::of(&self.wins(place))
    }

    /// Every seat's chance to win after a move, as the seat on turn sees it; nothing for the seats that nobody took.
    pub fn chances(&self, place: usize) -> PerSeat<Measured> {
        let mut chances = PerSeat::all(Measured::NOTHING);
        for seat in self.players.seats() {
            let wins = self.outcomes.iter().map(|world| i64::from(world[place].winner == seat));
            chances[seat] = Measured::of(&wins.collect());
        }
        chances
    }

    /// The interval of the chance to win with a move.
    pub fn interval(&self, place: usize) -> Interval {
        proportion(&self.wins(place), 1, LEVEL).unwrap_or(Interval { low: 0.0, high: 1.0 })
    }

    /// The worms to expect with a move.
    pub fn worms(&self, place: usize) -> Measured {
        let worms: Sample = self.outcomes.iter().map(|world| i64::from(world[place].worms)).collect();
        Measured::of(&worms)
    }

    /// The places from the best chance to the worst; of equals the one with more worms first.
    pub fn ranking(&self) -> Vec<usize> {
        let value = |place: usize| (self.chance(place).mean, self.worms(place).mean);
        let mut places: Vec<(usize, (f64, f64))> = (0..self.moves.len()).map(|place| (place, value(place))).collect();
        places.sort_by(|(_, one), (_, other)| other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)));
        places.into_iter().map(|(place, _)| place).collect()
    }

    /// By how much the chance to win is lower with a move than with the best one, world by world.
    ///
    /// The best one is not known: whichever looks best has also been lucky. So it is chosen in one half of the worlds and
    /// compared in the other, both ways round; a move that is as good as any may seem a little better than the best.
    pub fn loss(&self, place: usize) -> Measured {
        Measured::of(&self.compare([0, 1].map(|half| self.best_in(half)), [place; 2]).collect())
    }

    /// What a move lost of what was at stake: the loss, and by how much the chance to win is lower with the worst move than
    /// with the best one. Both are chosen in one half of the worlds and compared in the other.
    pub fn share(&self, place: usize) -> Share {
        let bests = [0, 1].map(|half| self.best_in(half));
        let worsts = [0, 1].map(|half| self.worst_in(half));
        Share::of(self.compare(bests, [place; 2]).zip(self.compare(bests, worsts)))
    }

    /// For each world, by how much one candidate does better than another; each chosen in the other half of the worlds.
    fn compare(&self, better: [usize; 2], worse: [usize; 2]) -> impl Iterator<Item = i64> {
        self.outcomes.iter().enumerate().map(move |(number, world)| {
            let other = (number + 1) % 2;
            self.win(world, better[other]) - self.win(world, worse[other])
        })
    }

    /// The two parts of the loss: for each half of the worlds the move that is best in it, and by how much the chance to
    /// win in the other half is lower than with that one. The loss is the mean of both.
    pub fn loss_parts(&self, place: usize) -> [(Move, f64); 2] {
        [0, 1].map(|half| {
            let best = self.best_in(half);
            let others = self.outcomes.iter().skip(1 - half).step_by(2);
            let differences = others.map(|world| self.win(world, best) - self.win(world, place));
            (self.moves[best], differences.collect::<Sample>().mean().unwrap_or(0.0))
        })
    }

    /// Wins and worms with a move in every other world.
    fn value_in(&self, half: usize, place: usize) -> (i64, u64) {
        let worlds = self.outcomes.iter().skip(half).step_by(2);
        worlds
            .fold((0, 0), |(wins, worms), world| (wins + self.win(world, place), worms + u64::from(world[place].worms)))
    }

    /// The best move in every other world.
    fn best_in(&self, half: usize) -> usize {
        (0..self.moves.len()).rev().max_by_key(|&place| self.value_in(half, place)).unwrap_or(0)
    }

    /// The worst move in every other world.
    fn worst_in(&self, half: usize) -> usize {
        (0..self.moves.len()).min_by_key(|&place| self.value_in(half, place)).unwrap_or(0)
    }
}
