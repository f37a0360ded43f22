//! Games of a plan, played again.

use std::ops::Range;

use super::address::{BlockAddress, GameAddress};
use super::block::Worker;
use super::index::PerEntrant;
use super::plan::Plan;
use super::tally::OpenTally;
use crate::bots::BotHost;
use crate::records::Record;

/// Plays games of a plan again, with the same players throughout: a program is not started for every game.
pub struct Replayer {
    plan: Plan,
    worker: Worker,
}

impl Replayer {
    /// For the games of a plan.
    pub fn new(plan: &Plan, host: &BotHost) -> Replayer {
        let plan = Plan { keep_every: 1, ..plan.clone() };
        Replayer { worker: Worker::new(&plan, host), plan }
    }

    /// A game, played again; `shut_out` says for each entrant whether it was disqualified by then.
    pub fn game(&mut self, address: GameAddress, shut_out: &PerEntrant<bool>) -> Option<Record> {
        let only = address.rotation..address.rotation + 1;
        self.play(only, address, shut_out, &|| false).and_then(|mut games| games.pop())
    }

    /// All rotations of the block in which a game is, played again; `None` if it is asked to stop.
    pub fn block(
        &mut self,
        of: GameAddress,
        shut_out: &PerEntrant<bool>,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Record>> {
        let all = 0..self.plan.schedules[of.table_index].players.count();
        self.play(all, of, shut_out, should_stop)
    }

    fn play(
        &mut self,
        rotations: Range<usize>,
        of: GameAddress,
        shut_out: &PerEntrant<bool>,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Record>> {
        let at = BlockAddress { table_index: of.table_index, line_up: of.line_up, block: of.block };
        let mut uncounted = OpenTally::new(&self.plan.schedules[of.table_index], self.plan.entrants.len());
        let played = self.worker.play_rotations(rotations, &self.plan, at, shut_out, &mut uncounted, should_stop);
        played.map(|played| played.records)
    }
}
