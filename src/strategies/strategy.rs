//! What a strategy is: something that is shown a view and answers with a move.

use super::fault::Fault;
use crate::game::{ChoiceKey, Choices, DealtGame, Move, Outcome, Seat, Stream, View};

/// Something that decides for a seat.
///
/// It is told when a game starts, asked for each of its moves, and told when the game is over. A [`View`] is all it
/// ever gets. A strategy that wants the truth does not compile:
///
/// ```compile_fail,E0053
/// use karteneck::game::{Game, Move, Stream};
/// use karteneck::strategies::{Fault, Strategy};
///
/// struct Peeker;
///
/// impl Strategy for Peeker {
///     fn decide(&mut self, game: &Game, _chance: &mut Stream) -> Result<Move, Fault> {
///         let hidden = game.hand(game.table().turn());
///         Ok(Move::laying(hidden).unwrap_or(Move::Pass))
///     }
/// }
/// ```
///
/// And there is no way from a view to the cards of other seats: the table that it shows has no hands.
///
/// ```compile_fail,E0609
/// use karteneck::game::{Move, Stream, View};
/// use karteneck::strategies::{Fault, Strategy};
///
/// struct Peeker;
///
/// impl Strategy for Peeker {
///     fn decide(&mut self, view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
///         let hidden = view.table().hands[view.table().first()];
///         Ok(Move::laying(hidden).unwrap_or(Move::Pass))
///     }
/// }
/// ```
///
/// It must be deterministic: the same views since `start` and the same streams give the same moves, whatever was played
/// before. Between games it may keep memory to reuse, but never knowledge; `karteneck check` tests for both.
pub trait Strategy: Answer + Send {
    /// Whether it can play at all; asked before the first game of a run.
    ///
    /// # Errors
    /// If it cannot.
    fn ready(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// A game starts; the view is that of its own seat before the first move.
    ///
    /// # Errors
    /// If the strategy cannot play.
    fn start(&mut self, view: &View<'_>) -> Result<(), Fault> {
        let _ = view;
        Ok(())
    }

    /// The move of the seat whose view it is, and whose turn it is. All chance is taken from the stream, which belongs
    /// to this decision alone.
    ///
    /// # Errors
    /// If the strategy has no answer, or none in time. An illegal move is a fault too, but the arena detects that.
    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault>;

    /// Whether it always chooses by index: then it is asked to [`pick`](Strategy::pick) and never to decide, and its moves need no
    /// check.
    #[inline]
    fn picks(&self) -> bool {
        false
    }

    /// The index of its move among the moves worth considering, if it chooses by index; otherwise it is not asked.
    #[inline]
    fn pick(&mut self, choices: &Choices, chance: &mut Stream) -> usize {
        let _ = (choices, chance);
        0
    }

    /// The word that all its moves are legal, so that none is checked; see [`Trust`].
    #[inline]
    fn trust(&self) -> Option<Trust> {
        None
    }

    /// Whether it decides so fast that a run need not ask before each of its moves whether to stop.
    #[inline]
    fn is_quick(&self) -> bool {
        false
    }

    /// The moves of the last decision with how much each was favoured, if it can tell: a search counts its visits. What is
    /// learned from a strategy is learned from these.
    fn preferences(&self) -> &[(Move, u32)] {
        &[]
    }

    /// The chance to win with each of these moves, if it can tell: a search spends its whole effort on each of them, in the same
    /// worlds. Distances to better play are measured by these. Asked about no moves, one that can tell returns an empty list.
    fn judge(&mut self, view: &View<'_>, moves: &[Move], chance: &mut Stream) -> Option<Vec<f64>> {
        let _ = (view, moves, chance);
        None
    }

    /// Whether its moves may depend on anything seen since `start` besides the view. If not, it can be asked about any
    /// positions of a game in any order; if so, it must be restarted and shown all views in order.
    fn remembers(&self) -> bool {
        true
    }

    /// The game is over. The places and the winner of the outcome are those that count, faults included; the worms are
    /// those of the rules.
    ///
    /// # Errors
    /// If the strategy could not be notified.
    fn end(&mut self, view: &View<'_>, outcome: &Outcome) -> Result<(), Fault> {
        let _ = (view, outcome);
        Ok(())
    }

    /// How often it had to be restarted because it ended, or spoke unasked, between two games; 0 for strategies in code.
    fn restarts(&self) -> u64 {
        0
    }
}

/// The word that a strategy plays legal moves only. The strategies of this house give it where tests see that it is true; it cannot
/// be given elsewhere, so the moves of all others are checked one by one.
#[derive(Clone, Copy, Debug)]
pub struct Trust(pub(super) ());

/// How the arena asks: for a move that is known to be legal. Every [`Strategy`] can answer, and nothing else can.
///
/// The arena knows a strategy only through a pointer, and calls through it are all that separates a decision from the code
/// that surrounds it. So this one call makes the stream, decides and checks: compiled for each strategy, it makes no stream
/// that is not used, and the check is a few instructions beside the choice. Where nothing watches lays, it also plays them.
pub trait Answer {
    /// The move of the seat whose view it is, and whose turn it is.
    ///
    /// # Errors
    /// If the strategy has no answer, or one that is not legal.
    fn answer(&mut self, view: &View<'_>, chance: ChoiceKey) -> Result<Move, Fault>;

    /// Decides for the seat on turn, and plays the move if it is a lay; a pass is left to the caller. `asked` is the seat while the
    /// strategy decides, and none while the game is played.
    fn take_turn(&mut self, dealt: &mut DealtGame, asked: &mut Option<Seat>) -> Turn;
}

/// What a strategy that was on turn leaves to be done.
#[derive(Debug)]
pub enum Turn {
    /// Nothing: it has laid.
    Laid,
    /// To pass; with a steal, if it is true. (One case and not two: of four cases the compiler makes a jump that is mispredicted.)
    Pass(bool),
    /// It has committed a fault.
    Failed(Fault),
}

impl Turn {
    /// Plays a legal move if it is a lay.
    #[expect(clippy::inline_always, reason = "see `Answer`")]
    #[inline(always)]
    pub(crate) fn of(answer: Result<Move, Fault>, dealt: &mut DealtGame) -> Turn {
        match answer {
            Ok(lay @ (Move::Lay(_) | Move::LayWorms(_))) => {
                dealt.play(lay, &mut ());
                Turn::Laid
            }
            Ok(pass) => Turn::Pass(pass == Move::Steal),
            Err(fault) => Turn::Failed(fault),
        }
    }
}

impl<S: Strategy> Answer for S {
    #[inline]
    fn answer(&mut self, view: &View<'_>, chance: ChoiceKey) -> Result<Move, Fault> {
        legal_move(self, view, chance)
    }

