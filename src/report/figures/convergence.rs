//! How the win rates settled while the run was played.

use super::lines::{LineEnd, RIGHT, draw_key, key_height};
use super::rows::{ChartAxis, WIDTH};
use super::{Contest, Figure};
use crate::arena::EntrantIndex;
use crate::report::findings::grouped;
use crate::report::svg::{Anchor, Note, Scale, Svg, colour};
use crate::tables::{CoursePoint, course, fixed, rate};

const LEFT: f64 = 44.0;
const TOP: f64 = 10.0;
const HEIGHT: f64 = 264.0;
/// Room for the axis of blocks.
const BELOW: f64 = 46.0;

/// The ticks on the axis of blocks, in each power of ten.
const STEPS: [u64; 2] = [1, 3];
/// The space between the ends of the axis and the next tick.
const GAP: f64 = 28.0;

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let results = contest.tables.results();
    let courses: Vec<(EntrantIndex, Vec<CoursePoint>)> =
        contest.rows.iter().map(|row| (row.entrant, course(&results, contest.table_index, row.entrant))).collect();
    let names = contest.rows.iter().map(|row| row.name.as_str());
    let mut svg = Svg::new(WIDTH, TOP + HEIGHT + BELOW + key_height(names) + 6.0);
    let points = || courses.iter().flat_map(|(_, points)| points);
    let blocks = points()
        .map(|point| point.blocks as f64)
        .fold((f64::MAX, 1.0), |(low, high): (f64, f64), blocks| (low.min(blocks), high.max(blocks)));
    let shares =
        points().fold((1.0_f64, 0.0_f64), |(low, high), point| (low.min(point.win_rate), high.max(point.win_rate)));
    if points().next().is_none() {
        svg.text([WIDTH / 2.0, HEIGHT / 2.0], Anchor::Middle, "quiet", "too few blocks to see anything settle");
    } else {
        let ChartAxis { ends, .. } = ChartAxis::of_shares("", [shares.0, shares.1]);
        let x = Scale::new([libm::log10(blocks.0), libm::log10(blocks.1)], [LEFT, RIGHT]);
        let y = Scale::new(ends, [TOP + HEIGHT, TOP]);
        axes(&mut svg, &x, &y, blocks);
        let mut line_ends = Vec::new();
        for (entrant, points) in courses.iter().filter(|(_, points)| !points.is_empty()) {
            line(contest, &mut svg, (&x, &y), *entrant, points);
            let end = y.place(points[points.len() - 1].win_rate);
            line_ends.push(LineEnd { y: end, colour: entrant.index(), name: contest.name(*entrant) });
        }
        draw_key(&mut svg, line_ends, [TOP, TOP + HEIGHT], TOP + HEIGHT + BELOW);
    }
    Figure::new(
        "convergence",
        "How the win rates settled",
        "The win rate over all blocks so far, with its 95 % interval. A curve that still moves more than its band shows \
                that the run was too short.",
        svg,
    )
}

fn axes(svg: &mut Svg, x: &Scale, y: &Scale, blocks: (f64, f64)) {
    let (ticks, digits) = y.ticks(6.0);
    for tick in ticks {
        svg.path(&[[LEFT, y.place(tick)], [RIGHT, y.place(tick)]], "grid");
        let label = format!("{} %", fixed(100.0 * tick, digits.saturating_sub(2)));
        svg.text([LEFT - 6.0, y.place(tick) + 4.0], Anchor::End, "quiet small", &label);
    }
    let inside = |x: f64| x > LEFT + GAP && x < RIGHT - GAP;
    let ticks = (0..18).flat_map(|power| STEPS.map(|step| step * 10_u64.pow(power)));
    let between = ticks.filter(|&tick| inside(x.place(libm::log10(tick as f64))));
    for tick in [blocks.0 as u64].into_iter().chain(between).chain([blocks.1 as u64]) {
        let at = x.place(libm::log10(tick as f64));
        svg.path(&[[at, TOP], [at, TOP + HEIGHT]], "grid");
        svg.text([at, TOP + HEIGHT + 16.0], Anchor::Middle, "quiet small", &grouped(tick));
    }
    svg.path(&[[LEFT, TOP + HEIGHT], [RIGHT, TOP + HEIGHT]], "axis");
    let middle = f64::midpoint(LEFT, RIGHT);
    svg.text([middle, TOP + HEIGHT + 36.0], Anchor::Middle, "quiet", "blocks played (logarithmic)");
}

fn line(contest: &Contest<'_>, svg: &mut Svg, (x, y): (&Scale, &Scale), entrant: EntrantIndex, points: &[CoursePoint]) {
    let at = |point: &CoursePoint, share: f64| [x.place(libm::log10(point.blocks as f64)), y.place(share)];
    let upper = points.iter().map(|point| at(point, point.interval.high));
    let lower = points.iter().rev().map(|point| at(point, point.interval.low));
    let colour = colour(entrant.index());
    svg.area(&upper.chain(lower).collect::<Vec<_>>(), &format!("wash {colour}"), "");
    svg.path(&points.iter().map(|point| at(point, point.win_rate)).collect::<Vec<_>>(), &format!("stroke {colour}"));
    let Some(last) = points.last() else { return };
    let (name, value, blocks) = (contest.name(entrant), rate(last.win_rate), last.blocks.to_string());
    let data = [("entrant", name), ("value", value.as_str()), ("blocks", blocks.as_str())];
    let hint = format!("{name}: {} after {blocks} blocks", super::percent(last.win_rate));
    svg.dot(at(last, last.win_rate), 3.5, &colour, Note { hint: &hint, data: &data });
}
