//! One game of an audit.

use std::time::{Duration, Instant};

use super::scope::{Meter, Scope};
use crate::arena::{Player, Setup};
use crate::game::{DealKey, Edition, Game, Key, Move, PerSeat, Players, Seat};
use crate::strategies::{FAMILIES, Fault, Strategy};

/// Who plays where, under which luck.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    setup: Setup,
    /// The seat of the examined player.
    seat: Seat,
    number: u64,
}

/// The decisions of the examined player in a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    pub(super) decisions: Vec<TraceDecision>,
    /// What ended the game early.
    pub(super) fault: Option<Fault>,
}

/// One decision: the truth before it, the move, and what it cost.
#[derive(Clone, Debug)]
pub(super) struct TraceDecision {
    truth: Game,
    pub(super) mv: Move,
    pub(super) time: Duration,
    pub(super) allocations: Option<u64>,
}

impl Trial {
    /// All games of an audit: every number of players, every seat in turn.
    pub(super) fn all(scope: &Scope) -> Vec<Trial> {
        let mut trials = Vec::new();
        for players in Players::ALL {
            for game in 0..scope.games {
                let number = trials.len() as u64;
                let key = DealKey::new(scope.seed, number);
                let setup = Setup { key, players, first: key.first_seat(players), edition: Edition::default() };
                let seat = players.seats().nth(game as usize % players.count()).expect("a seat at the table");
                trials.push(Trial { setup, seat, number });
            }
        }
        trials
    }

    /// The same deal, with the examined player on the next seat.
    pub(super) fn on_the_next_seat(&self) -> Trial {
        let (players, next) = (self.setup.players, self.seat.index() + 1);
        let seat = players.seats().nth(next % players.count()).expect("a seat at the table");
        Trial { seat, ..*self }
    }

    /// The address of a decision, for people.
    pub(super) fn address(&self, decision: usize) -> String {
        format!("{} players, game {}, decision {}", self.setup.players, self.number, decision + 1)
    }

    /// Plays the game among yardsticks.
    pub(super) fn play(&self, player: &mut Player, meter: Meter) -> Trace {
        let mut trace = Trace::default();
        trace.fault = self.try_play(player, meter, &mut trace.decisions).err();
        trace
    }

    fn try_play(&self, player: &mut Player, meter: Meter, decisions: &mut Vec<TraceDecision>) -> Result<(), Fault> {
        let setup = &self.setup;
        let mut luck = setup.key.deal(setup.players);
        let mut game = Game::start(setup.players, setup.first, setup.edition, &mut luck);
        let mut others = self.yardstick();
        let mut counts = PerSeat::all(0);
        player.start(&game, self.seat)?;
        while !game.table().is_over() {
            let seat = game.table().turn();
            let chance = setup.key.choice_key(seat, counts[seat]);
            counts[seat] += 1;
            let mv = if seat == self.seat {
                let (before, clock) = (meter(), Instant::now());
                let mv = player.decide(&game, seat, chance)?;
                let (time, after) = (clock.elapsed(), meter());
                let allocations = after.zip(before).map(|(after, before)| after - before);
                decisions.push(TraceDecision { truth: game, mv, time, allocations });
                mv
            } else {
                others.decide(&game.view(seat), &mut chance.stream())?
            };
            game.play(mv, &mut luck);
        }
        player.end(&game, self.seat, &game.outcome())
    }

    /// The strategy on the other seats; one instance serves all, since yardsticks remember nothing.
    fn yardstick(&self) -> Box<dyn Strategy> {
        let name = if self.number.is_multiple_of(2) { "random" } else { "heuristic" };
        let family = FAMILIES.iter().find(|family| family.name == name).expect("the yardsticks are families");
        (family.build)(&family.defaults())
    }

    /// Asks for every decision of a game again, each in another world that looks the same from the seat.
    pub(super) fn play_in_other_worlds(&self, trace: &Trace, player: &mut Player) -> Trace {
        let mut other = Trace::default();
        other.fault = self.try_other_worlds(trace, player, &mut other.decisions).err();
        other
    }

    fn try_other_worlds(
        &self,
        trace: &Trace,
        player: &mut Player,
        decisions: &mut Vec<TraceDecision>,
    ) -> Result<(), Fault> {
        let setup = &self.setup;
        let mut worlds = Key::new(self.number).stream();
        let opening = Game::start(setup.players, setup.first, setup.edition, &mut setup.key.deal(setup.players));
        player.start(&opening.view(self.seat).imagine(&mut worlds), self.seat)?;
        for (number, decision) in (0..).zip(&trace.decisions) {
            let world = decision.truth.view(self.seat).imagine(&mut worlds);
            let mv = player.decide(&world, self.seat, setup.key.choice_key(self.seat, number))?;
            decisions.push(TraceDecision { mv, ..decision.clone() });
        }
        Ok(())
    }
}
