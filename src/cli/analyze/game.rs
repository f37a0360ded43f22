//! A game: one decision of it, or how each seat decided.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Error, anyhow};

use super::{Analyzer, Arguments, position};
use crate::analysis::Decision;
use crate::cli::edition::edition_or_default;
use crate::cli::failure::Failure;
use crate::cli::json::print_json;
use crate::cli::messages::note;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::replay::{game_title, replay_command};
use crate::cli::screen::columns;
use crate::cli::source::{Named, Source, name_a_game, read};
use crate::game::{Edition, Game, Move};
use crate::records::words::quoted;
use crate::records::{Record, ReplayStep, position_text, replay};
use crate::report::{
    GameInput, analysis_page, analysis_table, decisions_csv, decisions_table, game_json, mistakes_table,
};

/// A decision as it was made.
pub(super) struct Made {
    place: (usize, usize),
    before: Game,
    mv: Move,
}

/// Shows all candidates of one decision.
pub(super) fn show_one(arguments: &Arguments, place: (usize, usize), analyzer: &Analyzer) -> Result<(), Failure> {
    let (record, edition) = find_record(arguments)?;
    let made = decisions(&record, &edition)?;
    let made = made.iter().find(|made| made.place == place).ok_or_else(|| no_such_move(place, &made))?;
    let path = arguments.save_position.as_deref();
    let file = path.map(|path| Output::open(Some(path), arguments.force)).transpose()?;
    if let (Some(mut file), Some(path)) = (file, path) {
        let view = made.before.view(made.before.table().turn());
        file.write_all(position_text(&view, Some(made.mv)).as_bytes())?;
        file.finish()?;
        let path = path.display();
        note(format_args!("the position is in {path}; change it, and run: karteneck analyze --position {path}"));
    }
    let (round, number) = made.place;
    position::show_candidates((round, Some(number)), &made.before, Some(made.mv), analyzer)
}

fn no_such_move((round, number): (usize, usize), made: &[Made]) -> Failure {
    let in_round = made.iter().filter(|made| made.place.0 == round).count();
    let rounds = made.last().map_or(0, |made| made.place.0);
    Failure::Usage(match in_round {
        0 => anyhow!("--move {round}.{number}: the game has {rounds} rounds"),
        moves => anyhow!("--move {round}.{number}: round {round} has {moves} moves"),
    })
}

/// Shows how every seat decided, and every decision if requested.
pub(super) fn show_all(arguments: &Arguments, analyzer: Analyzer) -> Result<(), Failure> {
    let (record, edition) = find_record(arguments)?;
    let made = decisions(&record, &edition)?;
    let open = |path: Option<&Path>| path.map(|path| Output::open(Some(path), arguments.force)).transpose();
    let (csv, html) = (open(arguments.csv.as_deref())?, open(arguments.html.as_deref())?);
    let analyzer = analyzer.listen();
    let (parts, unit) = analyzer.parts();
    let progress = Progress::of(unit, made.len() as u64 * parts);
    progress.tell(format!("{} decisions", made.len()));
    let decisions = judge_all(&made, &analyzer, &|| progress.add(1));
    drop(progress);
    let decisions = decisions?;
    if decisions.is_empty() {
        // No file is better than an empty one, and an existing file stays.
        return Err(Failure::unfinished(0, made.len(), "decision"));
    }
    // The files first: the reader of the table may close it before its end.
    if let Some(mut csv) = csv {
        csv.write_all(&decisions_csv(&record.strategies, &decisions))?;
        csv.finish()?;
        tell_written("decisions are", arguments.csv.as_deref());
    }
    if let Some(mut html) = html {
        html.write_all(page(arguments, &record, &edition, &decisions)?.as_bytes())?;
        html.finish()?;
        tell_written("page is", arguments.html.as_deref());
    }
    let is_complete = decisions.len() == made.len();
    if analyzer.json.is_wanted() {
        print_json(&game_json(&analyzer.how(), &record.strategies, &decisions, is_complete))?;
    } else {
        tell(&record.strategies, &decisions, arguments.all)?;
    }
    if !is_complete {
        return Err(Failure::unfinished(decisions.len(), made.len(), "decision"));
    }
    Ok(())
}

fn tell_written(what: &str, path: Option<&Path>) {
    if let Some(path) = path {
        note(format_args!("the {what} in {}", path.display()));
    }
}

