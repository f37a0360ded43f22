//! What it is worth to begin.

use super::frame::{Axis, Frame, Unit, WIDTH};
use super::{Figure, Scene, percent};
use crate::arena::{LEVEL, SeatTally};
use crate::report::number::{rate, ratio};
use crate::report::svg::{Anchor, Note, colour};
use crate::statistics::{Interval, Sample, proportion};

/// The height of the line of one seat.
const LINE: f64 = 12.0;

pub(super) fn draw(scene: &Scene<'_>) -> Figure {
    let everybody = everybody(scene);
    let mut rows = vec![("all of them".to_owned(), everybody)];
    let own = |entrant: usize| scene.tally().entrants[entrant].seats.clone();
    rows.extend(scene.rows.iter().map(|row| (scene.name(row.entrant).to_owned(), own(row.entrant))));
    let ends = rows.iter().flat_map(|(_, seats)| seats).filter_map(interval);
    let (low, high) = ends.fold((1.0, 0.0), |(low, high), end| (f64::min(low, end.low), f64::max(high, end.high)));
    let names: Vec<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    let axis = Axis { title: "share of games won", unit: Unit::Percent, ends: [low.min(high), high.max(low)] };
    let mut frame = Frame::new(&names, LINE * scene.players() as f64 + 14.0, 76.0, axis);
    for (place, (name, seats)) in rows.iter().enumerate() {
        let top = frame.middle(place) - LINE * (seats.len() as f64 - 1.0) / 2.0;
        for (seat, counts) in seats.iter().enumerate() {
            draw_seat(&mut frame, top + LINE * seat as f64, (name, seat), counts);
        }
    }
    Figure {
        name: "seats",
        title: "Seats",
        about: "The share of games won by where one sits: first the seat that begins round 1, below it the next ones clockwise. \
                The 95 % intervals take every game for itself.",
        svg: frame.svg,
    }
}

/// Who wins, by seat, whoever sits there.
fn everybody(scene: &Scene<'_>) -> Vec<SeatTally> {
    let mut sums = vec![SeatTally::default(); scene.players()];
    for entrant in &scene.tally().entrants {
        for (sum, seat) in sums.iter_mut().zip(&entrant.seats) {
            sum.games += seat.games;
            sum.wins += seat.wins;
        }
    }
    sums
}

fn interval(seat: &SeatTally) -> Option<Interval> {
    proportion(&Sample { count: seat.games, sum: seat.wins as i64, squares: seat.wins }, 1, LEVEL)
}

fn draw_seat(frame: &mut Frame, y: f64, (name, seat): (&str, usize), counts: &SeatTally) {
    let (Some(share), Some(ends)) = (ratio(counts.wins, counts.games), interval(counts)) else { return };
    let [left, right] = [ends.low, ends.high].map(|end| frame.x.place(end));
    frame.svg.path(&[[left, y], [right, y]], &format!("stroke thin {}", colour(seat)));
    let words = if seat == 0 { "begins".to_owned() } else { format!("seat +{seat}") };
    let hint = format!("{name}, {words}: {} of {} games, {}", counts.wins, counts.games, percent(share));
    let (number, value) = (seat.to_string(), rate(share));
    let data = [("entrant", name), ("seat", number.as_str()), ("value", value.as_str())];
    frame.svg.dot([frame.x.place(share), y], 3.0, &colour(seat), Note { hint: &hint, data: &data });
    let text = format!("{words} {:.1}", 100.0 * share);
    frame.svg.text([WIDTH - 8.0, y + 3.5], Anchor::End, "quiet tiny", &text);
}
