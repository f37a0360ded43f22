//! Who steals from whom.

use super::labels::{LINE, lines, write_lines};
use super::rows::WIDTH;
use super::{Contest, Figure};
use crate::arena::{Counter, EntrantIndex};
use crate::report::svg::{Anchor, Note, Svg, colour, short};
use crate::tables::{conduct, fixed};

const TOP: f64 = 30.0;
/// Where the nodes are, on both sides.
const SIDE: f64 = 4.0;
/// The width of a node.
const NODE: f64 = 7.0;
/// Room for a name, on its side of the middle.
const ROOM: f64 = WIDTH / 2.0 - SIDE - NODE - 12.0;

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let flows = Flows::new(contest);
    let height = (flows.order.len() as f64 * (26.0 + flows.gap)).max(150.0);
    let mut svg = Svg::new(WIDTH, TOP + height + 10.0);
    svg.text([SIDE, TOP - 12.0], Anchor::Start, "quiet", "steals …");
    svg.text([WIDTH - SIDE, TOP - 12.0], Anchor::End, "quiet", "… from");
    if flows.all == 0 {
        svg.text([WIDTH / 2.0, TOP + height / 2.0], Anchor::Middle, "quiet", "nothing has been stolen");
    } else {
        flows.draw(contest, &mut svg, height);
    }
    Figure::new(
        "steals",
        "Steals",
        "Portions stolen, from the thief on the left to the victim on the right; the width shows how many. The numbers are \
                portions per game.",
        svg,
    )
}

/// Portions stolen, by thief and victim, in the order of the standings.
struct Flows {
    order: Vec<EntrantIndex>,
    counts: Vec<Vec<u64>>,
    all: u64,
    /// Between two nodes: enough for the name of one with hardly any height.
    gap: f64,
}

impl Flows {
    fn new(contest: &Contest<'_>) -> Flows {
        let order: Vec<EntrantIndex> = contest.rows.iter().map(|row| row.entrant).collect();
        let steals = &contest.tally().steals;
        let from = |&thief: &EntrantIndex| order.iter().map(|&victim| steals[thief][victim]).collect();
        let counts: Vec<Vec<u64>> = order.iter().map(from).collect();
        let all = counts.iter().flatten().sum();
        let most = order.iter().map(|&entrant| label(contest, entrant, Counter::Steals).len()).max().unwrap_or(1);
        Flows { order, counts, all, gap: LINE * most as f64 + 2.0 }
    }

    fn of_thief(&self, index: usize) -> u64 {
        self.counts[index].iter().sum()
    }

    fn of_victim(&self, index: usize) -> u64 {
        self.counts.iter().map(|row| row[index]).sum()
    }

    fn draw(&self, contest: &Contest<'_>, svg: &mut Svg, height: f64) {
        let many = self.order.len();
        let unit = (height - self.gap * (many as f64 - 1.0)) / self.all as f64;
        let tops = |of: &dyn Fn(usize) -> u64| -> Vec<f64> {
            let step = |y: &mut f64, index: usize| {
                let top = *y;
                *y += of(index) as f64 * unit + self.gap;
                Some(top)
            };
            (0..many).scan(TOP, step).collect()
        };
        let (mut left, mut right) = (tops(&|index| self.of_thief(index)), tops(&|index| self.of_victim(index)));
        let nodes = (left.clone(), right.clone());
        for (thief, from) in left.iter_mut().enumerate() {
            svg.open("thief", &[("entrant", contest.name(self.order[thief]))]);
            for (victim, to) in right.iter_mut().enumerate() {
                let width = self.counts[thief][victim] as f64 * unit;
                self.ribbon(contest, svg, [thief, victim], [*from, *to, width]);
                *from += width;
                *to += width;
            }
            svg.close();
        }
        // On top of the ribbons, since their names are.
        for index in 0..many {
            let [mine, theirs] = [self.of_thief(index), self.of_victim(index)].map(|count| count as f64 * unit);
            self.node(contest, svg, index, (nodes.0[index], mine), Counter::Steals);
            self.node(contest, svg, index, (nodes.1[index], theirs), Counter::StolenFrom);
        }
    }

    fn node(&self, contest: &Contest<'_>, svg: &mut Svg, index: usize, (top, height): (f64, f64), counter: Counter) {
        let entrant = self.order[index];
        let (x, text, anchor) = if counter == Counter::Steals {
            (SIDE, SIDE + NODE + 5.0, Anchor::Start)
        } else {
            (WIDTH - SIDE - NODE, WIDTH - SIDE - NODE - 5.0, Anchor::End)
        };
        svg.rect([x, top], [NODE, height.max(0.5)], (&colour(entrant.index()), 1.0), "");
        let label = label(contest, entrant, counter);
        let base = top + height / 2.0 + 4.0 - LINE * (label.len() as f64 - 1.0) / 2.0;
        write_lines(svg, [text, base], anchor, "small halo", &label);
    }

    fn ribbon(&self, contest: &Contest<'_>, svg: &mut Svg, [thief, victim]: [usize; 2], [from, to, width]: [f64; 3]) {
        let count = self.counts[thief][victim];
        if count == 0 {
            return;
        }
        let [one, other] = [SIDE + NODE, WIDTH - SIDE - NODE].map(short);
        let middle = short(WIDTH / 2.0);
        let [a, b, c, d] = [from, to, to + width, from + width].map(short);
        let outline =
            format!("M{one},{a}C{middle},{a} {middle},{b} {other},{b}V{c}C{middle},{c} {middle},{d} {one},{d}Z");
        let (count, rival) = (count.to_string(), contest.name(self.order[victim]));
        let hint = format!("{count} portions from {rival}");
        let data = [("opponent", rival), ("value", count.as_str())];
        let class = format!("flow {}", colour(self.order[thief].index()));
        svg.outline(&outline, &class, Note { hint: &hint, data: &data });
    }
}

/// A name with the portions per game that it stole or lost: from all opponents, including those that are not drawn.
fn label(contest: &Contest<'_>, entrant: EntrantIndex, counter: Counter) -> Vec<String> {
    let conduct = conduct(&contest.tables.results(), contest.table_index, entrant);
    lines(&format!("{} {}", contest.name(entrant), fixed(conduct.per_game(counter), 2)), ROOM)
}
