//! What determines a new game of a person: the words of a form, and perhaps a position to go on from.

use serde_json::Value;

use super::answer::Answer;
use super::site::Site;
use crate::arena::{RunSeed, Setup};
use crate::entrants::Entrant;
use crate::game::{DealKey, Edition, Game, Players, Seat, Seed};
use crate::playing::GamePlan;
use crate::records::parse_position;

/// The longest name of a person.
const MAX_NAME: usize = 40;

/// What a form asks for. In a position the person takes the seat on turn, the one whose cards are known.
///
/// # Errors
/// What cannot be played, in words for the reader.
pub(super) fn plan_of(site: &Site, body: &Value) -> Result<GamePlan, Answer> {
    let position = body["position"].as_str().map(position_of).transpose()?;
    let others = opponents(site, body)?;
    let players = Players::new(others.len() + 1)
        .ok_or_else(|| Answer::wrong(format!("expected 1 to 5 opponents, got {}", others.len())))?;
    let person = match &position {
        Some(game) if game.table().players() == players => game.table().turn(),
        Some(game) => {
            let (wanted, given) = (game.table().players().count() - 1, others.len());
            return Err(Answer::wrong(format!("expected {wanted} opponents, one for each other seat, got {given}")));
        }
        None => seat_of(body, players)?,
    };
    let seed = match body["seed"].as_str().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => text.parse::<Seed>().map_err(|error| Answer::wrong(format!("seed: {error}")))?.into(),
        None => new_luck()?,
    };
    let name = body["name"].as_str().map(str::trim).filter(|name| !name.is_empty()).unwrap_or("you");
    let key = DealKey::new(seed.seed(), 0);
    let first = position.as_ref().map_or_else(|| key.first_seat(players), |game| game.table().first());
    let setup = Setup { key, players, first, edition: Edition::default() };
    Ok(GamePlan { seed, game: 0, setup, person, name: name.chars().take(MAX_NAME).collect(), others, position })
}

fn position_of(text: &str) -> Result<Game, Answer> {
    let seen = parse_position(text, &Edition::default());
    seen.map(|seen| seen.game).map_err(|error| Answer::error(422, error.to_string()))
}

fn opponents(site: &Site, body: &Value) -> Result<Vec<Entrant>, Answer> {
    let specs = body["opponents"].as_array().map(Vec::as_slice).unwrap_or_default();
    specs.iter().map(|spec| super::entrants::find(site, spec.as_str().unwrap_or_default())).collect()
}

fn seat_of(body: &Value, players: Players) -> Result<Seat, Answer> {
    let seat = Seat::new(body["seat"].as_u64().unwrap_or(0) as usize).filter(|&seat| players.includes(seat));
    seat.ok_or_else(|| Answer::wrong(format!("with {players} players the seats are below {players}")))
}

/// A seed that cannot be guessed, and stays a secret until the game is over.
fn new_luck() -> Result<RunSeed, Answer> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Answer::failed(format!("no luck: {error}")))?;
    Ok(RunSeed::sealed(Seed::new(u128::from_le_bytes(bytes))))
}
