//! One position: what all candidates are worth.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Error;

use super::Arguments;
use super::analyzer::{Analyzer, Method};
use crate::cli::edition::edition_or_default;
use crate::cli::failure::Failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::json::print_json;
use crate::cli::messages::note;
use crate::cli::progress::Progress;
use crate::cli::screen::columns;
use crate::entrants::Entrant;
use crate::game::{Game, Move, Seat};
use crate::records::read_position;
use crate::report::{decision_json, hang, judgement_table, search_judgement_table};

/// Shows all candidates of the position in a file.
pub(super) fn show(arguments: &Arguments, path: &Path, analyzer: &Analyzer) -> Result<(), Failure> {
    let edition = edition_or_default(arguments.edition.as_deref())?;
    let seen = read_position(path, &edition)
        .map_err(|error| Failure::Usage(Error::new(error).context(format!("position {}", path.display()))))?;
    show_candidates((seen.game.table().round(), None), &seen.game, seen.played, analyzer)
}

/// Shows what every candidate is worth, the best first. The place is the round, and the move in it if it is known.
pub(super) fn show_candidates(
    place: (usize, Option<usize>),
    game: &Game,
    played: Option<Move>,
    analyzer: &Analyzer,
) -> Result<(), Failure> {
    Interrupt::leave_at_once();
    let (policy, worlds) = match &analyzer.method {
        Method::Worlds(policy, worlds) => (policy, *worlds),
        Method::Looks(judge, looks) => return show_search(place, game, played, analyzer, (judge, *looks)),
    };
    let progress = Progress::of("worlds", worlds);
    let judgement = analyzer.try_out((policy, worlds), game, played, &|| progress.add(1));
    drop(progress);
    let Some(judgement) = judgement? else { return Ok(()) };
    let seat = game.table().turn();
    if analyzer.json.is_wanted() {
        return print_json(&decision_json(&analyzer.how(), place, seat, played, &judgement));
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}", heading(place, seat, played))?;
    out.write_all(judgement_table(&judgement, played).within(columns()).as_bytes())?;
    note(format_args!("± is one standard error; the loss is against the move that is best in other worlds"));
    Ok(())
}

/// Shows what a search thinks of every candidate, the best first.
fn show_search(
    place: (usize, Option<usize>),
    game: &Game,
    played: Option<Move>,
    analyzer: &Analyzer,
    (judge, looks): (&Entrant, u64),
) -> Result<(), Failure> {
    let progress = Progress::of("looks", looks);
    let judgement = analyzer.look((judge, looks), game, played, &|| progress.add(1));
    drop(progress);
    let Some(judgement) = judgement? else { return Ok(()) };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", heading(place, game.table().turn(), played))?;
    out.write_all(search_judgement_table(&judgement, played).within(columns()).as_bytes())?;
    note(format_args!(
        "as {} sees it in {looks} looks; ± is one standard error; the loss is against the move that is best in other looks",
        judge.name
    ));
    Ok(())
}

/// Where it is, who is on turn, and what was played if that is known.
fn heading((round, number): (usize, Option<usize>), seat: Seat, played: Option<Move>) -> String {
    let place = number.map_or_else(|| format!("round {round}"), |number| format!("round {round}, move {number}"));
    let heading = match played {
        Some(mv) => format!("{place}: seat {seat} on turn, who played: {mv}"),
        None => format!("{place}: seat {seat} on turn"),
    };
    hang("", &heading, columns())
}
