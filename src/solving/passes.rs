//! Going through a tree: down for how likely hands are played to a node, up for what they are worth there.

use super::tree::{Decision, Node, NodeKind, Side, Tree};

/// For each entry of a side, how likely it plays there: the sum over all ways to draw that hand, weighted by its choices.
/// Neither chance nor the opponent is counted. `likelihoods` has one for each slot.
pub(super) fn reaches(tree: &Tree, likelihoods: &[f64], side: Side) -> Vec<f64> {
    let mut reaches = vec![0.0; tree.entries[side.index()]];
    reaches[..tree.deals[side.index()].len()].copy_from_slice(&tree.deals[side.index()]);
    for node in &tree.nodes {
        if let NodeKind::Decision(decision) = &node.kind {
            pass_down(tree, likelihoods, side, node, decision, &mut reaches);
        }
    }
    reaches
}

fn pass_down(tree: &Tree, likelihoods: &[f64], side: Side, node: &Node, decision: &Decision, reaches: &mut [f64]) {
    let (own, here) = (side.index(), node.first_entry[side.index()]);
    for (action, branch) in decision.branches.iter().enumerate() {
        let child = tree.nodes[branch.child].first_entry[own];
        for hand in 0..node.hands[own] {
            let likelihood = if decision.side == side { likelihoods[decision.slots(hand).start + action] } else { 1.0 };
            let reach = reaches[here + hand] * likelihood;
            if reach != 0.0 {
                branch.links[own].of(hand).iter().for_each(|&next| reaches[child + next] += reach);
            }
        }
    }
}

/// What the root is worth for a side against an opponent that plays with these reaches. At its own decisions `choose` is given
/// the decision, the hand and what each action is worth, and says what all are worth together.
pub(super) fn worth(
    tree: &Tree,
    side: Side,
    others: &[f64],
    mut choose: impl FnMut(&Decision, usize, &[f64]) -> f64,
) -> f64 {
    let (own, other) = (side.index(), side.other().index());
    let mut values = vec![0.0; tree.entries[own]];
    let mut options = Vec::new();
    for node in tree.nodes.iter().rev() {
        let here = node.first_entry[own]..node.first_entry[own] + node.hands[own];
        match &node.kind {
            NodeKind::End { payoff, weights } => {
                let payoff = if side == Side::First { *payoff } else { -payoff };
                let others = &others[node.first_entry[other]..][..node.hands[other]];
                tree.add_payoffs(*weights, side, payoff, others, &mut values[here]);
            }
            NodeKind::Decision(decision) => {
                for (hand, entry) in here.enumerate() {
                    options.clear();
                    options.extend(decision.branches.iter().map(|branch| {
                        let child = tree.nodes[branch.child].first_entry[own];
                        branch.links[own].of(hand).iter().map(|next| values[child + next]).sum::<f64>()
                    }));
                    values[entry] =
                        if decision.side == side { choose(decision, hand, &options) } else { options.iter().sum() };
                }
            }
        }
    }
    values.iter().zip(&tree.deals[own]).map(|(value, ways)| value * ways).sum()
}
