//! What the launcher does, in a process of its own, before it becomes the program: everything that a bot must not be able
//! to undo.
//!
//! The launcher is this same executable started again with a hidden command. Everything is done with safe calls before
//! `exec`, whereas code between `fork` and `exec` would need `unsafe`.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, getpid, getppid, set_child_subreaper, set_parent_process_death_signal, setrlimit,
};

use rustix::thread::{CapabilitySet, capability_is_in_bounding_set, remove_capability_from_bounding_set};

use super::{descriptors, landlock, messages, warden};

/// What a launcher is asked to do.
#[derive(Clone, Debug, Default)]
pub struct LaunchOrder {
    /// The requesting process: the program ends with it.
    pub parent: u32,
    /// Paths that the program must not access.
    pub denied: Vec<PathBuf>,
    /// The maximum memory of each process, in bytes.
    pub memory: Option<u64>,
    /// The maximum number of processes and threads of the user.
    pub processes: Option<u64>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// Sets everything up and becomes the program, after `report` has written a line about it for the laboratory. Returns only
/// if that fails, after a line about the error, which the laboratory reads where it expects a greeting.
pub fn launch(order: &LaunchOrder, report: impl Fn(String)) -> ExitCode {
    report(messages::launch_error(&attempt(order, &report)));
    ExitCode::FAILURE
}

/// Whether programs can be denied files here: tries it in this process, which must exit afterwards.
///
/// # Errors
/// Why they cannot.
pub fn probe() -> Result<(), String> {
    landlock::confine(&[])
}

/// Why the program could not be started.
fn attempt(order: &LaunchOrder, report: &impl Fn(String)) -> String {
    let Some((program, arguments)) = order.command.split_first() else {
        return "expected a command, got none".to_owned();
    };
    if let Err(why) = prepare(order, report) {
        return why;
    }
    let error = Command::new(program).args(arguments).exec();
    let denied = order.denied.first().filter(|_| error.kind() == std::io::ErrorKind::PermissionDenied);
    let folder = denied.map(|denied| format!(" (programs are denied {})", denied.display()));
    let (program, folder) = (program.display(), folder.unwrap_or_default());
    format!("the program \"{program}\" cannot be started: {error}{folder}; is the command right?")
}

fn prepare(order: &LaunchOrder, report: &impl Fn(String)) -> Result<(), String> {
    descriptors::close_inherited().map_err(|error| format!("cannot close inherited files: {error}"))?;
    let cannot = |what: &'static str| move |error: rustix::io::Errno| format!("cannot {what}: {error}");
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(cannot("end the program with the laboratory"))?;
    // If the laboratory had already exited, no signal will come.
    if getppid().map(Pid::as_raw_nonzero).is_none_or(|parent| parent.get().unsigned_abs() != order.parent) {
        return Err("the laboratory has ended".to_owned());
    }
    // Survives `exec`: whatever the program starts stays below it, even children that leave its group and session.
    set_child_subreaper(Some(getpid())).map_err(cannot("keep the children of the program together"))?;
    // Before it has fewer rights than the program's children may have, and before any limit.
    report(messages::launched(warden::start(order.parent)));
    drop_privileges().map_err(cannot("drop the privileges of root"))?;
    let limit = |resource, most: Option<u64>| {
        most.map_or(Ok(()), |most| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }))
    };
    limit(Resource::Nproc, order.processes).map_err(cannot("limit the processes"))?;
    match landlock::confine(&order.denied) {
        // Without Landlock the run is marked as unprotected, and is played anyway.
        Err(_) if !landlock::is_there() => {}
        confined => confined?,
    }
    limit(Resource::As, order.memory).map_err(cannot("limit the memory"))
}

/// What would let a root program get around Landlock: into other processes, the kernel, or files without a path.
const DROPPED: [CapabilitySet; 7] = [
    CapabilitySet::PERFMON,
    CapabilitySet::BPF,
    CapabilitySet::SYS_ADMIN,
    CapabilitySet::SYS_MODULE,
    CapabilitySet::SYS_PTRACE,
    CapabilitySet::SYS_RAWIO,
    CapabilitySet::DAC_READ_SEARCH,
];

/// Gives up capabilities for good. An ordinary user has none, and may not be allowed to drop any.
fn drop_privileges() -> rustix::io::Result<()> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    for capability in DROPPED {
        if capability_is_in_bounding_set(capability)? {
            remove_capability_from_bounding_set(capability)?;
        }
    }
    Ok(())
}
