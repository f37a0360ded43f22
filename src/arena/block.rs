//! A block: one deal, played once in every rotation of the seats.

use std::mem;
use std::ops::Range;

use super::address::BlockAddress;
use super::game::{Played, Setup};
use super::index::{Chair, EntrantIndex, LineUp, PerEntrant, around};
use super::plan::Plan;
use super::play::play_game_until;
use super::player::Player;
use super::state::RunFault;
use super::tally::{BlockScore, ChairScore, Highlight, OpenTally, TallyWatch};
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{Event, Game, MAX_PLAYERS, PerSeat, Portions, Seat, Watch};
use crate::records::{Heading, Record, Recorder, edition_hash};
use crate::strategies::FaultKind;

/// The result of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockPlayed {
    pub(super) score: BlockScore,
    /// The portions that were turned up in each of its games.
    turned_up: Portions,
    /// The digest of the score.
    pub(super) digest: u64,
    pub(super) faults: Vec<RunFault>,
    /// The games that are kept.
    pub(super) records: Vec<Record>,
    /// Their records, one line each.
    pub(super) lines: Vec<String>,
}

/// One thread's players.
pub(super) struct Worker {
    /// By entrant; an entrant that takes several seats has several copies.
    pool: PerEntrant<Vec<Player>>,
    /// The players at the table, by seat: none between two blocks, but the memory stays.
    seated: Vec<Player>,
    /// The chair at each seat in rotation 0.
    order: Vec<Chair>,
    host: BotHost,
}

impl Worker {
    pub(super) fn new(plan: &Plan, host: &BotHost) -> Worker {
        let pool = plan.entrants.iter().map(|_| Vec::new()).collect();
        Worker { pool, seated: Vec::new(), order: Vec::new(), host: host.clone() }
    }

    /// Takes an entrant's player out of the pool.
    pub(super) fn player(&mut self, entrants: &PerEntrant<Entrant>, entrant: EntrantIndex, shut_out: bool) -> Player {
        let mut player = self.pool[entrant].pop().unwrap_or_else(|| Player::new(&entrants[entrant], &self.host));
        if shut_out {
            player.disqualify();
        }
        player
    }

    /// Puts an entrant's player into the pool.
    pub(super) fn take_back(&mut self, entrant: EntrantIndex, player: Player) {
        self.pool[entrant].push(player);
    }

    /// Lets all players go: the next block makes them again.
    pub(super) fn dismiss_players(&mut self) {
        self.pool.iter_mut().for_each(Vec::clear);
    }

    /// Plays a block; `None` if it is stopped partway.
    pub(super) fn play(
        &mut self,
        plan: &Plan,
        at: BlockAddress,
        shut_out: &PerEntrant<bool>,
        tally: &mut OpenTally,
        should_stop: &(impl Fn() -> bool + ?Sized),
    ) -> Option<BlockPlayed> {
        let all = 0..plan.schedules[at.table_index].players.count();
        let mut played = self.play_rotations(all, plan, at, shut_out, tally, should_stop)?;
        if !played.records.is_empty() {
            played.lines = played.records.drain(..).map(|record| record.to_line()).collect();
        }
        Some(played)
    }

    /// Plays some rotations of a block.
    pub(super) fn play_rotations(
        &mut self,
        rotations: Range<usize>,
        plan: &Plan,
        at: BlockAddress,
        shut_out: &PerEntrant<bool>,
        tally: &mut OpenTally,
        should_stop: &(impl Fn() -> bool + ?Sized),
    ) -> Option<BlockPlayed> {
        let schedule = &plan.schedules[at.table_index];
        let line_up = &schedule.line_ups[at.line_up];
        // One key for all rotations: they share their luck.
        let key = plan.key(at.block);
        // The seats of the first rotation; each further rotation shifts all players by one.
        let (mut players, mut order) = (mem::take(&mut self.seated), mem::take(&mut self.order));
        order.clear();
        order.extend(Plan::chairs(&key, schedule.players, 0));
        let first = key.first_seat(schedule.players);
        let setup = Setup { key, players: schedule.players, first, edition: plan.edition };
        for &chair in &order {
            let entrant = line_up[chair];
            players.push(self.player(&plan.entrants, entrant, shut_out[entrant]));
        }
        players.rotate_left(rotations.start);
        let mut played = Some(BlockPlayed::default());
        for rotation in rotations.clone() {
            let table = BlockGame { plan, setup: &setup, at, rotation, order: &order, line_up };
            if let Some(block) = &mut played
                && table.play(&mut players, tally, should_stop, block).is_none()
            {
                played = None;
            }
            // Even after a stop: the pool takes each player back from its seat in the last rotation.
            (1..players.len()).for_each(|seat| players.swap(seat - 1, seat));
        }
        if let Some(block) = &mut played {
            block.digest = block.score.digest(at.block, at.line_up, line_up.len());
            tally.tally.blocks.note(line_up, at.line_up, &block.score);
            tally.turn_up(at.line_up, block.turned_up, rotations.len());
        }
        for (seat, player) in players.drain(..).enumerate() {
            self.pool[line_up[order[(seat + rotations.end) % order.len()]]].push(player);
        }
        (self.seated, self.order) = (players, order);
        played
    }
}

