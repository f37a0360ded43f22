//! From the command line to a plan and its folder; requests that make no sense are rejected here, before anything is played.

use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};

use super::Arguments;
use crate::cli::Failure;
use crate::cli::bots::host_in;
use crate::cli::catalogue::catalogue;
use crate::cli::edition::edition_or_default;
use crate::cli::entrants::{find_entrant, find_entrants, refuse_own_nets, seat_players};
use crate::cli::output::check_new_file;
use crate::cli::run::{RESULTS, run_failure};
use crate::cli::seed::{SeedOption, tell_seal, warn_if_guessable};
use crate::cli::trust::Trust;
use crate::entrants::{Catalogue, Entrant};
use crate::runs::{MANIFEST, RunFolder, TUNED};
use crate::tuning::{Request, Rival, TuningManifest, TuningPlan, TuningWords, request_of, split_specs};

/// A tuning that is ready to begin, or to continue.
pub(super) struct Tuning {
    pub(super) plan: TuningPlan,
    pub(super) manifest: TuningManifest,
    pub(super) folder: RunFolder,
    pub(super) out: Option<PathBuf>,
    pub(super) force: bool,
    pub(super) threads: usize,
}

pub(super) fn prepare(arguments: &Arguments) -> Result<Tuning, Failure> {
    let threads = arguments.threads.number();
    if let Some(path) = &arguments.out {
        let own = arguments.resume.as_ref().and_then(|folder| RunFolder::at(folder).read(TUNED).ok());
        check_new_file(path, "toml", own.as_deref(), arguments.force)?;
    }
    let (plan, manifest, folder) = match &arguments.resume {
        Some(path) => resume(path, arguments.trust)?,
        None => begin(arguments)?,
    };
    let (out, force) = (arguments.out.clone(), arguments.force);
    Ok(Tuning { plan, manifest, folder, out, force, threads })
}

fn begin(arguments: &Arguments) -> Result<(TuningPlan, TuningManifest, RunFolder), Failure> {
    let plan = TuningPlan::new(request(arguments)?).map_err(|error| Failure::Usage(Error::new(error)))?;
    let path = arguments.folder.clone().unwrap_or_else(|| PathBuf::from(RESULTS));
    // A program that cannot be started is detected before anything is created, replaced or played.
    try_out(&plan.request, &path)?;
    if arguments.force && arguments.folder.is_some() {
        refuse_own_nets(&rivals(&plan.request), &path)?;
    }
    let seed = plan.request.seed;
    warn_if_guessable(seed, &rivals(&plan.request));
    let folder = match &arguments.folder {
        Some(path) => RunFolder::create(path, arguments.force),
        None => RunFolder::create_next(Path::new(RESULTS), "tune"),
    }
    .map_err(run_failure)?;
    if arguments.seed == SeedOption::Random {
        folder.keep_secret(seed.seed())?;
        tell_seal(seed);
    }
    let manifest = TuningManifest::new(&plan.request, words(arguments).command(seed, &catalogue()?));
    folder.write(MANIFEST, manifest.to_text().as_bytes())?;
    Ok((plan, manifest, folder))
}

fn resume(path: &Path, trust: Trust) -> Result<(TuningPlan, TuningManifest, RunFolder), Failure> {
    let (folder, manifest) = TuningManifest::open(path).map_err(run_failure)?;
    let refuse = |problem: String| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    let secret = folder.secret().map_err(run_failure)?;
    let request = request_of(&manifest, &catalogue()?, secret).map_err(refuse)?;
    let plan = TuningPlan::new(request).map_err(|error| refuse(error.to_string()))?;
    trust.check(&path.display().to_string(), &rivals(&plan.request))?;
    let folder = folder.locked_for_writing().map_err(run_failure)?;
    folder.sweep().map_err(run_failure)?;
    try_out(&plan.request, path)?;
    Ok((plan, manifest, folder))
}

/// Checks that every program can be started. Neither it nor what it leaves behind may access the folder of the tuning,
/// where a secret seed is or will be.
fn try_out(request: &Request, folder: &Path) -> Result<(), Failure> {
    seat_players(&rivals(request), &host_in(None, &[folder.to_owned()])?).map(drop)
}

/// All entrants that play besides the candidates.
pub(super) fn rivals(request: &Request) -> Vec<Entrant> {
    let entrants = request.against.iter().filter_map(|rival| match rival {
        Rival::Entrant(entrant) => Some(entrant),
        Rival::Own => None,
    });
    entrants.chain(&request.transfer).cloned().collect()
}

fn request(arguments: &Arguments) -> Result<Request, Failure> {
    let spec = arguments.entrant.as_deref().unwrap_or_default();
    let catalogue = catalogue()?;
    Ok(Request {
        entrant: find_entrant(spec)?,
        parameters: arguments.params.as_ref().map(|names| names.iter().map(|name| name.trim().to_owned()).collect()),
        against: against(&split_specs(&arguments.against, &catalogue))?,
        players: arguments.players.0.clone(),
        games: arguments.games,
        seed: arguments.seed.resolve()?,
        method: arguments.method,
        edition: edition_or_default(arguments.edition.as_deref())?,
        transfer: transfer(&split_specs(&arguments.transfer, &catalogue))?,
        sensitivity: arguments.sensitivity,
    })
}

fn against(specs: &[String]) -> Result<Vec<Rival>, Failure> {
    let entrants = find_entrants(specs.iter().filter(|spec| *spec != Rival::OWN))?;
    if entrants.iter().any(|entrant| entrant.name == Rival::OWN) {
        return Err(Failure::Usage(anyhow!(
            "--against: `{}` is the entrant's own best so far, so it cannot be the name of another; choose another name",
            Rival::OWN
        )));
    }
    let mut entrants = entrants.into_iter();
    let rival = |spec: &String| if spec == Rival::OWN { Some(Rival::Own) } else { entrants.next().map(Rival::Entrant) };
    Ok(specs.iter().filter_map(rival).collect())
}

fn transfer(specs: &[String]) -> Result<Vec<Entrant>, Failure> {
    match specs {
        [word] if word == "none" => Ok(Vec::new()),
        [word] if word == "all" => {
            let shipped = Catalogue::shipped_only();
            let found = Catalogue::shipped_names().map(|name| shipped.find(name));
            found.collect::<Result<_, _>>().map_err(|error| Failure::Failed(Error::new(error)))
        }
        [] => Err(Failure::Usage(anyhow!("--transfer: no entrant is named; give `none` to skip the comparisons"))),
        specs => find_entrants(specs),
    }
}

/// What the arguments ask for, in words.
fn words(arguments: &Arguments) -> TuningWords {
    TuningWords {
        entrant: arguments.entrant.clone().unwrap_or_default(),
        against: arguments.against.clone(),
        players: arguments.players.0.clone(),
        games: arguments.games,
        params: arguments.params.clone(),
        method: arguments.method,
        sensitivity: arguments.sensitivity,
        transfer: arguments.transfer.clone(),
        edition: arguments.edition.clone(),
    }
}