    #[inline]
    fn take_turn(&mut self, dealt: &mut DealtGame, asked: &mut Option<Seat>) -> Turn {
        let seat = dealt.game().table().turn();
        *asked = Some(seat);
        let answer = legal_move(self, &dealt.game().view(seat), dealt.choice_key());
        *asked = None;
        Turn::of(answer, dealt)
    }
}

/// The move of a strategy, if it is legal.
#[expect(clippy::inline_always, reason = "see `Answer`")]
#[inline(always)]
fn legal_move<S: Strategy>(strategy: &mut S, view: &View<'_>, chance: ChoiceKey) -> Result<Move, Fault> {
    let mut chance = chance.stream();
    if strategy.picks() {
        let choices = view.choices();
        let index = strategy.pick(&choices, &mut chance);
        let is_one = index < choices.len();
        return if is_one { Ok(choices.get(index)) } else { Err(Fault::not_a_choice(index, choices.len())) };
    }
    let mv = strategy.decide(view, &mut chance)?;
    if strategy.trust().is_some() {
        debug_assert_eq!(view.check(mv), Ok(()), "{mv} in {view:?}");
        return Ok(mv);
    }
    match view.check(mv) {
        Ok(()) => Ok(mv),
        Err(why) => Err(Fault::illegal(mv, why)),
    }
}

/// A strategy without memory that always has an answer: cheap enough, perhaps, to play the rollouts of another one.
///
/// Every policy is a [`Strategy`].
pub trait Policy: Send {
    /// The move of the seat whose view it is.
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move;

    /// See [`Strategy::picks`].
    #[inline]
    fn picks(&self) -> bool {
        false
    }

    /// See [`Strategy::pick`]: the same move as that of [`Policy::choose`], by its index.
    #[inline]
    fn pick(&self, choices: &Choices, chance: &mut Stream) -> usize {
        let _ = (choices, chance);
        0
    }

    /// See [`Strategy::trust`].
    #[inline]
    fn trust(&self) -> Option<Trust> {
        None
    }
}

impl<P: Policy> Strategy for P {
    #[expect(clippy::inline_always, reason = "see `Answer`, which otherwise calls it")]
    #[inline(always)]
    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        Ok(self.choose(view, chance))
    }

    #[inline]
    fn picks(&self) -> bool {
        Policy::picks(self)
    }

    #[inline]
    fn pick(&mut self, choices: &Choices, chance: &mut Stream) -> usize {
        Policy::pick(self, choices, chance)
    }

    #[inline]
    fn trust(&self) -> Option<Trust> {
        Policy::trust(self)
    }

    #[inline]
    fn is_quick(&self) -> bool {
        true
    }

    fn remembers(&self) -> bool {
        false
    }
}
