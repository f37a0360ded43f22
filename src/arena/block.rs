//! A block: one deal, played once in every rotation of the seats.

use std::ops::Range;

use super::game::{Observer, Played, Setup, play_game_until};
use super::game_fault::GameFault;
use super::plan::Plan;
use super::player::Player;
use super::schedule::Schedule;
use super::score::Score;
use super::tally::{BlockScore, ChairScore, Highlight, Tally, TallyWatch};
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{DealKey, Event, Game, MAX_PLAYERS, Move, PerSeat, Seat, Watch};
use crate::records::{Heading, Recorder, edition_hash};

/// Where a block stands in a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    /// The place of its number of players.
    pub(super) size: usize,
    pub(super) line_up: usize,
    pub(super) block: u64,
}

/// A fault in a run, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Incident {
    pub(super) entrant: usize,
    pub(super) line_up: usize,
    pub(super) block: u64,
    pub(super) rotation: usize,
    pub(super) game_fault: GameFault,
}

/// What came of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockPlayed {
    pub(super) score: BlockScore,
    /// The digest of the score.
    pub(super) digest: u64,
    pub(super) incidents: Vec<Incident>,
    /// Records of the games that are kept, one line each.
    pub(super) records: Vec<String>,
}

/// One thread's players and counts.
pub(super) struct Worker {
    /// By entrant, and for entrants who take several seats, by copy.
    pool: Vec<Vec<Player>>,
    pub(super) tallies: Vec<Tally>,
    host: BotHost,
}

impl Worker {
    pub(super) fn new(plan: &Plan, host: &BotHost) -> Worker {
        let tally = |schedule: &Schedule| Tally::new(schedule, plan.entrants.len());
        Worker {
            pool: plan.entrants.iter().map(|_| Vec::new()).collect(),
            tallies: plan.schedules.iter().map(tally).collect(),
            host: host.clone(),
        }
    }

    /// Takes the players of a line-up out of the pool, by chair.
    fn seat(&mut self, entrants: &[Entrant], line_up: &[usize], shut_out: &[bool]) -> Vec<Player> {
        let seat_one = |&entrant: &usize| {
            let mut player = self.pool[entrant].pop().unwrap_or_else(|| Player::new(&entrants[entrant], &self.host));
            if shut_out[entrant] {
                player.disqualify();
            }
            player
        };
        line_up.iter().map(seat_one).collect()
    }

    /// Plays a block, unless it is stopped in the middle.
    pub(super) fn play(
        &mut self,
        plan: &Plan,
        at: Address,
        shut_out: &[bool],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<BlockPlayed> {
        self.play_rotations(0..plan.schedules[at.size].players.count(), plan, at, shut_out, should_stop)
    }

    /// Plays some rotations of a block.
    fn play_rotations(
        &mut self,
        rotations: Range<usize>,
        plan: &Plan,
        at: Address,
        shut_out: &[bool],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<BlockPlayed> {
        let schedule = &plan.schedules[at.size];
        let line_up = &schedule.line_ups[at.line_up];
        let mut players = self.seat(&plan.entrants, line_up, shut_out);
        // One key for all rotations: they share their luck.
        let key = plan.key(at.block);
        let order = Plan::chairs(&key, schedule.players, 0);
        // From chairs to the seats of the first rotation; each further rotation moves everybody on by one.
        let mut by_chair: Vec<Option<Player>> = players.drain(..).map(Some).collect();
        players.extend(order.iter().filter_map(|&chair| by_chair[chair].take()));
        players.rotate_left(rotations.start);
        let mut played = Some(BlockPlayed::default());
        for rotation in rotations.clone() {
            let table = BlockGame { plan, key: &key, at, rotation, order: &order, line_up };
            if let Some(block) = &mut played
                && table.play(&mut players, &mut self.tallies[at.size], should_stop, block).is_none()
            {
                played = None;
            }
            // Also after a stop: the pool takes every player back from the seat of the last rotation.
            players.rotate_left(1);
        }
        if let Some(block) = &mut played {
            block.digest = block.score.digest(at.block, at.line_up);
            self.tallies[at.size].blocks.note(line_up, at.line_up, &block.score);
        }
        for (seat, player) in players.into_iter().enumerate() {
            self.pool[line_up[order[(seat + rotations.end) % order.len()]]].push(player);
        }
        played
    }
}

/// Where a game stands in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamePlace {
    /// The place of its number of players in the plan.
    pub size: usize,
    /// The line-up.
    pub line_up: usize,
    /// The block.
    pub block: u64,
    /// The rotation.
    pub rotation: usize,
}

/// The record of a game, played again; `shut_out` says who was disqualified by then.
pub fn record_game(plan: &Plan, place: GamePlace, shut_out: &[bool], host: &BotHost) -> Option<String> {
    let plan = Plan { keep_every: 1, ..plan.clone() };
    let GamePlace { size, line_up, block, rotation } = place;
    let (at, only) = (Address { size, line_up, block }, rotation..rotation + 1);
    let played = Worker::new(&plan, host).play_rotations(only, &plan, at, shut_out, &|| false);
    played.and_then(|mut played| played.records.pop())
}

/// One game of a block.
struct BlockGame<'a> {
    plan: &'a Plan,
    key: &'a DealKey,
    at: Address,
    rotation: usize,
    /// The chair on each seat in rotation 0.
    order: &'a [usize],
    line_up: &'a [usize],
}

