//! What it is worth to begin a game.

use super::rows::{ChartAxis, Row, Rows, WIDTH};
use super::{Contest, Figure, percent};
use crate::arena::EntrantIndex;
use crate::report::svg::{Anchor, Note};
use crate::tables::{SeatRow, rate};

/// The height of the line of one seat.
const LINE: f64 = 12.0;
/// Room for the numbers of a seat.
const RIGHT: f64 = 44.0;

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let all = seats(contest);
    let ends = all.iter().flat_map(|(_, seats)| seats).filter_map(|seat| seat.interval);
    let (low, high) = ends.fold((1.0, 0.0), |(low, high), end| (f64::min(low, end.low), f64::max(high, end.high)));
    let height = LINE * contest.players() as f64;
    let rows: Vec<Row<'_>> = all.iter().map(|(name, _)| Row { name, class: "", height }).collect();
    let axis = ChartAxis::of_shares("share of games won", [low.min(high), high.max(low)]);
    let mut chart = Rows::new(&rows, [0.0, RIGHT], axis);
    for (index, (name, seats)) in all.iter().enumerate() {
        let top = chart.middle(index) - LINE * (seats.len() as f64 - 1.0) / 2.0;
        for (seat, counts) in seats.iter().enumerate() {
            draw_seat(&mut chart, top + LINE * seat as f64, (name, seat), counts);
        }
    }
    Figure::new(
        "seats",
        "Seats",
        "The share of games won by seat, with its 95 % interval: the 1st seat begins round 1, the \
         2nd sits next to it clockwise, and so on.",
        chart.svg,
    )
}

/// All entrants together, and every entrant.
fn seats<'a>(contest: &Contest<'a>) -> Vec<(String, Vec<&'a SeatRow>)> {
    let of = |entrant: Option<EntrantIndex>| {
        contest.tables.seats(contest.table_index).iter().filter(|row| row.entrant == entrant).collect()
    };
    let own = contest.rows.iter().map(|row| (row.name.clone(), of(Some(row.entrant))));
    std::iter::once(("all of them".to_owned(), of(None))).chain(own).collect()
}

fn draw_seat(chart: &mut Rows, y: f64, (name, seat): (&str, usize), counts: &SeatRow) {
    let Some(share) = counts.win_rate else { return };
    chart.interval(y, LINE - 2.0, counts.interval, seat);
    let words = ["1st", "2nd", "3rd", "4th", "5th", "6th"][seat];
    let hint = format!("{name}, {words} seat: {} of {} games, {}", counts.wins, counts.games, percent(share));
    let (number, value) = (seat.to_string(), rate(share));
    let data = [("entrant", name), ("seat", number.as_str()), ("value", value.as_str())];
    chart.dot(y, share, seat, Note { hint: &hint, data: &data });
    let text = format!("{words} {:.1}", 100.0 * share);
    chart.svg.text([WIDTH - 4.0, y + 3.5], Anchor::End, "quiet small", &text);
}
