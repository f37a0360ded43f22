//! A row for each game and seat: how it ended, and what the seat did.

use super::column::{ExportColumn, Find, address, integer, known, list, text, yes};
use super::flat_game::{FlatGame, Step};
use crate::game::Portion;
use crate::tables::Cell;

pub(super) fn columns() -> Vec<ExportColumn> {
    [address(), whose(), ending(), conduct(), fault()].concat()
}

fn whose() -> Vec<ExportColumn> {
    vec![
        text("seed", "the seed of the game, or its seal", Find::Game(|game| Cell::Text(game.record.seed.to_string()))),
        integer("seat", "the seat, as in the record", Find::Seat(|_, seat| Cell::count(seat.index()))),
        integer(
            "from_first",
            "the seat counted from the one that begins round 1, which is 0: the `seat` of `seats.csv`",
            Find::Seat(|game, seat| Cell::count(game.turn_order(seat))),
        ),
        integer(
            "chair",
            "the chair in the line-up, as in `lineups.csv`; empty outside a run",
            Find::Seat(|game, seat| known(game.chairs.get(seat.index()).map(|chair| chair.index()))),
        ),
        text("entrant", "the entrant at the seat", Find::Seat(FlatGame::name)),
    ]
}

fn ending() -> Vec<ExportColumn> {
    vec![
        integer("won", "1 for the winner", Find::Seat(|game, seat| yes(game.winner == seat.index()))),
        integer(
            "place",
            "the place, 1 for the winner; seats with a fault come last",
            Find::Seat(|game, seat| Cell::count(game.places[seat.index()])),
        ),
        integer(
            "place_by_rules",
            "the place if faults did not count",
            Find::Seat(|game, seat| Cell::count(game.record.result.places[seat.index()])),
        ),
        integer("worms", "worms at the end", Find::Seat(|game, seat| Cell::count(game.end.table().worms(seat)))),
        integer(
            "best",
            "the value of the best portion, 0 for none",
            Find::Seat(|game, seat| Cell::count(game.end.table().best(seat))),
        ),
        integer(
            "portions",
            "portions at the end",
            Find::Seat(|game, seat| Cell::count(game.end.table().stack(seat).count())),
        ),
        text(
            "stack",
            "their values, from the top of the stack down",
            Find::Seat(|game, seat| list(game.end.table().stack(seat).map(Portion::value))),
        ),
    ]
}

fn conduct() -> Vec<ExportColumn> {
    vec![
        integer("decisions", "decisions", Find::Seat(|game, seat| Cell::count(game.own(seat).count()))),
        integer("lays", "lays", Find::Seat(|game, seat| game.count(seat, Step::is_lay))),
        integer(
            "cards_laid",
            "cards laid",
            Find::Seat(|game, seat| Cell::count(game.own(seat).map(|step| step.mv.cards().len()).sum::<u32>())),
        ),
        integer(
            "valid_passes",
            "passes with a valid display, and so portions served in the menu",
            Find::Seat(|game, seat| game.count(seat, |step| !step.is_lay() && !step.is_invalid())),
        ),
        integer(
            "chosen_invalid_passes",
            "passes with an invalid display and something to lay",
            Find::Seat(|game, seat| game.count(seat, |step| step.is_invalid() && !step.is_forced())),
        ),
        integer(
            "forced_invalid_passes",
            "passes with an invalid display and nothing to lay",
            Find::Seat(|game, seat| game.count(seat, |step| step.is_invalid() && step.is_forced())),
        ),
        integer(
            "last_to_pass",
            "rounds in which it passed last",
            Find::Seat(|game, seat| game.count(seat, |step| !step.is_lay() && step.is_last())),
        ),
        integer("steals", "portions stolen", Find::Seat(|game, seat| game.count(seat, Step::is_steal))),
        integer("stolen_from", "portions lost to thieves", Find::Seat(|game, seat| Cell::count(game.lost(seat)))),
        integer(
            "rounds_won",
            "rounds in which it was served first",
            Find::Seat(|game, seat| Cell::count(game.rounds_won(seat))),
        ),
    ]
}

fn fault() -> Vec<ExportColumn> {
    vec![
        text(
            "fault",
            "the kind of its fault; empty without one",
            Find::Seat(|game, seat| Cell::Text(game.fault(seat).map_or_else(String::new, |fault| fault.kind.clone()))),
        ),
        integer(
            "fault_turn",
            "the move of the game at which it committed it",
            Find::Seat(|game, seat| known(game.fault(seat).map(|fault| fault.turn))),
        ),
    ]
}
