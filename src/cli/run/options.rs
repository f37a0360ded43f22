//! The options of a run, from the command line to a manifest.

use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};
use clap::Args;

use super::goal::{self, Budget};
use super::open::{folder_of, run_failure};
use crate::arena::{
    EntrantIndex, Goal, MAX_BLOCKS, MAX_FIRST_DEAL, Pairing, Part, Plan, PlanError, Schedule, Shard, SprtBounds,
};
use crate::cli::Failure;
use crate::cli::bots::host_in;
use crate::cli::catalogue::catalogue;
use crate::cli::edition::edition_or_default;
use crate::cli::entrants::{find_entrants, refuse_own_nets, seat_players};
use crate::cli::messages::note;
use crate::cli::numbers::{MAX_GAMES, count, index, points};
use crate::cli::parent::EndWithParent;
use crate::cli::seed::{RANDOM, SeedOption, tell_seal, warn_if_guessable};
use crate::cli::threads::Threads;
use crate::cli::trust::Trust;
use crate::entrants::Entrant;
use crate::game::Players;
use crate::runs::{LiveRun, MANIFEST, NewFolder, PartStart, Run, RunError, RunFolder};

/// The parent of the folders of runs without --out.
pub(in crate::cli) const RESULTS: &str = "results";

/// The options of every run.
#[derive(Args, Debug)]
pub(in crate::cli) struct RunOptions {
    /// About how many games in all
    #[arg(long, value_name = "G", value_parser = count("games", 1..=MAX_GAMES), allow_hyphen_values = true,
        conflicts_with_all = ["blocks", "detect"])]
    pub(in crate::cli) games: Option<u64>,
    /// How many blocks for each number of players; a block is one deal in every rotation of the seats, for each line-up
    #[arg(long, value_name = "B", value_parser = count("blocks", 1..=MAX_BLOCKS), allow_hyphen_values = true,
        conflicts_with = "detect")]
    blocks: Option<u64>,
    /// Play until every win rate is known this well, like 0.2pp (±0.2 percentage points)
    #[arg(long, value_name = "PP", value_parser = points, allow_hyphen_values = true, conflicts_with = "detect")]
    until: Option<f64>,
    /// Measure first how many blocks it takes to see a difference like 0.5pp, then play them
    #[arg(long, value_name = "PP", value_parser = points, allow_hyphen_values = true)]
    detect: Option<f64>,
    /// The seed of all luck; `random` draws one that cannot be guessed, and keeps it a secret until the run is over
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    pub(in crate::cli) seed: SeedOption,
    /// The number of the first deal under the seed: runs with other deals of the same seed share no luck
    #[arg(long, value_name = "D", default_value_t = 0, value_parser = index("deal", 0..=MAX_FIRST_DEAL), allow_hyphen_values = true)]
    first_deal: u64,
    /// A TOML file with another worm table
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    /// The folder of the run; by default a new one in `results`
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Replace the existing run in the folder
    #[arg(long, requires = "out")]
    force: bool,
    /// Continue the run in this folder; what to play is in its manifest
    #[arg(long, value_name = "DIR", conflicts_with_all = ["games", "blocks", "until", "detect", "seed", "first_deal", "edition",
        "out", "force", "shard", "record", "blocks_csv", "entrants", "players"])]
    resume: Option<PathBuf>,
    /// Play the plan of another run again, or a part of it: its folder, or its manifest
    #[arg(long, value_name = "RUN", conflicts_with_all = ["games", "blocks", "until", "detect", "seed", "first_deal",
        "edition", "resume", "record", "blocks_csv", "entrants", "players"])]
    from: Option<PathBuf>,
    /// Play only a part, like 2/3; `karteneck merge` joins the parts. Started again in the same folder, a part is continued, and one
    /// that is finished stays as it is
    #[arg(long, value_name = "I/K", value_parser = goal::parse_shard, allow_hyphen_values = true)]
    shard: Option<Shard>,
    #[command(flatten)]
    threads: Threads,
    /// Keep the records of all games, or of every K-th
    #[arg(long, value_name = "all|K", value_parser = goal::parse_record, allow_hyphen_values = true)]
    record: Option<u64>,
    /// Keep the result of every block in blocks.csv
    #[arg(long)]
    blocks_csv: bool,
    #[command(flatten)]
    trust: Trust,
    /// Only write the folder with the manifest; --from plays it later, or parts of it
    #[arg(long, requires = "out", conflicts_with_all = ["resume", "from", "shard"])]
    plan_only: bool,
    #[command(flatten)]
    parent: EndWithParent,
}

