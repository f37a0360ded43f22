//! Tables at which a person plays. A page gets the view of that person, and nothing else: neither another hand nor the seed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use serde_json::{Value, json};

use super::analysis::{Asked, grow, names_of};
use super::answer::Answer;
use super::board::decisions;
use super::entrants::{find_judge, is_allowed, named, refusal};
use super::games::{GameName, find};
use super::new_game::plan_of;
use super::play_state::{choice_of, state};
use super::request::Request;
use super::saves::{ListedGame, Save, free_name, is_game_name, list};
use super::site::Site;
use super::stream::stream;
use super::tables::{PlayTable, Seated};
use crate::arena::Player;
use crate::entrants::{Entrant, entrant_record};
use crate::files::read_text;
use crate::game::Key;
use crate::playing::{GamePlan, Session};
use crate::records::{PLAY_FORMAT, SavedGame, position_text, worms_record};

/// The most games of people that are listed.
const MAX_LISTED: usize = 60;

fn locked(table: &Arc<Mutex<PlayTable>>) -> MutexGuard<'_, PlayTable> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The games of people in the folder, the latest first: who plays, and when it was.
pub(super) fn list_games(site: &Site) -> Answer {
    let listed = |game: ListedGame| {
        let modified = game.modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|time| time.as_secs());
        json!({ "name": game.name, "over": game.is_over, "players": game.players(), "modified": modified })
    };
    let games = list(site.folder.root());
    let count = games.len();
    let games: Vec<Value> = games.into_iter().take(MAX_LISTED).map(listed).collect();
    Answer::json(&json!({ "games": games, "count": count }))
}

/// A new game: opponents, seat, seed; or a position to go on from.
pub(super) fn begin(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let plan = plan_of(site, &body)?;
    let others = seat_players(site, &plan.others)?;
    let name = new_name(site);
    let save = Save::new(site.folder.root(), &name, None);
    let game = Seated::Playing(Box::new(Session::begin(plan, others)));
    open_table(site, PlayTable { name, game, save, notes: Vec::new() })
}

fn new_name(site: &Site) -> String {
    free_name(site.folder.root(), &|name| site.tables.get(name).is_some())
}

fn open_table(site: &Site, mut table: PlayTable) -> Result<Answer, Answer> {
    table.keep(false);
    let table = site.tables.add(table)?;
    Ok(state(&mut locked(&table)))
}

fn seat_players(site: &Site, entrants: &[Entrant]) -> Result<Vec<Player>, Answer> {
    let seat = |entrant: &Entrant| {
        if !is_allowed(site, entrant) {
            return Err(Answer::error(403, refusal(entrant)));
        }
        let mut player = Player::new(entrant, &site.host);
        player.ready().map_err(|fault| Answer::failed(format!("{} cannot play: {fault}", entrant.name)))?;
        Ok(player)
    };
    entrants.iter().map(seat).collect()
}

/// Goes on from a step of a game that was shown: the same deal and the same players, with a person on one seat.
pub(super) fn play_on(site: &Site, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let shown = find(site, &GameName::of_json(&body["game"]))?;
    let step = body["step"].as_u64().unwrap_or(0) as usize;
    let seat = body["seat"].as_u64().unwrap_or(0) as usize;
    let record = &shown.record;
    let made = decisions(&shown)?;
    let moves: Vec<String> = made.iter().take_while(|made| made.step <= step).map(|made| made.mv.to_string()).collect();
    let others = shown.entrants.iter().enumerate().filter(|(other, _)| *other != seat).map(|(other, entrant)| {
        let unknown =
            || Answer::error(422, format!("{} is not known here, and cannot play on", record.strategies[other]));
        entrant.as_ref().map(entrant_record).ok_or_else(unknown)
    });
    let saved = SavedGame {
        format: PLAY_FORMAT.to_owned(),
        version: SavedGame::VERSION.to_owned(),
        seed: record.seed,
        sealed: false,
        game: record.game,
        first: record.first,
        seat,
        name: "you".to_owned(),
        worms: worms_record(&shown.edition),
        position: record.position.clone(),
        entrants: others.collect::<Result<_, _>>()?,
        moves,
        faults: Vec::new(),
    };
    let name = new_name(site);
    let save = Save::new(site.folder.root(), &name, None);
    open_table(site, resume(site, name, &saved, save)?)
}

