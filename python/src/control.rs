//! Long work beside the interpreter: Ctrl-C, and progress that is shown in the thread of the caller.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often signals are looked for and progress is shown.
const PULSE: Duration = Duration::from_millis(50);

/// What the work and its caller tell each other.
#[derive(Default)]
pub(crate) struct Control {
    stop: AtomicBool,
    done: AtomicU64,
    all: AtomicU64,
}

impl Control {
    /// Whether the caller wants the work to stop.
    pub(crate) fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// So much was just done.
    pub(crate) fn add(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }

    /// So much is done, of so much in all; 0 if that is not known.
    pub(crate) fn set(&self, done: u64, all: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// Shows progress, and raises what a signal handler raises.
    fn pulse(&self, shown: &mut Option<u64>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            let done = self.done.load(Ordering::Relaxed);
            if let Some(progress) = progress.filter(|_| shown.replace(done) != Some(done)) {
                let all = Some(self.all.load(Ordering::Relaxed)).filter(|&all| all > 0);
                progress.call1(py, (done, all))?;
            }
            Ok(())
        })
    }
}

/// Does long work on a thread of its own, while this one looks for signals and shows progress. What these raise stops the work and is
/// raised once it has ended in order.
pub(crate) fn beside<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Control) -> PyResult<T> + Send,
) -> PyResult<T> {
    let control = Control::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, ended) = channel::<()>();
            let control = &control;
            let worker = scope.spawn(move || {
                let _ends = sender;
                work(control)
            });
            let (mut raised, mut shown) = (None, None);
            while ended.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = control.pulse(&mut shown, progress.filter(|_| raised.is_none())) {
                    control.stop.store(true, Ordering::Relaxed);
                    raised.get_or_insert(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match raised {
                Some(raised) => Err(raised),
                None => result.and_then(|value| control.pulse(&mut shown, progress).map(|()| value)),
            }
        })
    })
}

/// Does the work of a thread that asks Python bots. Between questions the interpreter is free, but it keeps what it knows about the thread, which
/// would otherwise be made and discarded for every question.
pub(crate) fn known_to_python(work: &mut (dyn FnMut() + Send)) {
    Python::attach(|py| py.detach(work));
}
