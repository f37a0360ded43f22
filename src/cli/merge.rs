//! `karteneck merge`: joins the parts of a run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};
use clap::Args;

use super::failure::Failure;
use super::run::{RunJob, finish, kept_files, print_summary};
use crate::arena::{Plan, State};
use crate::report::BLOCKS_HEADER;
use crate::runs::{BLOCKS, GrowingFiles, Manifest, RunFolder, plan_of};

/// Join the parts of a run that were played with --shard
///
/// The result has the same bytes as the run played in one piece. Parts that overlap, that are missing or unfinished, or
/// that belong to another run are refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck merge part1 part2 part3 --out whole")]
pub(super) struct Arguments {
    /// The folders of all parts, in any order
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// The folder of the whole run
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,
    /// Replace the run that is in the folder
    #[arg(long)]
    force: bool,
    /// No talk
    #[arg(long)]
    quiet: bool,
}

/// One part.
struct Part {
    folder: RunFolder,
    manifest: Manifest,
    plan: Plan,
    /// Which of how many.
    shard: [u64; 2],
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut parts = arguments.parts.iter().map(|path| open(path)).collect::<Result<Vec<Part>, _>>()?;
    parts.sort_by_key(|part| part.shard);
    check(&parts)?;
    let out = fs::canonicalize(&arguments.out).ok();
    if out.is_some() && arguments.parts.iter().any(|part| fs::canonicalize(part).ok() == out) {
        return Err(Failure::Usage(anyhow!("{} is one of the parts; choose another folder", arguments.out.display())));
    }
    let record = parts[0].manifest.plan.whole();
    let plan = plan_of(&record).map_err(|problem| Failure::Usage(anyhow!(problem)))?;
    let state = join(&parts, &plan)?;
    let folder =
        RunFolder::create(&arguments.out, arguments.force).map_err(|error| Failure::Usage(Error::new(error)))?;
    let kept = kept_files(&record);
    for name in &kept {
        join_file(&parts, &plan, &folder, name)?;
    }
    let mut manifest = Manifest::new(record);
    finish(&folder, &mut manifest, &plan, &state, &kept)?;
    let command = manifest.plan.command();
    let grown = BTreeMap::new();
    let run = RunJob { folder, manifest, plan, state, grown, threads: 0, quiet: arguments.quiet, command };
    print_summary(&run, &run.state)
}

fn open(path: &Path) -> Result<Part, Failure> {
    let refuse = |problem: &str| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    let (folder, manifest) = RunFolder::open(path).map_err(|error| Failure::Usage(Error::new(error)))?;
    let shard = manifest.plan.shard.ok_or_else(|| refuse("this is a whole run and not a part of one"))?;
    let result = manifest.result.as_ref().ok_or_else(|| refuse("this part is not finished; go on with --resume"))?;
    folder.check_files(result).map_err(|error| Failure::Failed(Error::new(error)))?;
    let plan = plan_of(&manifest.plan).map_err(|problem| refuse(&problem))?;
    Ok(Part { folder, manifest, plan, shard })
}

/// Whether these are all parts of one run, each once.
fn check(parts: &[Part]) -> Result<(), Failure> {
    let first = &parts[0];
    let whole = first.manifest.plan.whole().hash();
    for part in parts {
        if part.manifest.plan.whole().hash() != whole {
            let (one, other) = (first.folder.path().display(), part.folder.path().display());
            return Err(Failure::Usage(anyhow!(
                "{one} and {other} are parts of different runs: their manifests differ"
            )));
        }
    }
    let (there, needed): (Vec<u64>, Vec<u64>) =
        (parts.iter().map(|part| part.shard[0]).collect(), (1..=first.shard[1]).collect());
    if let Some(missing) = needed.iter().find(|part| !there.contains(part)) {
        return Err(Failure::Usage(anyhow!("part {missing}/{} is missing", first.shard[1])));
    }
    if there.len() > needed.len() || parts.iter().any(|part| part.shard[1] != first.shard[1]) {
        return Err(Failure::Usage(anyhow!("some parts overlap: {} folders for {} parts", there.len(), needed.len())));
    }
    Ok(())
}

fn join(parts: &[Part], plan: &Plan) -> Result<State, Failure> {
    let mut state = State::new(plan);
    for part in parts {
        let (part_state, _) = part.folder.load_state(&part.manifest, &part.plan)?;
        if let Some(entrant) = part_state.disqualified.iter().position(Option::is_some) {
            let (place, name) = (part.folder.path().display(), &plan.entrants[entrant].name);
            return Err(Failure::Usage(anyhow!(
                "{place}: {name} was disqualified there, which depends on the order of all blocks; play the run in one piece"
            )));
        }
        state.merge(&part_state);
    }
    state.check_over(plan).map_err(|problem| Failure::Failed(anyhow!("the parts do not fit together: {problem}")))?;
    if let Some((entrant, players, block)) = state.missed_disqualification(plan) {
        let (name, faults) = (&plan.entrants[entrant].name, state.faults[entrant]);
        return Err(Failure::Usage(anyhow!(
            "{name} committed {faults} faults over all parts: in one piece it would have been disqualified, and would not have \
             played the blocks from {block} on at {players} players and all that follow; play the run in one piece"
        )));
    }
    Ok(state)
}

/// Writes the lines of a file of all parts in the order of the whole run: first by the number of players, then by part.
fn join_file(parts: &[Part], plan: &Plan, folder: &RunFolder, name: &str) -> Result<(), Failure> {
    let is_csv = name == BLOCKS;
    let header = if is_csv { BLOCKS_HEADER } else { "" };
    let mut joined = GrowingFiles::open(folder, &[(name, header)], &BTreeMap::new())?;
    for schedule in &plan.schedules {
        let mark = if is_csv { format!("{},", schedule.players) } else { format!("\"players\":{},", schedule.players) };
        for part in parts {
            for line in part.folder.lines(name)?.skip(usize::from(is_csv)) {
                let line = line?;
                if if is_csv { line.starts_with(&mark) } else { line.contains(&mark) } {
                    joined.add(name, &(line + "\n"))?;
                }
            }
        }
    }
    joined.flush()?;
    Ok(())
}
