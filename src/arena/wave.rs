//! Blocks played together, for entrants that decide for many views at once.
//!
//! All games of a wave go on until each waits for such an entrant; then it is asked about all of them. What every seat answered is
//! written down, and the blocks are then played in the usual way by players that repeat it: so counting, recording and the
//! judgement of faults are the same as for any other block. Which games make a wave follows from the plan alone.

use std::collections::VecDeque;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use super::address::BlockAddress;
use super::block::{BlockPlayed, Worker};
use super::game::Setup;
use super::index::{EntrantIndex, PerEntrant};
use super::live_game::LiveGame;
use super::plan::Plan;
use super::player::{Player, panic_fault};
use super::tally::OpenTally;
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{Move, Outcome, Seat, Seats, Stream, View};
use crate::strategies::{BatchPolicy, Fault, Question, Strategy, wrong_count};

/// About how many games are played together.
const WAVE_GAMES: u64 = 1024;

/// How many blocks of a table size are played together, if any entrant wants that.
pub(super) fn wave_blocks(plan: &Plan, games_per_block: u64) -> Option<u64> {
    let wanted = plan.entrants.iter().any(|entrant| entrant.batch_policy().is_some());
    wanted.then_some((WAVE_GAMES / games_per_block.max(1)).max(1))
}

/// How many tasks are played together at most. With programs among the entrants a single one: each of its games needs programs of its own.
fn tasks_together(plan: &Plan) -> usize {
    if plan.entrants.iter().any(Entrant::is_process) { 1 } else { usize::MAX }
}

/// What a seat did in a game.
#[derive(Clone, Debug)]
struct SeatScript {
    start: Result<(), Fault>,
    answers: VecDeque<Result<Move, Fault>>,
    end: Result<(), Fault>,
}

impl SeatScript {
    const fn new() -> SeatScript {
        SeatScript { start: Ok(()), answers: VecDeque::new(), end: Ok(()) }
    }
}

/// A game of a wave in progress.
struct WaveGame {
    live: LiveGame,
    players: Vec<Player>,
    entrants: Vec<EntrantIndex>,
    scripts: Vec<SeatScript>,
}

/// One task: a block of a line-up, and who is shut out of it.
pub(super) struct WaveTask {
    pub(super) at: BlockAddress,
    pub(super) shut_out: PerEntrant<bool>,
}

/// Plays the tasks, as many together as can be; `None` if it is asked to stop.
pub(super) fn play_waves(
    plan: &Plan,
    worker: &mut Worker,
    tasks: &[WaveTask],
    tally: &mut OpenTally,
    should_stop: &impl Fn() -> bool,
) -> Option<Vec<BlockPlayed>> {
    let waves = tasks.chunks(tasks_together(plan));
    let played = waves.map(|wave| play_wave(plan, worker, wave, tally, should_stop));
    played.collect::<Option<Vec<_>>>().map(|waves| waves.into_iter().flatten().collect())
}

fn play_wave(
    plan: &Plan,
    worker: &mut Worker,
    tasks: &[WaveTask],
    tally: &mut OpenTally,
    should_stop: &impl Fn() -> bool,
) -> Option<Vec<BlockPlayed>> {
    let mut games: Vec<WaveGame> = tasks.iter().flat_map(|task| deal_block(plan, worker, task)).collect();
    let is_over = play_together(plan, &mut games, should_stop);
    let mut scripts = Vec::with_capacity(games.len());
    for mut game in games {
        if is_over {
            game.finish();
        }
        game.entrants
            .iter()
            .zip(mem::take(&mut game.players))
            .for_each(|(&entrant, player)| worker.take_back(entrant, player));
        scripts.push(game.scripts);
    }
    if !is_over {
        return None;
    }
    let mut scripts = scripts.into_iter();
    let mut repeater = Worker::new(plan, &BotHost::default());
    let mut repeat = |task: &WaveTask| repeat_block(plan, &mut repeater, task, &mut scripts, tally, should_stop);
    tasks.iter().map(&mut repeat).collect()
}

