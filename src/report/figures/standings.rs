//! Win rates with their intervals.

use super::rows::{ChartAxis, Rows, Unit};
use super::{Contest, Figure, percent, with_interval};
use crate::report::svg::{Anchor, Note, colour};
use crate::tables::Standing;
use crate::tables::ends;
use crate::tables::rate;

const ROW: f64 = 26.0;

/// One line: a name, its colour, and what was measured.
struct Line<'a> {
    label: String,
    entrant: &'a str,
    colour: usize,
    row: &'a Standing,
    /// Lines that share a letter cannot be told apart; only among lines of one run.
    letters: &'a str,
}

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let lines: Vec<Line<'_>> = contest
        .rows
        .iter()
        .map(|row| {
            let entrant = contest.name(row.entrant);
            Line { label: entrant.to_owned(), entrant, colour: row.entrant.index(), row, letters: &row.tie_group }
        })
        .collect();
    Figure {
        name: "standings",
        title: "Win rates",
        about: "The share of games won, with its 95 % interval. The dashed line is the fair share. Entrants that share a letter \
                cannot be told apart.",
        svg: forest(&lines, contest.players()).svg,
    }
}

/// The same entrants in several runs, each with its number: for each name one line per run.
pub(in crate::report) fn compared(runs: &[(usize, Contest<'_>)]) -> Option<Figure> {
    let (_, first) = runs.first()?;
    let mut lines: Vec<Line<'_>> = Vec::new();
    for entrant in names_in(runs) {
        for (number, contest) in runs {
            let label = |named: bool| if named { String::new() } else { entrant.to_owned() };
            let named = lines.last().is_some_and(|line| line.entrant == entrant);
            let found = contest.rows.iter().find(|row| contest.name(row.entrant) == entrant);
            lines.extend(found.map(|row| Line { label: label(named), entrant, colour: *number, row, letters: "" }));
        }
    }
    Some(Figure {
        name: "compared",
        title: "Win rates in all runs",
        about: "The same entrants in each run, one colour per run. Runs with different opponents measure something different.",
        svg: forest(&lines, first.players()).svg,
    })
}

/// All names, each once, in the order of the first run that has it.
pub(in crate::report) fn names_in<'a>(runs: &[(usize, Contest<'a>)]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in runs.iter().flat_map(|(_, contest)| contest.rows.iter().map(|row| contest.name(row.entrant))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn forest(lines: &[Line<'_>], players: usize) -> Rows {
    let fair = 1.0 / players as f64;
    let bounds = lines.iter().filter_map(|line| line.row.interval).flat_map(|interval| [interval.low, interval.high]);
    let rates = lines.iter().filter_map(|line| line.row.win_rate);
    let (low, high) =
        bounds.chain(rates).fold((fair, fair), |(low, high), value| (f64::min(low, value), f64::max(high, value)));
    let air = 0.03 * (high - low).max(0.02);
    let axis = ChartAxis {
        title: "share of games won",
        unit: Unit::Percent,
        ends: [(low - air).max(0.0), (high + air).min(1.0)],
    };
    let labels: Vec<String> = lines.iter().map(|line| line.label.clone()).collect();
    let mut chart = Rows::new(&labels, ROW, 112.0, axis);
    chart.mark(fair, "fair share");
    for (index, line) in lines.iter().enumerate() {
        draw_line(&mut chart, index, line);
    }
    chart
}

fn draw_line(chart: &mut Rows, index: usize, line: &Line<'_>) {
    let (row, y) = (line.row, chart.middle(index));
    let Some(share) = row.win_rate else { return };
    let [low, high] = ends(row.interval, 6);
    if let Some(interval) = row.interval {
        let [left, right] = [interval.low, interval.high].map(|end| chart.x.place(end));
        chart.svg.path(&[[left, y], [right, y]], &format!("stroke {}", colour(line.colour)));
    }
    let words = with_interval(share, row.interval);
    let hint = format!("{}: {} of {} games, {}; {words}", line.entrant, row.wins, row.games, percent(share));
    let value = rate(share);
    let data = [("entrant", line.entrant), ("value", value.as_str()), ("low", low.as_str()), ("high", high.as_str())];
    let dot = [chart.x.place(share), y];
    chart.svg.dot(dot, 4.5, &colour(line.colour), Note { hint: &hint, data: &data });
    let right = super::rows::WIDTH - 8.0;
    chart.svg.text([right, y + 4.0], Anchor::End, "small", format!("{words}  {}", line.letters).trim_end());
}
