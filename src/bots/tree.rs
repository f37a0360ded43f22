//! The processes below a program, found through `/proc`, including those that have left its group and session.

use std::collections::BTreeSet;
use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, getpid, getrlimit, kill_process, prlimit, set_child_subreaper, waitpid,
};

/// How long to chase processes that keep starting others.
const PATIENCE: Duration = Duration::from_secs(2);

/// The children that this process had before it adopted any; set once it adopts.
static EARLIER_CHILDREN: OnceLock<BTreeSet<i32>> = OnceLock::new();

/// What `/proc` says about a process.
#[derive(Clone, Copy)]
pub(super) struct Process {
    id: i32,
    parent: i32,
    is_dead: bool,
    /// When it was started: ids are reused, but not at the same moment.
    started: u64,
    /// Clock ticks that it has used, without and with the children it has waited for.
    own_ticks: u64,
    ticks: u64,
}

impl Process {
    fn of(id: i32) -> Option<Process> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of the program may contain anything, even a parenthesis.
        let fields: Vec<&str> = text.rsplit(") ").next()?.split_whitespace().collect();
        let ticks =
            |indices: &[usize]| indices.iter().filter_map(|&index| fields.get(index)?.parse::<u64>().ok()).sum();
        Some(Process {
            id,
            parent: fields.get(1)?.parse().ok()?,
            is_dead: matches!(*fields.first()?, "Z" | "X"),
            started: ticks(&[19]),
            own_ticks: ticks(&[11, 12]),
            ticks: ticks(&[11, 12, 13, 14]),
        })
    }

    fn all() -> Vec<Process> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| Process::of(entry.file_name().to_str()?.parse().ok()?)).collect()
    }
}

/// The current processes below one.
pub(super) fn processes_below(root: u32) -> Vec<Process> {
    below(root.cast_signed())
}

/// Kills those of the processes that are still running, and everything below them.
pub(super) fn kill_remaining(processes: &[Process]) {
    let is_same = |old: &&Process| Process::of(old.id).is_some_and(|now| !now.is_dead && now.started == old.started);
    for process in processes.iter().filter(is_same) {
        kill_below(process.id.cast_unsigned());
        signal(process.id, Signal::KILL);
    }
}

fn below(root: i32) -> Vec<Process> {
    let all = Process::all();
    let (mut found, mut parents) = (Vec::new(), BTreeSet::from([root]));
    while !parents.is_empty() {
        let children = all.iter().filter(|process| parents.contains(&process.parent));
        let children: Vec<Process> = children.copied().collect();
        parents = children.iter().map(|child| child.id).collect();
        found.extend(children);
    }
    found
}

fn signal(id: i32, signal: Signal) {
    if let Some(id) = Pid::from_raw(id) {
        let _ = kill_process(id, signal);
    }
}

/// Kills everything below a process that has not been waited for. It is stopped first, and so is everything found, so that
/// nothing can be started during the search.
pub(super) fn kill_below(root: u32) {
    let root = root.cast_signed();
    signal(root, Signal::STOP);
    let (mut found, deadline) = (BTreeSet::new(), Instant::now() + PATIENCE);
    loop {
        let new: Vec<i32> = below(root).iter().filter(|process| !process.is_dead).map(|process| process.id).collect();
        let new: Vec<i32> = new.into_iter().filter(|&id| found.insert(id)).collect();
        for &id in &new {
            signal(id, Signal::STOP);
        }
        if new.is_empty() || Instant::now() >= deadline {
            break;
        }
    }
    for id in found {
        signal(id, Signal::KILL);
    }
}

/// Makes the orphans of programs children of this process, to be killed when a program ends. For a process that starts
/// nothing but programs: any other new child from now on is treated as such an orphan.
pub fn adopt_orphans() {
    if set_child_subreaper(Some(getpid())).is_ok() {
        EARLIER_CHILDREN.get_or_init(|| children().iter().map(|child| child.id).collect());
    }
}

fn children() -> Vec<Process> {
    let own = getpid().as_raw_nonzero().get();
    Process::all().into_iter().filter(|process| process.parent == own).collect()
}

/// Kills the adopted children that are not running programs. A live program keeps its own orphans (the launcher ensures
/// that), so these belong to programs that are gone.
pub(super) fn kill_orphans(running: &BTreeSet<u32>) {
    let Some(earlier) = EARLIER_CHILDREN.get() else { return };
    let deadline = Instant::now() + PATIENCE;
    loop {
        let is_orphan = |child: &Process| !running.contains(&child.id.cast_unsigned()) && !earlier.contains(&child.id);
        let orphans: Vec<Process> = children().into_iter().filter(is_orphan).collect();
        if orphans.is_empty() || Instant::now() >= deadline {
            return;
        }
        // First all of them, at once: a chain of processes of which each starts the next is long gone after a search.
        for orphan in &orphans {
            signal(orphan.id, Signal::KILL);
        }
        for orphan in orphans {
            // Its children come here when it is dead, and are found in the next turn.
            let _ = waitpid(Pid::from_raw(orphan.id), WaitOptions::NOHANG);
        }
    }
}

/// The processor time of a program so far, including the children it has waited for and everything now running below it.
pub(super) fn cpu_time(root: u32) -> Option<Duration> {
    let root = Process::of(root.cast_signed())?;
    let below: u64 = below(root.id).iter().map(|process| process.ticks).sum();
    Some(duration(root.ticks + below))
}

fn duration(ticks: u64) -> Duration {
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// Makes the kernel end a program after this much more processor time of its own, rounded up to seconds plus one.
pub(super) fn stop_after(root: u32, budget: Duration) {
    let Some(process) = Process::of(root.cast_signed()) else { return };
    let seconds = (duration(process.own_ticks) + budget).as_secs() + 2;
    let limit = Rlimit { current: Some(seconds), maximum: getrlimit(Resource::Cpu).maximum };
    // The budget is checked after each answer anyway; this only saves the others' time.
    let _ = prlimit(Pid::from_raw(process.id), Resource::Cpu, limit);
}
