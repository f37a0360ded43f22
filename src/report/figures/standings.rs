//! Win rates with their intervals.

use super::frame::{Axis, Frame, Unit};
use super::{Figure, Scene, percent};
use crate::report::Standing;
use crate::report::number::rate;
use crate::report::sheet::ends;
use crate::report::svg::{Anchor, Note, colour};

const ROW: f64 = 26.0;

/// One line: a name, its colour, and what was measured.
struct Line<'a> {
    label: String,
    entrant: &'a str,
    colour: usize,
    row: &'a Standing,
}

pub(super) fn draw(scene: &Scene<'_>) -> Figure {
    let lines: Vec<Line<'_>> = scene
        .rows
        .iter()
        .map(|row| {
            let entrant = scene.name(row.entrant);
            Line { label: entrant.to_owned(), entrant, colour: row.entrant, row }
        })
        .collect();
    Figure {
        name: "standings",
        title: "Win rates",
        about: "The share of games won, with its 95 % interval. The dashed line is the fair share. Entrants that share a letter \
                cannot be told apart.",
        svg: forest(&lines, scene.players()).svg,
    }
}

/// The same entrants in several runs: for each name one line for each run.
pub(in crate::report) fn compared(runs: &[(String, &Scene<'_>)]) -> Option<Figure> {
    let (_, first) = runs.first()?;
    let mut names: Vec<&str> = Vec::new();
    for (_, scene) in runs {
        for row in scene.rows {
            let name = scene.name(row.entrant);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut lines = Vec::new();
    for entrant in names {
        for (number, (run, scene)) in runs.iter().enumerate() {
            let found = scene.rows.iter().filter(|row| scene.name(row.entrant) == entrant);
            lines.extend(found.map(|row| Line { label: format!("{entrant} · {run}"), entrant, colour: number, row }));
        }
    }
    Some(Figure {
        name: "compared",
        title: "Win rates in all runs",
        about: "The same entrants in each run, one colour for each run. Runs with other opponents measure something else.",
        svg: forest(&lines, first.players()).svg,
    })
}

fn forest(lines: &[Line<'_>], players: usize) -> Frame {
    let fair = 1.0 / players as f64;
    let bounds = lines.iter().filter_map(|line| line.row.interval).flat_map(|interval| [interval.low, interval.high]);
    let rates = lines.iter().filter_map(|line| line.row.win_rate);
    let (low, high) =
        bounds.chain(rates).fold((fair, fair), |(low, high), value| (f64::min(low, value), f64::max(high, value)));
    let air = 0.03 * (high - low).max(0.02);
    let axis =
        Axis { title: "share of games won", unit: Unit::Percent, ends: [(low - air).max(0.0), (high + air).min(1.0)] };
    let labels: Vec<String> = lines.iter().map(|line| line.label.clone()).collect();
    let mut frame = Frame::new(&labels, ROW, 104.0, axis);
    frame.mark(fair, "fair share");
    for (place, line) in lines.iter().enumerate() {
        draw_line(&mut frame, place, line);
    }
    frame
}

fn draw_line(frame: &mut Frame, place: usize, line: &Line<'_>) {
    let (row, y) = (line.row, frame.middle(place));
    let Some(share) = row.win_rate else { return };
    let [low, high] = ends(row.interval, 6);
    if let Some(interval) = row.interval {
        let [left, right] = [interval.low, interval.high].map(|end| frame.x.place(end));
        frame.svg.path(&[[left, y], [right, y]], &format!("stroke {}", colour(line.colour)));
    }
    let half = row.interval.map_or_else(String::new, |interval| format!(" ± {:.1}", 100.0 * interval.half_width()));
    let words = format!("{}{half}", percent(share));
    let hint = format!("{}: {} of {} games, {words}", line.label, row.wins, row.games);
    let value = rate(share);
    let data = [("entrant", line.entrant), ("value", value.as_str()), ("low", low.as_str()), ("high", high.as_str())];
    let dot = [frame.x.place(share), y];
    frame.svg.dot(dot, 4.5, &colour(line.colour), Note { hint: &hint, data: &data });
    let right = super::frame::WIDTH - 8.0;
    frame.svg.text([right, y + 4.0], Anchor::End, "small", &format!("{words}  {}", row.tie_group));
}
