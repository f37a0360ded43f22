//! The entrants of many commands.

use std::path::Path;

use anyhow::{Error, anyhow};

use super::catalogue::catalogue;
use super::failure::Failure;
use super::messages::note;
use super::progress::Progress;
use crate::arena::Player;
use crate::bots::BotHost;
use crate::entrants::{Entrant, EntrantKind, ambiguous_name};
use crate::game::Players;
use crate::runs::{JUDGE_NET, LEARNED, START_NET};
use crate::strategies::Value;

/// How entrants are written, for the help of commands.
pub(super) const HELP: &str = "\
Entrants are written as NAME, NAME:key=value,key=value, FILE.toml, or process:COMMAND, and under another name as \
OTHER=NAME:key=value. `karteneck strategies` lists the names, `karteneck strategies show NAME` the keys.";

/// The entrants of these specs; a name stands for one entrant only.
pub(super) fn find_entrants<'a>(specs: impl IntoIterator<Item = &'a String>) -> Result<Vec<Entrant>, Failure> {
    let entrants: Vec<Entrant> = specs.into_iter().map(|spec| find_entrant(spec)).collect::<Result<_, _>>()?;
    match ambiguous_name(&entrants) {
        Some(name) => Err(Failure::Usage(anyhow!(
            "two different entrants are called {name}; give one of them a name of its own, like: {name}-2=SPEC"
        ))),
        None => Ok(entrants),
    }
}

/// The entrant of a spec.
pub(super) fn find_entrant(spec: &str) -> Result<Entrant, Failure> {
    let catalogue = catalogue()?;
    let entrant = catalogue.find(spec).map_err(|error| Failure::Usage(Error::new(error)))?;
    if let Some(file) = catalogue.replacement(spec) {
        note(format_args!("note: {spec} is taken from {}, which differs from the shipped one", file.display()));
    }
    Ok(entrant)
}

/// One entrant for each seat.
pub(super) fn seat_entrants(specs: &[String], players: Option<Players>) -> Result<(Players, Vec<Entrant>), Failure> {
    let mut entrants = find_entrants(specs)?;
    let given = entrants.len();
    let players = match players.or_else(|| Players::new(given.max(2))) {
        Some(players) if given == 1 || given == players.count() => players,
        Some(players) => {
            return Err(Failure::Usage(anyhow!(
                "{given} entrants for {players} seats; give one for each seat, or a single one for all"
            )));
        }
        None => return Err(Failure::Usage(anyhow!("{given} entrants; at most 6 can play"))),
    };
    if given == 1 {
        entrants = vec![entrants.remove(0); players.count()];
    }
    Ok((players, entrants))
}

/// Refuses to replace a folder with a net that one of the entrants needs: what is played with it could not be resumed or repeated.
pub(super) fn refuse_own_nets(entrants: &[Entrant], folder: &Path) -> Result<(), Failure> {
    let Ok(folder) = folder.canonicalize() else { return Ok(()) };
    let is_replaced = |name: &&str| {
        let path = Path::new(name).canonicalize().unwrap_or_default();
        path.parent() == Some(&folder) && [LEARNED, START_NET, JUDGE_NET].iter().any(|own| path.ends_with(own))
    };
    for entrant in entrants {
        let EntrantKind::Family { values, .. } = &entrant.kind else { continue };
        let mut nets =
            values.iter().filter_map(|value| if let Value::Net(net) = value { Some(net.name()) } else { None });
        if let Some(net) = nets.find(is_replaced) {
            let (entrant, folder) = (&entrant.name, folder.display());
            return Err(Failure::Usage(anyhow!(
                "{entrant} needs {net}, which lies in {folder}, the folder to be replaced; copy it elsewhere first"
            )));
        }
    }
    Ok(())
}

/// Seats the entrants, and checks that each can play: a program that cannot be started is not an opponent.
pub(super) fn seat_players(entrants: &[Entrant], host: &BotHost) -> Result<Vec<Player>, Failure> {
    let _progress =
        entrants.iter().any(Entrant::is_process).then(|| Progress::waiting("waiting for the programs to be ready"));
    let mut line_up: Vec<Player> = entrants.iter().map(|entrant| Player::new(entrant, host)).collect();
    for player in &mut line_up {
        if let Err(fault) = player.ready() {
            return Err(Failure::Failed(anyhow!("{} cannot play: {fault}", player.name())));
        }
    }
    Ok(line_up)
}
