//! Open files of the caller that a program would inherit.

use std::fs;
use std::io;

/// Closes everything that this process has inherited except stdin, stdout and stderr. For a process that has opened nothing
/// itself: whatever the laboratory was started with (a shell's redirections, a job server, a lock) is none of a program's
/// business.
pub(super) fn close_inherited() -> io::Result<()> {
    let open = fs::read_dir("/proc/self/fd")?;
    let open: Vec<i32> = open.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|&descriptor| descriptor > 2) {
        // One of them is that of the list, which is closed by now.
        let _ = nix::unistd::close(descriptor);
    }
    Ok(())
}
