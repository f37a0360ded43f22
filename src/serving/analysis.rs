//! What moves are worth, as events that grow: more worlds, smaller errors.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};

use super::answer::Answer;
use super::board::{MadeMove, decisions, on_board};
use super::entrants::{find_judge, find_policy};
use super::games::{GameName, find};
use super::request::Request;
use super::site::Site;
use super::stream::{Events, StreamError, stream};
use crate::analysis::{
    Decision, Judge, JudgeOptions, Looks, MIN_LOOKS, Measured, MoveValues, Observer, SeatDecisions, is_search,
};
use crate::arena::WorkOptions;
use crate::entrants::Entrant;
use crate::game::{Game, Move, Seat, View};
use crate::playing::{describe_choice, distinct};

/// The seed of all analyses: that of `analyze`, so that both say the same.
const SEED: u64 = 1;
/// The worlds of the first answer, which comes at once.
const FIRST_WORLDS: u64 = 32;
/// The worlds after which a judgement grows no more: an error of a third of a point.
const MAX_WORLDS: u64 = 20_000;
/// The looks of the first answer of a search, those after which it looks no more, and those at every decision when a whole game is judged.
const FIRST_LOOKS: u64 = MIN_LOOKS;
const MAX_LOOKS: u64 = 64;
const GAME_LOOKS: u64 = 8;
/// The worlds of every decision when a whole game is judged.
const GAME_WORLDS: u64 = 200;
/// The worlds of every point of a curve.
const CURVE_WORLDS: u64 = 250;

/// All candidates of the decision on the board.
pub(super) fn candidates(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let board = on_board(site, &body)?;
    let judge = find_judge(site, body["policy"].as_str().unwrap_or_default())?;
    let own = Arc::clone(site);
    Ok(stream(&site.stopping, move |events| {
        let view = board.game.view(board.game.table().turn());
        let head = json!({ "place": board.place, "round": view.table().round() });
        grow(&own, &judge, &Asked { view: &view, played: board.played, names: &[], head }, events)
    }))
}

/// A decision that is asked about.
pub(super) struct Asked<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) played: Option<Move>,
    /// What the seats are called; by their numbers if there are none.
    pub(super) names: &'a [String],
    /// What the answer says besides.
    pub(super) head: Value,
}

/// Judges a view better and better: in more worlds, or by more looks of a search.
pub(super) fn grow(site: &Site, judge: &Entrant, asked: &Asked<'_>, events: &Events) -> Result<(), StreamError> {
    let _slot = site.analyses.take(events)?;
    if is_search(judge) { grow_looks(site, judge, asked, events) } else { grow_worlds(site, judge, asked, events) }
}

/// How far something grows at once: by half.
const fn more(now: u64, most: u64) -> u64 {
    let next = now + now / 2;
    if next < most { next } else { most }
}

fn grow_worlds(site: &Site, policy: &Entrant, asked: &Asked<'_>, events: &Events) -> Result<(), StreamError> {
    let judge = Judge { policy, worlds: MAX_WORLDS, seed: SEED };
    let options = JudgeOptions { should_stop: &|| events.is_gone(), on_world: &|| {} };
    let in_worlds =
        |worlds: Range<u64>| site.threads.work(|| judge.judge_worlds(&options, asked.view, asked.played, worlds));
    let mut whole = in_worlds(0..FIRST_WORLDS).map_err(StreamError::words)?.ok_or(StreamError::Gone)?;
    loop {
        let worlds = whole.worlds();
        events.send(&judged(asked, &whole, ("worlds", worlds)))?;
        if worlds == MAX_WORLDS {
            return Ok(());
        }
        let next = in_worlds(worlds..more(worlds, MAX_WORLDS));
        whole.add(next.map_err(StreamError::words)?.ok_or(StreamError::Gone)?);
    }
}

