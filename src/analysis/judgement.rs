//! The outcomes of all candidates in all worlds, and what they say.

use super::accuracy::Share;
use super::sums::WorldSums;
use crate::arena::LEVEL;
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

/// Into how many parts the worlds are cut to choose in other worlds than those of the comparison; a power of two, so that
/// the parts can be halved evenly.
pub(super) const PARTS: usize = 16;

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
    /// The best one is not known: whichever looks best has also been lucky. So it is chosen in the worlds of all parts but
    /// one and compared in that one, for each part; a move that is as good as any may seem a little better than the best.
    pub fn loss(&self, place: usize) -> Measured {
        self.share(place).loss
    }

    /// What a move lost of what was at stake: the loss, and by how much the chance to win is lower with the worst move than
    /// with the best one. Both are chosen in other worlds than those in which they are compared.
    pub fn share(&self, place: usize) -> Share {
        let sums = self.sums();
        Share::of(sums.share(place), &sums.shares_in_halves(place))
    }

    /// What the loss is made of: the moves that are chosen as the best ones, and what is lost against each. The sum is the
    /// loss.
    pub fn loss_parts(&self, place: usize) -> [(Move, f64); PARTS] {
        let sums = self.sums();
        std::array::from_fn(|part| {
            let best = sums.best(|other| other != part);
            let lost = sums.values[best][part].0 - sums.values[place][part].0;
            (self.moves[best], lost as f64 / self.worlds() as f64)
        })
    }

    fn sums(&self) -> WorldSums {
        let mut sums = WorldSums { worlds: [0; PARTS], values: vec![[(0, 0); PARTS]; self.moves.len()] };
        for (number, world) in self.outcomes.iter().enumerate() {
            let part = number % PARTS;
            sums.worlds[part] += 1;
            for (place, values) in sums.values.iter_mut().enumerate() {
                values[part].0 += self.win(world, place);
                values[part].1 += i64::from(world[place].worms);
            }
        }
        sums
    }
}
