//! How fast games between given entrants are.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::arena::{
    Goal, Pairing, Plan, PlayOptions, Player, Setup, State, ThreadsError, play_game, play_run, play_whole,
};
use crate::bots::BotHost;
use crate::cli::screen::columns;
use crate::entrants::Entrant;
use crate::game::{DealKey, Edition, Players};
use crate::report::hang;

/// The speed of a line-up on one core.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct LineUpPace {
    pub(super) line_up: Vec<String>,
    games: u64,
    seconds: f64,
    pub(super) games_per_second: f64,
    decisions_per_game: f64,
    faults: u64,
    /// The overhead of the arena as a share of the bare games; both measured alternately, the fastest batch of each. Nothing if
    /// the arena seems faster: then other load disturbed the measurement.
    arena_overhead: Option<f64>,
}

impl LineUpPace {
    /// For people.
    pub(super) fn text(&self) -> String {
        let faults = if self.faults > 0 { format!(", {} faults", self.faults) } else { String::new() };
        let text = format!(
            "{}: {:.0} games/s on one core ({} games in {:.1} s, {:.1} decisions per game{faults}); {}",
            self.line_up.join(", "),
            self.games_per_second,
            self.games,
            self.seconds,
            self.decisions_per_game,
            match self.arena_overhead {
                Some(overhead) => format!("the arena adds {:.1} %", 100.0 * overhead),
                None => "what the arena adds is not measurable here".to_owned(),
            },
        );
        hang("", &text, columns())
    }
}

/// How long each turn of bare games or of the arena is.
const TURN: Duration = Duration::from_millis(100);

/// Plays until the time is up, every deal in all rotations of the seats: bare games and the arena alternately. `watch` is told how
/// much of the time is used.
pub(super) fn measure(
    players: Players,
    entrants: &[Entrant],
    mut line_up: Vec<Player>,
    budget: Duration,
    watch: &dyn Fn(Duration),
) -> Result<LineUpPace, ThreadsError> {
    let plan = plan(players, entrants);
    let mut state = State::new(&plan);
    let mut bare = Count::default();
    let (mut fastest_bare, mut fastest_arena) = (f64::INFINITY, f64::INFINITY);
    let start = Instant::now();
    while start.elapsed() < budget || bare.games == 0 {
        let (games, clock) = (bare.games, Instant::now());
        while clock.elapsed() < TURN {
            bare.play(players, &mut line_up);
        }
        let time = clock.elapsed();
        bare.time += time;
        fastest_bare = fastest_bare.min(time.as_secs_f64() / (bare.games - games) as f64);
        let (before, clock) = (state.games(&plan), Instant::now());
        state = play_a_turn(&plan, state, clock)?;
        let played = state.games(&plan) - before;
        fastest_arena = fastest_arena.min(clock.elapsed().as_secs_f64() / played as f64);
        watch(start.elapsed());
    }
    let seconds = bare.time.as_secs_f64();
    Ok(LineUpPace {
        line_up: entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        games: bare.games,
        seconds,
        games_per_second: bare.games as f64 / seconds,
        decisions_per_game: bare.decisions as f64 / bare.games as f64,
        faults: bare.faults,
        arena_overhead: Some(fastest_arena / fastest_bare - 1.0).filter(|overhead| *overhead >= 0.0),
    })
}

/// Plays through the arena until the turn is over.
fn play_a_turn(plan: &Plan, state: State, clock: Instant) -> Result<State, ThreadsError> {
    let played = play_run(plan, state, &PlayOptions::new(1, &BotHost::default()), |_, _| {
        if clock.elapsed() < TURN { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Ok(played?.0)
}

/// Plays this many blocks through the arena; returns the number of games.
pub(super) fn work(players: Players, entrants: &[Entrant], blocks: u64) -> Result<u64, ThreadsError> {
    let plan = Plan { goal: Goal::Blocks(vec![blocks]), ..plan(players, entrants) };
    let host = BotHost::default();
    // Batches follow the clock unless their size is set, and the work would not be the same every time.
    let options = PlayOptions { pace: Some(blocks), ..PlayOptions::new(1, &host) };
    Ok(play_whole(&plan, &options, |_| {})?.games(&plan))
}

/// The same games, as a run without end.
fn plan(players: Players, entrants: &[Entrant]) -> Plan {
    let goal = Goal::Blocks(vec![u64::MAX / 64]);
    Plan::new(entrants.to_vec(), Pairing::Fixed, &[players], 1_u64, goal).expect("there is an entrant for each seat")
}

/// Counts of the bare games.
#[derive(Default)]
struct Count {
    deals: u64,
    games: u64,
    decisions: u64,
    faults: u64,
    time: Duration,
}

impl Count {
    /// Plays the next deal in all rotations.
    fn play(&mut self, players: Players, line_up: &mut [Player]) {
        let key = DealKey::new(1, self.deals);
        self.deals += 1;
        let setup = Setup { key, players, first: key.first_seat(players), edition: Edition::default() };
        for _ in players.seats() {
            let played = play_game(&setup, line_up, &mut ());
            self.games += 1;
            self.decisions += played.decisions.iter().sum::<u64>();
            self.faults += played.game_faults.len() as u64;
            line_up.rotate_left(1);
        }
    }
}
