//! Which moves are legal (rule 11.1), and why the others are not.

use std::fmt;

use super::card::Kind;
use super::chance::Chance;
use super::event::Watch;
use super::moves::{Bunch, Move};
use super::seat::Seat;
use super::signposts::Signposts;
use super::state::Game;
use super::view::View;

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The last round has ended.
    GameOver,
    /// It is another seat's turn.
    NotOnTurn {
        /// Who wanted to move.
        seat: Seat,
        /// Who is on turn.
        turn: Seat,
    },
    /// A lay of no card.
    NothingLaid,
    /// More cards of a number than the hand has.
    NotEnough {
        /// The kind.
        kind: Kind,
        /// Cards to be laid.
        wanted: u32,
        /// Cards in hand.
        held: u32,
    },
    /// Worms that are not in the hand.
    WormsNotHeld(Signposts),
    /// The kind is already in the display.
    KindAlreadyLaid(Kind),
    /// A steal without a worm in the display.
    StealWithoutWorm,
    /// A steal when no other seat's top portion has the value of the total.
    NothingToSteal {
        /// The display's total.
        total: u8,
    },
}

impl Illegal {
    /// The number of the rule that the move breaks.
    pub const fn rule(&self) -> &'static str {
        match self {
            Illegal::GameOver => "9.1",
            Illegal::NotOnTurn { .. } => "3.2",
            Illegal::NothingLaid | Illegal::NotEnough { .. } | Illegal::WormsNotHeld(_) => "4.1",
            Illegal::KindAlreadyLaid(_) => "4.2",
            Illegal::StealWithoutWorm => "5.2",
            Illegal::NothingToSteal { .. } => "6.1",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::NotOnTurn { seat, turn } => write!(f, "seat {seat} moves, but it is seat {turn}'s turn"),
            Illegal::NothingLaid => f.write_str("a lay needs at least one card"),
            Illegal::NotEnough { kind, wanted, held } => {
                write!(f, "lays {wanted} of kind {kind}, but holds {held}")
            }
            Illegal::WormsNotHeld(signposts) => {
                f.write_str("lays worms that are not in the hand:")?;
                signposts.iter().try_for_each(|signpost| write!(f, " W{}", signpost.number()))
            }
            Illegal::KindAlreadyLaid(kind) => write!(f, "kind {kind} is already in the display"),
            Illegal::StealWithoutWorm => f.write_str("steals with no worm in the display"),
            Illegal::NothingToSteal { total } => {
                write!(f, "steals with a total of {total}, but no other seat's top portion has that value")
            }
        }
    }
}

impl std::error::Error for Illegal {}

/// Whether `mv` is legal for the seat of this view (rule 11.1).
#[inline]
pub(super) fn check(view: &View<'_>, mv: Move) -> Result<(), Illegal> {
    if is_plainly_legal(view, mv) { Ok(()) } else { explain(view, mv) }
}

/// Whether `mv` is a pass or a lay that is legal: nearly every move, seen without a branch on what it is. A steal is left
/// to [`explain`], and so is whatever is not legal.
#[expect(clippy::needless_bitwise_bool, reason = "which of them holds is luck, and a branch on luck is mispredicted")]
#[inline]
fn is_plainly_legal(view: &View<'_>, mv: Move) -> bool {
    let (table, seat) = (view.table(), view.seat());
    let open = table.open(seat);
    let (bunch, worms) = match mv {
        Move::Lay(bunch) => (bunch, Signposts::NONE),
        Move::LayWorms(signposts) => (Bunch::NONE, signposts),
        Move::Pass | Move::Steal => (Bunch::NONE, Signposts::NONE),
    };
    // No card at all wraps around, and no hand holds as many.
    let holds = u32::from(bunch.count()).wrapping_sub(1) < view.hand().of_open_kinds(open).count_in_lane(bunch.lane());
    let holds_worms = !worms.is_empty() & view.hand().signposts().contains_all(worms) & open.contains(Kind::Worm);
    let on_turn = !table.is_over() & (table.turn() == seat);
    on_turn & (holds | holds_worms | (mv == Move::Pass))
}

