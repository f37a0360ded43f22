//! A running program: how it is started, and how it is certain to end.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::group::{self, Process};
use super::host::BotHost;
use super::logs::StderrTail;
use super::pipe_thread::{NoAnswer, PipeThread};
use super::program::Program;
#[cfg(target_os = "linux")]
use super::tree;
#[cfg(target_os = "linux")]
use super::warden::Warden;
use super::{environment, spawner};
use crate::strategies::{Fault, FaultKind};

/// How long a program may take to exit on its own once its input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// The programs running now, so that this process can exit quickly without leaving one behind.
static RUNNING: Mutex<Running> = Mutex::new(Running { programs: BTreeMap::new(), closing: false });

struct Running {
    /// The wardens of all programs, by the process ids of the programs.
    programs: BTreeMap<u32, Option<Warden>>,
    /// No more programs may be started.
    closing: bool,
}

impl Running {
    /// The processes that are not to be taken for something that a program has left behind.
    fn ids(&self) -> BTreeSet<u32> {
        let wardens = self.programs.values().flatten().map(Warden::id);
        self.programs.keys().copied().chain(wardens).collect()
    }
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program that is still running and prevents new ones, for a process that is about to exit.
pub fn kill_all() {
    let mut running = running();
    running.closing = true;
    // All at once first, so that one that resists does not give the others time.
    running.programs.values().flatten().for_each(Warden::tell);
    running.programs.values().flatten().for_each(Warden::wait);
    for &id in running.programs.keys() {
        tree::kill_below(id);
        group::kill(id);
    }
    tree::kill_orphans(&running.ids());
}

/// A running program. On drop, it is asked to exit, then killed; it is always waited for.
pub(super) struct Child {
    process: Process,
    /// `None` once the program's input is to be closed.
    pipes: Option<PipeThread>,
    stderr: StderrTail,
    /// Ends everything that the program has started, where there is one.
    warden: Option<Warden>,
}

impl Child {
    /// Starts a program, in a group of its own.
    pub(super) fn spawn(name: &str, program: &Program, host: &BotHost) -> Result<Child, Fault> {
        let mut command = host.command(program).map_err(|why| Fault::new(FaultKind::Start, why))?;
        environment::clean(&mut command, &program.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        // One lock over both, so that no program can start unnoticed while all are killed.
        let mut running = running();
        if running.closing {
            return Err(Fault::new(FaultKind::Start, "no more programs are started"));
        }
        let mut process = spawner::spawn(command).map_err(|error| {
            Fault::new(
                FaultKind::Start,
                format!("the program {:?} cannot be started: {error}; is the command right?", program.command[0]),
            )
        })?;
        running.programs.insert(process.id(), None);
        drop(running);
        let (stdin, stdout) = (process.stdin.take(), process.stdout.take());
        let (stdin, stdout) = stdin.zip(stdout).expect("both are piped");
        let stderr = process.stderr.take().expect("it is piped");
        let stderr = StderrTail::listen(stderr, host.logs().file_of(name));
        Ok(Child { process, pipes: Some(PipeThread::new(stdin, stdout)), stderr, warden: None })
    }

    /// Takes note of the warden that the launcher has named.
    pub(super) fn set_warden(&mut self, id: Option<u32>) {
        self.warden = id.and_then(Warden::find);
        running().programs.insert(self.process.id(), self.warden.clone());
    }

    /// The next line, without a question.
    pub(super) fn listen(&mut self, limit: Duration) -> Result<String, NoAnswer> {
        self.ask(String::new(), limit)
    }

    pub(super) fn tell(&self, line: String) {
        if let Some(pipes) = &self.pipes {
            pipes.tell(line);
        }
    }

    pub(super) fn ask(&mut self, line: String, limit: Duration) -> Result<String, NoAnswer> {
        let answer = self.pipes.as_ref().map_or(Err(NoAnswer::End), |pipes| pipes.ask(line, limit));
        match answer {
            // A child that it left behind may hold its output open.
            Err(NoAnswer::Timeout) if self.has_ended().is_some() => Err(NoAnswer::End),
            answer => answer,
        }
    }

    /// How it ended, if it has.
    fn has_ended(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().ok().flatten()
    }

    /// Why a program that has closed its output has no answer.
    pub(super) fn how_it_ended(&mut self) -> String {
        let deadline = Instant::now() + GRACE;
        loop {
            if let Some(status) = self.has_ended() {
                return format!("it ended with {status}");
            }
            if Instant::now() >= deadline {
                return "its process was still running".to_owned();
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The processor time that it and its children have used so far, where the system reports it.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        tree::cpu_time(self.process.id())
    }

    /// Makes the system end it after this much more processor time.
    pub(super) fn stop_after(&self, budget: Duration) {
        tree::stop_after(self.process.id(), budget);
    }

    /// Kills it at once, and returns the end of what it wrote to stderr.
    pub(super) fn kill(mut self) -> String {
        self.finish(Duration::ZERO);
        self.stderr.take()
    }

    /// Closes its input, waits for `grace`, and then kills whatever is left of it and its children.
    fn finish(&mut self, grace: Duration) {
        // Once it has ended, there is no way to tell which processes were its own.
        let below = if self.has_ended().is_none() { tree::processes_below(self.process.id()) } else { Vec::new() };
        self.pipes = None;
        let deadline = Instant::now() + grace;
        while self.has_ended().is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        if let Some(warden) = &self.warden {
            warden.tell();
            warden.wait();
        }
        // Without a warden, or if the program has found a way to end it.
        if self.has_ended().is_none() {
            tree::kill_below(self.process.id());
        }
        tree::kill_remaining(&below);
        // The group goes even if its leader has ended: it may have left children behind.
        group::kill(self.process.id());
        let _ = self.process.kill();
        let _ = self.process.wait();
        let mut running = running();
        running.programs.remove(&self.process.id());
        tree::kill_orphans(&running.ids());
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.pipes.is_some() {
            self.finish(GRACE);
        }
    }
}

/// Elsewhere than on Linux there are no wardens.
#[cfg(not(target_os = "linux"))]
#[derive(Clone)]
struct Warden;

#[cfg(not(target_os = "linux"))]
impl Warden {
    fn find(_id: u32) -> Option<Warden> {
        None
    }
    fn id(&self) -> u32 {
        0
    }
    fn tell(&self) {}
    fn wait(&self) {}
}

/// Elsewhere than on Linux there is no way to find the children of a program.
#[cfg(not(target_os = "linux"))]
mod tree {
    use std::collections::BTreeSet;
    use std::time::Duration;

    pub(super) struct Process;
    pub(super) fn processes_below(_root: u32) -> Vec<Process> {
        Vec::new()
    }
    pub(super) fn kill_remaining(_processes: &[Process]) {}
    pub(super) fn kill_below(_root: u32) {}
    pub(super) fn kill_orphans(_running: &BTreeSet<u32>) {}
    pub(super) fn cpu_time(_root: u32) -> Option<Duration> {
        None
    }
    pub(super) fn stop_after(_root: u32, _budget: Duration) {}
}