/// The page of a judged game.
fn page(arguments: &Arguments, record: &Record, edition: &Edition, decisions: &[Decision]) -> Result<String, Failure> {
    let replay = match arguments.game.named()? {
        Named::Game { run, address } => arguments.game.command(run, address),
        Named::Run(text) | Named::Records(text) => replay_command(text, arguments.edition.as_deref()),
    };
    let Arguments { worlds, policy, seed, .. } = arguments;
    let analyze = replay.replacen(" replay ", " analyze ", 1);
    let command = if replay.is_empty() {
        String::new()
    } else {
        format!("{analyze} --worlds {worlds} --policy {} --seed {seed} --html FILE", quoted(policy))
    };
    let about = format!("{worlds} worlds, {policy} continues for all seats, seed {seed}");
    let (title, players) = (game_title(record), record.strategies.join(", "));
    let shown = GameInput { title: &title, about: &players, command: &command, record, edition };
    analysis_page(&shown, decisions, &about).map_err(|error| Failure::Failed(Error::new(error)))
}

fn tell(strategies: &[String], decisions: &[Decision], all: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if all {
        writeln!(out, "{}", decisions_table(strategies, decisions).within(columns()))?;
    }
    writeln!(out, "{}", analysis_table(strategies, decisions).within(columns()))?;
    match mistakes_table(strategies.len(), decisions) {
        Some(table) => write!(out, "The biggest mistakes:\n{}", table.within(columns()))?,
        None => writeln!(out, "No mistake is certain.")?,
    }
    let more = if all { "" } else { "; --all lists every decision" };
    note(format_args!("± is one standard error{more}; give --move ROUND.MOVE for all candidates of a decision"));
    Ok(())
}

/// The requested record.
fn find_record(arguments: &Arguments) -> Result<(Record, Edition), Failure> {
    let text = match arguments.game.named()? {
        Named::Game { run, address } => return arguments.game.play_again(run, address),
        Named::Run(run) => return Err(name_a_game("analyze", run, "; or give --sample 50 for games from all of it")),
        Named::Records(text) => text,
    };
    let source = Source::parse(text)?;
    let edition = edition_or_default(arguments.edition.as_deref())?;
    let (number, line) = source.lines()?.next().ok_or_else(|| source.nothing())?;
    Ok((read(line, &source.place(number), &edition)?, edition))
}

/// All decisions of a game, in order.
pub(super) fn decisions(record: &Record, edition: &Edition) -> Result<Vec<Made>, Failure> {
    let mut made: Vec<Made> = Vec::new();
    let mut show = |step: ReplayStep<'_>| {
        if let ReplayStep::Move { before, record, .. } = step {
            let round = before.table().round();
            let number = made.iter().filter(|made| made.place.0 == round).count() + 1;
            made.extend(record.to_move().map(|mv| Made { place: (round, number), before: *before, mv }));
        }
    };
    replay(record, edition, &mut show).map_err(|error| Failure::Failed(Error::new(error)))?;
    Ok(made)
}

/// Judges all decisions of one seat; `None` if it is interrupted.
pub(in crate::cli) fn judge_seat(
    record: &Record,
    edition: &Edition,
    seat: usize,
    analyzer: &Analyzer,
) -> Result<Option<Vec<Decision>>, Failure> {
    let mut made = decisions(record, edition)?;
    made.retain(|made| made.before.table().turn().index() == seat);
    let (parts, unit) = analyzer.parts();
    let progress = Progress::of(unit, made.len() as u64 * parts);
    progress.tell(format!("{} decisions", made.len()));
    let judged = judge_all(&made, analyzer, &|| progress.add(1))?;
    Ok((judged.len() == made.len()).then_some(judged))
}

/// Judges decisions; only the first ones if it is interrupted. `on_part` is called for every world or look of every decision.
pub(super) fn judge_all(
    made: &[Made],
    analyzer: &Analyzer,
    on_part: &(dyn Fn() + Sync),
) -> Result<Vec<Decision>, Failure> {
    let decide = |made: &Made| {
        let seat = made.before.table().turn().index();
        let judgement = analyzer.judge(&made.before, Some(made.mv), on_part)?;
        Ok(judgement.map(|judgement| Decision::new(seat, made.place, made.mv, &*judgement)))
    };
    made.iter().map(decide).map_while(Result::transpose).collect()
}
