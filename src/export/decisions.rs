//! A row for each decision: what the seat on turn saw, as numbers, and what it chose. For learning.

use super::column::{ExportColumn, Find, action, address, chances, integer, known, list, text, turn, yes};
use super::flat_game::Step;
use super::kind_name::kind_name;
use crate::game::{Cards, Kind, Portion, Seat, Signpost};
use crate::tables::Cell;

/// With the columns of this many seats.
pub(super) fn columns(seats: usize, with_chances: bool) -> Vec<ExportColumn> {
    let around = (0..seats).flat_map(of_seat).collect();
    let chances = if with_chances { chances() } else { Vec::new() };
    [address(), turn(), own(), common(seats), around, choice(), action(), label(), chances].concat()
}

fn own() -> Vec<ExportColumn> {
    let mut columns: Vec<ExportColumn> = Kind::ALL.into_iter().map(in_hand).collect();
    columns.push(integer(
        "hand_signpost",
        "the highest signpost in its hand",
        Find::Step(|_, step| highest(step.view().hand())),
    ));
    columns.push(text("hand", "its hand", Find::Step(|_, step| Cell::Text(step.view().hand().to_string()))));
    columns
}

/// The highest signpost of some cards.
fn highest(cards: Cards) -> Cell {
    known(cards.signposts().highest().map(Signpost::number))
}

fn in_hand(kind: Kind) -> ExportColumn {
    let find = Find::Kind(|step, kind| Cell::count(step.view().hand().count(kind)), kind);
    integer(format!("hand_{}", kind_name(kind)), "cards of the kind in its hand", find)
}

fn unseen(kind: Kind) -> ExportColumn {
    let find = Find::Kind(|step, kind| Cell::count(step.view().unseen_cards().count(kind)), kind);
    integer(format!("unseen_{}", kind_name(kind)), "cards of the kind in other hands or in the draw pile", find)
}

fn on_grill(index: usize) -> ExportColumn {
    integer(
        format!("grill_{index}"),
        "a portion on the grill, the lowest first; empty if it is gone",
        Find::Grill(index),
    )
}

/// What is the same for all seats.
fn common(seats: usize) -> Vec<ExportColumn> {
    let mut columns: Vec<ExportColumn> = Kind::ALL.into_iter().map(unseen).collect();
    columns.extend([
        integer("pile", "cards in the draw pile", Find::Step(|_, step| Cell::count(step.table().pile_len()))),
        integer(
            "discard",
            "cards in the discard pile",
            Find::Step(|_, step| Cell::count(step.table().discard().len())),
        ),
        integer("supply", "portions still to come", Find::Step(|_, step| Cell::count(step.table().supply_len()))),
        text(
            "unseen_portions",
            "the portions never turned up: still to come, or removed",
            Find::Step(|_, step| list(step.table().unseen_portions().iter().map(Portion::value))),
        ),
        integer(
            "begins",
            "who began the round, in places clockwise from the seat on turn",
            Find::Step(|_, step| Cell::count(step.offset(step.table().first()))),
        ),
        integer(
            "steal_from",
            "from whom it could steal, in places clockwise; empty if from none",
            Find::Step(|_, step| known(step.table().victim_of(step.seat).map(|victim| step.offset(victim)))),
        ),
    ]);
    columns.extend((0..seats).map(on_grill));
    columns
}

/// What can be seen of a seat, so many places clockwise from the one on turn: `seat0_…` is the seat on turn itself.
fn of_seat(offset: usize) -> Vec<ExportColumn> {
    let named = |name: &str, meaning, find: fn(&Step, Seat) -> Cell| {
        integer(format!("seat{offset}_{name}"), meaning, Find::Around(find, offset))
    };
    let mut columns = vec![
        named("active", "1 if it has not passed", |step, seat| yes(step.table().active().contains(seat))),
        named("valid", "1 if it waits for the menu", |step, seat| yes(step.table().passed_valid().contains(seat))),
        named("total", "the total of its display", |step, seat| Cell::count(step.table().total(seat))),
    ];
    columns.extend(Kind::ALL.into_iter().map(|kind| {
        let name = format!("seat{offset}_laid_{}", kind_name(kind));
        integer(name, "cards of the kind in its display", Find::Laid(kind, offset))
    }));
    columns.extend([
        named("signpost", "the highest signpost in its display", |step, seat| highest(step.table().display(seat))),
        named("hand", "cards in its hand", |step, seat| Cell::count(step.table().hand_size(seat))),
        named("worms", "its worms", |step, seat| Cell::count(step.now.worms[seat])),
        named("best", "its best portion, 0 for none", |step, seat| Cell::count(step.now.best[seat])),
        named("top", "its top portion", |step, seat| known(step.table().top(seat).map(Portion::value))),
        named("portions", "portions in its stack", |step, seat| Cell::count(step.table().stack(seat).count())),
        named("place", "its place if the game ended now", |step, seat| Cell::count(step.now.places[seat])),
    ]);
    columns
}

fn choice() -> Vec<ExportColumn> {
    vec![
        integer(
            "choices",
            "moves worth considering; 1 if there was nothing to decide",
            Find::Step(|_, step| Cell::count(step.choices())),
        ),
        integer(
            "choice",
            "which of them was chosen, counted from 0: the numbers ascending, for each the fewest cards first; the worms by their highest \
             card and then by size; pass; steal. Empty for a legal move that is not among them",
            Find::Step(|_, step| known(step.choice())),
        ),
    ]
}

/// How the game ended for the seat: what a learner predicts.
fn label() -> Vec<ExportColumn> {
    vec![
        integer(
            "won",
            "1 if the seat won the game in the end",
            Find::Step(|game, step| yes(game.winner == step.seat.index())),
        ),
        integer(
            "end_place",
            "its place in the end",
            Find::Step(|game, step| Cell::count(game.places[step.seat.index()])),
        ),
        integer(
            "end_worms",
            "its worms in the end",
            Find::Step(|game, step| Cell::count(game.end.table().worms(step.seat))),
        ),
    ]
}
