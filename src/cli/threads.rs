//! The `--threads` of many commands.

use clap::Args;

use super::messages::note;
use super::numbers::few;

/// The most threads for each core: more only wait for each other.
const THREADS_PER_CORE: usize = 4;
/// The most threads in all: each has its own players and, in a large run, megabytes of tallies.
const MAX_THREADS: usize = 512;

/// How many threads work.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Threads {
    /// The number of threads; by default all cores. The results do not change
    #[arg(long, value_name = "T", value_parser = few("threads", 1..=u64::MAX), allow_hyphen_values = true)]
    threads: Option<u64>,
}

impl Threads {
    /// As requested, up to a few for each core; by default one for each core.
    pub(super) fn number(self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let most = (THREADS_PER_CORE * cores).min(MAX_THREADS).max(cores);
        let asked = self.threads.map_or(cores, |asked| usize::try_from(asked).unwrap_or(usize::MAX));
        if asked > most {
            let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
            note(format_args!("note: --threads {asked}: this machine has {cores}, so {most} threads are started"));
        }
        asked.min(most)
    }
}
