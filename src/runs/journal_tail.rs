//! The last line of a journal, which a crash may have left incomplete.

use super::error::RunError;
use super::folder::RunFolder;

/// Digits of the hash that begins every line of a journal.
const HASH_DIGITS: usize = 32;

/// Refuses a last line that cannot be the beginning of one of ours, so that nothing foreign is cut off.
///
/// # Errors
/// If it is not ours.
pub(crate) fn check_tail(folder: &RunFolder, name: &str, tail: &[u8]) -> Result<(), RunError> {
    // A crash of the machine may leave zeros where nothing was written yet.
    let written = tail.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let tail = &tail[..written];
    let is_hash = tail.iter().take(HASH_DIGITS).all(u8::is_ascii_hexdigit);
    if is_hash && tail.get(HASH_DIGITS).is_none_or(|&next| next == b' ') {
        return Ok(());
    }
    let problem = "ends with a line that is not of a journal (expected a hash of 32 digits); move the file away to begin with an empty one".to_owned();
    Err(RunError::Damaged { path: folder.file(name), problem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_a_line_of_ours_is_cut_off() {
        let folder = RunFolder::at("nowhere".as_ref());
        let line = format!("{} [2,0,[]]", crate::records::hash(b"games"));
        for length in 0..=line.len() {
            assert!(check_tail(&folder, "journal.jsonl", &line.as_bytes()[..length]).is_ok(), "{length}");
        }
        assert!(check_tail(&folder, "journal.jsonl", &[line.as_bytes(), &[0; 99]].concat()).is_ok());
        for strange in ["my notes", "0123 and so on", &line.replace(' ', "-")] {
            assert!(check_tail(&folder, "journal.jsonl", strange.as_bytes()).is_err(), "{strange}");
        }
    }
}
