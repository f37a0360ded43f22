//! The options of a run, from the command line to a manifest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};
use clap::Args;

use super::goal::{self, Budget, SprtBounds};
use crate::arena::{Plan, State};
use crate::cli::Failure;
use crate::cli::bots::host_in;
use crate::cli::edition::edition_or_default;
use crate::cli::entrants::{find_entrants, parse_players, seat_players};
use crate::cli::failure::say;
use crate::cli::seed::{RANDOM, SeedOption, tell_seal, warn_if_guessable};
use crate::cli::trust::Trust;
use crate::entrants::{Entrant, entrant_record};
use crate::game::Players;
use crate::records::{Seal, worms_record};
use crate::runs::{
    CHECKPOINT, GoalRecord, Grown, LAST_FIRST_DEAL, MANIFEST, MAX_ENTRANTS, Manifest, PlanRecord, RunError, RunFolder,
    plan_in, plan_of,
};

/// Where runs go that are given no folder.
pub(in crate::cli) const RESULTS: &str = "results";

/// What every run can be told.
#[derive(Args, Debug)]
pub(in crate::cli) struct RunOptions {
    /// About how many games in all
    #[arg(long, value_name = "G", conflicts_with_all = ["blocks", "detect"])]
    pub(in crate::cli) games: Option<u64>,
    /// How many blocks for each number of players; a block is one deal in every rotation of the seats, for each line-up
    #[arg(long, value_name = "B", conflicts_with = "detect")]
    blocks: Option<u64>,
    /// Play until every win rate is known this well, like 0.2pp (±0.2 percentage points)
    #[arg(long, value_name = "PP", value_parser = goal::parse_points, conflicts_with = "detect")]
    until: Option<f64>,
    /// Measure first how many blocks it takes to see a difference like 0.5pp, then play them
    #[arg(long, value_name = "PP", value_parser = goal::parse_points)]
    detect: Option<f64>,
    /// The seed of all luck; `random` draws one that cannot be guessed, and keeps it a secret until the run is over
    #[arg(long, value_name = "S", default_value = "1")]
    pub(in crate::cli) seed: SeedOption,
    /// The number of the first deal under the seed: runs with other deals of the same seed share no luck
    #[arg(long, value_name = "D", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=LAST_FIRST_DEAL))]
    first_deal: u64,
    /// A TOML file with another worm table
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    /// The folder of the run; a new one in `results` without it
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Replace the run that is in the folder
    #[arg(long, requires = "out")]
    force: bool,
    /// Go on with the run in this folder; what to play is in its manifest
    #[arg(long, value_name = "DIR", conflicts_with_all = ["games", "blocks", "until", "detect", "seed", "first_deal", "edition",
        "out", "force", "shard", "record", "blocks_csv", "entrants", "players"])]
    resume: Option<PathBuf>,
    /// Play the plan of another run again: its folder, or its manifest
    #[arg(long, value_name = "RUN", conflicts_with_all = ["games", "blocks", "until", "detect", "seed", "first_deal",
        "edition", "resume", "shard", "record", "blocks_csv", "entrants", "players"])]
    from: Option<PathBuf>,
    /// Play only a part, like 2/3; `karteneck merge` joins the parts
    #[arg(long, value_name = "I/K", value_parser = goal::parse_shard, conflicts_with = "until")]
    shard: Option<[u64; 2]>,
    /// How many threads; all cores without it. The results do not change
    #[arg(long, value_name = "T")]
    pub(in crate::cli) threads: Option<usize>,
    /// Keep the records of all games, or of every K-th
    #[arg(long, value_name = "all|K", value_parser = goal::parse_record)]
    record: Option<u64>,
    /// Keep the result of every block in blocks.csv
    #[arg(long)]
    blocks_csv: bool,
    /// No progress, no talk
    #[arg(long)]
    pub(in crate::cli) quiet: bool,
    #[command(flatten)]
    trust: Trust,
}

/// A run that is ready to be played, or to go on.
pub(in crate::cli) struct RunJob {
    pub(in crate::cli) folder: RunFolder,
    pub(in crate::cli) manifest: Manifest,
    pub(in crate::cli) plan: Plan,
    pub(in crate::cli) state: State,
    /// How far the growing files have come that belong to the state.
    pub(in crate::cli) grown: BTreeMap<String, Grown>,
    pub(in crate::cli) threads: usize,
    pub(in crate::cli) quiet: bool,
    /// The command that plays it.
    pub(in crate::cli) command: &'static str,
}

