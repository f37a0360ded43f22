//! Joins the parts of a run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::deals::{DealsTally, deals_in, ends_of_plan};
use super::error::RunError;
use super::files::{BLOCKS, CHECKPOINT, DEALS, GAMES, MANIFEST, PROGRESS};
use super::folder::RunFolder;
use super::growing::GrowingFiles;
use super::grown::Grown;
use super::live::{LiveRun, finish};
use super::manifest::{Manifest, RunFormat};
use super::parts::{PartFolder, Parts};
use super::run::Run;
use crate::arena::{Joining, MissedDisqualification, Part, Plan, ShardSet, TableIndex};
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

/// What a merge may do besides joining all parts in a new folder.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MergeOptions {
    /// Replace an existing run in the folder.
    pub force: bool,
    /// Make a partial result, marked as such, if parts are missing or not finished.
    pub partial: bool,
    /// If the faults in all parts together disqualify an entrant, join what was played before as a run that is to be played on.
    pub settle: bool,
}

/// What became of the parts.
#[derive(Debug)]
pub enum Merged {
    /// A run that is over: the whole, or a partial result.
    Over(Run),
    /// A run that is to be played on, since an entrant was disqualified and parts did not know it.
    Unsettled(LiveRun),
}

/// Joins the parts of a run that were played with `--shard` into a new folder: the same bytes as the run in one piece. Each path is
/// a part, or a folder with parts somewhere under it. `watch` is told how far it has come.
///
/// # Errors
/// If parts are there twice, are missing, unfinished or damaged, or belong to another run or program; if their faults together would
/// have disqualified an entrant, unless that may be settled; or if the folder cannot be created.
pub fn merge(
    paths: &[PathBuf],
    out: &Path,
    options: MergeOptions,
    catalogue: &Catalogue,
    watch: &dyn Fn(MergeProgress),
) -> Result<Merged, RunError> {
    let parts = Parts::open(paths, out, catalogue)?;
    let plan = plan_of(&parts, options.partial)?;
    let mut joining = Joining::new(&parts.whole);
    for part in &parts.finished {
        let run = part.run(catalogue)?;
        run.check_deals()?;
        joining.add(&run.state);
    }
    let missed = joining.missed_disqualification();
    if let Some(missed) = missed.filter(|_| !options.settle || plan.shard_set().is_some()) {
        return Err(too_many_faults(&parts, &missed));
    }
    let state = match missed {
        Some(missed) => missed.state_before(&plan, parts.finished.iter().map(|part| Ok(part.run(catalogue)?.state)))?,
        None if plan.shard_set().is_some() => joining.partial(&plan),
        None => joining.whole(),
    };
    let fits = if missed.is_some() { state.check(&plan) } else { state.check_over(&plan) };
    fits.map_err(|problem| RunError::Parts(format!("the parts do not match: {problem}")))?;
    let joint = Joint { parts: &parts, plan: &plan, missed };
    let (folder, grown) = joint.write(out, options.force, watch)?;
    let manifest = Manifest { format: joint.format(), fingerprint: parts.fingerprint.clone(), ..Manifest::new(plan) };
    let mut run = Run { folder, manifest, state };
    if missed.is_some() {
        run.folder.write(MANIFEST, run.manifest.to_text().as_bytes())?;
        run.folder.save(CHECKPOINT, &run.plan().hash(), &grown, &run.state)?;
        return Ok(Merged::Unsettled(LiveRun { run, grown }));
    }
    finish(&mut run)?;
    Ok(Merged::Over(run))
}

/// The plan of the result: the whole, or a partial one if parts are lacking and that is allowed.
fn plan_of(parts: &Parts, partial: bool) -> Result<Plan, RunError> {
    let Some(lacking) = &parts.lacking else { return Ok(parts.whole.clone()) };
    if !partial {
        return Err(RunError::Parts(format!("{lacking}. --partial makes a result without what is lacking")));
    }
    let finished = parts.finished.iter().map(|part| part.shard.index());
    let set = ShardSet::new(finished, parts.count).ok_or_else(|| RunError::Parts(lacking.clone()))?;
    Ok(Plan { part: Part::Partial(set), ..parts.whole.clone() })
}

fn too_many_faults(parts: &Parts, missed: &MissedDisqualification) -> RunError {
    let plan = &parts.whole;
    let (name, players) = (&plan.entrants[missed.entrant].name, plan.schedules[missed.table_index].players);
    let part = &parts.finished[missed.part];
    let (index, count, path) = (part.shard.index(), part.shard.count(), part.folder.path().display());
    let block = missed.block.map_or_else(String::new, |block| format!(", nor the blocks from {block} on"));
    let how = if parts.lacking.is_some() {
        "a partial result cannot decide that; play the missing parts, and merge them with --settle"
    } else {
        "--settle plays what comes from there on again, here"
    };
    RunError::Parts(format!(
        "{name} has too many faults over all parts: in one piece it would have been disqualified in part {index}/{count} ({path}) at \
         {players} players, and would not have played the parts after it{block}; {how}"
    ))
}

