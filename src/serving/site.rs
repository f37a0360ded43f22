//! Everything that answers need: the folder, who may play, and what is going on.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::ServeError;
use super::folder::Folder;
use super::game_cache::GameCache;
use super::guard::Guard;
use super::jobs::Jobs;
use super::run_cache::RunCache;
use super::slots::Slots;
use super::tables::Tables;
use crate::arena::WorkThreads;
use crate::bots::BotHost;
use crate::entrants::{Catalogue, Entrant};

/// Analyses and searches at a time; each uses all cores.
const ANALYSES: usize = 3;

/// What is served, and who may start what.
pub struct ServeOptions {
    /// The folder of all runs.
    pub folder: PathBuf,
    /// Where to listen.
    pub address: SocketAddr,
    /// What a browser must give first; needed if other machines can connect.
    pub token: Option<String>,
    /// The entrants that can be named.
    pub catalogue: Catalogue,
    /// The programs that may be started, each with the spec that names it.
    pub programs: Vec<(String, Entrant)>,
    /// How they are started.
    pub host: BotHost,
    /// The executable that plays runs; without one no run can be started from a page.
    pub executable: Option<PathBuf>,
}

/// A program that may be started.
pub(super) struct AllowedProgram {
    pub(super) spec: String,
    pub(super) entrant: Entrant,
}

/// The state of the server.
pub(super) struct Site {
    pub(super) folder: Folder,
    pub(super) catalogue: Catalogue,
    pub(super) programs: Vec<AllowedProgram>,
    pub(super) host: BotHost,
    pub(super) guard: Guard,
    pub(super) threads: WorkThreads,
    pub(super) analyses: Slots,
    pub(super) runs: RunCache,
    pub(super) games: GameCache,
    pub(super) tables: Tables,
    pub(super) jobs: Jobs,
    /// Whether streams should end.
    pub(super) stopping: Arc<AtomicBool>,
}

impl Site {
    pub(super) fn new(options: ServeOptions, address: SocketAddr) -> Result<Site, ServeError> {
        let threads = WorkThreads::start(0).map_err(|error| ServeError::Options(error.to_string()))?;
        Ok(Site {
            folder: Folder::new(options.folder),
            catalogue: options.catalogue,
            programs: options.programs.into_iter().map(|(spec, entrant)| AllowedProgram { spec, entrant }).collect(),
            host: options.host,
            guard: Guard::new(address, options.token)?,
            threads,
            analyses: Slots::new(ANALYSES),
            runs: RunCache::default(),
            games: GameCache::default(),
            tables: Tables::default(),
            jobs: Jobs::new(options.executable),
            stopping: Arc::default(),
        })
    }

    /// Ends all streams, and whatever they compute.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Saves the games in progress, and stops the runs that were started here; returns what did not work.
    pub(super) fn close(&self) -> Vec<String> {
        self.jobs.stop_all();
        self.tables.save_all()
    }
}
