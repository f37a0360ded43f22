//! A program and what it starts as a group that is ended as a whole: on Windows a job object, which no child can leave.

use std::collections::BTreeMap;
use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

type Job = Arc<Mutex<Box<dyn ChildWrapper>>>;

/// The jobs of the programs that run now. The number of a program is not given again while its job is here.
static JOBS: Mutex<BTreeMap<u32, Job>> = Mutex::new(BTreeMap::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program in a job of its own, with the pipes and methods of [`std::process::Child`].
pub(super) struct Process {
    pub(super) stdin: Option<ChildStdin>,
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    id: u32,
    job: Job,
}

/// Starts a program in a job of its own. It is stopped until it is in there, so that no child can be started outside.
pub(super) fn spawn(command: Command) -> io::Result<Process> {
    let mut child = CommandWrap::from(command).wrap(JobObject).spawn()?;
    let (stdin, stdout, stderr) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
    let (id, job) = (child.id(), Arc::new(Mutex::new(child)));
    locked(&JOBS).insert(id, Arc::clone(&job));
    Ok(Process { stdin, stdout, stderr, id, job })
}

/// Kills a program and all that it has started. If all have ended, nothing happens.
pub(super) fn kill(id: u32) {
    let job = locked(&JOBS).get(&id).map(Arc::clone);
    if let Some(job) = job {
        let _ = locked(&job).start_kill();
    }
}

impl Process {
    pub(super) const fn id(&self) -> u32 {
        self.id
    }

    pub(super) fn kill(&mut self) -> io::Result<()> {
        locked(&self.job).start_kill()
    }

    // Both ask about the program alone. The job's own `wait` counts messages that its `try_wait` takes away, and could wait
    // for ever.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        locked(&self.job).inner_mut().try_wait()
    }

    pub(super) fn wait(&mut self) -> io::Result<ExitStatus> {
        locked(&self.job).inner_mut().wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        locked(&JOBS).remove(&self.id);
    }
}
