//! Searches a parameter space by asking the arena, and reports honestly what was gained.
//!
//! This room owns the space of an entrant's parameters, the methods of search, races between candidates, the journal
//! from which a search resumes after a crash, and the confirmation on deals that played no part in any choice. It refuses
//! to play games itself (the arena does), to judge by a deal twice, to write reports, and to print.
//!
//! The main types: a [`Request`] becomes a [`TuningPlan`] if it makes sense; [`tune()`] carries it out with an [`Oracle`], the
//! playing [`ArenaOracle`] behind a [`Journal`], and returns [`Findings`]. A [`Method`] is a way to search a [`Space`].
//!
//! ```
//! use karteneck::bots::BotHost;
//! use karteneck::game::{Edition, Players};
//! use karteneck::tuning::{ArenaOracle, Request, Rival, TuningPlan, tune};
//!
//! let request = Request {
//!     entrant: "greedy".parse()?,
//!     parameters: None,
//!     against: vec![Rival::Entrant("random".parse()?)],
//!     players: vec![Players::ALL[0]],
//!     games: 4_000,
//!     seed: 1_u64.into(),
//!     method: None,
//!     edition: Edition::default(),
//!     transfer: Vec::new(),
//!     sensitivity: false,
//! };
//! let plan = TuningPlan::new(request)?;
//! let mut oracle = ArenaOracle {
//!     family: plan.space.family,
//!     seed: plan.request.seed.seed(),
//!     edition: plan.request.edition,
//!     threads: 2,
//!     host: BotHost::default(),
//!     stopped: &|| false,
//!     on_games: &|_| {},
//!     exchange: None,
//! };
//! let findings = tune(&plan, &mut oracle, &mut |_| {})?;
//! assert_eq!(findings.result.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comparison;
mod field;
mod findings;
mod fit;
mod history;
mod journal;
mod league;
mod manifest;
mod optimiser;
mod oracle;
mod plan;
mod race;
mod scores;
mod sensitivity;
mod space;
mod tuner;
mod words;

pub use field::ArenaOracle;
pub use findings::{Confirmation, Duel, Findings, LeftOut, Side, Standoff, TuningVerdict};
pub use history::{History, HistoryRow, Milestone, Role};
pub use journal::Journal;
pub use manifest::{TUNING_FORMAT, TuningManifest, request_of};
pub use optimiser::{Evaluation, Method, Optimiser, Pace};
pub use oracle::{Halt, Oracle, Purpose, Question};
pub use plan::{Request, Rival, TuningPlan, TuningPlanError};
pub use scores::{Estimate, Scores, SizeScores};
pub use sensitivity::Effect;
pub use space::{Axis, Space, SpaceError, UnitPoint};
pub use tuner::{Phase, TuningProgress, tune};
pub use words::{TuningWords, split_specs};
