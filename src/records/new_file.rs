//! Files that appear whole or not at all.

use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// A way to make a temporary file.
pub(crate) type NewFile = fn(&Path, &str) -> io::Result<NamedTempFile>;

/// A temporary file next to the one it is to become, with the permissions of any other new file rather than the private
/// ones of most temporary files. Its name begins with `prefix`.
///
/// # Errors
/// If it cannot be created.
pub(crate) fn new_file_in(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    new_file(folder, prefix, 0o666)
}

/// Like [`new_file_in`], but readable only by its owner, where the system supports that.
///
/// # Errors
/// If it cannot be created.
pub(crate) fn private_file_in(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    new_file(folder, prefix, 0o600)
}

fn new_file(folder: &Path, prefix: &str, mode: u32) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    // The path in the error would be that of the temporary file, which is of no use to the user.
    builder.prefix(prefix).tempfile_in(folder).map_err(|error| without_path(&error))
}

/// The system's own error, if there is one. It is inside the error with the path, which shows it but does not hand it out.
fn without_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    let code = text.split("(os error ").nth(1).and_then(|rest| rest.split(')').next());
    let code = error.raw_os_error().or_else(|| code?.parse().ok());
    code.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_its_cause_and_loses_the_name_of_the_temporary_file() {
        let error = new_file_in(Path::new("/nonexistent/folder"), ".x-").expect_err("there is no such folder");
        assert!(error.raw_os_error().is_some() && !error.to_string().contains("nonexistent"), "{error}");
    }
}
