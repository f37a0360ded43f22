//! All numbers of players of a run in one chart.

use super::lines::{LineEnd, RIGHT, draw_key, key_height};
use super::ratings::{FAIR, with_error};
use super::rows::WIDTH;
use super::{Contest, Figure, names_in};
use crate::report::svg::{Anchor, Note, Scale, Svg, colour};
use crate::tables::{Standing, fixed};

const LEFT: f64 = 44.0;
const TOP: f64 = 10.0;
const HEIGHT: f64 = 264.0;
/// Between the first or last number of players and the edge of the chart.
const INSIDE: f64 = 22.0;

/// The ratings of all entrants over the numbers of players; `None` if there is only one.
pub(in crate::report) fn overview(contests: &[Contest<'_>]) -> Option<Figure> {
    let [first, .., last] = contests else { return None };
    let mut names = names_in(contests.iter());
    names.truncate(Contest::MAX_DRAWN);
    let below = TOP + HEIGHT + 42.0;
    let mut svg = Svg::new(WIDTH, below + key_height(names.iter().copied()) + 6.0);
    let y = Scale::new(span(contests), [TOP + HEIGHT, TOP]);
    let players = [first.players() as f64, last.players() as f64];
    let x = Scale::new(players, [LEFT + INSIDE, RIGHT - INSIDE]);
    axes(&mut svg, contests, &x, &y);
    let mut line_ends = Vec::new();
    for name in names {
        let own: Vec<(f64, &Standing)> = contests.iter().filter_map(|contest| found(contest, name)).collect();
        let Some((_, last)) = own.last() else { continue };
        line_ends.push(LineEnd { y: y.place(last.rating.unwrap_or(FAIR)), colour: last.entrant.index(), name });
        line(&mut svg, [&x, &y], &own);
    }
    draw_key(&mut svg, line_ends, [TOP, TOP + HEIGHT], below);
    Some(Figure::new(
        "overview",
        "Strength by number of players",
        "Ratings: 1500 wins its fair share at any number of players. The bars are 95 % intervals, as far as the axis reaches.",
        svg,
    ))
}

/// From the lowest to the highest rating, with a margin. An interval may reach beyond it: one of a few games would hide all differences.
fn span(contests: &[Contest<'_>]) -> [f64; 2] {
    let ratings = contests.iter().flat_map(|contest| contest.rows).filter_map(|row| row.rating);
    let (low, high) = ratings.fold((FAIR, FAIR), |(low, high), end| (f64::min(low, end), f64::max(high, end)));
    let margin = 0.12 * (high - low).max(50.0);
    [low - margin, high + margin]
}

fn found<'a>(contest: &Contest<'a>, name: &str) -> Option<(f64, &'a Standing)> {
    let row = contest.rows.iter().find(|row| row.rating.is_some() && contest.name(row.entrant) == name)?;
    Some((contest.players() as f64, row))
}

fn axes(svg: &mut Svg, contests: &[Contest<'_>], x: &Scale, y: &Scale) {
    for tick in y.ticks(6.0).0 {
        svg.path(&[[LEFT, y.place(tick)], [RIGHT, y.place(tick)]], "grid");
        svg.text([LEFT - 6.0, y.place(tick) + 4.0], Anchor::End, "quiet small", &fixed(tick, 0));
    }
    svg.path(&[[LEFT, y.place(FAIR)], [RIGHT, y.place(FAIR)]], "base");
    for contest in contests {
        let at = x.place(contest.players() as f64);
        svg.text([at, TOP + HEIGHT + 16.0], Anchor::Middle, "quiet small", &contest.players().to_string());
    }
    svg.path(&[[LEFT, TOP + HEIGHT], [RIGHT, TOP + HEIGHT]], "axis");
    svg.text([f64::midpoint(LEFT, RIGHT), TOP + HEIGHT + 33.0], Anchor::Middle, "quiet", "players");
}

fn line(svg: &mut Svg, [x, y]: [&Scale; 2], own: &[(f64, &Standing)]) {
    let at = |(players, row): &(f64, &Standing)| [x.place(*players), y.place(row.rating.unwrap_or(FAIR))];
    for point in own {
        let (row, [at_x, at_y]) = (point.1, at(point));
        let colour = colour(row.entrant.index());
        if let Some(interval) = row.rating_interval {
            let [top, bottom] = [interval.high, interval.low].map(|end| y.place(end));
            svg.rect([at_x - 5.0, top], [10.0, (bottom - top).max(1.0)], (&format!("interval {colour}"), 0.35), "");
        }
        let (name, players, value) = (row.name.as_str(), row.players.to_string(), fixed(row.rating, 1));
        let hint = format!("{name}, {players} players: {}", with_error(row));
        let data = [("entrant", name), ("players", players.as_str()), ("value", value.as_str())];
        svg.dot([at_x, at_y], 3.2, &format!("edged {colour}"), Note { hint: &hint, data: &data });
    }
    let class = own.first().map_or_else(String::new, |(_, row)| format!("stroke thin {}", colour(row.entrant.index())));
    svg.path(&own.iter().map(at).collect::<Vec<_>>(), &class);
}