/// Parts and what they give together.
struct Joint<'a> {
    parts: &'a Parts,
    plan: &'a Plan,
    /// Where what was played ceases to be right.
    missed: Option<MissedDisqualification>,
}

impl Joint<'_> {
    fn format(&self) -> RunFormat {
        self.parts.finished.iter().map(|part| part.format).min().unwrap_or(RunFormat::CURRENT)
    }

    /// Writes the files that grow while a run is played, and returns how far each has come.
    fn write(
        &self,
        out: &Path,
        force: bool,
        watch: &dyn Fn(MergeProgress),
    ) -> Result<(RunFolder, BTreeMap<String, Grown>), RunError> {
        let folder = RunFolder::create(out, force)?;
        let kept = self.format().kept_files(self.plan);
        let header = |name| match name {
            BLOCKS => BLOCKS_HEADER,
            DEALS => DEALS_HEADER,
            _ => "",
        };
        let wanted: Vec<(&str, &str)> = kept.iter().map(|name| (*name, header(*name))).collect();
        let mut files = GrowingFiles::open(&folder, &wanted, &BTreeMap::new())?;
        let mut reading = Reading { bytes: 0, of: self.bytes_to_read(&kept), watch };
        for name in [GAMES, BLOCKS].into_iter().filter(|name| kept.contains(name)) {
            self.join_lines(name, &mut files, &mut reading)?;
        }
        if kept.contains(&DEALS) {
            self.join_deals(&mut files, &mut reading)?;
        }
        Ok((folder, files.flush()?))
    }

    /// The parts with blocks of a table size that are right.
    fn right_parts(&self, table_index: TableIndex) -> impl Iterator<Item = &PartFolder> {
        let is_right = move |number| self.missed.is_none_or(|missed| missed.is_after(table_index, number));
        (0..).zip(&self.parts.finished).filter(move |(number, _)| is_right(*number)).map(|(_, part)| part)
    }

    /// Every kept file but the progress is read once for each number of players.
    fn bytes_to_read(&self, kept: &[&str]) -> u64 {
        let names = || kept.iter().filter(|name| **name != PROGRESS);
        let of_part = |part: &PartFolder| -> u64 {
            names().map(|name| fs::metadata(part.folder.file(name)).map_or(0, |file| file.len())).sum()
        };
        self.plan.schedules.indices().flat_map(|table_index| self.right_parts(table_index)).map(of_part).sum()
    }

    /// Writes the lines of a file of all parts in the order of the whole run: first by the number of players, then by part.
    fn join_lines(&self, name: &str, files: &mut GrowingFiles, reading: &mut Reading<'_>) -> Result<(), RunError> {
        let is_csv = name == BLOCKS;
        for (table_index, schedule) in self.plan.schedules.entries() {
            let players = schedule.players;
            let mark = if is_csv { format!("{players},") } else { format!("\"players\":{players},") };
            for part in self.right_parts(table_index) {
                for line in part.folder.lines(name)?.skip(usize::from(is_csv)) {
                    let line = line.map_err(|source| part.folder.unreadable(name, source))?;
                    reading.add(line.len() as u64 + 1);
                    if if is_csv { line.starts_with(&mark) } else { line.contains(&mark) } {
                        files.add(name, &(line + "\n"))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the wins on all deals in the order of the whole run, and what was known at its fixed positions, which are not those
    /// of the parts.
    fn join_deals(&self, files: &mut GrowingFiles, reading: &mut Reading<'_>) -> Result<(), RunError> {
        let whole = &self.parts.whole;
        let (mut tally, mut plan) = (DealsTally::new(whole, ends_of_plan(whole)), whole.clone());
        for table_index in whole.schedules.indices() {
            for part in self.right_parts(table_index) {
                plan.part = Part::Shard(part.shard);
                let ranges = plan.schedules.indices().map(|table_index| plan.ranges(table_index)).collect();
                // After a gap a line begins where the part does.
                let lines_of = if self.plan.shard_set().is_some() { &plan } else { whole };
                for deal in deals_in(&part.folder, &plan, ranges)? {
                    let deal = deal?;
                    reading.add(deal.wins.len() as u64);
                    if deal.table_index == table_index {
                        files.add(DEALS, &deal_text(lines_of, &deal))?;
                        files.add(PROGRESS, &tally.add(&deal).unwrap_or_default())?;
                    }
                }
            }
        }
        // The line break that every other line gets from the next one.
        files.add(DEALS, if self.missed.is_some() { "" } else { "\n" })
    }
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
