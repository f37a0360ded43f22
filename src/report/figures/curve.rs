//! The chances of all seats over a game.

use super::rows::{WIDTH, spread};
use crate::analysis::Decision;
use crate::game::PerSeat;
use crate::report::svg::{Anchor, Note, Scale, Svg, colour};
use crate::tables::rate;

const LEFT: f64 = 50.0;
const RIGHT: f64 = 58.0;
const TOP: f64 = 8.0;
const HEIGHT: f64 = 150.0;

/// A decision and the step of the playback that shows it.
pub(in crate::report) struct Spot<'a> {
    pub(in crate::report) step: usize,
    pub(in crate::report) decision: &'a Decision,
}

/// Draws the chances after each decision; `rounds` are the steps at which rounds begin, `steps` is the number of steps.
pub(in crate::report) fn curve(spots: &[Spot<'_>], rounds: &[usize], steps: usize, players: usize) -> Svg {
    let mut svg = Svg::new(WIDTH, TOP + HEIGHT + 26.0);
    let x = Scale::new([0.0, steps.saturating_sub(1) as f64], [LEFT, WIDTH - RIGHT]);
    let y = Scale::new([0.0, 1.0], [TOP + HEIGHT, TOP]);
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.path(&[[LEFT, y.place(share)], [WIDTH - RIGHT, y.place(share)]], "grid");
        svg.text([LEFT - 5.0, y.place(share) + 4.0], Anchor::End, "quiet small", &format!("{:.0} %", 100.0 * share));
    }
    for (number, &step) in rounds.iter().enumerate() {
        let at = x.place(step as f64);
        svg.path(&[[at, TOP], [at, TOP + HEIGHT]], "grid");
        svg.text([at, TOP + HEIGHT + 16.0], Anchor::Start, "quiet small", &(number + 1).to_string());
    }
    svg.cursor("curve-cursor", LEFT, [TOP, TOP + HEIGHT]);
    for seat in 0..players {
        let at = |spot: &Spot<'_>| [x.place(spot.step as f64), y.place(chance(spot, seat))];
        svg.path(&spots.iter().map(at).collect::<Vec<_>>(), &format!("stroke thin {}", colour(seat)));
    }
    let ends = spots.last().map(|last| (0..players).map(|seat| (y.place(chance(last, seat)), seat)).collect());
    for (height, seat) in spread(ends.unwrap_or_default(), [TOP, TOP + HEIGHT]) {
        let class = format!("small {}", colour(seat));
        svg.text([WIDTH - RIGHT + 6.0, height], Anchor::Start, &class, &format!("seat {seat}"));
    }
    // Mistakes are drawn on top, so that they can be clicked.
    let (mistakes, others): (Vec<_>, Vec<_>) = spots.iter().partition(|spot| spot.decision.is_mistake());
    for spot in others.into_iter().chain(mistakes) {
        dot(&mut svg, &x, &y, spot);
    }
    svg
}

fn chance(spot: &Spot<'_>, seat: usize) -> f64 {
    let PerSeat(chances) = spot.decision.chances;
    chances[seat].mean
}

/// The chance of the seat that moved, with what the move was worth as a tooltip.
fn dot(svg: &mut Svg, x: &Scale, y: &Scale, spot: &Spot<'_>) {
    let decision = spot.decision;
    let (step, value, loss) = (spot.step.to_string(), rate(decision.chance().mean), rate(decision.loss().mean));
    let seat = decision.seat.to_string();
    let data = [("step", step.as_str()), ("seat", seat.as_str()), ("value", value.as_str()), ("loss", loss.as_str())];
    let (radius, words) = if decision.is_mistake() { (5.0, "a mistake") } else { (2.2, "") };
    let (round, number) = decision.place;
    let hint = format!("{round}.{number}: seat {seat}: {} {words}", decision.played);
    let at = [x.place(spot.step as f64), y.place(decision.chance().mean)];
    svg.dot(at, radius, &format!("spot {}", colour(decision.seat)), Note { hint: hint.trim_end(), data: &data });
}