/// A run that is ready to be played or continued.
pub(in crate::cli) struct RunJob {
    pub(in crate::cli) run: LiveRun,
    pub(in crate::cli) threads: usize,
}

/// What is to be done with a run.
pub(super) enum Prepared {
    /// Play it.
    Job(RunJob),
    /// Nothing: it is a part that is finished.
    Over(Run),
    /// Nothing yet: only its plan was wanted.
    Planned(LiveRun),
}

/// What a command adds to the options.
pub(in crate::cli) struct RunRequest<'a> {
    pub(in crate::cli) command: &'static str,
    pub(in crate::cli) specs: &'a [String],
    pub(in crate::cli) challenger: Option<&'a String>,
    /// How many line-ups to draw, if not all are played.
    pub(in crate::cli) lineups: Option<u32>,
    pub(in crate::cli) players: Vec<Players>,
    /// Games if the user gives no number.
    pub(in crate::cli) default_games: u64,
    pub(in crate::cli) bounds: Option<SprtBounds>,
    /// Whether the decision of a test is asked for.
    pub(in crate::cli) needs_test: bool,
}

/// Creates the run that the options describe, or opens the one to resume.
pub(super) fn prepare(options: &RunOptions, request: &RunRequest<'_>) -> Result<Prepared, Failure> {
    options.parent.begin()?;
    let threads = options.threads.number();
    if let Some(path) = &options.resume {
        let run = resume(path, options)?;
        check_test(request, run.run().plan())?;
        return Ok(Prepared::Job(RunJob { run, threads }));
    }
    // For a folder with the next free number, only the parent is known yet.
    let path = options.out.clone().unwrap_or_else(|| PathBuf::from(RESULTS));
    let plan = match &options.from {
        Some(path) => plan_again(path, options, request.command)?,
        None => describe(options, request, &path, threads)?,
    };
    check_test(request, &plan)?;
    warn_if_guessable(plan.seed, &plan.entrants);
    let is_part = plan.shard().is_some() && !options.force && options.out.is_some();
    if !(is_part && path.join(MANIFEST).exists()) {
        // A program that cannot be started is found before anything is created, replaced or played. Processes that it leaves
        // behind must not reach the folder later either.
        drop(seat_players(&plan.entrants, &host_in(None, std::slice::from_ref(&path))?)?);
    }
    if options.force && options.out.is_some() {
        refuse_own_nets(&plan.entrants, &path)?;
    }
    let folder = match &options.out {
        Some(path) => NewFolder::At { path: path.clone(), force: options.force },
        None => NewFolder::Next { parent: PathBuf::from(RESULTS), stem: request.command.to_owned() },
    };
    if is_part {
        return start_part(&path, &plan, threads);
    }
    let seed = plan.seed;
    let run = LiveRun::create(&folder, plan).map_err(|error| run_failure(with_resume_hint(error, request.command)))?;
    if options.seed == SeedOption::Random {
        tell_seal(seed);
    }
    Ok(if options.plan_only { Prepared::Planned(run) } else { Prepared::Job(RunJob { run, threads }) })
}

/// A part, which may have been started before.
fn start_part(path: &Path, plan: &Plan, threads: usize) -> Result<Prepared, Failure> {
    match LiveRun::start_part(path, plan, &catalogue()?).map_err(run_failure)? {
        PartStart::New(run) => Ok(Prepared::Job(RunJob { run, threads })),
        PartStart::Again(run) => {
            let games = run.run().state().games(run.run().plan());
            note(format_args!("{}: this part was begun before; it goes on after {games} games", path.display()));
            Ok(Prepared::Job(RunJob { run, threads }))
        }
        PartStart::Over(run) => {
            note(format_args!("{}: this part is finished; nothing is played", path.display()));
            Ok(Prepared::Over(run))
        }
    }
}

/// A decision can only be told if there is a test.
fn check_test(request: &RunRequest<'_>, plan: &Plan) -> Result<(), Failure> {
    if request.needs_test && !matches!(plan.goal, Goal::Test { .. }) {
        return Err(Failure::Usage(anyhow!(
            "--exit-code tells what a test has decided, and this match has none; add one, like --sprt 0pp:2pp"
        )));
    }
    Ok(())
}

/// An existing run may be one to resume.
fn with_resume_hint(error: RunError, command: &str) -> RunError {
    match error {
        RunError::Exists(path) if RunFolder::at(&path).is_unfinished() => RunError::NoRun {
            problem: format!(
                "there is an unfinished run; continue it with `karteneck {command} --resume {}`, or replace it with --force",
                path.display()
            ),
            path,
        },
        other => other,
    }
}