/// What a command adds to the options.
pub(in crate::cli) struct RunRequest<'a> {
    pub(in crate::cli) command: &'static str,
    pub(in crate::cli) specs: &'a [String],
    pub(in crate::cli) challenger: Option<&'a str>,
    pub(in crate::cli) players: Vec<Players>,
    /// Games if nobody says how many.
    pub(in crate::cli) default_games: u64,
    pub(in crate::cli) bounds: Option<SprtBounds>,
}

/// Makes the run that the options describe, or opens the one to go on with.
pub(in crate::cli) fn prepare(options: &RunOptions, request: &RunRequest<'_>) -> Result<RunJob, Failure> {
    let threads = threads(options.threads)?;
    if let Some(path) = &options.resume {
        return resume(path, options, threads, request.command);
    }
    // Of a folder that gets the next free number only the parent is known.
    let place = options.out.clone().unwrap_or_else(|| PathBuf::from(RESULTS));
    let record = match &options.from {
        Some(path) => plan_again(path, request.command)?,
        None => describe(options, request, &place)?,
    };
    let manifest = Manifest::new(record);
    let plan = plan_in(&manifest).map_err(|problem| Failure::Usage(anyhow!(problem)))?;
    if let Some(path) = &options.from {
        options.trust.check(&path.display().to_string(), &plan.entrants)?;
    }
    if !options.quiet {
        warn_if_guessable(plan.seed, &plan.entrants);
    }
    // A program that cannot be started is found before anything is made, replaced or played. What it leaves behind must not
    // reach the folder later either.
    drop(seat_players(&plan.entrants, &host_in(None, std::slice::from_ref(&place))?)?);
    let folder = match &options.out {
        Some(path) => RunFolder::create(path, options.force),
        None => RunFolder::create_next(Path::new(RESULTS), request.command),
    }
    .map_err(usage)?;
    if manifest.plan.seal.is_some() {
        folder.keep_secret(plan.seed.seed())?;
    }
    if options.seed == SeedOption::Random && !options.quiet {
        tell_seal(plan.seed);
    }
    folder.write(MANIFEST, manifest.to_text().as_bytes())?;
    let state = State::new(&plan);
    let quiet = options.quiet;
    Ok(RunJob { folder, manifest, plan, state, grown: BTreeMap::new(), threads, quiet, command: request.command })
}

/// The folder of a run, named itself or by its manifest.
pub(in crate::cli) fn folder_of(path: &Path) -> &Path {
    let is_manifest = path.file_name().is_some_and(|name| name == MANIFEST);
    // The folder of a bare name is the current one.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if is_manifest { folder } else { path }
}

/// The plan of another run.
fn plan_again(path: &Path, command: &str) -> Result<PlanRecord, Failure> {
    let (_, manifest) = RunFolder::open(folder_of(path)).map_err(usage)?;
    let played_by = manifest.plan.command();
    if command != played_by {
        return Err(Failure::Usage(anyhow!(
            "{}: this run is played by `karteneck {played_by} --from`, not by `{command}`",
            path.display()
        )));
    }
    Ok(manifest.plan)
}

