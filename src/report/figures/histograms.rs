//! Distributions: worms per game, and totals at passing.

use super::rows::{ChartAxis, Row, Rows, Unit};
use super::{Contest, Figure};
use crate::report::svg::{Note, colour, short};
use crate::tables::{Histogram, Standing, Statistic, histogram};

const HEIGHT: f64 = 32.0;

pub(super) fn worms(contest: &Contest<'_>) -> Figure {
    Figure::new(
        "worms",
        "Worms per game",
        "How often an entrant ended a game with this number of worms. The line is the mean.",
        ridges(contest, "worms at the end", Statistic::Worms).svg,
    )
}

pub(super) fn pass_totals(contest: &Contest<'_>) -> Figure {
    Figure::new(
        "pass-totals",
        "Totals at passing",
        "The total with which an entrant passed when its display was valid. The line is the mean.",
        ridges(contest, "total of the display", Statistic::PassTotal).svg,
    )
}

/// A histogram for each entrant, all over one axis, each scaled to its highest value.
fn ridges(contest: &Contest<'_>, title: &'static str, statistic: Statistic) -> Rows {
    let of = |row: &Standing| histogram(&contest.tables.results(), contest.table_index, row.entrant, statistic);
    let all: Vec<Histogram> = contest.rows.iter().map(of).collect();
    let used = all.iter().flat_map(|own| own.counts.iter().enumerate().filter(|(_, count)| **count > 0));
    let (low, high) = used
        .fold((f64::MAX, 1.0), |(low, high), (value, _)| (f64::min(low, value as f64), f64::max(high, value as f64)));
    let axis = ChartAxis { title, unit: Unit::Plain, ends: [low.min(high - 1.0) - 0.5, high + 0.5] };
    let rows: Vec<Row<'_>> =
        contest.rows.iter().map(|row| Row { name: contest.name(row.entrant), class: "", height: HEIGHT }).collect();
    let mut chart = Rows::new(&rows, [44.0, 0.0], axis);
    for (index, (row, own)) in contest.rows.iter().zip(&all).enumerate() {
        ridge(&mut chart, index, row, own);
    }
    chart
}

fn ridge(chart: &mut Rows, index: usize, row: &Standing, own: &Histogram) {
    let Some(mean) = own.mean else { return };
    let (name, counts, all) = (&row.name, &own.counts, own.count);
    let base = chart.middle(index) + HEIGHT / 2.0;
    let most = counts.iter().copied().max().unwrap_or(0);
    let height = |count: u64| base - HEIGHT * count as f64 / most as f64;
    let edge = |value: usize| short(chart.x.place(value as f64 - 0.5));
    let used = |index: &usize| counts[*index] > 0;
    let (first, last) = ((0..counts.len()).find(used).unwrap_or(0), (0..counts.len()).rfind(used).unwrap_or(0));
    let step = |value: usize| format!("V{}H{}", short(height(counts[value])), edge(value + 1));
    let steps = (first..=last).map(step).collect::<Vec<_>>().concat();
    let outline = format!("M{},{}{steps}V{}Z", edge(first), short(base), short(base));
    let texts = counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let data = [("entrant", name.as_str()), ("counts", texts.trim_end_matches(" 0"))];
    let hint = format!("{name}: {mean:.2} on average of {all}");
    chart.svg.outline(&outline, &colour(row.entrant.index()), Note { hint: &hint, data: &data });
    let x = chart.x.place(mean);
    chart.svg.path(&[[x, base - HEIGHT], [x, base]], "kept");
    chart.tell(index, &format!("{mean:.1}"));
}