/// The plan of another run.
fn plan_again(path: &Path, options: &RunOptions, command: &str) -> Result<Plan, Failure> {
    let folder = RunFolder::at(folder_of(path));
    let plan = folder.manifest(&catalogue()?).map_err(run_failure)?.plan;
    let played_by = plan.command();
    if command != played_by {
        return Err(Failure::Usage(anyhow!(
            "{}: this run is played by `karteneck {played_by} --from`, not by `{command}`",
            path.display()
        )));
    }
    options.trust.check(&path.display().to_string(), &plan.entrants)?;
    let part = match options.shard {
        Some(shard) => Part::Shard(shard),
        None if plan.shard_set().is_some() => Part::Whole,
        None => plan.part.clone(),
    };
    let plan = Plan { seed: plan.seed.sealed_again(), part, ..plan };
    plan.check().map_err(refuse_plan)?;
    Ok(plan)
}

fn refuse_plan(error: PlanError) -> Failure {
    Failure::Usage(Error::new(error))
}

fn resume(path: &Path, options: &RunOptions) -> Result<LiveRun, Failure> {
    let run = LiveRun::resume(path, &catalogue()?).map_err(run_failure)?;
    options.trust.check(&path.display().to_string(), &run.run().plan().entrants)?;
    Ok(run)
}

/// The plan that the options describe, for a run in a folder that need not exist yet.
fn describe(options: &RunOptions, request: &RunRequest<'_>, folder: &Path, threads: usize) -> Result<Plan, Failure> {
    let (entrants, pairing) = entrants(request)?;
    if options.seed == SeedOption::Random && options.shard.is_some() {
        return Err(Failure::Usage(anyhow!(
            "--seed {RANDOM}: parts of one run need one seed, and each would draw its own; give all of them the same seed, \
             like 0x and 32 hexadecimal digits that you keep to yourself"
        )));
    }
    // A provisional plan for its schedule, before the number of blocks is known.
    let goal = Goal::Blocks(vec![1; request.players.len()]);
    let plan = Plan::new(entrants, pairing, &request.players, options.seed.resolve()?, goal).map_err(refuse_plan)?;
    let edition = edition_or_default(options.edition.as_deref())?;
    let (keep_every, keep_blocks) = (options.record.unwrap_or(0), options.blocks_csv);
    let plan = Plan { first_deal: options.first_deal, edition, keep_every, keep_blocks, ..plan };
    plan.check().map_err(refuse_plan)?;
    let budget = Budget {
        games: options.games,
        blocks: options.blocks,
        until: options.until,
        detect: options.detect,
        default_games: request.default_games,
        bounds: request.bounds,
        threads,
        folder,
    };
    let goal = budget.goal(&plan)?;
    tell_games(options, &plan, &goal);
    let plan = Plan { goal, part: options.shard.map_or(Part::Whole, Part::Shard), ..plan };
    plan.check().map_err(refuse_plan)?;
    Ok(plan)
}

/// Says so if many more games are played than requested, since every line-up plays at least two blocks.
fn tell_games(options: &RunOptions, plan: &Plan, goal: &Goal) {
    let (Some(asked), Goal::Blocks(blocks)) = (options.games, goal) else { return };
    let games = |(schedule, &blocks): (&Schedule, &u64)| schedule.games_per_block().saturating_mul(blocks);
    let games = plan.schedules.iter().zip(blocks).map(games).fold(0, u64::saturating_add);
    if games / 2 > asked {
        let line_ups: usize = plan.schedules.iter().map(|schedule| schedule.line_ups.len()).sum();
        note(format_args!(
            "note: --games {asked}: {line_ups} line-ups with at least two blocks each make {games} games"
        ));
    }
}

/// All entrants, and how line-ups are made from them.
fn entrants(request: &RunRequest<'_>) -> Result<(Vec<Entrant>, Pairing), Failure> {
    let mut entrants = find_entrants(request.specs.iter().chain(request.challenger))?;
    let Some(challenger) = request.challenger.and_then(|_| entrants.pop()) else {
        let all = request.lineups.map_or(Pairing::RoundRobin, Pairing::Sample);
        return Ok((entrants, if request.command == "match" { Pairing::Fixed } else { all }));
    };
    let index = entrants.iter().position(|entrant| entrant.name == challenger.name).unwrap_or(entrants.len());
    if index == entrants.len() {
        entrants.push(challenger);
    }
    Ok((entrants, Pairing::Gauntlet(EntrantIndex::new(index))))
}
