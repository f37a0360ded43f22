//! The picture of a search: how far the best so far was ahead of its start, and the paths of the parameters.

use crate::arena::LEVEL;
use crate::report::svg::{Anchor, Scale, Svg};
use crate::statistics::Interval;
use crate::strategies::Value;
use crate::tables::fixed;
use crate::tuning::{Estimate, History, Milestone, TuningPlan, UnitPoint};

const WIDTH: f64 = 920.0;
const LEFT: f64 = 60.0;
/// Where the upper chart begins, and its height.
const CHART: (f64, f64) = (72.0, 240.0);
/// The small charts of the parameters.
const COLUMNS: usize = 4;
const CELL: (f64, f64) = (215.0, 96.0);
/// Generations before the means are worth drawing in full.
const SETTLED: usize = 4;

/// The picture of a search, as SVG, with the result once it is known.
pub fn convergence_picture(plan: &TuningPlan, history: &History, result: Option<&[Value]>) -> String {
    let rows = plan.space.len().div_ceil(COLUMNS) as f64;
    let top = CHART.0 + CHART.1 + 70.0;
    let mut svg = Svg::new(WIDTH, top + rows * CELL.1 + 10.0);
    let title = format!("Tuning {} with {}", plan.request.entrant.name, plan.method);
    svg.text([LEFT, 24.0], Anchor::Start, "title", &title);
    lead_chart(&mut svg, history);
    svg.text([LEFT, top - 14.0], Anchor::Start, "title", "The parameters of the best so far; the dot is the result");
    let points = history.milestones.iter().map(|milestone| plan.space.encode(&milestone.best)).collect();
    let course = SearchCourse { milestones: &history.milestones, points, result };
    for number in 0..plan.space.len() {
        let (column, row) = ((number % COLUMNS) as f64, (number / COLUMNS) as f64);
        let corner = [LEFT - 20.0 + column * CELL.0, top + row * CELL.1];
        parameter_chart(&mut svg, corner, number, plan, &course);
    }
    svg.finish(&title)
}

/// The path of the best so far, and where it ended.
struct SearchCourse<'a> {
    milestones: &'a [Milestone],
    /// The points of the milestones.
    points: Vec<UnitPoint>,
    result: Option<&'a [Value]>,
}

/// A number of games in thousands or millions.
fn games_text(games: f64) -> String {
    match games {
        games if games >= 1e6 => format!("{} M", fixed(games / 1e6, 1)),
        games if games >= 1e3 => format!("{} k", fixed(games / 1e3, 0)),
        games => fixed(games, 0),
    }
}

fn lead_chart(svg: &mut Svg, history: &History) {
    let caption = [
        "lead of the best so far over the start against the rivals at the time, % of a fair share,",
        "on fresh deals: mean of five generations, 95 % interval",
    ];
    for (line, y) in caption.into_iter().zip([44.0, 60.0]) {
        svg.text([LEFT, y], Anchor::Start, "quiet", line);
    }
    let milestones = &history.milestones;
    let leads: Vec<Estimate> = (1..=milestones.len()).filter_map(|count| history.recent_lead(count)).collect();
    let ends: Vec<Interval> = leads.iter().map(|lead| lead.interval(LEVEL)).collect();
    // The first few, which are based on a handful of deals, do not set the scale.
    let settled = &ends[ends.len().min(SETTLED)..];
    let low = settled.iter().map(|interval| 100.0 * interval.low).fold(-5.0, f64::min);
    let high = settled.iter().map(|interval| 100.0 * interval.high).fold(5.0, f64::max);
    let last = milestones.last().map_or(1.0, |milestone| milestone.games as f64);
    let x = Scale::new([0.0, last], [LEFT, WIDTH - 20.0]);
    let y = Scale::new([low, high], [CHART.0 + CHART.1, CHART.0]);
    axes(svg, &x, &y);
    let at = |number: usize, value: f64| [x.place(milestones[number].games as f64), y.place(100.0 * value)];
    let upper = ends.iter().enumerate().map(|(number, interval)| at(number, interval.high));
    let lower = ends.iter().enumerate().rev().map(|(number, interval)| at(number, interval.low));
    svg.area(&upper.chain(lower).collect::<Vec<_>>(), "band", "");
    let inside = |milestone: &Milestone| (low..=high).contains(&(100.0 * milestone.lead.mean));
    for (generation, milestone) in milestones.iter().enumerate().filter(|(_, milestone)| inside(milestone)) {
        let hint = format!("generation {generation}: {:+.1} %", 100.0 * milestone.lead.mean);
        svg.dot(at(generation, milestone.lead.mean), 1.5, "faintdot", hint.as_str());
    }
    svg.path(&leads.iter().enumerate().map(|(number, lead)| at(number, lead.mean)).collect::<Vec<_>>(), "line");
}

