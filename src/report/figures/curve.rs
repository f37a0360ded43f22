//! The chances of all seats over a game.

use super::labels::width_of;
use super::rows::spread;
use crate::analysis::Decision;
use crate::game::PerSeat;
use crate::report::svg::{Anchor, Note, Scale, Svg, colour};
use crate::tables::rate;

/// As wide as the table below it.
const WIDTH: f64 = 1080.0;
const LEFT: f64 = 50.0;
/// The most room for names.
const MAX_RIGHT: f64 = 420.0;
const TOP: f64 = 8.0;
const HEIGHT: f64 = 150.0;

/// A decision and the step of the playback that shows it.
pub(in crate::report) struct Spot<'a> {
    pub(in crate::report) step: usize,
    pub(in crate::report) decision: &'a Decision,
}

/// Draws the chances after each decision; `rounds` are the steps at which rounds begin, `steps` is the number of steps.
pub(in crate::report) fn curve(spots: &[Spot<'_>], rounds: &[usize], steps: usize, names: &[String]) -> Svg {
    let players = names.len();
    let longest = names.iter().map(|name| width_of(name)).fold(0.0, f64::max);
    let right = WIDTH - (longest + 16.0).min(MAX_RIGHT);
    let mut svg = Svg::new(WIDTH, TOP + HEIGHT + 26.0);
    let x = Scale::new([0.0, steps.saturating_sub(1) as f64], [LEFT, right]);
    let y = Scale::new([0.0, 1.0], [TOP + HEIGHT, TOP]);
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.path(&[[LEFT, y.place(share)], [right, y.place(share)]], "grid");
        svg.text([LEFT - 5.0, y.place(share) + 4.0], Anchor::End, "quiet small", &format!("{:.0} %", 100.0 * share));
    }
    for (number, &step) in rounds.iter().enumerate() {
        let at = x.place(step as f64);
        svg.path(&[[at, TOP], [at, TOP + HEIGHT]], "grid");
        svg.text([at, TOP + HEIGHT + 16.0], Anchor::Start, "quiet small", &(number + 1).to_string());
    }
    svg.cursor("curve-cursor", LEFT, [TOP, TOP + HEIGHT]);
    for seat in 0..players {
        let at = |spot: &Spot<'_>| Some([x.place(spot.step as f64), y.place(chance(spot, seat)?)]);
        svg.path(&spots.iter().filter_map(at).collect::<Vec<_>>(), &format!("stroke thin {}", colour(seat)));
    }
    let ends =
        spots.last().map(|last| (0..players).filter_map(|seat| Some((y.place(chance(last, seat)?), seat))).collect());
    for (height, seat) in spread(ends.unwrap_or_default(), [TOP, TOP + HEIGHT]) {
        let class = format!("small strong {}", colour(seat));
        svg.text([right + 6.0, height], Anchor::Start, &class, &names[seat]);
    }
    // Mistakes are drawn on top, so that they can be clicked.
    let (mistakes, others): (Vec<_>, Vec<_>) = spots.iter().partition(|spot| spot.decision.is_mistake());
    for spot in others.into_iter().chain(mistakes) {
        dot(&mut svg, &x, &y, spot, &names[spot.decision.seat]);
    }
    svg
}

/// The chance of a seat, if the judge tells it.
fn chance(spot: &Spot<'_>, seat: usize) -> Option<f64> {
    let own = (seat == spot.decision.seat).then_some(spot.decision.chance.mean);
    spot.decision.chances.map_or(own, |PerSeat(chances)| Some(chances[seat].mean))
}

/// The chance of the seat that moved, with what the move was worth as a tooltip.
fn dot(svg: &mut Svg, x: &Scale, y: &Scale, spot: &Spot<'_>, name: &str) {
    let decision = spot.decision;
    let (step, value, loss) = (spot.step.to_string(), rate(decision.chance.mean), rate(decision.loss().mean));
    let seat = decision.seat.to_string();
    let data = [("step", step.as_str()), ("seat", seat.as_str()), ("value", value.as_str()), ("loss", loss.as_str())];
    let (radius, words) = if decision.is_mistake() { (5.0, "a mistake") } else { (2.2, "") };
    let (round, number) = decision.place;
    let hint = format!("{round}.{number}: {name}: {} {words}", decision.played);
    let at = [x.place(spot.step as f64), y.place(decision.chance.mean)];
    svg.dot(at, radius, &format!("spot {}", colour(decision.seat)), Note { hint: hint.trim_end(), data: &data });
}