fn grow_looks(site: &Site, judge: &Entrant, asked: &Asked<'_>, events: &Events) -> Result<(), StreamError> {
    let looks = Looks { judge, looks: MAX_LOOKS, seed: SEED };
    let options = WorkOptions { should_stop: &|| events.is_gone(), ..WorkOptions::NONE };
    let look = |numbers: Range<u64>| site.threads.work(|| looks.look(&options, asked.view, asked.played, numbers));
    let mut whole = look(0..FIRST_LOOKS).map_err(StreamError::words)?;
    loop {
        if events.is_gone() {
            return Err(StreamError::Gone);
        }
        let seen = whole.looks();
        events.send(&judged(asked, &whole, ("looks", seen)))?;
        if seen == MAX_LOOKS {
            return Ok(());
        }
        whole.add(look(seen..more(seen, MAX_LOOKS)).map_err(StreamError::words)?);
    }
}

/// What is known about a decision after so many worlds or looks.
fn judged(asked: &Asked<'_>, judgement: &dyn MoveValues, (unit, seen): (&str, u64)) -> Value {
    let (view, contenders) = (asked.view, judgement.contenders());
    let name = |seat: Seat| asked.names.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {seat}"));
    let rows = judgement.ranking().into_iter().map(|index| {
        let mv = judgement.moves()[index];
        json!({
            "move": mv.to_string(),
            "words": describe_choice(view, mv, &name),
            "chance": pair(judgement.chance(index)),
            "worms": judgement.worms(index).map(pair),
            "loss": pair(judgement.loss(index)),
            "close": contenders.contains(&index),
            "played": Some(mv) == asked.played,
        })
    });
    let mut value =
        json!({ "seat": view.seat().index(), "moves": rows.collect::<Vec<_>>(), "is_close": contenders.len() > 1 });
    value[unit] = json!(seen);
    for (key, part) in asked.head.as_object().into_iter().flatten() {
        value[key] = part.clone();
    }
    value
}

/// A number and its standard error; neither is ever infinite in JSON.
fn pair(measured: Measured) -> Value {
    json!([measured.mean, Some(measured.error).filter(|error| error.is_finite())])
}

/// The chances of all seats over a game, from one observer.
pub(super) fn curve(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let shown = find(site, &GameName::of_json(&body["game"]))?;
    let policy = find_policy(site, body["policy"].as_str().unwrap_or_default())?;
    let made = decisions(&shown)?;
    let observer = match body["observer"].as_u64() {
        None => Observer::AllHands,
        Some(seat) => Observer::Seat(seat_of(seat, shown.record.players)?),
    };
    let own = Arc::clone(site);
    Ok(stream(&site.stopping, move |events| {
        let _slot = own.analyses.take(events)?;
        for made in &made {
            let point = chances(&own, &policy, &made.before, observer, events)?;
            events.send(&json!({ "step": made.step - 1, "chances": point }))?;
        }
        let result = &shown.record.result;
        let end: Vec<[f64; 2]> =
            (0..shown.record.players).map(|seat| [f64::from(u8::from(seat == result.winner)), 0.0]).collect();
        Ok(events.send(&json!({ "step": "end", "chances": end, "policy": policy.name }))?)
    }))
}

fn seat_of(seat: u64, players: usize) -> Result<Seat, Answer> {
    let found = Seat::new(seat as usize).filter(|seat| seat.index() < players);
    found.ok_or_else(|| Answer::wrong(format!("there is no seat {seat}")))
}

fn chances(
    site: &Site,
    policy: &Entrant,
    game: &Game,
    observer: Observer,
    events: &Events,
) -> Result<Vec<Value>, StreamError> {
    let judge = Judge { policy, worlds: CURVE_WORLDS, seed: SEED };
    let options = JudgeOptions { should_stop: &|| events.is_gone(), on_world: &|| {} };
    let found = site.threads.work(|| judge.chances(&options, game, observer));
    let found = found.map_err(StreamError::words)?.ok_or(StreamError::Gone)?;
    Ok(game.table().players().seats().map(|seat| pair(found[seat])).collect())
}

