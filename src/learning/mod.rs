//! Fits nets to games of entrants against themselves.
//!
//! This room owns the games from which nets learn, the journal that keeps them, the samples made of them, the fit and its
//! evaluation on games that were held out. It refuses to judge how strong a net makes a player (the arena does), to
//! print, and to know how a net is used.
//!
//! The main types: a [`LearningRequest`] says what to learn from; [`learn()`] plays, keeps the games in a [`GameJournal`] and
//! returns a [`Lesson`]: the net as a file, how the fit went, and an honest [`Evaluation`]. Everything is a function of
//! the request: neither the number of threads nor an interruption changes a byte, nor workers elsewhere, each a [`LearningWorker`], that play
//! the games instead.

mod chapters;
mod curve;
mod evaluation;
mod fit;
mod journal;
mod learner;
mod nets;
mod options;
mod request;
mod samples;
mod selfplay;
mod words;

pub use chapters::LearningWorker;
pub use curve::EpochLoss;
pub use evaluation::{CalibrationBin, Evaluation};
pub use fit::{Schedule, Trainee, fit};
pub use journal::GameJournal;
pub use learner::{Course, Lesson, learn};
pub use nets::{LearningNets, NetFileError};
pub use options::{LearnError, LearningOptions, LearningProgress};
pub use request::{LEARNING_FORMAT, LearningManifest, LearningRequest};
pub use samples::{HELD_OUT, Samples};
pub use selfplay::{Decision, SelfPlay};
pub use words::LearningWords;
