//! A game in progress, decision by decision.

use std::mem;

use super::game::{Played, Setup};
use super::game_fault::GameFault;
use super::player::Player;
use super::score::Score;
use crate::game::{ChoiceKey, DealtGame, Game, Move, Outcome, Seat, Seats, View, Watch};
use crate::strategies::{Fault, Turn};

/// A way to ask a player for its move.
trait Ask: FnOnce(&mut Player, &Game, Seat, ChoiceKey) -> Result<Move, Fault> {}

impl<F: FnOnce(&mut Player, &Game, Seat, ChoiceKey) -> Result<Move, Fault>> Ask for F {}

/// A game in progress: the position, the luck to come, and the faults so far.
///
/// A copy continues identically with the same moves. A caller that returns to a copy must also restore what the players
/// remember, see [`LiveGame::recall`].
#[derive(Clone, Debug)]
pub struct LiveGame {
    dealt: DealtGame,
    /// Who began round 1.
    first: Seat,
    game_faults: Vec<GameFault>,
    /// The seats that have committed a fault.
    failed: Seats,
}

impl LiveGame {
    /// Deals the cards and turns up the first grill.
    #[inline]
    pub fn deal<W: Watch>(setup: &Setup, watch: &mut W) -> LiveGame {
        let dealt = DealtGame::start(&setup.key, setup.players, setup.first, setup.edition, watch);
        LiveGame { dealt, first: setup.first, game_faults: Vec::new(), failed: Seats::NONE }
    }

    /// Goes on from what a seat sees, see [`DealtGame::resume`].
    pub fn resume<W: Watch>(setup: &Setup, view: &View<'_>, watch: &mut W) -> LiveGame {
        let dealt = DealtGame::resume(&setup.key, view, watch);
        LiveGame { dealt, first: setup.first, game_faults: Vec::new(), failed: Seats::NONE }
    }

    /// Tells each player that the game starts.
    ///
    /// # Panics
    /// If there is not one player for each seat.
    pub fn start(&mut self, line_up: &mut [Player]) {
        let players = self.game().table().players();
        assert_eq!(line_up.len(), players.count(), "one player for each seat");
        for seat in players.seats() {
            if let Err(fault) = line_up[seat.index()].start(self.game(), seat) {
                self.add_game_fault(GameFault { seat, round: self.game().table().round(), turn: 0, fault });
            }
        }
    }

    /// The position.
    #[inline]
    pub const fn game(&self) -> &Game {
        self.dealt.game()
    }

    /// The first fault of each seat that committed one, in order.
    pub fn game_faults(&self) -> &[GameFault] {
        &self.game_faults
    }

    /// Whether a seat has committed a fault, and passes from then on.
    #[inline]
    pub fn has_failed(&self, seat: Seat) -> bool {
        self.failed.contains(seat)
    }

    /// The move of the seat on turn; after a fault it is a pass, which is always legal (rule 5.1).
    pub fn decide(&mut self, line_up: &mut [Player]) -> Move {
        self.decide_by(line_up, Player::decide)
    }

    /// Plays to the end, or until `should_stop` returns true, which is asked before every move if all moves are watched or a player takes
    /// its time; whether it is over.
    ///
    /// Panics of strategies are not caught one by one: `asked` is the seat that was being asked when one came.
    #[inline]
    pub(super) fn play_on<W: Watch>(
        &mut self,
        should_stop: &(impl Fn() -> bool + ?Sized),
        line_up: &mut [Player],
        watch: &mut W,
        asked: &mut Option<Seat>,
    ) -> bool {
        let may_stop = W::SEES_LAYS || !line_up.iter().all(Player::is_quick);
        while !self.game().table().is_over() {
            let next = if W::SEES_LAYS { Some(self.next_answer(line_up, asked)) } else { self.lay(line_up, asked) };
            if may_stop && should_stop() {
                return false;
            }
            if let Some(mv) = next {
                self.play(mv, watch);
            }
        }
        true
    }

    /// The move of the seat on turn, whatever it is.
    #[inline]
    fn next_answer(&mut self, line_up: &mut [Player], asked: &mut Option<Seat>) -> Move {
        *asked = Some(self.game().table().turn());
        let mv = self.decide_by(line_up, Player::answer);
        *asked = None;
        mv
    }