/// Every decision of a game, or of one seat, and in the end how well each seat decided.
pub(super) fn judge_game(site: &Arc<Site>, request: &Request) -> Result<Answer, Answer> {
    let body = request.json()?;
    let shown = find(site, &GameName::of_json(&body["game"]))?;
    let judge = find_judge(site, body["policy"].as_str().unwrap_or_default())?;
    let mut made = decisions(&shown)?;
    if let Some(seat) = body["seat"].as_u64() {
        made.retain(|made| made.before.table().turn().index() as u64 == seat);
    }
    let own = Arc::clone(site);
    Ok(stream(&site.stopping, move |events| {
        let _slot = own.analyses.take(events)?;
        let (mut judged, by_looking) = (Vec::new(), is_search(&judge));
        for one in &made {
            let decision = judge_one(&own, (&judge, by_looking), one, events)?;
            let progress = json!([judged.len() + 1, made.len()]);
            events.send(&json!({ "progress": progress, "decision": decision_json(one.step, &decision) }))?;
            judged.push(decision);
        }
        let seats: Vec<Value> = (0..shown.record.players).map(|seat| seat_json(seat, &judged)).collect();
        let mut end = json!({ "seats": seats, "judge": judge.name });
        let (unit, seen) = if by_looking { ("looks", GAME_LOOKS) } else { ("worlds", GAME_WORLDS) };
        end[unit] = json!(seen);
        Ok(events.send(&end)?)
    }))
}

fn judge_one(
    site: &Site,
    (judge, by_looking): (&Entrant, bool),
    made: &MadeMove,
    events: &Events,
) -> Result<Decision, StreamError> {
    let view = made.before.view(made.before.table().turn());
    let decision = |values: &dyn MoveValues| Decision::new(view.seat().index(), made.place, made.mv, values);
    if by_looking {
        let looks = Looks { judge, looks: GAME_LOOKS, seed: SEED };
        let options = WorkOptions { should_stop: &|| events.is_gone(), ..WorkOptions::NONE };
        let judged = site.threads.work(|| looks.judge_with(&options, &view, Some(made.mv)));
        return Ok(decision(&judged.map_err(StreamError::words)?.ok_or(StreamError::Gone)?));
    }
    let judge = Judge { policy: judge, worlds: GAME_WORLDS, seed: SEED };
    let options = JudgeOptions { should_stop: &|| events.is_gone(), on_world: &|| {} };
    let judged = site.threads.work(|| judge.judge_with(&options, &view, Some(made.mv)));
    Ok(decision(&judged.map_err(StreamError::words)?.ok_or(StreamError::Gone)?))
}

fn decision_json(step: usize, decision: &Decision) -> Value {
    json!({
        "step": step,
        "seat": decision.seat,
        "place": decision.address(),
        "played": decision.played.to_string(),
        "best": decision.best.to_string(),
        "candidates": decision.candidates,
        "chance": pair(decision.chance),
        "loss": pair(decision.loss()),
        "mistake": decision.is_mistake(),
        "is_best": decision.played == decision.best,
    })
}

/// How a seat decided. Compared in other worlds than those it was chosen in, even the best move may seem a little better than the best.
fn seat_json(seat: usize, judged: &[Decision]) -> Value {
    let own = SeatDecisions::of(seat, judged);
    let accuracy = own.accuracy.map(|kept| pair(Measured { mean: kept.mean.clamp(0.0, 1.0), ..kept }));
    json!({ "seat": seat, "decisions": own.decisions, "accuracy": accuracy, "mistakes": own.mistakes })
}

/// What the players of a game are called, no two of them alike.
pub(super) fn names_of(names: &[String], person: Seat) -> Vec<String> {
    distinct(names, person, usize::MAX)
}