/// The number of threads: what was asked for, or one for each core.
pub(in crate::cli) fn threads(asked: Option<usize>) -> Result<usize, Failure> {
    match asked {
        Some(0) => Err(Failure::Usage(anyhow!("--threads 0: expected at least one"))),
        Some(threads) => Ok(threads),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// A folder that cannot be used is a mistake of whoever named it, a file that cannot be read is not.
pub(in crate::cli) fn usage(error: RunError) -> Failure {
    match error {
        RunError::File { .. } => Failure::Failed(Error::new(error)),
        _ => Failure::Usage(Error::new(error)),
    }
}

fn resume(path: &Path, options: &RunOptions, threads: usize, command: &'static str) -> Result<RunJob, Failure> {
    // Locked before anything is read: another process may be about to finish this run.
    let folder = RunFolder::open(path).and_then(|(folder, _)| folder.locked_for_writing()).map_err(usage)?;
    let (_, manifest) = RunFolder::open(path).map_err(usage)?;
    if manifest.result.is_some() {
        return Err(Failure::Usage(anyhow!("{}: this run is over; there is nothing to go on with", path.display())));
    }
    let plan = plan_in(&manifest).map_err(|problem| Failure::Usage(anyhow!("{}: {problem}", path.display())))?;
    options.trust.check(&path.display().to_string(), &plan.entrants)?;
    let saved = folder.file(CHECKPOINT).is_file();
    let (state, grown) =
        if saved { folder.load_state(&manifest, &plan)? } else { (State::new(&plan), BTreeMap::new()) };
    let quiet = options.quiet;
    Ok(RunJob { folder, manifest, plan, state, grown, threads, quiet, command })
}

/// The plan that the options describe, for a run in a folder that need not exist yet.
fn describe(options: &RunOptions, request: &RunRequest<'_>, place: &Path) -> Result<PlanRecord, Failure> {
    let (entrants, challenger) = entrants(request)?;
    let schedule = match (request.command, challenger) {
        ("match", _) => "match",
        (_, Some(_)) => "gauntlet",
        (_, None) => "round-robin",
    };
    let edition = edition_or_default(options.edition.as_deref())?;
    if options.seed == SeedOption::Random && options.shard.is_some() {
        return Err(Failure::Usage(anyhow!(
            "--seed {RANDOM}: parts of one run need one seed, and each would draw its own; give all of them the same seed, \
             like 0x and 32 hexadecimal digits that you keep to yourself"
        )));
    }
    let seed = options.seed.resolve()?;
    let mut record = PlanRecord {
        seed: seed.seed().into(),
        seal: (options.seed == SeedOption::Random).then(|| Seal::of(seed.seed())),
        first_deal: options.first_deal,
        worms: worms_record(&edition),
        entrants: entrants.iter().map(entrant_record).collect(),
        players: request.players.iter().map(|players| players.count()).collect(),
        schedule: schedule.to_owned(),
        challenger,
        goal: GoalRecord::Blocks(vec![1; request.players.len()]),
        record_every: options.record.unwrap_or(0),
        blocks_csv: options.blocks_csv,
        shard: None,
    };
    // A look at the schedule, before it is known how many blocks there will be.
    let plan = plan_of(&record).map_err(|problem| Failure::Usage(anyhow!(problem)))?;
    let budget = Budget {
        games: options.games,
        blocks: options.blocks,
        until: options.until,
        detect: options.detect,
        default_games: request.default_games,
        bounds: request.bounds,
        threads: threads(options.threads)?,
        quiet: options.quiet,
        place,
    };
    record.goal = budget.goal(&plan)?;
    tell_games(options, &plan, &record.goal);
    record.shard = options.shard;
    Ok(record)
}

/// Says so if many more games are played than were asked for, since every line-up plays at least two blocks.
fn tell_games(options: &RunOptions, plan: &Plan, goal: &GoalRecord) {
    let (Some(asked), GoalRecord::Blocks(blocks)) = (options.games, goal) else { return };
    let games: u64 = plan
        .schedules
        .iter()
        .zip(blocks)
        .map(|(schedule, blocks)| schedule.games_per_block().saturating_mul(*blocks))
        .fold(0, u64::saturating_add);
    if games > 2 * asked && !options.quiet {
        let line_ups: usize = plan.schedules.iter().map(|schedule| schedule.line_ups.len()).sum();
        say(format_args!(
            "note: --games {asked}: {line_ups} line-ups with at least two blocks each make {games} games"
        ));
    }
}

/// All entrants, and which of them is the challenger.
fn entrants(request: &RunRequest<'_>) -> Result<(Vec<Entrant>, Option<usize>), Failure> {
    let mut entrants = find_entrants(request.specs)?;
    let challenger = request.challenger.map(|spec| find_entrants(&[spec.to_owned()])).transpose()?;
    let mut place = None;
    if let Some(challenger) = challenger.and_then(|mut found| found.pop()) {
        place = Some(entrants.iter().position(|entrant| entrant.name == challenger.name).unwrap_or(entrants.len()));
        if place == Some(entrants.len()) {
            entrants.push(challenger);
        }
    }
    if entrants.len() > MAX_ENTRANTS {
        return Err(Failure::Usage(anyhow!("{} entrants; at most {MAX_ENTRANTS} can take part", entrants.len())));
    }
    for (number, entrant) in entrants.iter().enumerate() {
        if entrants[..number].iter().any(|other| other.name == entrant.name) && request.command != "match" {
            let name = &entrant.name;
            return Err(Failure::Usage(anyhow!("{name} is named twice; in a tournament everybody takes part once")));
        }
    }
    Ok((entrants, place))
}

/// Several numbers of players, like 2,3,4.
pub(in crate::cli) fn parse_sizes(text: &str) -> Result<Vec<Players>, String> {
    let sizes: Vec<Players> = text.split(',').map(|part| parse_players(part.trim())).collect::<Result<_, _>>()?;
    let twice = sizes.iter().enumerate().any(|(place, size)| sizes[..place].contains(size));
    if twice { Err("expected each number of players once".to_owned()) } else { Ok(sizes) }
}
