//! A judged game as a page: the chances of all seats over the game, and what every move was worth.

use super::{points, seat_rows};
use crate::analysis::Decision;
use crate::records::ReplayError;
use crate::report::figures::{Spot, curve};
use crate::report::page::{Page, game_header, html_table};
use crate::report::svg::escape;
use crate::report::viewer::{self, GameInput, Playback};

/// The page of a game whose decisions were judged, all or only the first ones; `how` says with how many worlds, and so on.
///
/// # Errors
/// If the game breaks a rule.
pub fn analysis_page(shown: &GameInput<'_>, decisions: &[Decision], how: &str) -> Result<String, ReplayError> {
    let mut playback = Playback::new(shown)?;
    let steps: Vec<usize> = playback.moves().collect();
    let worst: Vec<Option<&Decision>> = (0..shown.record.players).map(|seat| biggest(seat, decisions)).collect();
    for (decision, &step) in decisions.iter().zip(&steps) {
        let note = verdict(decision, &playback.names()[decision.seat]);
        playback.annotate(step, note, mark(decision, worst[decision.seat]));
    }
    let spots: Vec<Spot<'_>> = decisions.iter().zip(&steps).map(|(decision, &step)| Spot { step, decision }).collect();
    let rounds: Vec<usize> = playback.rounds().collect();
    let figure = curve(&spots, &rounds, playback.steps(), playback.names());
    let strategies = &shown.record.strategies;
    let mut page = Page::new(shown.title);
    page.add(format_args!("{}<main>\n", game_header(shown)));
    page.add(format_args!("{}", viewer::section(&[playback], &figure)));
    if decisions.len() < steps.len() {
        let (some, all) = (decisions.len(), steps.len());
        page.add(format_args!(
            "<p><b>The analysis was interrupted: this covers the first {some} of {all} decisions.</b></p>\n"
        ));
    }
    page.add(format_args!("<p class=\"note\">{ABOUT} ({})</p>\n<h2>How each seat decided</h2>\n", escape(how)));
    page.add(format_args!("{}", html_table("accuracy", &seat_rows(strategies, decisions), &[])));
    page.add(format_args!("<div data-tells>\n<h2>Mistakes</h2>\n{}</div>\n</main>\n", mistakes(strategies, &spots)));
    page.has_games = true;
    Ok(page.finish())
}

const ABOUT: &str = "Step with the buttons, the slider, the arrow keys, or by clicking a dot of the curve. The curve is every seat's \
                     chance to win after each move, as the seat that moved sees it, if all seats continue with the policy of the \
                     analysis; big dots are mistakes.";

/// The biggest mistake of a seat.
fn biggest(seat: usize, decisions: &[Decision]) -> Option<&Decision> {
    let own = decisions.iter().filter(|one| one.seat == seat && one.is_mistake());
    own.max_by(|one, other| one.loss().mean.total_cmp(&other.loss().mean))
}

/// How the list of moves marks a move: mistakes, and the best move where there was a choice.
fn mark(decision: &Decision, worst: Option<&Decision>) -> Option<&'static str> {
    match () {
        () if worst.is_some_and(|worst| std::ptr::eq(worst, decision)) => Some("worst"),
        () if decision.is_mistake() => Some("mistake"),
        () if decision.candidates > 1 && decision.played == decision.best => Some("best"),
        () => None,
    }
}

/// What a move of a seat with this name was worth, in words.
fn verdict(decision: &Decision, name: &str) -> String {
    let (chance, loss) = (decision.chance, decision.loss());
    let words = format!("{name} wins {} ± {} %", points(chance.mean), points(chance.error));
    if !decision.is_mistake() {
        return words;
    }
    let (better, mean, error) = (decision.best, points(loss.mean), points(loss.error));
    format!("{words}; better: {better}, loss {mean} ± {error} points")
}

/// The mistakes, the biggest first; clicking one shows it.
fn mistakes(strategies: &[String], spots: &[Spot<'_>]) -> String {
    let mut sure: Vec<&Spot<'_>> = spots.iter().filter(|spot| spot.decision.is_mistake()).collect();
    sure.sort_by(|one, other| other.decision.loss().mean.total_cmp(&one.decision.loss().mean));
    if sure.is_empty() {
        return "<p>No mistake is certain.</p>\n".to_owned();
    }
    let heading = ["round", "move", "seat", "strategy", "played", "better", "loss, points", "±"];
    let row = |spot: &&Spot<'_>| {
        let (one, loss) = (spot.decision, spot.decision.loss());
        let strategy = strategies.get(one.seat).cloned().unwrap_or_default();
        let address = [one.place.0, one.place.1, one.seat].map(|number| number.to_string());
        let moves = [one.played, one.best].map(|mv| mv.to_string());
        let cells = address.into_iter().chain([strategy]).chain(moves);
        cells.chain([points(loss.mean), points(loss.error)]).collect::<Vec<_>>()
    };
    let link = |spot: &&Spot<'_>| format!("<a href=\"#game-0-{0}\" data-step=\"{0}\">show</a>", spot.step);
    let rows: Vec<Vec<String>> =
        [heading.map(str::to_owned).to_vec()].into_iter().chain(sure.iter().map(row)).collect();
    html_table("mistakes", &rows, &sure.iter().map(link).collect::<Vec<_>>())
}
