//! Games to step through in a page.

mod frames;
mod layout;

use serde::Serialize;

use super::svg::Svg;
use crate::game::{Edition, Portion};
use crate::records::words::printable;
use crate::records::{Record, ReplayError};
use frames::Frame;

pub use frames::position_frame;

/// The script that draws a table; its only name is `KarteneckTable`.
pub const TABLE_SCRIPT: &str = include_str!("table.js");
/// Its style.
pub const TABLE_STYLE: &str = include_str!("table.css");

/// The scripts that show games: the table, and what steps through the games that it finds in the page under the name `game-data`.
pub(super) fn scripts() -> String {
    [TABLE_SCRIPT, include_str!("viewer.js")].concat()
}

/// Their style.
pub(super) fn styles() -> String {
    [TABLE_STYLE, include_str!("viewer.css")].concat()
}

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
    /// The names of the seats, each different.
    names: Vec<String>,
    /// The worms on the portions, by value.
    worms: Vec<u8>,
    frames: Vec<Frame>,
}

impl<'a> Playback<'a> {
    /// # Errors
    /// The first rule that the record breaks.
    pub(super) fn new(shown: &GameInput<'a>) -> Result<Playback<'a>, ReplayError> {
        let names = seat_names(&shown.record.strategies);
        let frames = frames::frames(shown.record, shown.edition, &names)?;
        Ok(Playback {
            title: shown.title,
            about: shown.about,
            command: shown.command,
            names,
            worms: worms_by_value(shown.edition),
            frames,
        })
    }
}

/// The names of the seats, for people: those of the strategies, numbered from 1 where several seats have the same.
pub fn seat_names(strategies: &[String]) -> Vec<String> {
    let name = |(seat, name): (usize, &String)| {
        let same = |others: &[String]| others.iter().filter(|other| *other == name).count();
        if same(strategies) == 1 {
            printable(name)
        } else {
            format!("{} #{}", printable(name), same(&strategies[..=seat]))
        }
    };
    strategies.iter().enumerate().map(name).collect()
}

/// The worms on the portions, by value, as the table is given them.
pub fn worms_by_value(edition: &Edition) -> Vec<u8> {
    let worms = |value: u8| Portion::of_value(value).map_or(0, |portion| edition.worms(portion));
    (0..=crate::game::HIGHEST_VALUE).map(worms).collect()
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

    /// Adds a remark to a step, and a mark if the move was very good or bad.
    pub(super) fn annotate(&mut self, step: usize, note: String, mark: Option<&'static str>) {
        self.frames[step].annotate(note, mark);
    }

    /// The names of the seats.
    pub(super) fn names(&self) -> &[String] {
        &self.names
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
        &format!(
            "<figure data-figure=\"curve\" tabindex=\"0\">{}</figure>",
            curve.inline("Chances to win over the game")
        ),
    )
}

fn section_with(playbacks: &[Playback<'_>], curve: &str) -> String {
    let json = serde_json::to_string(playbacks).expect("numbers, texts and lists always have a JSON form");
    // Nothing inside a script element may look like its end.
    let json = json.replace('<', "\\u003c");
    let section = include_str!("viewer.html").replace("<!-- curve -->", curve);
    format!("{section}\n<script type=\"application/json\" id=\"game-data\">{json}</script>\n")
}
