//! Which parameters matter, as a table and as a picture.

use crate::arena::LEVEL;
use crate::report::svg::{Anchor, Scale, Svg};
use crate::report::text_table::TextTable;
use crate::strategies::Value;
use crate::tables::fixed;
use crate::tuning::{Effect, TuningPlan};

/// The effects of one parameter.
struct Group<'a> {
    name: &'static str,
    now: Value,
    effects: Vec<&'a Effect>,
    /// The largest significant change.
    greatest: f64,
}

/// The effects by parameter, the one that matters most first.
fn groups<'a>(plan: &TuningPlan, around: &[Value], effects: &'a [Effect]) -> Vec<Group<'a>> {
    let group = |axis: &crate::tuning::Axis| {
        let own: Vec<&Effect> = effects.iter().filter(|effect| effect.place == axis.place).collect();
        let sure = own.iter().filter(|effect| effect.is_significant(effects.len()));
        let greatest = sure.map(|effect| effect.change.mean.abs()).fold(0.0, f64::max);
        Group { name: axis.parameter.name, now: around[axis.place], effects: own, greatest }
    };
    let mut groups: Vec<Group<'_>> = plan.space.axes.iter().map(group).collect();
    groups.sort_by(|one, other| other.greatest.total_cmp(&one.greatest));
    groups
}

/// A line for every value tried; a star where the change is significant.
pub fn effects_table(plan: &TuningPlan, around: &[Value], effects: &[Effect]) -> TextTable {
    let mut rows = vec![["parameter", "now", "moved to", "change, %", "±", ""].map(str::to_owned).to_vec()];
    for group in groups(plan, around, effects) {
        for (number, effect) in group.effects.iter().enumerate() {
            let first = |text: String| if number == 0 { text } else { String::new() };
            rows.push(vec![
                first(group.name.to_owned()),
                first(group.now.to_string()),
                effect.value.to_string(),
                format!("{:+.2}", 100.0 * effect.change.mean),
                fixed(100.0 * effect.change.interval(LEVEL).half_width(), 2),
                if effect.is_significant(effects.len()) { "*" } else { "" }.to_owned(),
            ]);
        }
    }
    TextTable::new(rows, &[1], &[0])
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 250.0;
const TOP: f64 = 78.0;
const LINE: f64 = 15.0;

/// The effects with their intervals, one line for every value tried.
pub fn effects_picture(plan: &TuningPlan, around: &[Value], effects: &[Effect]) -> String {
    let groups = groups(plan, around, effects);
    let lines = effects.len() as f64 + groups.len() as f64 * 0.6;
    let bottom = TOP + lines * LINE;
    let mut svg = Svg::new(WIDTH, bottom + 40.0);
    let title = format!("How much single parameters of {} matter", plan.request.entrant.name);
    svg.text([20.0, 24.0], Anchor::Start, "title", &title);
    let caption = [
        "change of the score when one parameter is moved, % of a fair share, with 95 % intervals;",
        "grey: not significant, corrected for their number",
    ];
    for (line, y) in caption.into_iter().zip([44.0, 60.0]) {
        svg.text([20.0, y], Anchor::Start, "quiet", line);
    }
    let ends = effects.iter().map(|effect| effect.change.interval(LEVEL));
    let (low, high) = ends.fold((0.0, 0.0), |(low, high), interval| {
        (f64::min(low, 100.0 * interval.low), f64::max(high, 100.0 * interval.high))
    });
    let x = Scale::new([low, high], [LEFT, WIDTH - 20.0]);
    let (ticks, digits) = x.ticks(7.0);
    for tick in ticks {
        svg.path(&[[x.place(tick), TOP - 8.0], [x.place(tick), bottom]], if tick == 0.0 { "base" } else { "grid" });
        svg.text([x.place(tick), bottom + 18.0], Anchor::Middle, "quiet", &fixed(tick, digits));
    }
    let mut y = TOP + 4.0;
    for group in &groups {
        svg.text([20.0, y + 4.0], Anchor::Start, "", &format!("{} = {}", group.name, group.now));
        for effect in &group.effects {
            draw(&mut svg, &x, y, effect, effect.is_significant(effects.len()));
            y += LINE;
        }
        y += 0.6 * LINE;
    }
    svg.finish(&title)
}

fn draw(svg: &mut Svg, x: &Scale, y: f64, effect: &Effect, sure: bool) {
    let (bar, dot) = if sure { ("bar", "dot") } else { ("faint", "faintdot") };
    let interval = effect.change.interval(LEVEL);
    svg.text([LEFT - 12.0, y + 4.0], Anchor::End, "quiet", &effect.value.to_string());
    svg.path(&[[x.place(100.0 * interval.low), y], [x.place(100.0 * interval.high), y]], bar);
    let hint = format!("{:+.2} %", 100.0 * effect.change.mean);
    svg.dot([x.place(100.0 * effect.change.mean), y], 3.5, dot, hint.as_str());
}
