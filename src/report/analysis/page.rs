//! A judged game as a page: the chances of all seats over the game, and every move with what it was worth.

use super::{Decision, points, seat_rows};
use crate::game::Move;
use crate::records::ReplayError;
use crate::report::figures::{Spot, curve};
use crate::report::page::{Page, html_table};
use crate::report::svg::escape;
use crate::report::viewer::{self, Film, Shown};

/// The page of a game whose decisions were judged, all or the first ones.
///
/// # Errors
/// If the game breaks a rule.
pub fn analysis_page(shown: &Shown<'_>, decisions: &[Decision]) -> Result<String, ReplayError> {
    let mut film = Film::new(shown)?;
    let steps: Vec<usize> = film.moves().collect();
    for (decision, &step) in decisions.iter().zip(&steps) {
        film.annotate(step, verdict(decision));
    }
    let spots: Vec<Spot<'_>> = decisions.iter().zip(&steps).map(|(decision, &step)| Spot { step, decision }).collect();
    let rounds: Vec<usize> = film.rounds().collect();
    let figure = curve(&spots, &rounds, film.steps(), shown.record.players);
    let strategies = &shown.record.strategies;
    let mut page = Page::new(shown.title);
    page.add(format_args!("<header class=\"top\"><h1>{}</h1></header>\n<main>\n", escape(shown.about)));
    page.add(format_args!("{}", viewer::section(&[film], &figure)));
    if decisions.len() < steps.len() {
        let (some, all) = (decisions.len(), steps.len());
        page.add(format_args!("<p><b>The analysis was interrupted: this is of the first {some} of {all} decisions.</b></p>\n"));
    }
    page.add(format_args!("<p class=\"note\">{ABOUT}</p>\n<h2>How everybody decided</h2>\n"));
    page.add(format_args!("{}<h2>Mistakes</h2>\n", html_table("accuracy", &seat_rows(strategies, decisions))));
    page.add(format_args!("{}</main>\n", html_table("mistakes", &mistakes(strategies, &spots))));
    page.has_games = true;
    Ok(page.finish())
}

const ABOUT: &str = "Step with the buttons, the slider, the arrow keys, or by pressing a dot of the curve. The curve is every seat's \
                     chance to win after each move, as the seat that moved sees it, if everybody plays on like the policy of the \
                     analysis; big dots are mistakes.";

/// What a move was worth, in words.
fn verdict(decision: &Decision) -> String {
    let chance = decision.chance();
    let words = format!("wins {} ± {} %", points(chance.mean), points(chance.error));
    let better = |mv: Move| {
        format!("; better: {mv}, loss {} ± {} points", points(decision.loss().mean), points(decision.loss().error))
    };
    if decision.is_mistake() { words + &better(decision.best) } else { words }
}

/// The mistakes, the biggest first; the first row is the heading.
fn mistakes(strategies: &[String], spots: &[Spot<'_>]) -> Vec<Vec<String>> {
    let mut sure: Vec<&Decision> = spots.iter().map(|spot| spot.decision).filter(|one| one.is_mistake()).collect();
    sure.sort_by(|one, other| other.loss().mean.total_cmp(&one.loss().mean));
    let heading = ["round", "move", "seat", "strategy", "played", "better", "loss, points", "±"].map(str::to_owned).to_vec();
    let row = |one: &&Decision| {
        let (loss, strategy) = (one.loss(), strategies.get(one.seat).cloned().unwrap_or_default());
        let moves = [one.played, one.best].map(|mv| mv.to_string());
        let start = [one.place.0.to_string(), one.place.1.to_string(), one.seat.to_string(), strategy];
        start.into_iter().chain(moves).chain([points(loss.mean), points(loss.error)]).collect()
    };
    std::iter::once(heading).chain(sure.iter().map(row)).collect()
}
