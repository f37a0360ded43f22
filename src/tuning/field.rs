//! The oracle that plays: candidates against rivals in the arena.

use std::ops::ControlFlow;

use super::oracle::{Halt, Oracle, Question};
use super::scores::{Scores, SizeScores};
use crate::arena::{
    Ended, EntrantIndex, Goal, Pairing, PieceExchange, Plan, PlanError, PlayOptions, RunFault, Schedule, State,
    play_run,
};
use crate::bots::BotHost;
use crate::entrants::{Entrant, EntrantKind};
use crate::game::{Edition, Players, Seed};
use crate::strategies::Family;

/// Plays the games of a tuning.
pub struct ArenaOracle<'a> {
    /// Whose parameters are tuned.
    pub family: &'static Family,
    /// The seed of all luck.
    pub seed: Seed,
    /// The worm table.
    pub edition: Edition,
    /// How many threads play; no answer depends on it.
    pub threads: usize,
    /// How programs are run.
    pub host: BotHost,
    /// Whether to stop.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
    /// Told how many games were just played, by the thread that played them.
    pub on_games: &'a (dyn Fn(u64) + Sync),
    /// Where workers elsewhere get what is to be played, if they are to play instead of threads of this process.
    pub exchange: Option<&'a PieceExchange>,
}

impl ArenaOracle<'_> {
    fn plan(&self, question: &Question) -> Result<Plan, PlanError> {
        let candidate = |(number, values): (usize, &Vec<_>)| Entrant {
            name: format!("candidate {number}"),
            note: String::new(),
            kind: EntrantKind::Family { family: self.family, values: values.clone() },
        };
        let candidates = question.candidates.iter().enumerate().map(candidate);
        let entrants = candidates.chain(question.rivals.iter().cloned()).collect();
        let pairing = Pairing::Challengers(question.candidates.len());
        let goal = Goal::Blocks(vec![question.blocks; question.players.len()]);
        let plan = Plan::new(entrants, pairing, &question.players, self.seed, goal)?;
        let first_deal = question.purpose.first_deal() + question.first;
        Ok(Plan { first_deal, edition: self.edition, ..plan })
    }
}

/// The games of one candidate in one block of each number of players.
pub(super) fn games_per_block(players: &[Players], rivals: usize) -> u64 {
    let games = |&players: &Players| {
        Schedule::count(Pairing::Challengers(1), rivals + 1, players).saturating_mul(players.count() as u64)
    };
    players.iter().map(games).sum()
}

impl Oracle for ArenaOracle<'_> {
    fn ask(&mut self, question: &Question) -> Result<Scores, Halt> {
        let plan = self.plan(question)?;
        let should_stop = || (self.stopped)();
        let options = PlayOptions {
            should_stop: &should_stop,
            on_games: self.on_games,
            exchange: self.exchange,
            ..PlayOptions::new(self.threads, &self.host)
        };
        let (state, ended) = play_run(&plan, State::new(&plan), &options, |_, batch| match batch.faults.first() {
            Some(fault) => ControlFlow::Break(describe(&plan, fault)),
            None => ControlFlow::Continue(()),
        })?;
        match ended {
            Ended::Finished => Ok(scores(&plan, &state, question.candidates.len())),
            Ended::Interrupted => Err(Halt::Interrupted),
            Ended::Broken(fault) => Err(Halt::Fault(fault)),
        }
    }
}

/// A fault in words: a tuning cannot continue after one.
fn describe(plan: &Plan, fault: &RunFault) -> String {
    let name = &plan.entrants[fault.entrant].name;
    format!("{name} at {} players, {}{}", fault.players, fault.fault, fault.details)
}

/// What the candidates scored in a run.
fn scores(plan: &Plan, state: &State, candidates: usize) -> Scores {
    let size = |(schedule, state): (&Schedule, &crate::arena::SizeState)| {
        let blocks = &state.tally.blocks;
        let product = |one: EntrantIndex| {
            blocks.wins.indices().take(one.index() + 1).map(|other| blocks.product(one, other)).collect()
        };
        SizeScores {
            players: schedule.players.count() as u64,
            seats: schedule.seats_per_block(EntrantIndex::FIRST),
            blocks: blocks.count,
            wins: blocks.wins.iter().take(candidates).map(|wins| wins.sum as u64).collect(),
            products: blocks.wins.indices().take(candidates).map(product).collect(),
        }
    };
    Scores { sizes: plan.schedules.iter().zip(&state.sizes).map(size).collect() }
}
