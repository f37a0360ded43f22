//! A laboratory for the card game *Heckmeck am Karteneck*: it plays the game millions of times between strategies that anyone can
//! plug in, and says with honest error bars which one is better, why, and how to see it again.
//!
//! # From code
//! [`Tournament`] and [`Match`] are the front door; an [`Entrant`] is a spec like `"heuristic:tempo=1.2".parse()?`, a program, or a
//! strategy of your own:
//! ```
//! use karteneck::game::{Move, Stream, View};
//! use karteneck::strategies::Policy;
//! use karteneck::{Entrant, Tournament};
//!
//! struct Mine;
//!
//! impl Policy for Mine {
//!     fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
//!         view.choices().get(0)
//!     }
//! }
//!
//! let mine = Entrant::policy("mine", || Mine);
//! let outcome = Tournament::of([mine, "greedy".parse()?]).players([2, 4]).games(400).seed(7_u64).run()?;
//! for row in outcome.standings(4) {
//!     println!("{row}");
//! }
//! # assert_eq!(outcome.games(), 400);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! `run_in` keeps a folder that the commands of the program read too, and `resume` continues it. A family of strategies with
//! parameters of its own ([`parameters!`], [`strategies::Family`]) is registered in an [`entrants::Catalogue`].
//!
//! # The house
//! One sentence for each room; each uses only rooms above it:
//! - [`game`]: what the rules say; the engine, without I/O, clock, threads, heap or floating point.
//! - [`statistics`]: numbers about numbers; intervals, differences, ratings, sequential tests.
//! - [`encoding`]: views and moves as fixed lists of numbers, for programs that learn.
//! - [`strategies`]: how a seat decides, from its view alone; families and their parameters.
//! - [`bots`]: programs in any language as strategies; protocol, pipes, child processes, what they may see.
//! - [`entrants`]: who takes part; a family with its parameters, a program, or code; specs, files, the catalogue.
//! - [`records`]: what happened; game records, replays, editions, positions, seeds and seals.
//! - [`arena`]: brings deals, seats and strategies together; plans and schedules, plays in parallel, judges faults, tallies.
//! - [`tables`]: typed rows of results and their CSV bytes.
//! - [`runs`]: a run as a thing; create, open, resume, play, merge, verify.
//! - [`analysis`]: what moves are worth, tried out in worlds that fit a view.
//! - [`mod@audit`]: is an entrant legal and honest?
//! - [`export`]: games as tables for other programs; columns with their types and meanings.
//! - [`tuning`]: searches the parameters of a strategy by asking the arena, and confirms the gain on fresh deals.
//! - [`solving`]: how far play is from perfect, in mini games that can be solved.
//! - [`report`]: rows and figures to bytes; pages, pictures, Markdown and tables for the terminal.
//! - [`playing`]: a person's game against entrants, in progress, saved and resumed.
//! - `serving` (feature `serve`): the laboratory in the browser; the server, who may talk to it, and its pages.
//! - [`selfcheck`]: the laboratory's own promises as checks; a plain model of the rules, recounts, known truths, the fingerprint.
//! - `lab` (private): the front door above.
//! - `cli` (feature `cli`, private): the commands; the only room that prints.
//!
//! # One word per thing
//! *Card, kind, signpost, hand, display, total, portion, worms, grill, supply, stack, seat, move (lay, pass, steal),
//! round, menu, game* are the rules' words. A *deal* is the seeded luck of one game. A *view* is what a seat may know.
//! A *record* is a finished game in writing. A *strategy* is code that decides; a *family* is one whose parameters are
//! not yet set; an *entrant* is one with its parameters, a program, or code, under a name. A *fault* is a failure to decide.
//! A *line-up* is who sits at one table; a *block* is one deal played once in every rotation of the seats; a *plan* is all that
//! determines a run; a *run* is one scheduled set of blocks with its folder; a *part* is some of its blocks; a *tally* is exact sums;
//! a *candidate* is a choice of parameters in a tuning; an *address* is `block:rotation` inside a run.
//!
//! # One game by hand
//! A seeded game of random moves, recorded and read back:
//! ```
//! use karteneck::game::{DealKey, Edition, Game, Players};
//! use karteneck::records::{Heading, Record, Recorder, replay};
//!
//! let players = Players::new(4).expect("four may play");
//! let key = DealKey::new(42, 0);
//! let (mut luck, mut recorder) = (key.deal(players), Recorder::new(players));
//! let mut game = Game::start_watched(players, key.first_seat(players), Edition::default(), &mut luck, &mut recorder);
//! for decision in 0.. {
//!     if game.table().is_over() {
//!         break;
//!     }
//!     game.play_random(&mut key.choices(game.table().turn(), decision), &mut luck, &mut recorder);
//! }
//! let heading = Heading { seed: 42_u64.into(), strategies: vec!["random".to_owned(); 4], ..Heading::default() };
//! let record = recorder.finish(heading, &game);
//!
//! let read = Record::from_line(&record.to_line())?;
//! assert_eq!(replay(&read, &Edition::default(), &mut |_| {})?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]

pub mod analysis;
pub mod arena;
pub mod audit;
pub mod bots;
#[cfg(feature = "cli")]
mod cli;
pub mod encoding;
pub mod entrants;
pub mod export;
mod files;
pub mod game;
mod lab;
pub mod learning;
pub mod playing;
pub mod records;
pub mod report;
pub mod runs;
pub mod selfcheck;
#[cfg(feature = "serve")]
pub mod serving;
pub mod solving;
pub mod statistics;
pub mod strategies;
pub mod tables;
pub mod tuning;
mod vectors;

pub use entrants::Entrant;
pub use lab::{LabError, Match, Progress, RunOutcome, Tournament};

/// The program: all commands, optionally with the caller's own families.
///
/// ```no_run
/// use karteneck::game::{Move, Stream, View};
/// use karteneck::strategies::{Family, Policy};
///
/// struct Mine;
///
/// impl Policy for Mine {
///     fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
///         view.choices().get(0)
///     }
/// }
///
/// static MINE: Family = Family::new("mine", "takes its first choice", &[], |_| Box::new(Mine));
///
/// fn main() -> std::process::ExitCode {
///     karteneck::program::run_with(&[&MINE])
/// }
/// ```
#[cfg(feature = "cli")]
pub mod program {
    #[doc(hidden)]
    pub use crate::cli::{CountingAllocator, allocations, parses, resumed};
    pub use crate::cli::{run, run_with};
}

/// The examples of the README, compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
