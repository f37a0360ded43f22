//! Games to step through in a page.

mod frames;

use serde::Serialize;

use super::svg::Svg;
use crate::game::{Edition, Portion};
use crate::records::{Record, ReplayError};
use frames::Frame;

/// The script that shows games; it finds them in the page under the name `game-data`.
pub(super) const SCRIPT: &str = include_str!("viewer.js");
/// Its style.
pub(super) const STYLE: &str = include_str!("viewer.css");

/// A game to be shown.
#[derive(Clone, Copy, Debug)]
pub struct GameInput<'a> {
    /// The heading.
    pub title: &'a str,
    /// Why it is worth watching, or who plays.
    pub about: &'a str,
    /// The command that shows it in the terminal.
    pub command: &'a str,
    /// What happened.
    pub record: &'a Record,
    /// The worm table it was played with.
    pub edition: &'a Edition,
}

/// A game as the script expects it.
#[derive(Serialize)]
pub(super) struct Playback<'a> {
    title: &'a str,
    about: &'a str,
    command: &'a str,
    strategies: &'a [String],
    /// The worms on the portions, by value.
    worms: Vec<u8>,
    frames: Vec<Frame>,
}

impl<'a> Playback<'a> {
    /// # Errors
    /// The first rule that the record breaks.
    pub(super) fn new(shown: &GameInput<'a>) -> Result<Playback<'a>, ReplayError> {
        let worms = |value: u8| Portion::of_value(value).map_or(0, |portion| shown.edition.worms(portion));
        Ok(Playback {
            title: shown.title,
            about: shown.about,
            command: shown.command,
            strategies: &shown.record.strategies,
            worms: (0..=crate::game::HIGHEST_VALUE).map(worms).collect(),
            frames: frames::frames(shown.record, shown.edition)?,
        })
    }
}

impl Playback<'_> {
    /// The number of steps.
    pub(super) fn steps(&self) -> usize {
        self.frames.len()
    }

    /// The steps that are moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = usize> {
        self.frames.iter().enumerate().filter(|(_, frame)| frame.is_move()).map(|(step, _)| step)
    }

    /// The steps at which rounds begin.
    pub(super) fn rounds(&self) -> impl Iterator<Item = usize> {
        self.frames.iter().enumerate().filter(|(_, frame)| frame.is_round()).map(|(step, _)| step)
    }

    /// Adds a remark to a step.
    pub(super) fn annotate(&mut self, step: usize, note: String) {
        self.frames[step].annotate(note);
    }
}

/// The section of a page that shows games, with the games.
pub(super) fn games_section(playbacks: &[Playback<'_>]) -> String {
    section_with(playbacks, "")
}

/// The section of a page that shows one game, with a curve over its steps.
pub(super) fn section(playbacks: &[Playback<'_>], curve: &Svg) -> String {
    section_with(
        playbacks,
        &format!("<figure data-figure=\"curve\">{}</figure>", curve.inline("Chances to win over the game")),
    )
}

fn section_with(playbacks: &[Playback<'_>], curve: &str) -> String {
    let json = serde_json::to_string(playbacks).expect("numbers, texts and lists always have a JSON form");
    // Nothing inside a script element may look like its end.
    let json = json.replace('<', "\\u003c");
    let section = include_str!("viewer.html").replace("<!-- curve -->", curve);
    format!("{section}\n<script type=\"application/json\" id=\"game-data\">{json}</script>\n")
}
