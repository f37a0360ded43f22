//! Files that appear whole or not at all.

use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// A way to make a temporary file.
pub type NewFile = fn(&Path, &str) -> io::Result<NamedTempFile>;

/// A temporary file next to the one it is to become, with the permissions of any other new file rather than the private
/// ones of most temporary files. Its name begins with `prefix`.
///
/// # Errors
/// If it cannot be created.
pub fn new_file_in(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    new_file(folder, prefix, 0o666)
}

/// Like [`new_file_in`], but readable only by its owner, where the system supports that.
///
/// # Errors
/// If it cannot be created.
pub fn private_file_in(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
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

/// The system's own error, if there is one.
fn without_path(error: &io::Error) -> io::Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(one) = cause {
        let code = one.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error);
        if let Some(code) = code {
            return io::Error::from_raw_os_error(code);
        }
        cause = one.source();
    }
    error.kind().into()
}
