//! A run as a thing: create, open, resume, play, merge, verify, read.
//!
//! This room alone knows the files of a run: their names and formats, the lock, what is complete and what is partial, and why
//! a folder cannot be used. It refuses to decide what is played, to draw and to print.
//!
//! The main types: a [`Run`] is read; a [`LiveRun`] is played, alone in its folder; [`merge`] joins parts, [`verify`] plays again
//! and compares. A [`Coordinator`] has a run played by workers elsewhere. A [`Manifest`] is what a run is; a [`RunFolder`] is where it lives, and where tunings live too.
//!
//! ```
//! use karteneck::arena::{Goal, Pairing, Plan, PlayOptions};
//! use karteneck::bots::BotHost;
//! use karteneck::game::Players;
//! use karteneck::runs::{LiveRun, NewFolder, RunEnd, VerifyScope, verify};
//!
//! # let home = tempfile::tempdir()?;
//! let entrants = vec!["greedy".parse()?, "random".parse()?];
//! let plan = Plan::new(entrants, Pairing::RoundRobin, &[Players::ALL[0]], 7_u64, Goal::Blocks(vec![20]))?;
//! let (host, folder) = (BotHost::default(), NewFolder::At { path: home.path().join("run"), force: false });
//! let options = PlayOptions::new(2, &host);
//! if let RunEnd::Finished(run) = LiveRun::create(&folder, plan)?.play(&options, &mut |_, _| {})? {
//!     assert_eq!(verify(&run, VerifyScope::All, &options)?.played, 20);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod coordinator;
mod deals;
mod error;
mod files;
mod folder;
mod growing;
mod grown;
mod journal_tail;
mod live;
mod manifest;
mod merge;
mod part_names;
mod parts;
mod piece_store;
mod rating_pool;
mod run;
mod verify;

pub use coordinator::{Coordinator, CoordinatorError};
pub use error::RunError;
pub use files::{
    BLOCKS, CHECKPOINT, COMPARISON, CONVERGENCE_PICTURE, DEALS, GAMES, HISTORY, JOURNAL, JUDGE_NET, LEARNED,
    LEARNING_PICTURE, LOGS, MANIFEST, PIECES, PROGRESS, REPORT, SEALED_GAMES, SECRET, SENSITIVITY, SENSITIVITY_PICTURE,
    START_NET, TALLY, TIMING, TRANSFER, TUNED,
};
pub use folder::RunFolder;
pub(crate) use journal_tail::check_tail;
pub use live::{LiveRun, NewFolder, PartStart, RunEnd};
pub use manifest::{FINGERPRINT, Manifest, RunFormat, RunRecord};
pub use merge::{MergeOptions, MergeProgress, Merged, merge};
pub use part_names::missing_parts;
pub use rating_pool::RatingPool;
pub use run::Run;
pub use verify::{Verified, VerifyScope, verify};
