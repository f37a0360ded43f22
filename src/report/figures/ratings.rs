//! Ratings with their intervals.

use super::rows::{ChartAxis, Row, Rows, Unit};
use super::{Contest, Figure};
use crate::report::standings::rating_error;
use crate::report::svg::Note;
use crate::tables::{Standing, ends, fixed};

const MARKS: f64 = 13.0;
const BESIDE: f64 = 96.0;
/// The rating of an entrant that wins its fair share.
pub(super) const FAIR: f64 = 1500.0;

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let rated: Vec<&Standing> = contest.rows.iter().filter(|row| row.rating.is_some()).collect();
    let rows: Vec<Row<'_>> =
        rated.iter().map(|row| Row { name: contest.name(row.entrant), class: "", height: MARKS }).collect();
    let [low, high] = span(rated.iter().copied());
    let axis = ChartAxis { title: "rating, points", unit: Unit::Plain, ends: [low, high] };
    let mut chart = Rows::new(&rows, [BESIDE, 0.0], axis);
    chart.mark(FAIR, "wins its fair share");
    for (index, row) in rated.iter().enumerate() {
        draw_row(&mut chart, index, contest.name(row.entrant), row);
    }
    Figure::new(
        "ratings",
        "Ratings",
        "Strength on a scale like Elo's, fitted to who wins; the bars are 95 % intervals, and one without an end reaches to the \
         end of the axis. 1500 wins its fair share.",
        chart.svg,
    )
}

/// From the lowest to the highest end that is known, with some margin.
fn span<'a>(rows: impl Iterator<Item = &'a Standing>) -> [f64; 2] {
    let ends = rows.flat_map(|row| {
        let interval = row.rating_interval;
        [row.rating, interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
    });
    let known = ends.flatten().filter(|end| end.is_finite());
    let (low, high) = known.fold((FAIR, FAIR), |(low, high), end| (f64::min(low, end), f64::max(high, end)));
    let margin = 0.03 * (high - low).max(20.0);
    [low - margin, high + margin]
}

fn draw_row(chart: &mut Rows, index: usize, name: &str, row: &Standing) {
    let Some(rating) = row.rating else { return };
    let y = chart.middle(index);
    chart.interval(y, MARKS, row.rating_interval, row.entrant.index());
    let ([low, high], value) = (ends(row.rating_interval, 1), fixed(rating, 1));
    let words = with_error(row);
    let data = [("entrant", name), ("value", value.as_str()), ("low", low.as_str()), ("high", high.as_str())];
    chart.dot(y, rating, row.entrant.index(), Note { hint: &format!("{name}: {words}"), data: &data });
    chart.tell(index, &words);
}

/// A rating with half the width of its interval, or the end that is known.
pub(super) fn with_error(row: &Standing) -> String {
    let (rating, error) = (fixed(row.rating, 0), rating_error(row.rating_interval));
    match error.as_str() {
        "" => rating,
        error if error.starts_with(['<', '>']) => format!("{rating} ({error})"),
        error => format!("{rating} ± {error}"),
    }
}
