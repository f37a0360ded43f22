//! What lies where: the table of a frame, and what has changed since the one before.

use serde::Serialize;

use crate::game::{Cards, Game, Portion, Seat, Table};

/// The cards and portions of one seat.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SeatLayout {
    hand: Vec<String>,
    display: Vec<String>,
    total: u32,
    /// From the bottom up.
    stack: Vec<u8>,
    worms: u32,
    /// `active`, `passed` with a valid display, or `out` with an invalid one.
    state: &'static str,
}

/// What has changed at one seat; lists are strings, which take half the space.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Change {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) display: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stack: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) worms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
}

impl Change {
    /// What has changed or is new; `None` if nothing has.
    pub(super) fn between(was: Option<&SeatLayout>, now: &SeatLayout) -> Option<Change> {
        let differs = |same: &dyn Fn(&SeatLayout) -> bool| !was.is_some_and(same);
        let change = Change {
            hand: differs(&|was| was.hand == now.hand).then(|| joined(&now.hand)),
            display: differs(&|was| was.display == now.display).then(|| joined(&now.display)),
            total: differs(&|was| was.total == now.total).then_some(now.total),
            stack: differs(&|was| was.stack == now.stack).then(|| joined(&now.stack)),
            worms: differs(&|was| was.worms == now.worms).then_some(now.worms),
            state: differs(&|was| was.state == now.state).then_some(now.state),
        };
        (was != Some(now)).then_some(change)
    }
}

pub(super) fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The names of cards.
pub(super) fn names(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// The table.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Layout {
    pub(super) grill: Vec<u8>,
    pub(super) pile: u32,
    pub(super) discard: u32,
    pub(super) seats: Vec<SeatLayout>,
}

impl Layout {
    /// With all hands open.
    pub(super) fn of(game: &Game) -> Layout {
        Layout::seen(game.table(), &|seat| Some(game.hand(seat)))
    }

    /// With the hands that are known; of the others only the number of cards.
    pub(super) fn seen(table: &Table, hand: &dyn Fn(Seat) -> Option<Cards>) -> Layout {
        let seat = |seat: Seat| {
            let mut stack: Vec<u8> = table.stack(seat).map(Portion::value).collect();
            stack.reverse();
            let hidden = || vec![HIDDEN.to_owned(); table.hand_size(seat) as usize];
            SeatLayout {
                hand: hand(seat).map_or_else(hidden, names),
                display: names(table.display(seat)),
                total: u32::from(table.total(seat)),
                worms: u32::from(table.worms(seat)),
                stack,
                state: state(table, seat),
            }
        };
        Layout {
            grill: table.grill().iter().map(Portion::value).collect(),
            pile: table.pile_len(),
            discard: table.discard().len(),
            seats: table.players().seats().map(seat).collect(),
        }
    }

    /// The same table with the seats still said to be in the states of another one.
    pub(super) fn in_states_of(mut self, other: &Layout) -> Layout {
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.state = other.state;
        }
        self
    }
}

/// The name of a card that is not known.
const HIDDEN: &str = "?";

fn state(table: &Table, seat: Seat) -> &'static str {
    match (table.active().contains(seat), table.passed_valid().contains(seat)) {
        (true, _) => "active",
        (false, true) => "passed",
        (false, false) => "out",
    }
}
