//! What a seat sees, as bytes.

use super::bytes::{Bytes, CARDS_LEN, PORTIONS_LEN};
use crate::game::{Edition, PORTIONS, Players, Seat, Table, View, ZEROS};

/// Bytes that do not belong to a single seat.
pub const SHARED_LEN: usize = 3 * CARDS_LEN + 2 * PORTIONS_LEN + 4 + Players::ALL.len();
/// Bytes for each seat.
pub const SEAT_LEN: usize = CARDS_LEN + 5 + PORTIONS + 2;

/// The length of an observation at this number of players.
pub const fn observation_len(players: Players) -> usize {
    SHARED_LEN + SEAT_LEN * players.count()
}

/// Writes what the seat of a view may know: the same bytes for every world that it cannot tell from the true one.
///
/// # Panics
/// If the length is not [`observation_len`].
pub fn observe(view: &View<'_>, out: &mut [u8]) {
    let table = view.table();
    let players = table.players();
    assert_eq!(out.len(), observation_len(players), "the length of an observation for {players} players");
    let mut bytes = Bytes(out);
    bytes.cards(view.hand());
    bytes.cards(view.unseen_cards());
    bytes.cards(table.discard());
    bytes.portions(table.grill());
    bytes.portions(table.unseen_portions());
    bytes.number(table.pile_len() as u8);
    bytes.number(table.supply_len() as u8);
    bytes.number(table.round() as u8);
    bytes.number(players.rounds() as u8);
    *bytes.next() = std::array::from_fn::<u8, 5, _>(|index| u8::from(Players::ALL[index] == players));
    let mut seat = view.seat();
    for _ in 0..players.count() {
        observe_seat(table, seat, &mut bytes);
        seat = seat.next(players);
    }
}

#[inline]
fn observe_seat(table: &Table, seat: Seat, bytes: &mut Bytes<'_>) {
    bytes.cards(table.display(seat));
    bytes.number(table.total(seat));
    bytes.number(table.hand_size(seat) as u8);
    bytes.flag(table.active().contains(seat));
    bytes.flag(table.passed_valid().contains(seat));
    bytes.flag(table.first() == seat);
    write_stack(table, seat, bytes.next());
    bytes.number(table.worms(seat).min(u16::from(u8::MAX)) as u8);
    bytes.flag(!table.is_over() && table.turn() == seat);
}

/// For each portion of a stack how deep it lies, 1 for the top. The zeros are alike: the first place is that of the upper one.
#[inline]
fn write_stack(table: &Table, seat: Seat, out: &mut [u8; PORTIONS]) {
    out.fill(0);
    let mut zeros = 0;
    for (depth, portion) in (1..).zip(table.stack(seat)) {
        let index = if portion.is_zero() { zeros } else { portion.index() };
        zeros += usize::from(portion.is_zero() && zeros < ZEROS - 1);
        out[index] = depth;
    }
}

/// Whether a seat can have more worms than a byte can tell: an observation then says 255.
pub fn saturates(edition: &Edition) -> bool {
    edition.table().iter().map(|&worms| u32::from(worms)).sum::<u32>() > u32::from(u8::MAX)
}
