//! A row for each move: what was done, what came of it, and what all players saw before it.

use super::column::{ExportColumn, Find, action, address, chances, integer, known, list, text, turn, yes};
use crate::game::Portion;
use crate::tables::Cell;

pub(super) fn columns(with_chances: bool) -> Vec<ExportColumn> {
    let chances = if with_chances { chances() } else { Vec::new() };
    [address(), turn(), action(), consequences(), before(), chances].concat()
}

fn consequences() -> Vec<ExportColumn> {
    vec![
        integer(
            "total",
            "the total of the display after a lay, or at a pass",
            Find::Step(|_, step| Cell::count(step.total())),
        ),
        integer("drawn", "cards drawn", Find::Step(|_, step| Cell::count(step.record.draw.len()))),
        text(
            "drawn_cards",
            "which; only the seat itself knows",
            Find::Step(|_, step| list(step.record.draw.iter().map(|name| name.0))),
        ),
        integer("taken", "the portion taken with an invalid display", Find::Step(|_, step| known(step.record.take))),
        integer(
            "stolen",
            "the portion stolen",
            Find::Step(|_, step| known(step.record.steal.map(|steal| steal.portion))),
        ),
        integer(
            "victim",
            "the seat that lost it",
            Find::Step(|_, step| known(step.record.steal.map(|steal| steal.from))),
        ),
        text(
            "victim_entrant",
            "its name",
            Find::Step(|game, step| step.victim().map_or(Cell::EMPTY, |seat| game.name(seat))),
        ),
        integer(
            "served",
            "the portion served in the menu at the end of the round, on the row of the pass that led to it",
            Find::Step(|_, step| known(step.served)),
        ),
        integer("served_order", "1 for the seat served first", Find::Step(|_, step| known(step.served_order))),
    ]
}

fn before() -> Vec<ExportColumn> {
    vec![
        integer(
            "choices",
            "moves worth considering; 1 if there was nothing to decide",
            Find::Step(|_, step| Cell::count(step.choices())),
        ),
        integer(
            "hand_size",
            "cards in its hand before the move",
            Find::Step(|_, step| Cell::count(step.table().hand_size(step.seat))),
        ),
        integer(
            "total_before",
            "the total of its display before the move",
            Find::Step(|_, step| Cell::count(step.table().total(step.seat))),
        ),
        integer(
            "worms_before",
            "its worms before the move",
            Find::Step(|_, step| Cell::count(step.now.worms[step.seat])),
        ),
        integer(
            "rival_worms_before",
            "the most worms of any other seat",
            Find::Step(|_, step| Cell::count(step.best_rival())),
        ),
        integer(
            "top_before",
            "its top portion before the move",
            Find::Step(|_, step| known(step.table().top(step.seat).map(Portion::value))),
        ),
        integer(
            "active",
            "seats that have not passed, itself included",
            Find::Step(|_, step| Cell::count(step.table().active().len())),
        ),
        integer(
            "waiting",
            "seats that have passed with a valid display",
            Find::Step(|_, step| Cell::count(step.table().passed_valid().len())),
        ),
        integer("last", "1 if all others have passed", Find::Step(|_, step| yes(step.is_last()))),
        text(
            "grill",
            "the portions on the grill, the lowest first",
            Find::Step(|_, step| list(step.table().grill().iter().map(Portion::value))),
        ),
        integer("pile", "cards in the draw pile", Find::Step(|_, step| Cell::count(step.table().pile_len()))),
        integer("supply", "portions still to come", Find::Step(|_, step| Cell::count(step.table().supply_len()))),
    ]
}
