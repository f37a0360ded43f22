//! Games of strategies against themselves, to learn from.

use crate::game::{DealKey, Edition, Game, Move, Outcome, PerSeat, Players, Seed};
use crate::strategies::{Fault, Strategy};

/// A decision of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What was played.
    pub mv: Move,
    /// How much each move was favoured; empty if it was played at random, or if nothing is to be learned from it.
    pub visits: Vec<(Move, u32)>,
}

/// How the games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// The number of players.
    pub players: Players,
    /// The seed of all luck.
    pub seed: Seed,
    /// One move in so many is random, for variety; 0 for none.
    pub random_every: u32,
    /// Whether decisions keep how much each move was favoured.
    pub keep_visits: bool,
}

/// The numbers of decisions from which the luck of random moves is taken: no game has so many.
const RANDOM_MOVES: u64 = 1 << 40;

impl SelfPlay {
    /// The luck of a game.
    pub fn deal(&self, index: u64) -> DealKey {
        DealKey::new(self.seed, index)
    }

    /// Plays a game; strategy i sits at seat i.
    ///
    /// # Errors
    /// The fault of a strategy: nothing can be learned from one that fails.
    ///
    /// # Panics
    /// If there is not one strategy for each seat.
    pub fn play(&self, index: u64, strategies: &mut [Box<dyn Strategy>]) -> Result<Vec<Decision>, Fault> {
        self.play_until(&|| false, index, strategies).map(|game| game.expect("nothing stops it"))
    }

    /// Like [`SelfPlay::play`], but abandoned once `stopped`, which is asked before every decision, returns true.
    ///
    /// # Errors
    /// As [`SelfPlay::play`].
    ///
    /// # Panics
    /// As [`SelfPlay::play`].
    pub fn play_until(
        &self,
        stopped: &dyn Fn() -> bool,
        index: u64,
        strategies: &mut [Box<dyn Strategy>],
    ) -> Result<Option<Vec<Decision>>, Fault> {
        assert_eq!(strategies.len(), self.players.count(), "one strategy for each seat");
        let key = self.deal(index);
        let mut luck = key.deal(self.players);
        let mut game = Game::start(self.players, key.first_seat(self.players), Edition::default(), &mut luck);
        for seat in self.players.seats() {
            strategies[seat.index()].start(&game.view(seat))?;
        }
        let mut turns = PerSeat::all(0);
        let mut decisions = Vec::new();
        while !game.table().is_over() {
            if stopped() {
                return Ok(None);
            }
            let seat = game.table().turn();
            let decision = self.decide(&game, &key, turns[seat], strategies[seat.index()].as_mut())?;
            turns[seat] += 1;
            game.try_play(decision.mv, &mut luck).map_err(|why| Fault::illegal(decision.mv, why))?;
            decisions.push(decision);
        }
        end(&game, strategies, &game.outcome())?;
        Ok(Some(decisions))
    }

    /// Whether these are the decisions of a whole game, with this luck.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check(&self, index: u64, decisions: &[Decision]) -> Result<(), String> {
        let key = self.deal(index);
        let mut luck = key.deal(self.players);
        let mut game = Game::start(self.players, key.first_seat(self.players), Edition::default(), &mut luck);
        for decision in decisions {
            game.try_play(decision.mv, &mut luck).map_err(|why| format!("game {index}: {why}"))?;
        }
        if game.table().is_over() { Ok(()) } else { Err(format!("game {index} has no end")) }
    }

    fn decide(&self, game: &Game, key: &DealKey, turn: u64, strategy: &mut dyn Strategy) -> Result<Decision, Fault> {
        let seat = game.table().turn();
        let view = game.view(seat);
        // It decides even if its move is not played, since it may remember.
        let mv = strategy.decide(&view, &mut key.choices(seat, turn))?;
        let mut random = key.choices(seat, RANDOM_MOVES + turn);
        if self.random_every > 0 && random.below(self.random_every) == 0 {
            let choices = view.choices();
            let mv = choices.get(random.below(choices.len() as u32) as usize);
            return Ok(Decision { mv, visits: Vec::new() });
        }
        let visits = match strategy.preferences() {
            _ if !self.keep_visits => Vec::new(),
            [] => view.choices().iter().map(|choice| (choice, u32::from(choice == mv))).collect(),
            preferences => preferences.to_vec(),
        };
        Ok(Decision { mv, visits })
    }
}

fn end(game: &Game, strategies: &mut [Box<dyn Strategy>], outcome: &Outcome) -> Result<(), Fault> {
    let seats = game.table().players().seats();
    seats.into_iter().try_for_each(|seat| strategies[seat.index()].end(&game.view(seat), outcome))
}