fn axes(svg: &mut Svg, x: &Scale, y: &Scale) {
    let bottom = CHART.0 + CHART.1;
    let (ticks, digits) = y.ticks(6.0);
    for tick in ticks {
        svg.path(&[[LEFT, y.place(tick)], [WIDTH - 20.0, y.place(tick)]], if tick == 0.0 { "base" } else { "grid" });
        svg.text([LEFT - 8.0, y.place(tick) + 4.0], Anchor::End, "quiet", &fixed(tick, digits));
    }
    for tick in x.ticks(8.0).0 {
        svg.text([x.place(tick), bottom + 18.0], Anchor::Middle, "quiet", &games_text(tick));
    }
    svg.text([WIDTH - 20.0, bottom + 34.0], Anchor::End, "quiet", "games");
}

/// The path of one parameter, number `axis` of the space, with its start as a dashed line and the result as a dot.
fn parameter_chart(svg: &mut Svg, corner: [f64; 2], axis: usize, plan: &TuningPlan, course: &SearchCourse<'_>) {
    let parameter = &plan.space.axes[axis];
    let start = plan.space.origin()[axis];
    let path: Vec<f64> = course.points.iter().map(|point| point[axis]).collect();
    let result = course.result.map(|values| (values[parameter.place], plan.space.encode(values)[axis]));
    let all = || path.iter().copied().chain(result.map(|(_, share)| share));
    let (low, high) = (all().fold(start, f64::min), all().fold(start, f64::max));
    let (width, height) = (CELL.0 - 25.0, CELL.1 - 40.0);
    let [left, top] = [corner[0], corner[1] + 22.0];
    // Never less than a twentieth of the range, so that a parameter that hardly moves looks like it.
    let air = ((0.05 - (high - low)) / 2.0).max(0.0);
    let y = Scale::new([low - air, high + air], [top + height, top]);
    let last = course.milestones.last().map_or(1.0, |milestone| milestone.games as f64);
    let x = Scale::new([0.0, last], [left, left + width - 8.0]);
    let now = course.milestones.last().map(|milestone| milestone.best[parameter.place]);
    let end = result.map(|(value, _)| value).or(now).unwrap_or(plan.space.start[parameter.place]);
    let caption = format!("{} {} → {end}", parameter.parameter.name, plan.space.start[parameter.place]);
    svg.text([left, corner[1] + 14.0], Anchor::Start, "", &caption);
    svg.path(&[[left, top], [left, top + height], [left + width, top + height]], "axis");
    svg.path(&[[left, y.place(start)], [left + width, y.place(start)]], "base");
    let points = course.milestones.iter().zip(&path);
    let points = points.map(|(milestone, share)| [x.place(milestone.games as f64), y.place(*share)]);
    svg.path(&points.collect::<Vec<_>>(), "line");
    if let Some((value, share)) = result {
        svg.dot([left + width - 2.0, y.place(share)], 3.0, "dot", format!("result {value}").as_str());
    }
}
