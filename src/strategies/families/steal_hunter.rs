//! `steal-hunter`: lives on the portions of others.

use super::greedy::{Greedy, Manner};
use crate::game::{Kind, Move, Portion, Stream, Table, View};
use crate::parameters;
use crate::strategies::total_set::{TotalReach, TotalSet};
use crate::strategies::{Domain, Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "steal-hunter",
    summary: "steers its total to the top portions of others, and covers its own",
    about: "It looks for the top portion of another seat that its hand can hit exactly, counts what the hit costs in \
            lays, and lays towards the best one so that it stays within reach. With no prey it plays like greedy for \
            grills that are worth a fight, and otherwise passes at once: that covers its own top, and draws two \
            cards for the next hunt. Weaknesses: it does not see that a total that allows a steal may be overtaken \
            in the menu, knows nothing about the others' hands, and spends as much in round one as in the last.",
    parameters: Instinct::TABLE,
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |values| Box::new(StealHunter::new(Instinct::set(values))),
};

parameters! {
    /// What it hunts and when it rests.
    pub(crate) struct Instinct {
        /// worms by which each lay still needed reduces the attraction of a prey
        patience: f64 = Domain::real(0.5, 0.0, 5.0, 0.1),
        /// the least attraction, in worms, for which it hunts
        appetite: f64 = Domain::real(0.25, 0.0, 9.0, 0.25),
        /// worms between the best and the lowest portion of the grill for which it fights without a prey
        stake: u32 = Domain::whole(3, 0, 9, 1),
        /// worms on its own top from which it covers it by passing invalid
        cover: u32 = Domain::whole(3, 0, 10, 1),
        /// a leading total with which it passes although others may still overtake
        enough: u32 = Domain::whole(22, 5, 60, 1),
    }
}

pub(crate) struct StealHunter {
    instinct: Instinct,
    fight: Greedy,
}

impl StealHunter {
    fn new(instinct: Instinct) -> StealHunter {
        let fight = Greedy::new(Manner { enough: instinct.enough });
        StealHunter { instinct, fight }
    }
}

impl Policy for StealHunter {
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let (table, me) = (view.table(), view.seat());
        if table.victim_of(me).is_some() {
            return Move::Steal;
        }
        if let Some(mv) = self.hunt(view) {
            return mv;
        }
        if self.rests(view) { Move::Pass } else { self.fight.choose(view, chance) }
    }
}

impl StealHunter {
    /// The lay that brings it nearest to the most attractive prey, if there is one.
    fn hunt(&self, view: &View<'_>) -> Option<Move> {
        let (table, me, hand) = (view.table(), view.seat(), view.open_hand());
        let total = u32::from(table.total(me));
        let preys = TotalSet::from_bits(table.top_values()).except(TotalSet::of(u32::from(table.top_value(me))));
        let preys = preys.lowered(total.min(63));
        if preys.is_empty() {
            return None;
        }
        let mut best: Option<(f64, Kind, u32)> = None;
        for kind in Kind::ALL {
            let held = hand.count(kind);
            if held == 0 {
                continue;
            }
            let reach = TotalReach::new(table.open(me).without(kind), hand);
            let mut laid = 0;
            for count in 1..=held {
                laid += u32::from(kind.value());
                let attraction = self.attraction(table, total + laid, preys.lowered(laid.min(63)), &reach);
                if attraction >= self.instinct.appetite && best.is_none_or(|(most, ..)| attraction > most) {
                    best = Some((attraction, kind, count));
                }
            }
        }
        // Worms of the same number are equally attractive: the lowest ones come first.
        best.map(|(_, kind, count)| match kind {
            Kind::Number(number) => Move::lay(number, count as u8),
            Kind::Worm => Move::LayWorms(hand.lowest_worms(count)),
        })
    }

    /// What the best prey in reach is worth, of preys at these distances from a total: its worms, less the patience for each
    /// lay it takes.
    fn attraction(&self, table: &Table, total: u32, preys: TotalSet, reach: &TotalReach) -> f64 {
        let worth = |distance: u32| {
            let lays = reach.lays_to(distance)? as f64;
            Some(f64::from(table.edition().worms_of_value(total + distance)) - self.instinct.patience * (1.0 + lays))
        };
        preys.and(reach.all()).iter().filter_map(worth).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether it would rather pass now than fight: nothing is at stake, or its own top needs covering.
    fn rests(&self, view: &View<'_>) -> bool {
        let (table, me) = (view.table(), view.seat());
        if !table.open(me).contains(Kind::Worm) {
            return false;
        }
        let worms = |portion: Option<Portion>| portion.map_or(0, |portion| u32::from(table.edition().worms(portion)));
        let stake = worms(table.grill().highest()).saturating_sub(worms(table.grill().lowest()));
        stake < self.instinct.stake || (worms(table.top(me)) >= self.instinct.cover && is_threatened(table, view))
    }
}

/// Whether a rival that has not passed could hit this seat's own top with its next lay, or has already hit it.
fn is_threatened(table: &Table, view: &View<'_>) -> bool {
    let Some(top) = table.top(view.seat()).filter(|top| !top.is_zero()) else {
        return false;
    };
    let near = |seat| table.total(seat) <= top.value() && top.value() - table.total(seat) <= ONE_LAY;
    table.active().without(view.seat()).iter().any(near)
}

/// The points that one lay can easily add.
const ONE_LAY: u8 = 10;
