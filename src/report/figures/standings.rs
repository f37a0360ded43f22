//! Win rates with their intervals.

use super::rows::{ChartAxis, Row, Rows};
use super::{Contest, Figure, percent, with_interval};
use crate::report::svg::Note;
use crate::tables::{Standing, ends, rate};

/// The height of an interval.
const MARKS: f64 = 13.0;
/// Room for the numbers of a row.
const BESIDE: f64 = 118.0;

/// One line: a name, its colour, and what was measured; a heading has nothing measured.
struct Line<'a> {
    label: &'a str,
    entrant: &'a str,
    colour: usize,
    row: Option<&'a Standing>,
    /// Lines that share a letter cannot be told apart; only among lines of one run.
    letters: &'a str,
}

impl<'a> Line<'a> {
    fn to_row(&self) -> Row<'a> {
        let (class, height) = if self.row.is_some() { ("", MARKS) } else { ("strong", 0.0) };
        Row { name: self.label, class, height }
    }
}

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let lines: Vec<Line<'_>> = contest
        .rows
        .iter()
        .map(|row| {
            let entrant = contest.name(row.entrant);
            let (colour, letters) = (row.entrant.index(), row.tie_group.as_str());
            Line { label: entrant, entrant, colour, row: Some(row), letters }
        })
        .collect();
    Figure::new(
        "standings",
        "Win rates",
        "The share of games won; the bars are 95 % intervals. The dashed line is the fair share. Entrants that share a letter \
         cannot be told apart.",
        forest(&lines, contest.players()).svg,
    )
}

/// The same entrants in several runs, each with its name and its number: for each entrant one line per run.
pub(in crate::report) fn compared(runs: &[(usize, &str, Contest<'_>)]) -> Option<Figure> {
    let (_, _, first) = runs.first()?;
    let mut lines: Vec<Line<'_>> = Vec::new();
    let in_run = |entrant: &str, contest: &Contest<'_>| contest.names().any(|name| name == entrant);
    for entrant in names_in(runs.iter().map(|(_, _, contest)| contest)) {
        // What only one run has, the table says.
        if runs.iter().filter(|(_, _, contest)| in_run(entrant, contest)).count() < 2 {
            continue;
        }
        lines.push(Line { label: entrant, entrant, colour: 0, row: None, letters: "" });
        for (number, run, contest) in runs {
            let found = contest.rows.iter().find(|row| contest.name(row.entrant) == entrant);
            lines.extend(found.map(|row| Line { label: run, entrant, colour: *number, row: Some(row), letters: "" }));
        }
    }
    (!lines.is_empty()).then(|| {
        Figure::new(
            "compared",
            "Entrants of several runs",
            "Win rates in each run that they took part in; the bars are 95 % intervals.",
            forest(&lines, first.players()).svg,
        )
    })
}

/// All names, each once, in the order of the first contest that has it.
pub(in crate::report) fn names_in<'a: 'b, 'b>(contests: impl Iterator<Item = &'b Contest<'a>>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in contests.flat_map(Contest::names) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn forest(lines: &[Line<'_>], players: usize) -> Rows {
    let fair = 1.0 / players as f64;
    let measured = || lines.iter().filter_map(|line| line.row);
    let bounds = measured().filter_map(|row| row.interval).flat_map(|interval| [interval.low, interval.high]);
    let rates = measured().filter_map(|row| row.win_rate);
    let (low, high) =
        bounds.chain(rates).fold((fair, fair), |(low, high), value| (f64::min(low, value), f64::max(high, value)));
    let rows: Vec<Row<'_>> = lines.iter().map(Line::to_row).collect();
    let mut chart = Rows::new(&rows, [BESIDE, 0.0], ChartAxis::of_shares("share of games won", [low, high]));
    chart.mark(fair, "fair share");
    for (index, line) in lines.iter().enumerate() {
        draw_line(&mut chart, index, line);
    }
    chart
}

fn draw_line(chart: &mut Rows, index: usize, line: &Line<'_>) {
    let Some((row, share)) = line.row.and_then(|row| Some((row, row.win_rate?))) else { return };
    let y = chart.middle(index);
    let [low, high] = ends(row.interval, 6);
    chart.interval(y, MARKS, row.interval, line.colour);
    let words = with_interval(share, row.interval);
    let hint = format!("{}: {} of {} games, {}; {words}", line.entrant, row.wins, row.games, percent(share));
    let value = rate(share);
    let data = [("entrant", line.entrant), ("value", value.as_str()), ("low", low.as_str()), ("high", high.as_str())];
    chart.dot(y, share, line.colour, Note { hint: &hint, data: &data });
    chart.tell(index, format!("{words}  {}", line.letters).trim_end());
}
