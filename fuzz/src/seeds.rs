//! Seeds: small real files, a folder for each target.

use std::path::Path;
use std::{fs, io};

/// An input that a target understands.
#[derive(Clone, Debug)]
pub struct Seed {
    /// The name of its file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The seeds of a target, by name.
///
/// # Errors
/// If the folder cannot be read.
pub fn read_seeds(target: &str) -> io::Result<Vec<Seed>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut seeds = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        seeds.push(Seed { name, bytes: fs::read(&path)? });
    }
    seeds.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(seeds)
}
