//! Plays a run: progress, checkpoints, interruption, results.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde_json::json;

use super::options::RunJob;
use super::progress::Progress;
use crate::arena::{Batch, Ended, Plan, PlayOptions, RunFault, State, Stopped, play_run};
use crate::bots::{BotHost, Logs, Protection};
use crate::cli::Failure;
use crate::cli::bots::{host, tell_logs, tell_protection};
use crate::cli::interrupt::Interrupt;
use crate::cli::trust::trust_option;
use crate::entrants::Entrant;
use crate::records::hash;
use crate::report::{BLOCKS_HEADER, Results, blocks_text, csv_files};
use crate::runs::{
    BLOCKS, CHECKPOINT, GAMES, GrowingFiles, LOGS, MANIFEST, Manifest, PlanRecord, RunFolder, RunRecord, SEALED_GAMES,
    SECRET, TALLY, TIMING,
};

/// How often the state is saved.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// Opens the files that grow while a run is played.
fn growing_files(run: &RunJob) -> Result<GrowingFiles, Failure> {
    let wanted = [
        (games_file(&run.manifest), "", run.plan.keep_every > 0),
        (BLOCKS, BLOCKS_HEADER, run.manifest.plan.blocks_csv),
    ];
    let wanted: Vec<(&str, &str)> =
        wanted.into_iter().filter(|(.., wanted)| *wanted).map(|(name, header, _)| (name, header)).collect();
    Ok(GrowingFiles::open(&run.folder, &wanted, &run.grown)?)
}

fn add_batch(growing: &mut GrowingFiles, plan: &Plan, batch: &Batch) -> Result<(), Failure> {
    // Of both names only one is open.
    growing.add(GAMES, &games_text(batch))?;
    growing.add(SEALED_GAMES, &games_text(batch))?;
    Ok(growing.add(BLOCKS, &blocks_text(plan, batch))?)
}

/// What a batch adds to the file of records.
pub(in crate::cli) fn games_text(batch: &Batch) -> String {
    batch.records.iter().flat_map(|record| [record, "\n"]).collect()
}

/// Plays a run to its end, or to an interruption, and returns its state.
pub(in crate::cli) fn execute(run: &mut RunJob) -> Result<State, Failure> {
    let clock = Instant::now();
    let interrupt = Interrupt::listen("saving the blocks that are finished");
    let host = host(Logs::in_folder(run.folder.file(LOGS)), &[run.folder.path().to_owned()]);
    tell_protection(&run.plan.entrants, &host);
    let mut growing = growing_files(run)?;
    let mut progress = Progress::new(&run.plan, &run.state, run.quiet);
    let games_before = run.state.games(&run.plan);
    let played = play(run, &host, &interrupt, &mut growing, &mut progress);
    progress.finish();
    tell_logs(&host);
    let state = played.map_err(|failure| failure.hint(&resume_hint(run)))?;
    growing.flush()?;
    drop(growing);
    if run.manifest.plan.seal.is_some() && run.plan.keep_every > 0 {
        run.folder.unseal_games(run.plan.seed.seed())?;
    }
    let files = kept_files(&run.manifest.plan);
    finish(&run.folder, &mut run.manifest, &run.plan, &state, &files)?;
    write_timing(run, clock.elapsed(), state.games(&run.plan) - games_before, &host)?;
    for name in [CHECKPOINT, SEALED_GAMES, SECRET] {
        run.folder.remove(name);
    }
    Ok(state)
}

/// The file that records go to while a run is played.
fn games_file(manifest: &Manifest) -> &'static str {
    if manifest.plan.seal.is_some() { SEALED_GAMES } else { GAMES }
}

/// The files besides the tables that belong to the results of a plan.
pub(in crate::cli) fn kept_files(plan: &PlanRecord) -> Vec<&'static str> {
    let kept = [(GAMES, plan.record_every > 0), (BLOCKS, plan.blocks_csv)];
    kept.into_iter().filter(|(_, kept)| *kept).map(|(name, _)| name).collect()
}

/// What to do after something went wrong in the middle.
fn resume_hint(run: &RunJob) -> String {
    let folder = run.folder.path().display();
    format!(
        "nothing that was saved is lost; once it is mended, go on with: karteneck {} --resume {folder}{}",
        run.command,
        trust_option(&run.plan.entrants)
    )
}

