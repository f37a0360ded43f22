//! Joins the parts of a run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::deals::DealsTally;
use super::error::RunError;
use super::files::{BLOCKS, DEALS, GAMES, PROGRESS};
use super::folder::RunFolder;
use super::growing::GrowingFiles;
use super::live::finish;
use super::manifest::{Manifest, RunFormat};
use super::run::Run;
use crate::arena::{Plan, Shard, State};
use crate::entrants::Catalogue;
use crate::tables::{BLOCKS_HEADER, DEALS_HEADER, deal_text};

/// How far a merge has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MergeProgress {
    /// Bytes of kept games and blocks that were read.
    pub bytes: u64,
    /// Bytes to read in all.
    pub of: u64,
}

/// One part.
struct PartRun {
    run: Run,
    shard: Shard,
}

/// Joins the parts of a run that were played with `--shard` into a new folder: the same bytes as the run in one piece. `watch` is told
/// how far it has come.
///
/// # Errors
/// If parts overlap, are missing, unfinished or damaged, or belong to another run; if an entrant was disqualified in a part, or
/// would have been in one piece; or if the folder cannot be created.
pub fn merge(
    parts: &[PathBuf],
    out: &Path,
    force: bool,
    catalogue: &Catalogue,
    watch: &dyn Fn(MergeProgress),
) -> Result<Run, RunError> {
    let mut parts = parts.iter().map(|path| open(path, catalogue)).collect::<Result<Vec<PartRun>, _>>()?;
    parts.sort_by_key(|part| part.shard);
    check(&parts)?;
    let out_path = fs::canonicalize(out).ok();
    if out_path.is_some() && parts.iter().any(|part| fs::canonicalize(part.run.path()).ok() == out_path) {
        return Err(refuse(out, "is one of the parts; choose another folder"));
    }
    let plan = parts[0].run.plan().whole();
    let state = join(&parts, &plan)?;
    let folder = RunFolder::create(out, force)?;
    let format = parts.iter().map(|part| part.run.manifest.format).min().unwrap_or(RunFormat::CURRENT);
    let kept = format.kept_files(&plan);
    let mut reading = Reading { bytes: 0, of: bytes_to_read(&parts, &plan, &kept), watch };
    for name in [GAMES, BLOCKS].into_iter().filter(|name| kept.contains(name)) {
        join_file(&parts, &plan, &folder, name, &mut reading)?;
    }
    if kept.contains(&DEALS) {
        join_deals(&parts, &plan, &state, &folder, &mut reading)?;
    }
    let mut run = Run { folder, manifest: Manifest { format, ..Manifest::new(plan) }, state };
    finish(&mut run)?;
    Ok(run)
}

fn refuse(path: &Path, problem: impl Into<String>) -> RunError {
    RunError::Parts(format!("{}: {}", path.display(), problem.into()))
}

fn open(path: &Path, catalogue: &Catalogue) -> Result<PartRun, RunError> {
    let run = Run::open(path, catalogue)?;
    let shard = run.plan().shard().ok_or_else(|| refuse(path, "this is a whole run, not a part of one"))?;
    run.folder.check_files(run.result()?)?;
    Ok(PartRun { run, shard })
}

/// Checks that these are all parts of one run, each once.
fn check(parts: &[PartRun]) -> Result<(), RunError> {
    let Some(first) = parts.first() else {
        return Err(RunError::Parts("expected the folders of all parts, got none".to_owned()));
    };
    let whole = first.run.plan().whole().hash();
    for part in parts {
        if part.run.plan().whole().hash() != whole {
            let (one, other) = (first.run.path().display(), part.run.path().display());
            let problem = format!("{one} and {other} are parts of different runs: their manifests differ");
            return Err(RunError::Parts(problem));
        }
    }
    let count = first.shard.count();
    let present: Vec<u64> = parts.iter().map(|part| part.shard.index()).collect();
    if let Some(missing) = (1..=count).find(|index| !present.contains(index)) {
        return Err(RunError::Parts(format!("part {missing}/{count} is missing")));
    }
    if present.len() as u64 > count || parts.iter().any(|part| part.shard.count() != count) {
        return Err(RunError::Parts(format!("some parts overlap: {} folders for {count} parts", present.len())));
    }
    Ok(())
}

