//! What was learned: tables for the terminal, and pictures.

use super::svg::{Anchor, Scale, Svg};
use super::table::align;
use super::tuning::NamedFile;
use crate::arena::LEVEL;
use crate::learning::{CalibrationBin, Course, EpochLoss, LearningRequest, Lesson};
use crate::runs::{LEARNED, LEARNING_PICTURE};
use crate::statistics::{Interval, confidence_quantile};
use crate::tables::fixed;

/// What was learned, for the terminal: a line that says what it is, and a table.
pub fn lesson_text(request: &LearningRequest, lesson: &Lesson) -> String {
    let (kind, name, games) = (request.kind.name(), &request.entrant.name, request.games);
    let seed = request.seed.seed();
    format!("{kind} net from {games} games of {name} · seed {seed}\n\n{}", lesson_table(&lesson.courses))
}

/// The files of a lesson: the picture, and the net itself.
pub fn lesson_files(request: &LearningRequest, lesson: &Lesson) -> [NamedFile; 2] {
    let title = format!("A {} net from games of {}", request.kind.name(), request.entrant.name);
    let picture = lesson_picture(&title, &lesson.courses);
    [(LEARNING_PICTURE, picture.into_bytes()), (LEARNED, lesson.net.to_text().into_bytes())]
}

/// One row for each number of players: how good the net is on games that were held out.
fn lesson_table(courses: &[Course]) -> String {
    let heading = ["players", "groups", "held out", "log-loss", "±", "gain", "±", "Brier", "±"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for course in courses {
        let evaluation = &course.evaluation;
        let mut row = vec![course.players.to_string(), course.groups[0].to_string(), evaluation.games().to_string()];
        for estimate in [evaluation.log_loss(), evaluation.gain(), evaluation.brier()] {
            row.extend(cells(estimate));
        }
        rows.push(row);
    }
    align(&rows)
}

fn cells(estimate: Option<(f64, Interval)>) -> [String; 2] {
    estimate.map_or_else(Default::default, |(mean, interval)| [fixed(mean, 4), fixed(interval.half_width(), 4)])
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const HEIGHT: f64 = 200.0;
/// The height of both charts of a course with their captions.
const COURSE: f64 = 2.0 * (HEIGHT + 70.0);

/// The losses of every epoch, and predictions against what happened.
fn lesson_picture(title: &str, courses: &[Course]) -> String {
    let mut svg = Svg::new(WIDTH, 40.0 + COURSE * courses.len() as f64);
    svg.text([LEFT, 24.0], Anchor::Start, "title", title);
    for (index, course) in courses.iter().enumerate() {
        let top = 40.0 + COURSE * index as f64;
        losses_chart(&mut svg, top, course);
        calibration_chart(&mut svg, top + HEIGHT + 70.0, course);
    }
    svg.finish(title)
}

/// The name of a line, its class, and its value in an epoch.
type LossLine = (&'static str, &'static str, fn(&EpochLoss) -> f64);

fn losses_chart(svg: &mut Svg, top: f64, course: &Course) {
    let caption =
        format!("{} players: log-loss of each epoch; the lower line at the end is usually the fit", course.players);
    svg.text([LEFT, top + 14.0], Anchor::Start, "quiet", &caption);
    // The weights at the start say nothing about the scale.
    let shown = &course.losses[1..];
    let all = || shown.iter().flat_map(|loss| [loss.fitted, loss.held_out]);
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let bottom = top + 24.0 + HEIGHT;
    let x = Scale::new([1.0, shown.len().max(2) as f64], [LEFT, WIDTH - RIGHT - 70.0]);
    let y = Scale::new([low, high], [bottom, top + 24.0]);
    axes(svg, &x, &y, [top + 24.0, bottom]);
    let lines: [LossLine; 2] = [("fitted", "c0", |loss| loss.fitted), ("held out", "c1", |loss| loss.held_out)];
    for (name, class, value) in lines {
        let at = |(epoch, loss): (usize, &EpochLoss)| [x.place(epoch as f64 + 1.0), y.place(value(loss))];
        let points: Vec<[f64; 2]> = shown.iter().enumerate().map(at).collect();
        svg.path(&points, &format!("stroke {class}"));
        if let Some([right, height]) = points.last() {
            svg.text([right + 6.0, height + 4.0], Anchor::Start, &format!("small {class}"), name);
        }
    }
}

fn calibration_chart(svg: &mut Svg, top: f64, course: &Course) {
    let caption = format!(
        "{} players: what happened (dots, 95 % intervals) against what was predicted (the line), games that were held out",
        course.players
    );
    svg.text([LEFT, top + 14.0], Anchor::Start, "quiet", &caption);
    let bottom = top + 24.0 + HEIGHT;
    let x = Scale::new([0.0, 1.0], [LEFT, WIDTH - RIGHT]);
    let y = Scale::new([0.0, 1.0], [bottom, top + 24.0]);
    axes(svg, &x, &y, [top + 24.0, bottom]);
    svg.path(&[[x.place(0.0), y.place(0.0)], [x.place(1.0), y.place(1.0)]], "base");
    let quantile = confidence_quantile(LEVEL, course.evaluation.games()).unwrap_or(0.0);
    for bin in course.evaluation.calibration.iter().filter(|bin| bin.rows > 0) {
        let CalibrationBin { rows, predicted, observed, error } = *bin;
        let half = quantile * error;
        let ends = [observed - half, observed + half].map(|end| [x.place(predicted), y.place(end)]);
        svg.path(&ends, "axis");
        let hint = format!("{rows} predictions of {} on average: {}", fixed(predicted, 3), fixed(observed, 3));
        svg.dot([x.place(predicted), y.place(observed)], 3.0, "dot", hint.as_str());
    }
}

fn axes(svg: &mut Svg, x: &Scale, y: &Scale, [top, bottom]: [f64; 2]) {
    let (ticks, digits) = y.ticks(5.0);
    for tick in ticks {
        svg.path(&[[LEFT, y.place(tick)], [WIDTH - RIGHT, y.place(tick)]], "grid");
        svg.text([LEFT - 8.0, y.place(tick) + 4.0], Anchor::End, "quiet", &fixed(tick, digits));
    }
    let (ticks, digits) = x.ticks(8.0);
    for tick in ticks {
        svg.text([x.place(tick), bottom + 18.0], Anchor::Middle, "quiet", &fixed(tick, digits));
    }
    svg.path(&[[LEFT, top], [LEFT, bottom]], "axis");
}
