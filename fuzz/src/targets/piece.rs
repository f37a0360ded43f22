//! Pieces and answers, which come from other machines: the bodies of either, sealed as ours.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::Duration;

use karteneck::arena::{
    Goal, Pairing, PieceError, PieceExchange, PieceWorker, Plan, PlayOptions, State, Taken, play_run,
};
use karteneck::bots::BotHost;
use karteneck::entrants::Catalogue;
use karteneck::game::Players;
use karteneck::records::hash;
use karteneck::runs::FINGERPRINT;
use serde_json::Value;

use super::run::is_quick;
use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "\"piece\"",
    "\"spans\"",
    "\"first\"",
    "\"run\"",
    "\"secret\"",
    "\"wins\"",
    "\"records\"",
    "\"faults\"",
    "[]",
    "null",
];

/// Questions that a worker answers before it is stopped.
const MOVES: u32 = 200;

/// The body of a piece, or of an answer.
pub fn piece(data: &[u8]) -> Trace {
    let body = text(data);
    let Ok(value) = serde_json::from_str::<Value>(&body) else { return Trace::refused("not JSON") };
    match value.get("run").and_then(Value::as_str) {
        Some(plan) => play(plan, &body),
        None => answer(&body),
    }
}

fn sealed(format: &str, body: &str) -> Vec<u8> {
    format!("{format} {FINGERPRINT} {}\n{body}\n", hash(body.as_bytes())).into_bytes()
}

/// A piece is refused, stopped, or has an answer that the exchange of another piece refuses.
fn play(plan: &str, body: &str) -> Trace {
    if Plan::from_json(plan, &Catalogue::shipped_only(), None).is_ok_and(|plan| !is_quick(&plan)) {
        return Trace::refused("a plan that takes its time");
    }
    let asked = Cell::new(0);
    let should_stop = || {
        asked.set(asked.get() + 1);
        asked.get() > MOVES
    };
    let mut worker = PieceWorker::new(FINGERPRINT, Catalogue::shipped_only(), BotHost::default());
    match worker.play(&sealed("karteneck-piece/1", body), &should_stop) {
        Ok(_) => Trace::understood("a piece"),
        Err(PieceError::Stopped) => Trace::understood("a long piece"),
        Err(why) => Trace::refused(&why.to_string()),
    }
}

/// The plan whose first piece is answered.
fn plan() -> &'static Plan {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    PLAN.get_or_init(|| {
        let entrants = ["greedy", "random"].map(|spec| spec.parse().expect("it is shipped")).to_vec();
        let goal = Goal::Blocks(vec![100]);
        let mut plan = Plan::new(entrants, Pairing::Fixed, &[Players::ALL[0]], 3_u64, goal).expect("a plan");
        plan.keep_every = 1;
        plan
    })
}

/// An answer is refused, or leaves a state that fits the plan.
fn answer(body: &str) -> Trace {
    let (plan, exchange) = (plan(), PieceExchange::new(FINGERPRINT));
    let (state, taken) = std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let host = BotHost::default();
            let options = PlayOptions { exchange: Some(&exchange), ..PlayOptions::new(1, &host) };
            play_run::<()>(plan, State::new(plan), &options, |_, _| ControlFlow::Continue(()))
        });
        let handed = exchange.next(Duration::ZERO, Duration::from_secs(60));
        assert!(handed.is_some(), "there is a first piece");
        let taken = exchange.take(&sealed("karteneck-answer/1", body));
        // The runner takes it before anything else can be handed out.
        let _ = exchange.next(Duration::ZERO, Duration::from_secs(60));
        exchange.stop();
        (run.join().expect("no panic").expect("no threads are needed").0, taken)
    });
    assert_eq!(state.check(plan), Ok(()), "the state fits");
    match taken {
        Ok(Taken::Used) => {
            assert_eq!(state.games(plan), 2);
            Trace::understood("an answer")
        }
        Ok(Taken::Outdated) => unreachable!("nothing was decided"),
        Err(why) => {
            assert_eq!(state.games(plan), 0);
            Trace::refused(&why.to_string())
        }
    }
}
