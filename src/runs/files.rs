//! The names of all files that a run, a tuning or a learning may have.

use crate::files::MAX_TEXT_BYTES;
use crate::tables::RESULT_FILES;

/// The other files that a run may have.
const OTHER_FILES: [&str; 13] = [
    MANIFEST,
    CHECKPOINT,
    TALLY,
    GAMES,
    SEALED_GAMES,
    BLOCKS,
    DEALS,
    PROGRESS,
    TIMING,
    REPORT,
    COMPARISON,
    SECRET,
    PIECES,
];
/// The files that a tuning may have besides its manifest and the timing.
const TUNING_FILES: [&str; 7] =
    [JOURNAL, HISTORY, TRANSFER, SENSITIVITY, TUNED, CONVERGENCE_PICTURE, SENSITIVITY_PICTURE];
/// The files that a learning may have besides its manifest and its journal.
const LEARNING_FILES: [&str; 4] = [LEARNED, START_NET, JUDGE_NET, LEARNING_PICTURE];
/// The name of the file of a learned net.
pub const LEARNED: &str = "learned.net";
/// The name of the file of the net from which a learning started.
pub const START_NET: &str = "start.net";
/// The name of the file of the net that judges the ends of rounds in a learning.
pub const JUDGE_NET: &str = "judge.net";
/// The name of the picture of a learning.
pub const LEARNING_PICTURE: &str = "learning.svg";
/// The name of the file of all answers of the arena in a tuning, and of all games of a learning.
pub const JOURNAL: &str = "journal.jsonl";
/// The name of the file of all candidates of a tuning.
pub const HISTORY: &str = "history.csv";
/// The name of the file of start and result of a tuning against others.
pub const TRANSFER: &str = "transfer.csv";
/// The name of the file of the effects of single parameters.
pub const SENSITIVITY: &str = "sensitivity.csv";
/// The name of the file of the tuned entrant.
pub const TUNED: &str = "tuned.toml";
/// The name of the picture of a search.
pub const CONVERGENCE_PICTURE: &str = "convergence.svg";
/// The name of the picture of the effects of single parameters.
pub const SENSITIVITY_PICTURE: &str = "sensitivity.svg";
/// The name of the file of everything that depends on the machine.
pub const TIMING: &str = "timing.json";

/// The name of the page of a run.
pub const REPORT: &str = "report.html";
/// The name of the page of several runs, in the folder of the first.
pub const COMPARISON: &str = "comparison.html";

/// The name of the file of kept records.
pub const GAMES: &str = "games.jsonl";
/// The name of the file of kept records while the seed is a secret: they contain its seal.
pub const SEALED_GAMES: &str = "games.sealed.jsonl";
/// The name of the file with a seed that is a secret until the run is over. Resuming the run needs it.
pub const SECRET: &str = "seed.secret";
/// The name of the file of answers of workers that no saved state covers yet.
pub const PIECES: &str = "pieces.answers";
/// The name of the file of the results of blocks.
pub const BLOCKS: &str = "blocks.csv";
/// The name of the file of the wins on every deal.
pub const DEALS: &str = "deals.csv";
/// The name of the file of what was known at every fixed position.
pub const PROGRESS: &str = "progress.jsonl";
/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// The name of the saved state of an unfinished run.
pub const CHECKPOINT: &str = "checkpoint.json";
/// The name of the exact sums of a finished run.
pub const TALLY: &str = "tally.json";

/// The name of the folder of what programs wrote to stderr.
pub const LOGS: &str = "logs";
/// The name of the file that is locked where a folder cannot be.
pub(super) const LOCK: &str = ".lock";

/// The most bytes of a file that are read at once, since a folder may come from a stranger: more than a run of the greatest size
/// has (half a gigabyte is 25 million digests, or 600,000 line-ups). Files that grow with the number of games are read by lines.
pub(super) fn max_bytes(name: &str) -> u64 {
    match name {
        SECRET => 1 << 10,
        TALLY | CHECKPOINT => 512 << 20,
        _ => MAX_TEXT_BYTES,
    }
}

/// Whether our runs or tunings make a file of this name, even if only temporarily.
pub(super) fn is_ours(name: &str) -> bool {
    let known = || known_files().chain([LOGS, LOCK]);
    known().any(|file| file == name || becomes(name, file))
}

/// Whether a name is that of one of our temporary files, left behind by a process that was killed.
pub(super) fn is_temporary(name: &str) -> bool {
    known_files().any(|file| becomes(name, file))
}

/// The names of all our files.
fn known_files() -> impl Iterator<Item = &'static str> {
    RESULT_FILES.iter().chain(&OTHER_FILES).chain(&TUNING_FILES).chain(&LEARNING_FILES).copied()
}

/// Whether `name` is a temporary name of `file`: `.FILE-` or `FILE.part-`, and some letters.
fn becomes(name: &str, file: &str) -> bool {
    let hidden = name.strip_prefix('.').and_then(|rest| rest.strip_prefix(file));
    let open = name.strip_prefix(file);
    hidden.is_some_and(|rest| rest.starts_with('-')) || open.is_some_and(|rest| rest.starts_with(".part-"))
}
