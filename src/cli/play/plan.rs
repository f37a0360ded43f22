//! What determines a person's game, from the arguments or from a saved game.

use anyhow::{Context, anyhow, bail};

use super::Arguments;
use super::names::distinct;
use crate::arena::{GameFault, RunSeed, Setup};
use crate::cli::edition::edition_or_default;
use crate::cli::entrants::find_entrants;
use crate::cli::failure::Failure;
use crate::cli::first::check_seat;
use crate::cli::seed::{SeedOption, draw_seed};
use crate::entrants::{Catalogue, Entrant, entrant_record};
use crate::game::{DealKey, Edition, Move, Players, Seat, Seed};
use crate::records::{FaultRecord, Heading, PLAY_FORMAT, SavedGame, edition_hash, edition_of, seed_of, worms_record};
use crate::strategies::{Fault, FaultKind};

/// Everything that determines a game except the moves of the person.
#[derive(Clone, Debug)]
pub(super) struct GamePlan {
    pub(super) seed: RunSeed,
    pub(super) game: u64,
    pub(super) setup: Setup,
    /// Where the person sits.
    pub(super) person: Seat,
    pub(super) name: String,
    /// The others, in the order of their seats.
    pub(super) others: Vec<Entrant>,
}

/// What has happened in a saved game.
pub(super) struct Past {
    pub(super) moves: Vec<Move>,
    pub(super) game_faults: Vec<GameFault>,
}

impl GamePlan {
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
        Ok(GamePlan { seed, game: arguments.game, setup, person: arguments.seat, name: arguments.name.clone(), others })
    }

    /// What a saved game says, and what has happened in it.
    pub(super) fn of_saved(saved: &SavedGame, catalogue: &Catalogue) -> Result<(GamePlan, Past), anyhow::Error> {
        let others = saved.entrants.iter().map(|record| catalogue.recall(record)).collect::<Result<Vec<_>, _>>();
        let others = others.map_err(|why| anyhow!(why))?;
        let players = Players::new(others.len() + 1)
            .with_context(|| format!("expected 1 to 5 entrants, got {}", others.len()))?;
        let seat = |word: &str, index: usize| {
            let seat = Seat::new(index).filter(|&seat| players.includes(seat));
            seat.with_context(|| format!("`{word}`: with {players} players the seats are below {players}, got {index}"))
        };
        let seed = seed_of(saved.seed).map_err(|why| anyhow!(why))?;
        let setup = Setup {
            key: DealKey::new(seed, saved.game),
            players,
            first: seat("first", saved.first)?,
            edition: edition_of(saved.worms.as_deref()).map_err(|why| anyhow!(why))?,
        };
        let (person, name) = (seat("seat", saved.seat)?, saved.name.clone());
        let game_faults = saved
            .faults
            .iter()
            .map(|fault| game_fault_of(fault, seat("faults", fault.seat)?, person))
            .collect::<Result<_, _>>()?;
        let past = Past { moves: read_moves(&saved.moves)?, game_faults };
        let seed = if saved.sealed { RunSeed::sealed(seed) } else { seed.into() };
        Ok((GamePlan { seed, game: saved.game, setup, person, name, others }, past))
    }

    /// The game as saved in a file.
    pub(super) fn save(&self, moves: impl Iterator<Item = Move>, game_faults: &[GameFault]) -> SavedGame {
        SavedGame {
            format: PLAY_FORMAT.to_owned(),
            version: SavedGame::VERSION.to_owned(),
            seed: self.seed.seed().into(),
            sealed: self.seed.is_sealed(),
            game: self.game,
            first: self.setup.first.index(),
            seat: self.person.index(),
            name: self.name.clone(),
            worms: worms_record(&self.setup.edition),
            entrants: self.others.iter().map(entrant_record).collect(),
            moves: moves.map(|mv| mv.to_string()).collect(),
            faults: game_faults.iter().map(fault_record).collect(),
        }
    }

    /// What a record says besides the moves.
    pub(super) fn heading(&self) -> Heading {
        let edition = self.setup.edition;
        Heading {
            seed: self.seed.seed().into(),
            game: self.game,
            edition: (edition != Edition::default()).then(|| edition_hash(&edition)),
            strategies: self.names(),
            ..Heading::default()
        }
    }

    /// The names of all seats.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.others.iter().map(|entrant| entrant.name.clone()).collect();
        names.insert(self.person.index(), self.name.clone());
        names
    }

    /// What a player is called.
    pub(super) fn name_of(&self, seat: Seat) -> String {
        distinct(&self.names(), self.person, usize::MAX).swap_remove(seat.index())
    }

    /// The seats of the others, with who sits there.
    pub(super) fn others(&self) -> impl Iterator<Item = (Seat, &Entrant)> {
        self.setup.players.seats().filter(|&seat| seat != self.person).zip(&self.others)
    }
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

fn read_moves(texts: &[String]) -> Result<Vec<Move>, anyhow::Error> {
    let read = |(number, text): (usize, &String)| {
        text.parse().map_err(|error| anyhow!("move {number}: {error}, got {text:?}"))
    };
    (1..).zip(texts).map(read).collect()
}

fn fault_record(game_fault: &GameFault) -> FaultRecord {
    FaultRecord {
        seat: game_fault.seat.index(),
        round: game_fault.round,
        turn: game_fault.turn,
        kind: game_fault.fault.kind().word().to_owned(),
        reason: game_fault.fault.reason().to_owned(),
        line: game_fault.fault.line().map(str::to_owned),
    }
}

fn game_fault_of(record: &FaultRecord, seat: Seat, person: Seat) -> Result<GameFault, anyhow::Error> {
    if seat == person {
        bail!("a fault of seat {seat}, where the person sits");
    }
    let kind = FaultKind::of_word(&record.kind).with_context(|| format!("`{}` is not a kind of fault", record.kind))?;
    let fault = Fault::new(kind, record.reason.clone()).having_said(record.line.clone());
    Ok(GameFault { seat, round: record.round, turn: record.turn, fault })
}