    /// Has the seat on turn lay where it chooses its lay; its pass, if it wants to pass.
    #[expect(clippy::inline_always, reason = "between the loop of a game and the strategy there should be one call")]
    #[inline(always)]
    fn lay(&mut self, line_up: &mut [Player], asked: &mut Option<Seat>) -> Option<Move> {
        let seat = self.game().table().turn();
        if self.has_failed(seat) {
            return Some(Move::Pass);
        }
        match line_up[seat.index()].take_turn(&mut self.dealt, asked) {
            Turn::Laid => None,
            Turn::Pass(steals) => Some(if steals { Move::Steal } else { Move::Pass }),
            Turn::Failed(fault) => {
                line_up[seat.index()].forget_after(&fault);
                self.fail(seat, fault);
                Some(Move::Pass)
            }
        }
    }

    /// The move of the seat on turn, asked in this way.
    #[expect(clippy::inline_always, reason = "between the loop of a game and the strategy there should be one call")]
    #[inline(always)]
    fn decide_by(&mut self, line_up: &mut [Player], ask: impl Ask) -> Move {
        let seat = self.game().table().turn();
        if self.has_failed(seat) {
            return Move::Pass;
        }
        match self.ask(line_up, ask) {
            Ok(mv) => mv,
            Err(fault) => {
                self.fail(seat, fault);
                Move::Pass
            }
        }
    }

    /// The answer of the player on turn.
    #[inline]
    fn ask(&self, line_up: &mut [Player], ask: impl Ask) -> Result<Move, Fault> {
        let seat = self.game().table().turn();
        ask(&mut line_up[seat.index()], self.game(), seat, self.chance())
    }

    /// The chance of the next decision.
    #[inline]
    pub(super) fn chance(&self) -> ChoiceKey {
        self.dealt.choice_key()
    }

    /// Plays a move, which must be legal.
    #[expect(clippy::inline_always, reason = "a call for every decision is noticed in games of simple strategies")]
    #[inline(always)]
    pub fn play<W: Watch>(&mut self, mv: Move, watch: &mut W) {
        self.dealt.play(mv, watch);
    }

    /// The number of the next move, counted from 1.
    pub fn next_move(&self) -> usize {
        self.dealt.decisions().iter().sum::<u64>() as usize + 1
    }

    /// Adds a fault that was found when this game was played before.
    pub fn add_game_fault(&mut self, game_fault: GameFault) {
        self.failed = self.failed.with(game_fault.seat);
        // A fault at the start may be found after the fault of another seat.
        let index = self.game_faults.partition_point(|other| other.turn <= game_fault.turn);
        self.game_faults.insert(index, game_fault);
    }

    /// A seat has committed a fault: it passes from now on.
    #[cold]
    pub fn fail(&mut self, seat: Seat, fault: Fault) {
        // A seat that has moved cannot have failed before: it would have passed ever since.
        let at_start = fault.is_at_start() && self.dealt.decisions()[seat] == 0;
        let (round, turn) = if at_start { (1, 0) } else { (self.game().table().round(), self.next_move()) };
        self.add_game_fault(GameFault { seat, round, turn, fault });
    }

    /// Takes a player through the game again up to here, so that it remembers what it should: the same start, the same views
    /// and the same chance give the same moves. `past` is every earlier position, each with the move made in it.
    ///
    /// Returns where its answer first differs from before, if it does: the number of the move, and the new answer.
    ///
    /// # Errors
    /// If it commits a fault.
    pub fn recall<'a>(
        &self,
        seat: Seat,
        past: impl IntoIterator<Item = (&'a LiveGame, Move)>,
        line_up: &mut [Player],
    ) -> Result<Option<(usize, Move)>, Fault> {
        let mut past = past.into_iter().peekable();
        let first = past.peek().map_or(self, |(first, _)| first);
        line_up[seat.index()].start(first.game(), seat)?;
        let mut differs = None;
        let is_its_own = |before: &LiveGame| before.game().table().turn() == seat && !before.has_failed(seat);
        for (before, mv) in past.filter(|(before, _)| is_its_own(before)) {
            let answer = before.ask(line_up, Player::decide)?;
            if answer != mv {
                differs = differs.or(Some((before.next_move(), answer)));
            }
        }
        Ok(differs)
    }

    /// Tells each player without a fault that the game is over, which it must be.
    pub fn end(&mut self, line_up: &mut [Player]) -> Played {
        let (outcome, players) = (self.game().outcome(), self.game().table().players());
        let score = Score::new(players, &outcome, &self.game_faults);
        let judged = Outcome { places: score.places, winner: score.winner, ..outcome };
        for seat in players.seats() {
            if !self.has_failed(seat) {
                let ended = line_up[seat.index()].end(self.game(), seat, &judged);
                ended.unwrap_or_else(|fault| self.fail(seat, fault));
            }
        }
        let game_faults = mem::take(&mut self.game_faults);
        Played { game: *self.game(), outcome, first: self.first, game_faults, decisions: *self.dealt.decisions() }
    }
}
