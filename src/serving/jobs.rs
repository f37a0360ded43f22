//! Processes that play runs for a page.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::answer::Answer;

/// How often it is looked at whether a process has ended.
const LOOK: Duration = Duration::from_millis(20);
/// Runs at a time.
const MAX_JOBS: usize = 3;
/// How long a run may take to save what it has played.
const SAVING: Duration = Duration::from_secs(20);
/// The end of what a run said that is kept.
const MAX_SAID: usize = 2000;

/// The runs that were started here.
pub(super) struct Jobs {
    executable: Option<PathBuf>,
    jobs: Mutex<BTreeMap<String, Job>>,
}

/// A run that was started here.
struct Job {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Job {
    fn is_over(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Asks it to save what it has played and to end. The number of one that has ended may belong to another process.
    fn interrupt(&mut self) {
        if self.is_over() {
            return;
        }
        #[cfg(unix)]
        if let Some(process) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process(process, rustix::process::Signal::INT);
        }
        // Elsewhere it ends at once; what it saved last is not lost.
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }

    fn said(&self) -> String {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).trim().to_owned()
    }
}

impl Jobs {
    pub(super) const fn new(executable: Option<PathBuf>) -> Jobs {
        Jobs { executable, jobs: Mutex::new(BTreeMap::new()) }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a run that is going on was started here, and so can be stopped here.
    pub(super) fn is_ours(&self, name: &str) -> bool {
        self.lock().get_mut(name).is_some_and(|job| !job.is_over())
    }

    /// Starts a run in a process of its own.
    pub(super) fn spawn(&self, name: &str, words: &[String]) -> Result<(), Answer> {
        let mut jobs = self.lock();
        jobs.retain(|_, job| !job.is_over());
        if jobs.len() >= MAX_JOBS {
            return Err(Answer::error(503, format!("{MAX_JOBS} runs are going on already; stop one of them first")));
        }
        let executable = self.executable.as_ref();
        let executable = executable.ok_or_else(|| Answer::failed("this server cannot start runs"))?;
        let mut command = Command::new(executable);
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child =
            command.spawn().map_err(|error| Answer::failed(format!("the run cannot be started: {error}")))?;
        let said = Arc::new(Mutex::new(String::new()));
        if let Some(stderr) = child.stderr.take() {
            let kept = Arc::clone(&said);
            std::thread::spawn(move || listen(stderr, &kept));
        }
        jobs.insert(name.to_owned(), Job { child, said });
        Ok(())
    }

    /// What a run said, if it has ended.
    pub(super) fn ended(&self, name: &str) -> Option<String> {
        let mut jobs = self.lock();
        let job = jobs.get_mut(name)?;
        job.is_over().then(|| job.said())
    }

    /// Stops a run that was started here, and waits until it has saved what it has played.
    pub(super) fn stop(&self, name: &str) -> Result<(), Answer> {
        let stranger = || Answer::error(409, "this run was not started here; stop it where it was started");
        self.lock().get_mut(name).ok_or_else(stranger)?.interrupt();
        let start = Instant::now();
        // Other pages ask about runs in the meantime.
        while start.elapsed() < SAVING && self.is_ours(name) {
            std::thread::sleep(LOOK);
        }
        Ok(())
    }

    /// Ends all runs, and waits until they have saved what they have played.
    pub(super) fn stop_all(&self) {
        let mut jobs = self.lock();
        jobs.values_mut().for_each(Job::interrupt);
        let start = Instant::now();
        while start.elapsed() < SAVING && !jobs.values_mut().all(Job::is_over) {
            std::thread::sleep(LOOK);
        }
    }
}

/// Keeps the end of what a process says.
fn listen(mut from: impl Read, said: &Mutex<String>) {
    let mut bytes = [0; 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.push_str(&String::from_utf8_lossy(&bytes[..count]));
        let extra = said.len().saturating_sub(MAX_SAID);
        let cut = (extra..=said.len()).find(|&at| said.is_char_boundary(at)).unwrap_or(0);
        said.drain(..cut);
    }
}