/// Whether `mv` is legal, and why it is not: the rules themselves, one by one.
#[cold]
fn explain(view: &View<'_>, mv: Move) -> Result<(), Illegal> {
    let (table, seat) = (view.table(), view.seat());
    if table.is_over() {
        return Err(Illegal::GameOver);
    }
    if table.turn() != seat {
        return Err(Illegal::NotOnTurn { seat, turn: table.turn() });
    }
    match mv {
        Move::Lay(bunch) => check_lay(view, Kind::Number(bunch.number()), u32::from(bunch.count())),
        Move::LayWorms(signposts) => {
            let not_held = Signposts::from_bits(signposts.bits() & !view.hand().signposts().bits());
            match not_held {
                Some(Signposts::NONE) | None => check_lay(view, Kind::Worm, signposts.len()),
                Some(not_held) => Err(Illegal::WormsNotHeld(not_held)),
            }
        }
        Move::Pass => Ok(()),
        Move::Steal if !table.display(seat).has_worm() => Err(Illegal::StealWithoutWorm),
        Move::Steal => match table.victim_of(seat) {
            Some(_) => Ok(()),
            None => Err(Illegal::NothingToSteal { total: table.total(seat) }),
        },
    }
}

fn check_lay(view: &View<'_>, kind: Kind, wanted: u32) -> Result<(), Illegal> {
    let held = view.hand().count(kind);
    if wanted == 0 {
        Err(Illegal::NothingLaid)
    } else if view.table().display(view.seat()).count(kind) > 0 {
        Err(Illegal::KindAlreadyLaid(kind))
    } else if wanted > held {
        Err(Illegal::NotEnough { kind, wanted, held })
    } else {
        Ok(())
    }
}

impl Game {
    /// Whether a move is legal for the seat on turn (rule 11.1).
    ///
    /// # Errors
    /// Why it is not, with the rule it breaks.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.view(self.table.turn).check(mv)
    }

    /// Plays any legal move: the door for moves from outside.
    ///
    /// # Errors
    /// Why the move is not legal; the game is then exactly as it was.
    pub fn try_play<C: Chance>(&mut self, mv: Move, chance: &mut C) -> Result<(), Illegal> {
        self.try_play_watched(mv, chance, &mut ())
    }

    /// Like [`Game::try_play`], telling `watch` everything that happens.
    ///
    /// # Errors
    /// As [`Game::try_play`].
    pub fn try_play_watched<C: Chance, W: Watch>(
        &mut self,
        mv: Move,
        chance: &mut C,
        watch: &mut W,
    ) -> Result<(), Illegal> {
        self.check(mv)?;
        self.play_watched(mv, chance, watch);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Key, Number, Players};

    /// Lays of any number of cards, worms of the hand and others, and both passes.
    fn moves_of_every_kind(view: &View<'_>, random: u32) -> Vec<Move> {
        let counts = (0..=18).chain([255]);
        let lays = counts.flat_map(|count| Number::ALL.map(|number| Move::lay(number, count)));
        let own = view.hand().signposts().bits();
        let sets = [0, own, own & random, own | random, random, own & random.wrapping_neg()];
        let worms = sets.map(|bits| Move::LayWorms(Signposts::of(bits & Signposts::ALL.bits())));
        lays.chain(worms).chain([Move::Pass, Move::Steal]).collect()
    }

    #[test]
    fn what_is_plainly_legal_is_what_the_rules_allow_except_steals() {
        let mut stream = Key::new(11).stream();
        for (players, deal) in Players::ALL.into_iter().flat_map(|players| [(players, 0), (players, 1)]) {
            let mut luck = DealKey::new(5_u64, deal).deal(players);
            let mut game = Game::start(players, Seat::at(1), Edition::default(), &mut luck);
            let mut is_over = false;
            while !is_over {
                is_over = game.table().is_over();
                for view in players.seats().map(|seat| game.view(seat)) {
                    for mv in moves_of_every_kind(&view, stream.word() as u32) {
                        let allowed = explain(&view, mv).is_ok();
                        assert_eq!(is_plainly_legal(&view, mv), allowed && mv != Move::Steal, "{mv} in {view:?}");
                    }
                }
                if !is_over {
                    game.play_random(&mut stream, &mut luck, &mut ());
                }
            }
        }
    }
}
