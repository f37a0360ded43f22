//! The parts of a run: found, opened, and checked to be all parts of one run, each once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{RunError, failed};
use super::files::MANIFEST;
use super::folder::RunFolder;
use super::manifest::{FINGERPRINT, Manifest, RunFormat};
use super::part_names::parts_are;
use super::run::Run;
use crate::arena::{Plan, Shard};
use crate::entrants::Catalogue;

/// How deep parts are looked for under a folder.
const MAX_DEPTH: usize = 16;

/// A part, without its sums: there may be thousands.
pub(super) struct PartFolder {
    pub(super) folder: RunFolder,
    pub(super) shard: Shard,
    pub(super) format: RunFormat,
    is_over: bool,
    /// What all parts of one run have in common.
    kinship: Kinship,
}

/// What all parts of one run have in common: the plan of the whole, by its hash, how many parts there are, and the fingerprint.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Kinship {
    whole: String,
    count: u64,
    fingerprint: String,
}

/// Parts of one run, in their order.
pub(super) struct Parts {
    /// The plan of the whole run.
    pub(super) whole: Plan,
    /// The fingerprint of the program that played them.
    pub(super) fingerprint: String,
    /// Those that are finished.
    pub(super) finished: Vec<PartFolder>,
    /// How many there are in all.
    pub(super) count: u64,
    /// Which of them are not there, or not finished, in words.
    pub(super) lacking: Option<String>,
}

pub(super) fn refuse(path: &Path, problem: impl Into<String>) -> RunError {
    RunError::Parts(format!("{}: {}", path.display(), problem.into()))
}

impl Parts {
    /// Opens the parts in some folders, each of them a part or a folder with parts somewhere under it. `out` is none of them.
    pub(super) fn open(paths: &[PathBuf], out: &Path, catalogue: &Catalogue) -> Result<Parts, RunError> {
        let out = fs::canonicalize(out).ok();
        let mut folders = Vec::new();
        for path in paths {
            find(path, out.as_deref(), &mut folders)?;
        }
        let parts = folders.iter().map(|path| PartFolder::open(path, catalogue)).collect::<Result<Vec<_>, _>>()?;
        let Some(kin) = largest_family(&parts).cloned() else {
            return Err(RunError::Parts("expected the folders of all parts, got none".to_owned()));
        };
        check_kinship(&parts, &kin, catalogue)?;
        Parts::of_family(parts, kin, catalogue)
    }

    fn of_family(mut parts: Vec<PartFolder>, kin: Kinship, catalogue: &Catalogue) -> Result<Parts, RunError> {
        parts.sort_by_key(|part| part.shard);
        if let Some(twice) = parts.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
            let (index, count) = (twice[0].shard.index(), kin.count);
            let [one, other] = [0, 1].map(|number: usize| twice[number].folder.path().display());
            return Err(RunError::Parts(format!("part {index}/{count} is there twice: {one} and {other}")));
        }
        let whole = parts[0].folder.manifest(catalogue)?.plan.whole();
        let lacking = lacking(&parts, kin.count);
        let finished = parts.into_iter().filter(|part| part.is_over).collect();
        Ok(Parts { whole, fingerprint: kin.fingerprint, finished, count: kin.count, lacking })
    }
}

impl PartFolder {
    fn open(path: &Path, catalogue: &Catalogue) -> Result<PartFolder, RunError> {
        let folder = RunFolder::at(path);
        let Manifest { format, fingerprint, plan, result, .. } = folder.manifest(catalogue)?;
        let shard = plan.shard().ok_or_else(|| refuse(path, "this is a whole run, not a part of one"))?;
        let kinship = Kinship { whole: plan.whole().hash(), count: shard.count(), fingerprint };
        Ok(PartFolder { folder, shard, format, is_over: result.is_some(), kinship })
    }

    /// The run in it with its sums, checked to have all its files unchanged.
    pub(super) fn run(&self, catalogue: &Catalogue) -> Result<Run, RunError> {
        let run = Run::open(self.folder.path(), catalogue)?;
        let result = run.result()?;
        if let Some(name) = self.format.result_files(run.plan()).find(|name| !result.files.contains_key(*name)) {
            let problem = format!("it has no hash of {name}");
            return Err(RunError::Damaged { path: self.folder.file(MANIFEST), problem });
        }
        run.folder.check_files(result)?;
        Ok(run)
    }
}

/// Adds the folders of runs at or under a path, in the order of their names. Links are not followed, and runs not searched.
fn find(path: &Path, out: Option<&Path>, folders: &mut Vec<PathBuf>) -> Result<(), RunError> {
    let before = folders.len();
    if path.join(MANIFEST).exists() || !path.is_dir() {
        if out.is_some() && fs::canonicalize(path).ok().as_deref() == out {
            return Err(refuse(path, "is one of the parts; choose another folder"));
        }
        folders.push(path.to_owned());
    } else {
        search(path, out, folders, MAX_DEPTH)?;
    }
    if folders.len() == before {
        let problem = "this is not the folder of a run, and has none under it: no manifest.json".to_owned();
        return Err(RunError::NoRun { path: path.to_owned(), problem });
    }
    Ok(())
}