/// One game of a block.
struct BlockGame<'a> {
    plan: &'a Plan,
    setup: &'a Setup,
    at: BlockAddress,
    rotation: usize,
    /// The chair at each seat in rotation 0.
    order: &'a [Chair],
    line_up: &'a LineUp,
}

impl BlockGame<'_> {
    fn chair(&self, seat: usize) -> Chair {
        self.order[around(seat + self.rotation, self.order.len())]
    }

    /// The address of the game in the run.
    fn address(&self) -> Highlight {
        Highlight { value: 0, block: self.at.block, line_up: self.at.line_up, rotation: self.rotation }
    }

    fn play(
        &self,
        players: &mut [Player],
        tally: &mut OpenTally,
        should_stop: &(impl Fn() -> bool + ?Sized),
        block: &mut BlockPlayed,
    ) -> Option<()> {
        let schedule = &self.plan.schedules[self.at.table_index];
        let count = schedule.players.count();
        let entrants = PerSeat(std::array::from_fn(|seat| {
            if seat < count { self.line_up[self.chair(seat)] } else { EntrantIndex::FIRST }
        }));
        let mut watch = TallyWatch::new(tally, self.address(), entrants, count);
        let number = Plan::game_number(schedule, self.at.block, self.at.line_up, self.rotation);
        let keep = self.plan.keep_every > 0 && number.is_multiple_of(self.plan.keep_every);
        // A game is large: it is not moved once it has been played.
        if keep {
            let mut both = Both { one: &mut watch, other: Recorder::new(schedule.players) };
            let played = play_game_until(should_stop, self.setup, players, &mut both)?;
            let record = both.other.finish(self.heading(&played), &played.game);
            block.records.push(record);
            self.note(&played, watch, block);
        } else {
            let played = play_game_until(should_stop, self.setup, players, &mut watch)?;
            self.note(&played, watch, block);
        }
        Some(())
    }

    /// Notes the result of the game, by chair.
    fn note(&self, played: &Played, watch: TallyWatch<'_>, block: &mut BlockPlayed) {
        let score = played.score();
        watch.finish(played, score);
        block.turned_up = played.game.table().turned_up();
        let count = self.order.len();
        let mut chairs = [ChairScore::default(); MAX_PLAYERS];
        let winner = self.chair(score.winner.index());
        for seat in played.game.table().players().seats() {
            let chair = self.chair(seat.index());
            chairs[chair.index()] = ChairScore {
                place: score.places[seat],
                worms: played.outcome.worms[seat],
                seat: around(seat.index() + count - played.first.index(), count) as u8,
                won: chair == winner,
                entrant_won: self.line_up[chair] == self.line_up[winner],
            };
        }
        block.score.note(&chairs[..count]);
        // A disqualified entrant is not blamed again for every game that it does not play.
        let blamed = played.game_faults.iter().filter(|fault| fault.fault.kind() != FaultKind::Disqualified);
        block.faults.extend(blamed.map(|game_fault| {
            let entrant = self.line_up[self.chair(game_fault.seat.index())];
            RunFault::new(entrant, played.game.table().players(), self.at, self.rotation, game_fault)
        }));
    }

    /// What a record says besides the moves.
    fn heading(&self, played: &Played) -> Heading {
        let mut extra = played.notes();
        extra.set("lineup", self.at.line_up.index().into());
        extra.set("rotation", self.rotation.into());
        let name = |seat| self.plan.entrants[self.line_up[self.chair(seat)]].name.clone();
        let edition = self.plan.edition;
        Heading {
            seed: self.plan.seed.name(),
            game: self.plan.deal(self.at.block),
            edition: (edition != crate::game::Edition::default()).then(|| edition_hash(&edition)),
            position: None,
            extra,
            strategies: (0..self.order.len()).map(name).collect(),
        }
    }
}

/// Two observers of the same game.
struct Both<'a, O> {
    one: &'a mut O,
    other: Recorder,
}

impl<O: Watch> Watch for Both<'_, O> {
    fn see(&mut self, event: Event) {
        self.one.see(event);
        self.other.see(event);
    }

    fn passes(&mut self, game: &Game, seat: Seat) {
        self.one.passes(game, seat);
        self.other.passes(game, seat);
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
