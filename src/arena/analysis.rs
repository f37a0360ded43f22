//! What moves are worth: every candidate is tried in worlds that fit the view of the seat on turn, and a strategy plays on
//! for everybody.

use rayon::prelude::*;

use crate::game::{Game, Key, Move, Seat, Stream, View};
use crate::statistics::{Interval, Sample, proportion};
use crate::strategies::{Entrant, Fault, Logs, Strategy};

use super::plan::LEVEL;

/// How moves are judged.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// Who plays on for everybody after a candidate.
    pub policy: &'a Entrant,
    /// In how many imagined worlds every candidate is tried.
    pub worlds: u64,
    /// The name of all luck.
    pub key: Key,
}

/// What the moves of one decision are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The candidates, as the choices list them.
    pub moves: Vec<Move>,
    /// For each world and candidate, whether the seat won, and its worms.
    outcomes: Vec<Vec<(bool, u16)>>,
}

/// A number with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The number.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Measured {
    fn of(sample: &Sample) -> Measured {
        Measured { mean: sample.mean().unwrap_or(0.0), error: sample.error().unwrap_or(f64::INFINITY) }
    }
}

impl Judge<'_> {
    /// Judges every move worth considering, and `played` too, if it is none of them. The same luck meets all candidates,
    /// so that their differences are surer than their values.
    ///
    /// # Errors
    /// If the policy commits a fault.
    pub fn judge(&self, view: &View<'_>, played: Option<Move>) -> Result<Judgement, Fault> {
        let mut moves: Vec<Move> = view.choices().iter().collect();
        moves.extend(played.filter(|mv| !moves.contains(mv)));
        let seats = view.table().players().count();
        let strategies = || (0..seats).map(|_| self.policy.strategy(&Logs::temporary())).collect::<Vec<_>>();
        let in_world = |strategies: &mut Vec<Box<dyn Strategy>>, world: u64| {
            let key = self.key.with(world);
            let mut luck = key.stream();
            let game = view.imagine(&mut luck);
            let try_out = |&mv: &Move| roll_out(game, mv, view.seat(), strategies, luck.clone());
            moves.iter().map(try_out).collect::<Result<Vec<_>, Fault>>()
        };
        let outcomes = (0..self.worlds).into_par_iter().map_init(strategies, in_world).collect::<Result<_, _>>()?;
        Ok(Judgement { moves, outcomes })
    }
}

/// Plays a game on after a move, each seat by its own strategy; says whether `seat` won, and its worms.
fn roll_out(
    mut game: Game,
    mv: Move,
    seat: Seat,
    strategies: &mut [Box<dyn Strategy>],
    mut luck: Stream,
) -> Result<(bool, u16), Fault> {
    for seat in game.table().players().seats() {
        strategies[seat.index()].start(&game.view(seat))?;
    }
    game.play(mv, &mut luck);
    while !game.table().is_over() {
        let turn = game.table().turn();
        let mut chance = Key::new(luck.word()).stream();
        let mv = strategies[turn.index()].decide(&game.view(turn), &mut chance)?;
        game.play(mv, &mut luck);
    }
    let outcome = game.outcome();
    Ok((outcome.winner == seat, outcome.worms[seat]))
}

impl Judgement {
    /// How many worlds were imagined.
    pub fn worlds(&self) -> u64 {
        self.outcomes.len() as u64
    }

    /// The place of a move.
    pub fn place(&self, mv: Move) -> Option<usize> {
        self.moves.iter().position(|&candidate| candidate == mv)
    }

    fn wins(&self, place: usize) -> Sample {
        self.outcomes.iter().map(|world| i64::from(world[place].0)).collect()
    }

    /// The chance to win with a move.
    pub fn chance(&self, place: usize) -> Measured {
        Measured::of(&self.wins(place))
    }

    /// The interval of the chance to win with a move.
    pub fn interval(&self, place: usize) -> Interval {
        proportion(&self.wins(place), 1, LEVEL).unwrap_or(Interval { low: 0.0, high: 1.0 })
    }

    /// The worms to expect with a move.
    pub fn worms(&self, place: usize) -> Measured {
        let worms: Sample = self.outcomes.iter().map(|world| i64::from(world[place].1)).collect();
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
        let bests = self.bests();
        let differences = self.outcomes.iter().enumerate().map(|(world, outcome)| {
            let best = bests[(world + 1) % 2];
            i64::from(outcome[best].0) - i64::from(outcome[place].0)
        });
        Measured::of(&differences.collect())
    }

    /// The two parts of the loss: for each half of the worlds the move that is best in it, and by how much the chance to
    /// win in the other half is lower than with that one. The loss is the mean of both.
    pub fn loss_parts(&self, place: usize) -> [(Move, f64); 2] {
        let bests = self.bests();
        [0, 1].map(|half| {
            let best = bests[half];
            let others = self.outcomes.iter().skip(1 - half).step_by(2);
            let differences = others.map(|world| i64::from(world[best].0) - i64::from(world[place].0));
            (self.moves[best], differences.collect::<Sample>().mean().unwrap_or(0.0))
        })
    }

    fn bests(&self) -> [usize; 2] {
        [0, 1].map(|half| self.best_in(half))
    }

    /// The best move in every other world.
    fn best_in(&self, half: usize) -> usize {
        let value = |place: usize| {
            let worlds = self.outcomes.iter().skip(half).step_by(2);
            worlds.fold((0_u64, 0_u64), |(wins, worms), world| {
                (wins + u64::from(world[place].0), worms + u64::from(world[place].1))
            })
        };
        (0..self.moves.len()).rev().max_by_key(|&place| value(place)).unwrap_or(0)
    }
}
