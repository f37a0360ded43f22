//! How fast games between given entrants are.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::arena::{Player, Setup, play_game};
use crate::game::{DealKey, Edition, Players};

/// The speed of a line-up on one core.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Pace {
    line_up: Vec<String>,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    decisions_per_game: f64,
    faults: u64,
}

impl Pace {
    /// For people.
    pub(super) fn text(&self) -> String {
        let faults = if self.faults > 0 { format!(", {} faults", self.faults) } else { String::new() };
        format!(
            "{}: {:.0} games/s on one core ({} games in {:.1} s, {:.1} decisions a game{faults})\n",
            self.line_up.join(", "),
            self.games_per_second,
            self.games,
            self.seconds,
            self.decisions_per_game,
        )
    }
}

/// Plays until the time is up, every deal in all rotations of the seats.
pub(super) fn measure(players: Players, mut line_up: Vec<Player>, budget: Duration) -> Pace {
    let names = line_up.iter().map(|player| player.name().to_owned()).collect();
    let (mut games, mut decisions, mut faults) = (0, 0, 0);
    let start = Instant::now();
    for deal in 0.. {
        let key = DealKey::new(1, deal);
        let setup = Setup { key, players, first: key.first_seat(players), edition: Edition::default() };
        for _ in players.seats() {
            let played = play_game(&setup, &mut line_up, &mut ());
            games += 1;
            decisions += played.decisions.iter().sum::<u64>();
            faults += played.lapses.len() as u64;
            line_up.rotate_left(1);
        }
        if start.elapsed() >= budget {
            break;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    Pace {
        line_up: names,
        games,
        seconds,
        games_per_second: games as f64 / seconds,
        decisions_per_game: decisions as f64 / games as f64,
        faults,
    }
}