fn join(parts: &[PartRun], plan: &Plan) -> Result<State, RunError> {
    let mut state = State::new(plan);
    for PartRun { run, .. } in parts {
        if let Some(entrant) = run.state.disqualified.position(Option::is_some) {
            let name = &plan.entrants[entrant].name;
            let why = "was disqualified there, which depends on the order of all blocks; play the run in one piece";
            return Err(refuse(run.path(), format!("{name} {why}")));
        }
        state.merge(&run.state);
    }
    let fits = state.check_over(plan);
    fits.map_err(|problem| RunError::Parts(format!("the parts do not match: {problem}")))?;
    if let Some(missed) = state.missed_disqualification(plan) {
        let (name, faults) = (&plan.entrants[missed.entrant].name, state.faults[missed.entrant]);
        return Err(RunError::Parts(format!(
            "{name} committed {faults} faults over all parts: in one piece it would have been disqualified, and would not have \
             played the blocks from {} at {} players, nor any that follow; play the run in one piece",
            missed.block, missed.players
        )));
    }
    Ok(state)
}

/// Tells how much has been read.
struct Reading<'a> {
    bytes: u64,
    of: u64,
    watch: &'a dyn Fn(MergeProgress),
}

impl Reading<'_> {
    fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        (self.watch)(MergeProgress { bytes: self.bytes, of: self.of });
    }
}

/// What [`join_file`] and [`join_deals`] read: every kept file but the progress once for each number of players.
fn bytes_to_read(parts: &[PartRun], plan: &Plan, kept: &[&str]) -> u64 {
    let names = kept.iter().filter(|name| **name != PROGRESS);
    let files = parts.iter().flat_map(|part| names.clone().map(|name| part.run.folder.file(name)));
    let bytes = files.map(|file| fs::metadata(file).map_or(0, |file| file.len()));
    bytes.sum::<u64>() * plan.schedules.len() as u64
}

/// Writes the lines of a file of all parts in the order of the whole run: first by the number of players, then by part.
fn join_file(
    parts: &[PartRun],
    plan: &Plan,
    folder: &RunFolder,
    name: &str,
    reading: &mut Reading<'_>,
) -> Result<(), RunError> {
    let is_csv = name == BLOCKS;
    let header = if is_csv { BLOCKS_HEADER } else { "" };
    let mut joined = GrowingFiles::open(folder, &[(name, header)], &BTreeMap::new())?;
    for schedule in &plan.schedules {
        let mark = if is_csv { format!("{},", schedule.players) } else { format!("\"players\":{},", schedule.players) };
        for part in parts {
            for line in part.run.folder.lines(name)?.skip(usize::from(is_csv)) {
                let line = line.map_err(|source| part.run.folder.unreadable(name, source))?;
                reading.add(line.len() as u64 + 1);
                if if is_csv { line.starts_with(&mark) } else { line.contains(&mark) } {
                    joined.add(name, &(line + "\n"))?;
                }
            }
        }
    }
    joined.flush()?;
    Ok(())
}

/// Writes the wins on all deals in the order of the whole run, and what was known at its fixed positions, which are not those of
/// the parts.
fn join_deals(
    parts: &[PartRun],
    plan: &Plan,
    state: &State,
    folder: &RunFolder,
    reading: &mut Reading<'_>,
) -> Result<(), RunError> {
    let mut files = GrowingFiles::open(folder, &[(DEALS, DEALS_HEADER), (PROGRESS, "")], &BTreeMap::new())?;
    let mut tally = DealsTally::new(plan, state);
    for table_index in plan.schedules.indices() {
        for part in parts {
            for deal in part.run.deals()? {
                let deal = deal?;
                reading.add(deal.wins.len() as u64);
                if deal.table_index == table_index {
                    files.add(DEALS, &deal_text(plan, &deal))?;
                    files.add(PROGRESS, &tally.add(&deal).unwrap_or_default())?;
                }
            }
        }
    }
    files.add(DEALS, "\n")?;
    files.flush()?;
    Ok(())
}