/// The games of a block, dealt: one for each rotation.
fn deal_block(plan: &Plan, worker: &mut Worker, task: &WaveTask) -> Vec<WaveGame> {
    let schedule = &plan.schedules[task.at.table_index];
    let line_up = &schedule.line_ups[task.at.line_up];
    let key = plan.key(task.at.block);
    let players = schedule.players;
    let setup = Setup { key, players, first: key.first_seat(players), edition: plan.edition };
    let mut deal = |rotation: usize| {
        let entrants: Vec<EntrantIndex> = Plan::chairs(&key, players, rotation).map(|chair| line_up[chair]).collect();
        let seated = entrants.iter().map(|&entrant| worker.player(&plan.entrants, entrant, task.shut_out[entrant]));
        let mut game = WaveGame {
            live: LiveGame::deal(&setup, &mut ()),
            players: seated.collect(),
            scripts: vec![SeatScript::new(); entrants.len()],
            entrants,
        };
        game.start();
        game
    };
    (0..players.count()).map(&mut deal).collect()
}

impl WaveGame {
    fn start(&mut self) {
        self.live.start(&mut self.players);
        self.note_faults(Seats::NONE, |script, fault| script.start = Err(fault));
    }

    fn finish(&mut self) {
        let failed = self.failed();
        let played = self.live.end(&mut self.players);
        for game_fault in played.game_faults.iter().filter(|game_fault| !failed.contains(game_fault.seat)) {
            self.scripts[game_fault.seat.index()].end = Err(game_fault.fault.clone());
        }
    }

    fn failed(&self) -> Seats {
        let faults = self.live.game_faults().iter();
        faults.fold(Seats::NONE, |failed, game_fault| failed.with(game_fault.seat))
    }

    /// Notes the faults of seats that had committed none before.
    fn note_faults(&mut self, before: Seats, note: impl Fn(&mut SeatScript, Fault)) {
        for game_fault in self.live.game_faults().iter().filter(|game_fault| !before.contains(game_fault.seat)) {
            note(&mut self.scripts[game_fault.seat.index()], game_fault.fault.clone());
        }
    }

    fn is_over(&self) -> bool {
        self.live.game().table().is_over()
    }

    fn turn(&self) -> Seat {
        self.live.game().table().turn()
    }

    /// The entrant that it waits for, if that is one that decides for many views at once.
    fn waits_for(&self, is_batch: &PerEntrant<bool>) -> Option<EntrantIndex> {
        let entrant = self.entrants[self.turn().index()];
        (!self.is_over() && is_batch[entrant] && !self.live.has_failed(self.turn())).then_some(entrant)
    }

    /// Plays on until it is over or waits for such an entrant.
    fn go_on(&mut self, is_batch: &PerEntrant<bool>, should_stop: &impl Fn() -> bool) -> Option<()> {
        while !self.is_over() && self.waits_for(is_batch).is_none() {
            let (seat, had_failed) = (self.turn(), self.live.has_failed(self.turn()));
            let before = self.failed();
            let mv = self.live.decide(&mut self.players);
            if !self.live.has_failed(seat) {
                self.scripts[seat.index()].answers.push_back(Ok(mv));
            } else if !had_failed {
                self.note_faults(before, |script, fault| script.answers.push_back(Err(fault)));
            }
            if should_stop() {
                return None;
            }
            self.live.play(mv, &mut ());
        }
        Some(())
    }

    fn question(&self) -> Question<'_> {
        Question { view: self.live.game().view(self.turn()), chance: self.live.chance().stream() }
    }

    /// Takes an answer to its question.
    fn take(&mut self, answer: Result<Move, Fault>) {
        let seat = self.turn();
        let view = self.live.game().view(seat);
        let checked = answer.and_then(|mv| view.check(mv).map(|()| mv).map_err(|why| Fault::illegal(mv, why)));
        let mv = *checked.as_ref().unwrap_or(&Move::Pass);
        if let Err(fault) = &checked {
            self.live.fail(seat, fault.clone());
        }
        self.scripts[seat.index()].answers.push_back(checked);
        self.live.play(mv, &mut ());
    }
}