impl BlockGame<'_> {
    fn chair(&self, seat: usize) -> usize {
        self.order[(seat + self.rotation) % self.order.len()]
    }

    /// Where the game stands in the run.
    fn place(&self) -> Highlight {
        Highlight { value: 0, block: self.at.block, line_up: self.at.line_up, rotation: self.rotation }
    }

    fn play(
        &self,
        players: &mut [Player],
        tally: &mut Tally,
        should_stop: &dyn Fn() -> bool,
        block: &mut BlockPlayed,
    ) -> Option<()> {
        let schedule = &self.plan.schedules[self.at.size];
        let first = self.key.first_seat(schedule.players);
        let setup = Setup { key: *self.key, players: schedule.players, first, edition: self.plan.edition };
        let count = schedule.players.count();
        let entrants =
            PerSeat(std::array::from_fn(|seat| if seat < count { self.line_up[self.chair(seat)] as u8 } else { 0 }));
        let mut watch = TallyWatch::new(tally, self.place(), entrants, count, self.plan.edition);
        let number = Plan::game_number(schedule, self.at.block, self.at.line_up, self.rotation);
        let keep = self.plan.keep_every > 0 && number.is_multiple_of(self.plan.keep_every);
        let (played, recorder) = if keep {
            let mut both = Both { one: &mut watch, other: Recorder::new(schedule.players) };
            let played = play_game_until(should_stop, &setup, players, &mut both)?;
            (played, Some(both.other))
        } else {
            (play_game_until(should_stop, &setup, players, &mut watch)?, None)
        };
        let score = played.score();
        watch.finish(&played, score);
        if let Some(recorder) = recorder {
            block.records.push(recorder.finish(self.heading(&played), &played.game).to_line());
        }
        self.note(played, score, block);
        Some(())
    }

    /// Notes what came of the game, by chair.
    fn note(&self, played: Played, score: Score, block: &mut BlockPlayed) {
        let count = self.order.len();
        let mut chairs = [ChairScore::default(); MAX_PLAYERS];
        let winner = self.chair(score.winner.index());
        for seat in played.game.table().players().seats() {
            let chair = self.chair(seat.index());
            chairs[chair] = ChairScore {
                place: score.places[seat],
                worms: played.outcome.worms[seat],
                seat: ((seat.index() + count - played.first.index()) % count) as u8,
                won: chair == winner,
                entrant_won: self.line_up[chair] == self.line_up[winner],
            };
        }
        block.score.note(&chairs[..count]);
        block.incidents.extend(played.game_faults.into_iter().map(|game_fault| Incident {
            entrant: self.line_up[self.chair(game_fault.seat.index())],
            line_up: self.at.line_up,
            block: self.at.block,
            rotation: self.rotation,
            game_fault,
        }));
    }

    /// What a record says besides what happened.
    fn heading(&self, played: &Played) -> Heading {
        let mut extra = played.notes();
        extra.insert("lineup".to_owned(), self.at.line_up.into());
        extra.insert("rotation".to_owned(), self.rotation.into());
        let name = |seat| self.plan.entrants[self.line_up[self.chair(seat)]].name.clone();
        let edition = self.plan.edition;
        Heading {
            seed: self.plan.seed.name(),
            game: self.plan.deal(self.at.block),
            edition: (edition != crate::game::Edition::default()).then(|| edition_hash(&edition)),
            extra,
            strategies: (0..self.order.len()).map(name).collect(),
        }
    }
}

/// Two who watch the same game.
struct Both<'a, O> {
    one: &'a mut O,
    other: Recorder,
}

impl<O: Observer> Watch for Both<'_, O> {
    fn see(&mut self, event: Event) {
        self.one.see(event);
        self.other.see(event);
    }

    fn all_passed(&mut self, game: &Game) {
        self.one.all_passed(game);
        self.other.all_passed(game);
    }

    fn menu_served(&mut self, game: &Game) {
        self.one.menu_served(game);
        self.other.menu_served(game);
    }
}

impl<O: Observer> Observer for Both<'_, O> {
    fn decided(&mut self, game: &Game, seat: Seat, mv: Move) {
        self.one.decided(game, seat, mv);
    }
}
