//! What determines a person's game, from the arguments.

use anyhow::anyhow;

use super::Arguments;
use crate::arena::{RunSeed, Setup};
use crate::cli::edition::edition_or_default;
use crate::cli::entrants::find_entrants;
use crate::cli::failure::Failure;
use crate::cli::first::check_seat;
use crate::cli::seed::{SeedOption, draw_seed};
use crate::entrants::Entrant;
use crate::game::{DealKey, Players, Seed};
use crate::playing::GamePlan;

/// What the arguments ask for.
pub(super) fn resolve(arguments: &Arguments) -> Result<GamePlan, Failure> {
    let (players, others) = seat_others(&arguments.entrants, arguments.players)?;
    let seed = choose_seed(arguments.seed, &others)?;
    check_seat("--seat", arguments.seat, players)?;
    arguments.first.check(players)?;
    let key = DealKey::new(seed.seed(), arguments.game);
    let first = arguments.first.seat(key, players);
    let edition = edition_or_default(arguments.edition.as_deref())?;
    let setup = Setup { key, players, first, edition };
    let name = arguments.name.clone();
    Ok(GamePlan { seed, game: arguments.game, setup, person: arguments.seat, name, others, position: None })
}

/// Seeds that are short enough to pass on.
const SHORT_SEEDS: u128 = 1_000_000;

/// The seed given; otherwise a short one, or a secret one if a program could try all short ones.
fn choose_seed(asked: Option<SeedOption>, others: &[Entrant]) -> Result<RunSeed, Failure> {
    match asked {
        Some(seed) => seed.resolve(),
        None if others.iter().any(Entrant::is_process) => SeedOption::Random.resolve(),
        None => Ok(Seed::new(draw_seed()?.number() % SHORT_SEEDS).into()),
    }
}

/// One entrant for each seat except that of the person.
fn seat_others(specs: &[String], players: Option<Players>) -> Result<(Players, Vec<Entrant>), Failure> {
    let mut entrants = find_entrants(specs)?;
    let given = entrants.len();
    let Some(players) = players.or_else(|| Players::new(given + 1)) else {
        return Err(Failure::Usage(anyhow!("{given} entrants; at most 5 can play against a person")));
    };
    let wanted = players.count() - 1;
    if given == 1 {
        entrants = vec![entrants.remove(0); wanted];
    }
    if entrants.len() != wanted {
        return Err(Failure::Usage(anyhow!(
            "{given} entrants for {wanted} seats besides yours; give one for each, or a single one for all"
        )));
    }
    Ok((players, entrants))
}
