//! The work that is timed.

use std::hint::black_box;

use crate::game::{DealKey, Edition, Game, Key, Players, Seat, Stream};

/// Something that can be done repeatedly.
pub(super) trait Workload {
    /// Does it `units` times; returns the number of decisions made, where that applies.
    fn work(&mut self, units: u64) -> u64;
}

/// Bounded draws of the generator behind everything.
pub(super) struct Draws(Stream);

impl Default for Draws {
    fn default() -> Draws {
        Draws(Key::new(1).stream())
    }
}

impl Workload for Draws {
    fn work(&mut self, units: u64) -> u64 {
        // The state stays in registers: the draw is measured at its cheapest, so that no multiple of it looks too good.
        let mut stream = self.0.clone();
        let mut sum = 0_u64;
        for unit in 0..units {
            // Bounds like those of a game: from a few moves up to a pile of cards.
            sum += u64::from(stream.below(5 + (unit & 63) as u32));
        }
        self.0 = stream;
        black_box(sum);
        0
    }
}

/// Whole seeded games of random moves: the same ones in every batch, so that no batch is fast because its games are short.
pub(super) struct Games {
    players: Players,
}

impl Games {
    pub(super) fn new(players: Players) -> Games {
        Games { players }
    }
}

impl Workload for Games {
    fn work(&mut self, units: u64) -> u64 {
        let mut decisions = 0;
        for index in 0..units {
            let key = DealKey::new(1, index);
            let mut luck = key.deal(self.players);
            let mut choose = key.choices(first(), 0);
            let mut game = Game::start(self.players, first(), Edition::default(), &mut luck);
            while !game.table().is_over() {
                game.play_random(&mut choose, &mut luck, &mut ());
                decisions += 1;
            }
            black_box(game.outcome());
        }
        decisions
    }
}

fn first() -> Seat {
    Seat::new(0).expect("every table has a first seat")
}

/// Games stopped somewhere in the middle, to take views of.
fn middles(players: Players) -> Vec<Game> {
    let mut stream = Key::new(2).stream();
    let middle = |number| {
        let mut luck = DealKey::new(3, number).deal(players);
        let mut game = Game::start(players, first(), Edition::default(), &mut luck);
        let mut left = 10 * players.count() as u32 + stream.below(20 * players.count() as u32 / 2);
        while left > 0 && game.table().round() < players.rounds() {
            game.play_random(&mut stream, &mut luck, &mut ());
            left -= 1;
        }
        game
    };
    (0..64).map(middle).collect()
}

/// Imagining a whole game from the view of the seat on turn; the same ones in every batch.
pub(super) struct Imagining {
    games: Vec<Game>,
    stream: Stream,
}

impl Imagining {
    pub(super) fn new(players: Players) -> Imagining {
        Imagining { games: middles(players), stream: Key::new(4).stream() }
    }
}

impl Workload for Imagining {
    fn work(&mut self, units: u64) -> u64 {
        self.stream = Key::new(4).stream();
        for game in self.games.iter().cycle().take(units as usize) {
            black_box(game.view(game.table().turn()).imagine(&mut self.stream));
        }
        0
    }
}

/// Imagining a whole game and playing it to the end with random moves.
pub(super) struct Rollouts(Imagining);

impl Rollouts {
    pub(super) fn new(players: Players) -> Rollouts {
        Rollouts(Imagining::new(players))
    }
}

impl Workload for Rollouts {
    fn work(&mut self, units: u64) -> u64 {
        let Imagining { games, stream } = &mut self.0;
        *stream = Key::new(5).stream();
        for game in games.iter().cycle().take(units as usize) {
            let mut imagined = game.view(game.table().turn()).imagine(stream);
            imagined.roll_out(stream);
            black_box(imagined.outcome());
        }
        0
    }
}
