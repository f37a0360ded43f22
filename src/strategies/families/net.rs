//! `net`: plays what a learned network likes best.

use super::greedy::Greedy;
use crate::game::{Move, Stream, View};
use crate::parameters;
use crate::strategies::nets::{Net, NetKind};
use crate::strategies::{Domain, Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "net",
    summary: "plays the action that a learned network over the fixed encodings scores highest; looks no move ahead",
    about: "One network sees the observation of docs/ENCODING.md and scores all 412 actions; the legal one with the highest score is \
            played. Such nets are trained outside, for example by python/examples/train.py, and named by their file: \
            net:policy=FILE.net. Where there is no network for the number of players it plays like greedy. Weaknesses: whatever \
            its training did not show it.",
    parameters: Learned::TABLE,
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |values| Box::new(NetPlayer { learned: Learned::set(values), greedy: Greedy::default() }),
};

parameters! {
    /// What it plays by.
    struct Learned {
        /// the net that scores actions; greedy for none
        policy: Option<&'static Net> = Domain::net("greedy", NetKind::Score, &["greedy"]),
    }
}

struct NetPlayer {
    learned: Learned,
    greedy: Greedy,
}

impl Policy for NetPlayer {
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let network = self.learned.policy.and_then(|net| net.actions(view.table().players()));
        network.map_or_else(|| self.greedy.choose(view, chance), |network| network.choose(view))
    }
}
