//! From the command line to a request and its folder; what makes no sense is rejected before anything is played.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};

use super::Arguments;
use crate::cli::Failure;
use crate::cli::bots::host_in;
use crate::cli::catalogue::catalogue;
use crate::cli::entrants::{find_entrant, refuse_own_nets, seat_players};
use crate::cli::output::check_new_file;
use crate::cli::run::{RESULTS, run_failure};
use crate::cli::seed::{SeedOption, tell_seal, warn_if_guessable};
use crate::learning::{LearningManifest, LearningNets, LearningRequest, LearningWords, NetFileError};
use crate::runs::{LEARNED, MANIFEST, RunFolder};

/// A learning that is ready to begin, or to continue.
pub(super) struct Learning {
    pub(super) request: LearningRequest,
    pub(super) manifest: LearningManifest,
    pub(super) folder: RunFolder,
    pub(super) out: Option<PathBuf>,
    pub(super) force: bool,
    pub(super) threads: usize,
}

pub(super) fn prepare(arguments: &Arguments) -> Result<Learning, Failure> {
    let threads = arguments.threads.number();
    if let Some(path) = &arguments.out {
        let own = arguments.resume.as_ref().and_then(|folder| RunFolder::at(folder).read(LEARNED).ok());
        check_new_file(path, "net", own.as_deref(), arguments.force)?;
    }
    let (request, manifest, folder) = match &arguments.resume {
        Some(path) => resume(path, arguments)?,
        None => begin(arguments)?,
    };
    let (out, force) = (arguments.out.clone(), arguments.force);
    Ok(Learning { request, manifest, folder, out, force, threads })
}

fn begin(arguments: &Arguments) -> Result<(LearningRequest, LearningManifest, RunFolder), Failure> {
    let request = request(arguments)?;
    request.check().map_err(|problem| Failure::Usage(anyhow!(problem)))?;
    let path = arguments.folder.clone().unwrap_or_else(|| PathBuf::from(RESULTS));
    try_out(&request, &path)?;
    if arguments.force && arguments.folder.is_some() {
        refuse_own_nets(std::slice::from_ref(&request.entrant), &path)?;
    }
    warn_if_guessable(request.seed, std::slice::from_ref(&request.entrant));
    let folder = match &arguments.folder {
        Some(path) => RunFolder::create(path, arguments.force),
        None => RunFolder::create_next(Path::new(RESULTS), "learn"),
    }
    .map_err(run_failure)?;
    if arguments.seed == SeedOption::Random {
        folder.keep_secret(request.seed.seed())?;
        tell_seal(request.seed);
    }
    request.keep_nets(&folder)?;
    let manifest = LearningManifest::new(&request, words(arguments, &request).command(request.seed));
    folder.write(MANIFEST, manifest.to_text().as_bytes())?;
    Ok((request, manifest, folder))
}

fn resume(path: &Path, arguments: &Arguments) -> Result<(LearningRequest, LearningManifest, RunFolder), Failure> {
    let (folder, manifest) = LearningManifest::open(path).map_err(run_failure)?;
    let refuse = |problem: String| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    let secret = folder.secret().map_err(run_failure)?;
    let nets = manifest.nets(&folder).map_err(net_failure)?;
    let request = manifest.request(&catalogue()?, secret, nets).map_err(refuse)?;
    arguments.trust.check(&path.display().to_string(), std::slice::from_ref(&request.entrant))?;
    let folder = folder.locked_for_writing().map_err(run_failure)?;
    folder.sweep().map_err(run_failure)?;
    try_out(&request, path)?;
    Ok((request, manifest, folder))
}

/// Checks that a program can be started; it may not access the folder, where a secret seed is or will be.
fn try_out(request: &LearningRequest, folder: &Path) -> Result<(), Failure> {
    let host = host_in(None, &[folder.to_owned()])?;
    seat_players(std::slice::from_ref(&request.entrant), &host).map(drop)
}

fn request(arguments: &Arguments) -> Result<LearningRequest, Failure> {
    let kind =
        arguments.kind.ok_or_else(|| Failure::Usage(anyhow!("expected `value`, `policy`, `belief` or `position`")))?;
    let nets = LearningNets::read(arguments.start.as_deref(), arguments.judge.as_deref());
    let LearningNets { start, judge } = nets.map_err(named_net_failure)?;
    Ok(LearningRequest {
        kind: kind.into(),
        entrant: find_entrant(arguments.entrant.as_deref().unwrap_or_default())?,
        players: arguments.players.0.clone(),
        games: arguments.games,
        seed: arguments.seed.resolve()?,
        // Both are in range.
        random_every: arguments.random_every as u32,
        epochs: arguments.epochs as u32,
        rate: arguments.rate,
        start,
        judge,
    })
}

/// A file that is not a net is a wrong argument; one that cannot be read has failed.
fn net_failure(error: NetFileError) -> Failure {
    match error {
        NetFileError::Unreadable { .. } => Failure::Failed(Error::new(error)),
        NetFileError::NotANet { .. } => Failure::Usage(Error::new(error)),
    }
}

/// Of a net that the user has named: one that is not there is a wrong argument too.
fn named_net_failure(error: NetFileError) -> Failure {
    match &error {
        NetFileError::Unreadable { why, .. } if why.kind() == io::ErrorKind::NotFound => {
            Failure::Usage(Error::new(error))
        }
        _ => net_failure(error),
    }
}

/// What was asked for, with a request that was made of it.
fn words(arguments: &Arguments, request: &LearningRequest) -> LearningWords {
    LearningWords {
        kind: request.kind,
        entrant: arguments.entrant.clone().unwrap_or_default(),
        players: request.players.clone(),
        games: request.games,
        random_every: request.random_every,
        epochs: request.epochs,
        rate: request.rate,
        start: arguments.start.clone(),
        judge: arguments.judge.clone(),
    }
}
