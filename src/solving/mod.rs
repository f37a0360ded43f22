//! How far play is from perfect: exactly where perfect play can be computed, and by bounds elsewhere.
//!
//! This room owns small games: their trees, their exact solution by CFR+, exact best responses, and how exploitable an entrant
//! is with its real code; and for the whole game a player that responds to an entrant whose strategy it knows, and one that is told the hands. It refuses to know any strategy: it asks
//! what plays, at the same door as the arena.
//!
//! The main types: a [`MiniGame`] is a real last round of two, small enough to be solved; [`FROZEN`] are those that are shipped. A
//! [`MiniTree`] is its tree, made by playing it with the engine; the [`Tree`] below knows no cards, and [`solve()`] finds its
//! [`Equilibrium`]. A [`Behaviour`] is how both sides play; [`Asking`] finds that of an entrant. A [`SolvedGame`] makes a
//! [`Measurement`] of an entrant, and names its [`Mistake`]s. An [`Exploitation`] has a [`Responder`] play whole games against an entrant,
//! and a [`Ceiling`] an entrant that is told all hands.
//!
//! ```
//! use karteneck::solving::{Asking, FROZEN, SolvedGame};
//!
//! let solved = SolvedGame::new(&FROZEN[13].game())?;
//! assert!((0.73..0.74).contains(&solved.value()));
//! let tuned = solved.measure(&"tuned".parse()?, &Asking { streams: 1, seed: 1_u64.into() })?;
//! assert!(tuned.exploitability > 0.05 && tuned.exploitability < solved.uniform());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asking;
mod behaviour;
mod ceiling;
mod equilibrium;
mod error;
mod frozen;
mod mini_game;
mod mini_tree;
mod mistakes;
mod passes;
pub mod response;
mod solved_game;
mod tree;

pub use asking::Asking;
pub use behaviour::Behaviour;
pub use ceiling::{Ceiling, CeilingError, Informed};
pub use equilibrium::{Equilibrium, solve};
pub use error::SolveError;
pub use frozen::{FROZEN, FrozenGame};
pub use mini_game::MiniGame;
pub use mini_tree::MiniTree;
pub use mistakes::{Mistake, MoveOption, mistakes};
pub use response::{ExploitError, Exploitation, Exploited, Inference, Responder};
pub use solved_game::{Measurement, SolvedGame};
pub use tree::{Branch, Links, NodeIndex, Side, Tree};