fn play(
    run: &RunJob,
    host: &BotHost,
    interrupt: &Interrupt,
    growing: &mut GrowingFiles,
    progress: &mut Progress,
) -> Result<State, Failure> {
    let should_stop = || interrupt.has_come();
    let options = PlayOptions { should_stop: &should_stop, ..PlayOptions::new(run.threads, host) };
    let mut saved = Instant::now();
    let (state, ended) = play_run(&run.plan, run.state.clone(), &options, |state, batch| {
        tell_faults(&run.plan, &batch, progress);
        progress.show(&run.plan, state);
        let mut kept = add_batch(growing, &run.plan, &batch);
        if kept.is_ok() && saved.elapsed() >= SAVE_EVERY {
            kept = save(run, growing, state);
            saved = Instant::now();
        }
        kept.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    })?;
    match ended {
        Ended::Finished => Ok(state),
        Ended::Broken(failure) => Err(failure),
        Ended::Interrupted => {
            save(run, growing, &state)?;
            let (games, folder) = (state.games(&run.plan), run.folder.path().display());
            Err(Failure::Interrupted(anyhow!(
                "{games} games are saved; go on with: karteneck {} --resume {folder}{}",
                run.command,
                trust_option(&run.plan.entrants)
            )))
        }
    }
}

/// Saves how far a run has come.
fn save(run: &RunJob, growing: &mut GrowingFiles, state: &State) -> Result<(), Failure> {
    let grown = growing.flush()?;
    Ok(run.folder.save(CHECKPOINT, &run.manifest.plan.hash(), &grown, state)?)
}

/// The first faults of a batch are told, and who is shut out.
fn tell_faults(plan: &Plan, batch: &Batch, progress: &Progress) {
    for RunFault { entrant, players, line_up, block, rotation, fault, details } in batch.faults.iter().take(3) {
        let name = &plan.entrants[*entrant].name;
        progress.say(&format!(
            "fault of {name} at {players} players, line-up {line_up}, {block}:{rotation}, {fault}{details}"
        ));
    }
    if batch.faults.len() > 3 {
        progress.say(&format!("… and {} faults more", batch.faults.len() - 3));
    }
    for &entrant in &batch.disqualified {
        let name = &plan.entrants[entrant].name;
        progress.say(&format!("{name} is disqualified: it passes from now on and is scored last"));
    }
}

/// The CSV files and the exact sums; says the hash of each.
fn write_results(
    folder: &RunFolder,
    manifest: &Manifest,
    plan: &Plan,
    state: &State,
) -> Result<BTreeMap<String, String>, Failure> {
    let mut hashes = BTreeMap::new();
    for (name, bytes) in csv_files(&Results { plan, state }) {
        folder.write(name, &bytes)?;
        hashes.insert(name.to_owned(), hash(&bytes));
    }
    folder.save(TALLY, &manifest.plan.hash(), &BTreeMap::new(), state)?;
    hashes.insert(TALLY.to_owned(), folder.hash(TALLY)?);
    Ok(hashes)
}

/// Writes the results and the final manifest.
pub(in crate::cli) fn finish(
    folder: &RunFolder,
    manifest: &mut Manifest,
    plan: &Plan,
    state: &State,
    kept: &[&str],
) -> Result<(), Failure> {
    let mut files = write_results(folder, manifest, plan, state)?;
    for name in kept {
        files.insert((*name).to_owned(), folder.hash(name)?);
    }
    manifest.result = Some(RunRecord {
        blocks: state.sizes.iter().map(|size| size.tally.blocks.count).collect(),
        games: state.games(plan),
        stopped: state.sizes.iter().map(|size| reason(size.stopped).to_owned()).collect(),
        files,
    });
    folder.write(MANIFEST, manifest.to_text().as_bytes())?;
    Ok(())
}

fn reason(stopped: Option<Stopped>) -> &'static str {
    match stopped {
        Some(Stopped::Complete) => "all blocks are played",
        Some(Stopped::Precise) => "every interval is as narrow as asked",
        Some(Stopped::Tested(crate::statistics::Stop::Null)) => "the test accepts the null hypothesis",
        Some(Stopped::Tested(crate::statistics::Stop::Alternative)) => "the test accepts the alternative",
        Some(Stopped::Undecided) => "the most blocks are played, and nothing is decided",
        None => "it is not over",
    }
}

/// What hangs on the machine and not on the manifest.
fn write_timing(run: &RunJob, time: Duration, games: u64, host: &BotHost) -> Result<(), Failure> {
    let seconds = time.as_secs_f64();
    let mut timing = json!({
        "threads": run.threads,
        "games_since_last_start": games,
        "seconds_since_last_start": seconds,
        "games_per_second": games as f64 / seconds.max(1e-9),
    });
    if run.plan.entrants.iter().any(Entrant::is_process) {
        timing["programs"] = match host.protection() {
            Protection::Landlock => json!("kept from the run folder by Landlock"),
            Protection::None { why } => json!(format!("unprotected: {why}")),
        };
    }
    run.folder.write(TIMING, format!("{timing:#}\n").as_bytes())?;
    Ok(())
}
