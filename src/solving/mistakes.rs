//! Where play goes wrong: the decisions that cost most against perfect play.

use super::behaviour::Behaviour;
use super::mini_tree::MiniTree;
use super::passes::{reaches, worth};
use super::tree::{NodeIndex, Side, Tree};
use crate::game::{Cards, Move};

/// An information set where moves are played that are not the best against an equilibrium.
#[derive(Clone, PartialEq, Debug)]
pub struct Mistake {
    /// Who decides.
    pub side: Side,
    /// The moves since the start.
    pub history: Vec<Move>,
    /// The hand of the side that decides.
    pub hand: Cards,
    /// Its moves.
    pub options: Vec<MoveOption>,
    /// What it costs over all games: the losses of all mistakes of a side sum to what it loses against the equilibrium.
    pub loss: f64,
}

/// A move at an information set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveOption {
    /// The move.
    pub mv: Move,
    /// How likely it is played.
    pub likelihood: f64,
    /// The chance to win after it, against an equilibrium and with the best moves from there.
    pub chance: f64,
}

/// The mistakes of both sides against this equilibrium, the most expensive first.
pub fn mistakes(mini: &MiniTree, behaviour: &Behaviour, equilibrium: &Behaviour) -> Vec<Mistake> {
    let of_both = Side::BOTH.into_iter().flat_map(|side| of_side(mini, behaviour, equilibrium, side));
    let mut mistakes: Vec<Mistake> = of_both.collect();
    // A stable sort: equals stay in the order of the tree.
    mistakes.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    mistakes
}

/// Losses below this are rounding.
const NOTHING: f64 = 1e-9;

fn of_side(mini: &MiniTree, behaviour: &Behaviour, equilibrium: &Behaviour, side: Side) -> Vec<Mistake> {
    let tree = &mini.tree;
    let others = reaches(tree, &equilibrium.slots, side.other());
    let (own, worths) = (reaches(tree, &behaviour.slots, side), worths(tree, side, &others));
    let mut mistakes = Vec::new();
    for (node, decision) in tree.decisions(side) {
        let first = tree.nodes[node].first_entry[side.index()];
        for hand in 0..tree.hands(node, side) {
            let slots = decision.slots(hand);
            let (worths, likelihoods) = (&worths[slots.clone()], &behaviour.slots[slots]);
            let loss = own[first + hand] * loss_of(worths, likelihoods);
            if loss > NOTHING {
                let weight = mini.weight(node, side, hand, &others);
                let options = options(mini, node, worths, likelihoods, weight);
                let (history, hand) = (mini.history(node).to_vec(), mini.hand(node, side, hand));
                mistakes.push(Mistake { side, history, hand, options, loss });
            }
        }
    }
    mistakes
}

/// What each action of a side is worth, by slot, if it goes on with the best; minus infinity where a hand does not allow it.
fn worths(tree: &Tree, side: Side, others: &[f64]) -> Vec<f64> {
    let mut worths = vec![f64::NEG_INFINITY; tree.slots];
    worth(tree, side, others, |decision, hand, options| {
        let slots = decision.slots(hand);
        for (action, option) in options.iter().enumerate().filter(|(action, _)| decision.allows(hand, *action)) {
            worths[slots.start + action] = *option;
        }
        worths[slots].iter().copied().fold(f64::NEG_INFINITY, f64::max)
    });
    worths
}

/// How much less than the best the moves are worth on average.
fn loss_of(worths: &[f64], likelihoods: &[f64]) -> f64 {
    let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let losses = worths.iter().zip(likelihoods).filter(|(worth, _)| worth.is_finite());
    losses.map(|(worth, likelihood)| (best - worth) * likelihood).sum()
}

/// The moves of a hand; those that it does not allow are worth minus infinity.
fn options(mini: &MiniTree, node: NodeIndex, worths: &[f64], likelihoods: &[f64], weight: f64) -> Vec<MoveOption> {
    let moves = mini.moves(node).iter().zip(worths.iter().zip(likelihoods));
    moves
        .filter(|(_, (worth, _))| worth.is_finite())
        .map(|(&mv, (worth, &likelihood))| MoveOption {
            mv,
            likelihood,
            chance: (0.5 + worth / weight).clamp(0.0, 1.0),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::{FROZEN, solve};

    #[test]
    fn the_losses_of_a_side_are_all_that_it_loses_against_the_equilibrium() {
        let frozen = FROZEN.iter().find(|frozen| frozen.name == "last-worm").expect("it is frozen");
        let mini = MiniTree::new(&frozen.game()).expect("it is small");
        let (tree, behaviour) = (&mini.tree, Behaviour::uniform(&mini.tree));
        let equilibrium = solve(tree, 1e-3, 1000).behaviour;
        let found = mistakes(&mini, &behaviour, &equilibrium);
        for (side, sign) in [(Side::First, 1.0), (Side::Second, -1.0)] {
            let mut mixed = equilibrium.clone();
            for (node, decision) in tree.decisions(side) {
                for slots in (0..tree.hands(node, side)).map(|hand| decision.slots(hand)) {
                    mixed.slots[slots.clone()].copy_from_slice(&behaviour.slots[slots]);
                }
            }
            let lost = equilibrium.best_response(tree, side) - sign * mixed.value(tree);
            let sum: f64 = found.iter().filter(|mistake| mistake.side == side).map(|mistake| mistake.loss).sum();
            assert!(lost > 0.01 && (sum - lost).abs() < 1e-6, "{side:?}: {sum} instead of {lost}");
        }
    }
}
