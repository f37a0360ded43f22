//! What determines a person's game, also from a saved one.

use super::error::PlayError;
use super::names::distinct;
use crate::arena::{GameFault, RunSeed, Setup};
use crate::entrants::{Catalogue, Entrant, entrant_record};
use crate::game::{DealKey, Edition, Game, Move, Players, Seat};
use crate::records::{
    FaultRecord, Heading, PLAY_FORMAT, SavedGame, edition_hash, edition_of, parse_position, position_text, seed_of,
    worms_record,
};
use crate::strategies::{Fault, FaultKind};

/// Everything that determines a game except the moves of the person.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The seed of all luck.
    pub seed: RunSeed,
    /// The number of the deal under the seed.
    pub game: u64,
    /// The deal, the players and who begins.
    pub setup: Setup,
    /// Where the person sits.
    pub person: Seat,
    /// Their name.
    pub name: String,
    /// The others, in the order of their seats.
    pub others: Vec<Entrant>,
    /// The position that it goes on from: a game of which only what the seat on turn sees has a meaning.
    pub position: Option<Game>,
}

/// What has happened in a saved game.
#[derive(Debug)]
pub struct Past {
    /// All moves.
    pub moves: Vec<Move>,
    /// All faults.
    pub game_faults: Vec<GameFault>,
}

impl GamePlan {
    /// What a saved game says, and what has happened in it.
    ///
    /// # Errors
    /// What makes no sense in it, or which entrant is unknown.
    pub fn of_saved(saved: &SavedGame, catalogue: &Catalogue) -> Result<(GamePlan, Past), PlayError> {
        let others = saved.entrants.iter().map(|record| catalogue.recall(record)).collect::<Result<Vec<_>, _>>();
        let others = others.map_err(PlayError::new)?;
        let players = Players::new(others.len() + 1)
            .ok_or_else(|| PlayError::new(format!("expected 1 to 5 entrants, got {}", others.len())))?;
        let seat = |word: &str, index: usize| {
            let seat = Seat::new(index).filter(|&seat| players.includes(seat));
            seat.ok_or_else(|| {
                PlayError::new(format!("`{word}`: with {players} players the seats are below {players}, got {index}"))
            })
        };
        let seed = seed_of(saved.seed).map_err(PlayError::new)?;
        let edition = edition_of(saved.worms.as_deref()).map_err(PlayError::new)?;
        let setup = Setup { key: DealKey::new(seed, saved.game), players, first: seat("first", saved.first)?, edition };
        let position = saved.position.as_deref().map(|text| position_of(text, &setup)).transpose()?;
        let (person, name) = (seat("seat", saved.seat)?, saved.name.clone());
        let game_faults = saved
            .faults
            .iter()
            .map(|fault| game_fault_of(fault, seat("faults", fault.seat)?, person))
            .collect::<Result<_, _>>()?;
        let past = Past { moves: read_moves(&saved.moves)?, game_faults };
        let seed = if saved.sealed { RunSeed::sealed(seed) } else { seed.into() };
        Ok((GamePlan { seed, game: saved.game, setup, person, name, others, position }, past))
    }

    /// The game as saved in a file.
    pub fn save(&self, moves: impl Iterator<Item = Move>, game_faults: &[GameFault]) -> SavedGame {
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
            position: self.position_text(),
            entrants: self.others.iter().map(entrant_record).collect(),
            moves: moves.map(|mv| mv.to_string()).collect(),
            faults: game_faults.iter().map(fault_record).collect(),
        }
    }

    /// What a record says besides the moves.
    pub fn heading(&self) -> Heading {
        let edition = self.setup.edition;
        Heading {
            seed: self.seed.seed().into(),
            game: self.game,
            edition: (edition != Edition::default()).then(|| edition_hash(&edition)),
            position: self.position_text(),
            strategies: self.names(),
            ..Heading::default()
        }
    }

    /// The position that it goes on from, as a position file.
    fn position_text(&self) -> Option<String> {
        self.position.map(|game| position_text(&game.view(game.table().turn()), None))
    }

    /// The names of all seats.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.others.iter().map(|entrant| entrant.name.clone()).collect();
        names.insert(self.person.index(), self.name.clone());
        names
    }

    /// What a player is called.
    pub fn name_of(&self, seat: Seat) -> String {
        distinct(&self.names(), self.person, usize::MAX).swap_remove(seat.index())
    }

    /// The seats of the others, with who sits there.
    pub fn others(&self) -> impl Iterator<Item = (Seat, &Entrant)> {
        self.setup.players.seats().filter(|&seat| seat != self.person).zip(&self.others)
    }
}

/// The position of a saved game, which must be one of as many players.
fn position_of(text: &str, setup: &Setup) -> Result<Game, PlayError> {
    let seen = parse_position(text, &setup.edition).map_err(|error| PlayError::new(format!("`position`: {error}")))?;
    let (players, first) = (seen.game.table().players(), seen.game.table().first());
    if (players, first) != (setup.players, setup.first) {
        let (expected, begun) = (setup.players, setup.first);
        return Err(PlayError::new(format!(
            "`position`: expected {expected} players and a round begun by seat {begun}, got {players} and seat {first}"
        )));
    }
    Ok(seen.game)
}

fn read_moves(texts: &[String]) -> Result<Vec<Move>, PlayError> {
    let read = |(number, text): (usize, &String)| {
        text.parse().map_err(|error| PlayError::new(format!("move {number}: {error}, got {text:?}")))
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

fn game_fault_of(record: &FaultRecord, seat: Seat, person: Seat) -> Result<GameFault, PlayError> {
    if seat == person {
        return Err(PlayError::new(format!("a fault of seat {seat}, where the person sits")));
    }
    let unknown = || PlayError::new(format!("`{}` is not a kind of fault", record.kind));
    let kind = FaultKind::of_word(&record.kind).ok_or_else(unknown)?;
    let fault = Fault::new(kind, record.reason.clone()).having_said(record.line.clone());
    Ok(GameFault { seat, round: record.round, turn: record.turn, fault })
}
