//! What entrants do, one counter for each action.
//!
//! To count something new: a variant of [`Counter`] with its name, and a line in [`of_pass`], [`of_event`], [`of_round`] or
//! [`of_game`].
//! Lays, the most frequent decision, are counted by their size alone, in a histogram.

use crate::arena::game::Played;
use crate::game::{Event, Game, Kind, Seat};

/// Something that a seat can do or suffer. In the results each is a column `NAME_per_game`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// Decisions made.
    Decisions,
    /// Passes with an invalid display although a lay was possible (rule 5.2).
    ChosenInvalidPasses,
    /// Passes with an invalid display because nothing could be laid (rule 5.2).
    ForcedInvalidPasses,
    /// Times last to pass (rule 5.4).
    LastToPass,
    /// Portions stolen from others (rule 6).
    Steals,
    /// Portions stolen by others.
    StolenFrom,
    /// Rounds in which the seat was served first in the menu (rule 7.1).
    RoundsWon,
}

impl Counter {
    /// All of them, in the order of the columns.
    pub const ALL: [Counter; 7] = [
        Counter::Decisions,
        Counter::ChosenInvalidPasses,
        Counter::ForcedInvalidPasses,
        Counter::LastToPass,
        Counter::Steals,
        Counter::StolenFrom,
        Counter::RoundsWon,
    ];

    /// Its name in the results.
    pub const fn name(self) -> &'static str {
        match self {
            Counter::Decisions => "decisions",
            Counter::ChosenInvalidPasses => "chosen_invalid_passes",
            Counter::ForcedInvalidPasses => "forced_invalid_passes",
            Counter::LastToPass => "last_to_pass",
            Counter::Steals => "steals",
            Counter::StolenFrom => "stolen_from",
            Counter::RoundsWon => "rounds_won",
        }
    }
}

/// Counts a pass, before anything of it has happened.
#[inline]
pub(super) fn of_pass(game: &Game, seat: Seat, mut count: impl FnMut(Counter, u64)) {
    if game.table().open(seat).contains(Kind::Worm) {
        let is_chosen = game.view(seat).can_lay();
        count(if is_chosen { Counter::ChosenInvalidPasses } else { Counter::ForcedInvalidPasses }, 1);
    }
}

/// Counts a round in which the last seat has just passed.
#[inline]
pub(super) fn of_round(game: &Game, mut count: impl FnMut(Seat, Counter, u64)) {
    count(game.table().turn(), Counter::LastToPass, 1);
}

/// Counts an event; `first_served` if no seat was served before in this menu.
#[expect(clippy::inline_always, reason = "see `TallyWatch`")]
#[inline(always)]
pub(super) fn of_event(event: Event, first_served: bool, mut count: impl FnMut(Seat, Counter, u64)) {
    match event {
        Event::Stole { thief, victim, .. } => {
            count(thief, Counter::Steals, 1);
            count(victim, Counter::StolenFrom, 1);
        }
        Event::Served { seat, .. } => count(seat, Counter::RoundsWon, u64::from(first_served)),
        _ => {}
    }
}

/// Counts a whole game.
#[inline]
pub(super) fn of_game(played: &Played, mut count: impl FnMut(Seat, Counter, u64)) {
    for seat in played.game.table().players().seats() {
        count(seat, Counter::Decisions, played.decisions[seat]);
    }
}
