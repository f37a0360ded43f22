//! Denies a program access to files, with Landlock.
//!
//! Landlock can only allow, and whatever is allowed for a folder is allowed for everything under it. So a denied path is
//! carved out: in every folder on the path to it, each entry is allowed individually, except the next one on that path.
//! Such a folder itself can be granted nothing: new entries in it are inaccessible, and it cannot be listed.

use std::collections::BTreeSet;
use std::fs;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, LandlockStatus, PathBeneath, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::fs::{FileType, Mode, OFlags, fstat, open};

/// The rights that are restricted; an older kernel knows fewer of them.
const RIGHTS: ABI = ABI::V6;

/// Denies this process, and everything it starts, access to some paths. It can also no longer read the memory, the
/// environment and the open files of processes outside, nor send them signals.
///
/// # Errors
/// If that is not possible here.
pub(super) fn confine(denied: &[PathBuf]) -> Result<(), String> {
    let status = restrict(denied).map_err(|error| format!("Landlock refuses: {error}"))?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(match status.landlock {
            LandlockStatus::NotEnabled => "Landlock is not enabled in this kernel".to_owned(),
            _ => "this kernel has no Landlock (it came with Linux 5.13)".to_owned(),
        });
    }
    Ok(())
}

/// Lets this process, and everything it starts, send signals only among themselves.
///
/// # Errors
/// If the kernel cannot do that (before Linux 6.12): then nothing is confined.
pub(super) fn confine_signals() -> Result<(), RulesetError> {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset.scope(Scope::Signal)?.create()?.restrict_self().map(|_| ())
}

/// Whether the kernel has Landlock at all.
pub(super) fn is_there() -> bool {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset.handle_access(AccessFs::ReadFile).and_then(Ruleset::create).is_ok()
}

fn restrict(denied: &[PathBuf]) -> Result<RestrictionStatus, RulesetError> {
    let carving = Carving::of(denied);
    let mut rights = AccessFs::from_all(RIGHTS);
    // Interpreters list their own folder to find what they import. If the denied path is somewhere under it, its names
    // can be listed as well: Landlock cannot tell the two apart.
    if std::env::current_dir().is_ok_and(|own| carving.on_the_way.contains(&own)) {
        rights.remove(AccessFs::ReadDir);
    }
    let ruleset = Ruleset::default().handle_access(rights)?.scope(Scope::from_all(RIGHTS))?.create()?;
    let mut allowing = Allowing { carving, rights, ruleset: Some(ruleset) };
    allowing.entry(Path::new("/"))?;
    allowing.ruleset.take().expect("it is put back after each rule").restrict_self()
}

/// The denied paths, and all folders above them.
struct Carving {
    denied: BTreeSet<PathBuf>,
    on_the_way: BTreeSet<PathBuf>,
    /// Device and inode of what is denied: the same folder can be mounted in a second location.
    identities: BTreeSet<(u64, u64)>,
}

impl Carving {
    fn of(denied: &[PathBuf]) -> Carving {
        let denied: BTreeSet<PathBuf> = denied.iter().map(|path| resolve(path)).collect();
        let ancestors = denied.iter().flat_map(|path| path.ancestors().skip(1));
        let identity = |path: &PathBuf| {
            use std::os::unix::fs::MetadataExt;
            fs::symlink_metadata(path).ok().map(|there| (there.dev(), there.ino()))
        };
        Carving {
            on_the_way: ancestors.map(Path::to_owned).collect(),
            identities: denied.iter().filter_map(identity).collect(),
            denied,
        }
    }
}

/// The path with links resolved, as far as it exists.
fn resolve(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.canonicalize().unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => resolve(parent).join(name),
        _ => path,
    })
}

/// Adds rules for everything that is not denied.
struct Allowing {
    carving: Carving,
    rights: BitFlags<AccessFs>,
    ruleset: Option<RulesetCreated>,
}

impl Allowing {
    /// Allows a path and everything under it, except what is denied.
    fn entry(&mut self, path: &Path) -> Result<(), RulesetError> {
        if self.carving.denied.contains(path) {
            return Ok(());
        }
        if !self.carving.on_the_way.contains(path) {
            return self.allow(path);
        }
        // A folder that cannot be listed has nothing that could be allowed by name.
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            // A link needs no rule of its own: its target counts, and that may be denied.
            if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
                self.entry(&entry.path())?;
            }
        }
        Ok(())
    }

    fn allow(&mut self, path: &Path) -> Result<(), RulesetError> {
        // It has disappeared since it was listed: nothing to allow.
        let Some((fd, rights)) = self.open(path) else { return Ok(()) };
        if let Some(ruleset) = self.ruleset.take() {
            self.ruleset = Some(ruleset.add_rule(PathBeneath::new(fd, rights))?);
        }
        Ok(())
    }

    /// The file itself, never the target of a link that has replaced it, and the rights that it can have.
    fn open(&self, path: &Path) -> Option<(OwnedFd, BitFlags<AccessFs>)> {
        let fd = open(path, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty()).ok()?;
        let there = fstat(&fd).ok()?;
        if self.carving.identities.contains(&(there.st_dev, there.st_ino)) {
            return None;
        }
        let kind = FileType::from_raw_mode(there.st_mode);
        let rights = if kind == FileType::Directory { self.rights } else { self.rights & AccessFs::from_file(RIGHTS) };
        (!kind.is_symlink()).then_some((fd, rights))
    }
}