fn search(folder: &Path, out: Option<&Path>, folders: &mut Vec<PathBuf>, depth: usize) -> Result<(), RunError> {
    let entries = fs::read_dir(folder).map_err(|source| failed(folder, "cannot be read", source))?;
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let mut paths: Vec<PathBuf> = entries.flatten().filter(is_folder).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if out.is_some() && fs::canonicalize(&path).ok().as_deref() == out {
            continue;
        }
        if path.join(MANIFEST).exists() {
            folders.push(path);
        } else if depth > 0 {
            search(&path, out, folders, depth - 1)?;
        }
    }
    Ok(())
}

/// What most parts have in common: whatever is not like them is foreign.
fn largest_family(parts: &[PartFolder]) -> Option<&Kinship> {
    let mut families: BTreeMap<&Kinship, usize> = BTreeMap::new();
    for part in parts {
        *families.entry(&part.kinship).or_default() += 1;
    }
    // Of equally large families that of the first part.
    let most = families.values().max().copied()?;
    parts.iter().map(|part| &part.kinship).find(|kin| families[kin] == most)
}

/// Checks that all parts are of one run, played by one program, which is this one.
fn check_kinship(parts: &[PartFolder], kin: &Kinship, catalogue: &Catalogue) -> Result<(), RunError> {
    let own = parts.iter().find(|part| part.kinship == *kin);
    let foreign = parts.iter().find(|part| part.kinship != *kin);
    if let (Some(own), Some(foreign)) = (own, foreign) {
        return Err(foreign.foreign_to(own, catalogue));
    }
    if !kin.fingerprint.is_empty() && kin.fingerprint != FINGERPRINT {
        let path = own.map_or(Path::new(""), |part| part.folder.path());
        return Err(refuse(path, format!("{}, and this one has {FINGERPRINT}", other_program(&kin.fingerprint))));
    }
    Ok(())
}

fn other_program(fingerprint: &str) -> String {
    let fingerprint = if fingerprint.is_empty() { "none" } else { fingerprint };
    format!("the program that played it may play differently: its fingerprint is {fingerprint:.40}")
}

impl PartFolder {
    /// Why it does not belong to the run of another part.
    fn foreign_to(&self, other: &PartFolder, catalogue: &Catalogue) -> RunError {
        let (path, others) = (self.folder.path(), other.folder.path().display());
        if self.kinship.whole != other.kinship.whole {
            let plans = [self, other].map(|part| part.folder.manifest(catalogue).map(|manifest| manifest.plan.whole()));
            let keys = if let [Ok(one), Ok(two)] = &plans { one.differing_keys(two).join(", ") } else { String::new() };
            return refuse(path, format!("a part of a different run than {others}: their manifests differ in {keys}"));
        }
        if self.kinship.count != other.kinship.count {
            let [own, theirs] = [self, other].map(|part| format!("{}/{}", part.shard.index(), part.shard.count()));
            return refuse(path, format!("part {own} overlaps {others}, which is part {theirs}: cut all parts alike"));
        }
        let why = other_program(&self.kinship.fingerprint);
        refuse(path, format!("{why}, and that of {others} is {:.40}", other.kinship.fingerprint))
    }
}

/// Which parts are not there, and which are not finished, in words.
fn lacking(parts: &[PartFolder], count: u64) -> Option<String> {
    let missing = gaps(parts.iter().map(|part| part.shard.index()), count);
    let unfinished: Vec<&PartFolder> = parts.iter().filter(|part| !part.is_over).collect();
    let groups: Vec<(u64, u64)> = unfinished.iter().map(|part| (part.shard.index(), part.shard.index())).collect();
    let mut said = Vec::new();
    if !missing.is_empty() {
        said.push(format!("{} missing", parts_are(&missing, count)));
    }
    if let Some(first) = unfinished.first() {
        let path = first.folder.path().display();
        said.push(format!("{} not finished ({path}); start it again to finish it", parts_are(&groups, count)));
    }
    (!said.is_empty()).then(|| said.join(", and "))
}

/// The numbers from 1 to `count` that are not among some others, which are in order: each gap from its first to its last.
fn gaps(present: impl Iterator<Item = u64>, count: u64) -> Vec<(u64, u64)> {
    let (mut next, mut gaps) = (1, Vec::new());
    for index in present.chain([count + 1]) {
        if index > next {
            gaps.push((next, index - 1));
        }
        next = index + 1;
    }
    gaps
}
