//! Files that appear whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// A temporary file beside the one it is to become, with the permissions of any other new file and not the secret ones of
/// most temporary files. Its name begins with `prefix`.
///
/// # Errors
/// If it cannot be made.
pub fn new_file_in(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The path in the error would be that of the temporary file, which tells nobody anything.
    builder.prefix(prefix).tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))
}
