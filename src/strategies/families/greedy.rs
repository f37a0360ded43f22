//! `greedy`: the biggest total it can build now.

use crate::game::{Cards, Kind, Move, OpenKinds, Stream, View};
use crate::parameters;
use crate::strategies::{Domain, Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "greedy",
    summary: "builds the biggest total its hand allows, bunch by bunch; steals what it happens to hit",
    about: "Lays whole bunches, the smallest first: every lay draws a card, which may still make the bunches in hand \
            bigger. Without a worm it lays single low cards and waits for one. It passes when it leads with a total \
            that is enough, when it is the last one left and leads, or when it is the last and cannot overtake \
            anyone. It steals whenever its total happens to fit. Weaknesses: it spends just as much when little is \
            at stake, saves no card for later rounds, never aims at a portion to steal and never covers its own.",
    parameters: Manner::TABLE,
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |values| Box::new(Greedy::new(Manner::set(values))),
};

parameters! {
    /// When it stops.
    pub(crate) struct Manner {
        /// a leading total with which it passes although others may still overtake
        enough: u32 = Domain::whole(25, 5, 60, 1),
    }
}

#[derive(Default)]
pub(crate) struct Greedy {
    manner: Manner,
}

impl Greedy {
    pub(crate) fn new(manner: Manner) -> Greedy {
        Greedy { manner }
    }
}

impl Policy for Greedy {
    #[inline]
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        let (table, me) = (view.table(), view.seat());
        if table.victim_of(me).is_some() {
            return Move::Steal;
        }
        let open = table.open(me);
        let total = u32::from(table.total(me));
        let valid = !open.contains(Kind::Worm);
        let rivals = RivalTotals::of(view);
        if valid && total > rivals.best && (rivals.active == 0 || total >= self.manner.enough) {
            return Move::Pass;
        }
        if rivals.active == 0 && total + worth_of(view.hand(), open) <= rivals.next {
            return Move::Pass;
        }
        if !valid && !view.hand().has_worm() {
            return view.choices().get(0);
        }
        smallest_bunch(view.hand(), open).unwrap_or(Move::Pass)
    }
}

/// The displays of the others.
struct RivalTotals {
    /// How many have not passed.
    active: usize,
    /// The highest total of the seats that take part in the menu or still may.
    best: u32,
    /// The lowest total of the seats that wait for the menu and would be served before this seat's display as it is: the
    /// next to overtake. `u32::MAX` if there is none.
    next: u32,
}

impl RivalTotals {
    #[inline]
    fn of(view: &View<'_>) -> RivalTotals {
        let (table, me) = (view.table(), view.seat());
        let total = |seat| u32::from(table.total(seat));
        let active = table.active().without(me);
        let best = active.iter().chain(table.passed_valid().iter()).map(total).max().unwrap_or(0);
        let waiting = table.passed_valid().iter().map(total);
        let own = if table.open(me).contains(Kind::Worm) { 0 } else { total(me) };
        let next = waiting.filter(|&other| other >= own).min().unwrap_or(u32::MAX);
        RivalTotals { active: active.len(), best, next }
    }
}

/// The total worth of all cards of open kinds.
fn worth_of(hand: Cards, open: OpenKinds) -> u32 {
    let kinds = Kind::ALL.into_iter().filter(|&kind| open.contains(kind));
    kinds.map(|kind| hand.count(kind) * u32::from(kind.value())).sum()
}

/// All cards of the open kind whose cards are worth least together; the lower kind on a tie.
#[inline]
fn smallest_bunch(hand: Cards, open: OpenKinds) -> Option<Move> {
    let (mut smallest, mut least) = (None, u32::MAX);
    for kind in Kind::ALL {
        let count = hand.count(kind);
        let worth = count * u32::from(kind.value());
        if worth < least && count > 0 && open.contains(kind) {
            (smallest, least) = (Some((kind, count)), worth);
        }
    }
    let (kind, count) = smallest?;
    Some(match kind {
        Kind::Number(number) => Move::lay(number, count as u8),
        Kind::Worm => Move::LayWorms(hand.signposts()),
    })
}