/// Continues a saved game.
fn resume(site: &Site, name: String, saved: &SavedGame, save: Save) -> Result<PlayTable, Answer> {
    let refuse = |why: &dyn std::fmt::Display| Answer::error(422, format!("{name} cannot be continued: {why}"));
    let (plan, past) = GamePlan::of_saved(saved, &site.catalogue).map_err(|error| refuse(&error))?;
    let others = seat_players(site, &plan.others)?;
    let (session, notes) = Session::resume(plan, past, others).map_err(|error| refuse(&error))?;
    Ok(PlayTable { name, game: Seated::Playing(Box::new(session)), save, notes })
}

/// The game that a request is about, opened from its save if it is not in memory.
fn table_of(site: &Site, body: &Value) -> Result<Arc<Mutex<PlayTable>>, Answer> {
    let name = body["id"].as_str().unwrap_or_default();
    if let Some(table) = site.tables.get(name) {
        return Ok(table);
    }
    let missing = || Answer::missing(format!("there is no unfinished game {name:?}"));
    if !is_game_name(name) {
        return Err(missing());
    }
    let path = site.folder.find(&format!("{name}.json")).map_err(|_| missing())?;
    let text = read_text(&path).map_err(|_| missing())?;
    let saved = SavedGame::from_text(&text).map_err(|error| Answer::error(422, format!("{name}: {error}")))?;
    let save = Save::new(site.folder.root(), name, Some(text));
    site.tables.add(resume(site, name.to_owned(), &saved, save)?)
}

/// What a page does with a game in progress.
pub(super) fn act(site: &Site, request: &Request, action: &str) -> Result<Answer, Answer> {
    let body = request.json()?;
    let table = table_of(site, &body)?;
    let mut table = locked(&table);
    table.notes.clear();
    match action {
        // Cards that cannot be laid are no mistake of the page: it asks before it lets them be laid.
        "preview" => {
            let session = table.session()?;
            let told = choice_of(session, &body).map_or_else(|why| json!({ "refused": why.words() }), |(_, told)| told);
            return Ok(Answer::json(&told));
        }
        "position" => return position(site, table.session()?),
        "move" => {
            let session = table.session()?;
            check_current(session, &body)?;
            if !session.is_on_turn() {
                return Err(Answer::error(409, "it is not your turn"));
            }
            let (mv, _) = choice_of(session, &body)?;
            session.play(mv).map_err(|why| Answer::wrong(format!("rule {}: {why}", why.rule())))?;
            table.keep(false);
        }
        "step" => {
            let session = table.session()?;
            // Another window may have been faster: then there is nothing to do but to look.
            if check_current(session, &body).is_ok() && !session.is_over() && !session.is_on_turn() {
                session.step();
            }
            table.keep(false);
        }
        "undo" => {
            let session = table.session()?;
            check_current(session, &body)?;
            let undone = session.undo();
            let notes =
                undone.ok_or_else(|| Answer::error(409, "there is nothing to undo: this is your first decision"))?;
            table.notes.extend(notes);
            table.keep(false);
        }
        // Coming back, or looking again.
        _ => {}
    }
    Ok(state(&mut table))
}

/// Whether a page has seen all moves of a game; one that does not say so is believed.
fn check_current(session: &Session, body: &Value) -> Result<(), Answer> {
    match body["after"].as_u64() {
        Some(moves) if moves != session.moves() as u64 => {
            Err(Answer::error(409, "the game has gone on since this was chosen; here it is as it stands now"))
        }
        _ => Ok(()),
    }
}

/// What the person sees, for the editor of positions.
fn position(site: &Site, session: &Session) -> Result<Answer, Answer> {
    if !session.is_on_turn() {
        return Err(Answer::error(409, "it is not your turn"));
    }
    let text = position_text(&session.view(), None);
    let players: Vec<String> = session.plan.names().into_iter().map(|name| named(site, name)).collect();
    Ok(Answer::json(&json!({ "text": text, "players": players })))
}

/// What seems best, from what the person may know.
pub(super) fn hint(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let table = table_of(site, &body)?;
    let mut table = locked(&table);
    let session = table.session()?;
    if !session.is_on_turn() {
        return Err(Answer::error(409, "it is not your turn"));
    }
    // The adviser gets a game that looks the same to the player, and not the true one.
    let seat = session.plan.person;
    let alike = session.view().imagine(&mut Key::new(session.moves() as u64).stream());
    let judge = find_judge(site, "")?;
    let (own, names) = (Arc::clone(site), names_of(&session.plan.names(), seat));
    Ok(stream(&site.stopping, move |events| {
        let asked = Asked { view: &alike.view(seat), played: None, names: &names, head: json!({}) };
        grow(&own, &judge, &asked, events)
    }))
}