/// Plays all games to their ends; whether they came there.
fn play_together(plan: &Plan, games: &mut [WaveGame], should_stop: &impl Fn() -> bool) -> bool {
    let policies: PerEntrant<_> = plan.entrants.iter().map(Entrant::batch_policy).collect();
    let is_batch: PerEntrant<bool> = policies.iter().map(Option::is_some).collect();
    loop {
        if !games.iter_mut().all(|game| game.go_on(&is_batch, should_stop).is_some()) {
            return false;
        }
        // One entrant after the other: an answer may make another game wait for the next one.
        let Some(asked) = games.iter().find_map(|game| game.waits_for(&is_batch)) else { return true };
        let waiting = games.iter_mut().filter(|game| game.waits_for(&is_batch) == Some(asked));
        if let Some(policy) = &policies[asked] {
            ask_all(&**policy, waiting.collect());
        }
    }
}

/// Asks about all games that wait.
fn ask_all(policy: &dyn BatchPolicy, waiting: Vec<&mut WaveGame>) {
    let questions: Vec<Question<'_>> = waiting.iter().map(|game| game.question()).collect();
    let answers = catch_unwind(AssertUnwindSafe(|| policy.answer_all(&questions)));
    let count = questions.len();
    drop(questions);
    let all = |fault: Fault| vec![Err(fault); count];
    let answers = match answers {
        Ok(answers) if answers.len() == count => answers,
        Ok(answers) => all(wrong_count(count, answers.len())),
        Err(panic) => all(panic_fault(&*panic)),
    };
    waiting.into_iter().zip(answers).for_each(|(game, answer)| game.take(answer));
}

/// What the player of one chair did in the games of its block, in order.
type ChairScripts = Arc<Mutex<VecDeque<SeatScript>>>;

/// Plays a block again, by players that repeat their scripts.
fn repeat_block(
    plan: &Plan,
    repeater: &mut Worker,
    task: &WaveTask,
    scripts: &mut impl Iterator<Item = Vec<SeatScript>>,
    tally: &mut OpenTally,
    should_stop: &impl Fn() -> bool,
) -> Option<BlockPlayed> {
    let schedule = &plan.schedules[task.at.table_index];
    let count = schedule.players.count();
    let chairs: Vec<ChairScripts> = (0..count).map(|_| ChairScripts::default()).collect();
    for (rotation, seats) in scripts.take(count).enumerate() {
        for (seat, script) in seats.into_iter().enumerate() {
            // The player at seat s of the first rotation sits at seat s - r of rotation r.
            let scripts = &chairs[(seat + rotation) % count];
            scripts.lock().unwrap_or_else(PoisonError::into_inner).push_back(script);
        }
    }
    let line_up = &schedule.line_ups[task.at.line_up];
    let key = plan.key(task.at.block);
    let entrants = Plan::chairs(&key, schedule.players, 0).map(|chair| line_up[chair]);
    // The worker takes its players from the end.
    for (entrant, scripts) in entrants.zip(chairs).collect::<Vec<_>>().into_iter().rev() {
        let make = move || -> Box<dyn Strategy> {
            Box::new(Repeater { scripts: Arc::clone(&scripts), now: SeatScript::new() })
        };
        repeater.take_back(entrant, Player::honest(plan.entrants[entrant].name.clone(), make));
    }
    let played = repeater.play(plan, task.at, &task.shut_out, tally, should_stop);
    repeater.dismiss_players();
    played
}

/// Repeats what was answered before.
struct Repeater {
    scripts: ChairScripts,
    now: SeatScript,
}

impl Strategy for Repeater {
    fn start(&mut self, _view: &View<'_>) -> Result<(), Fault> {
        let next = self.scripts.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        self.now = next.unwrap_or(SeatScript::new());
        mem::replace(&mut self.now.start, Ok(()))
    }

    fn decide(&mut self, _view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
        self.now.answers.pop_front().unwrap_or(Ok(Move::Pass))
    }

    fn end(&mut self, _view: &View<'_>, _outcome: &Outcome) -> Result<(), Fault> {
        mem::replace(&mut self.now.end, Ok(()))
    }
}
