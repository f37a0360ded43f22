//! A tree that knows how the others play and which hands they may hold: the search of a best response.

use super::FAMILY;
use super::effort::Effort;
use super::others::Known;
use super::search::Search;
use crate::game::{Cards, Move, PerSeat, Stream, View};
use crate::strategies::action::MAX_ACTIONS;
use crate::strategies::families::tuned::Tuned;
use crate::strategies::{Family, Fault, Strategy, Value};

/// The search of `tree` with the other seats decided by a strategy instead of by their own wins, in worlds that are given.
///
/// It is no [`Strategy`]: what it needs besides a view, which hands the others may hold, it cannot find out by itself.
pub struct TreeResponse {
    search: Search<Tuned, Known>,
    visits: Vec<(Move, u32)>,
}

impl TreeResponse {
    /// The search of this family with these values, if it is `tree`, against others that decide as this strategy does. Its own seat
    /// continues with `tuned`, whatever the values say.
    pub fn new(family: &Family, values: &[Value], others: Box<dyn Strategy>) -> Option<TreeResponse> {
        let is_tree = *family == FAMILY;
        is_tree.then(|| TreeResponse {
            search: Search::against(Effort::set(values), Tuned::default(), Known::new(others)),
            visits: Vec::with_capacity(MAX_ACTIONS),
        })
    }

    /// The move of the seat whose view it is, and whose turn it is. All hands together are the worlds, each as likely as it is often among
    /// them and in an order that means nothing; without any, hidden cards are what the search believes by itself.
    ///
    /// # Errors
    /// The first fault of the strategy that decides for the others.
    ///
    /// # Panics
    /// Never: a seat on turn may always pass.
    pub fn decide(
        &mut self,
        view: &View<'_>,
        hands: impl IntoIterator<Item = PerSeat<Cards>>,
        chance: &mut Stream,
    ) -> Result<Move, Fault> {
        self.search.give_worlds(hands);
        self.search.run(view, chance.word(), &mut self.visits);
        if let Some(fault) = self.search.others().take_fault() {
            return Err(fault);
        }
        let best = self.visits.iter().rev().max_by_key(|(_, visits)| *visits);
        Ok(best.expect("a seat on turn may always pass").0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Game, Key, Players};
    use crate::strategies::FAMILIES;

    /// The family of this name.
    fn family(name: &str) -> &'static Family {
        FAMILIES.iter().find(|family| family.name == name).expect("a family")
    }

    /// A search against others that decide like this.
    fn response(others: Box<dyn Strategy>) -> TreeResponse {
        let tree = family("tree");
        TreeResponse::new(tree, &tree.at_low_effort(&tree.defaults()), others).expect("it is a tree")
    }

    fn start() -> Game {
        let (players, key) = (Players::ALL[0], DealKey::new(7, 3));
        Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players))
    }

    /// Has no answer.
    struct Silent;

    impl Strategy for Silent {
        fn decide(&mut self, _view: &View<'_>, _chance: &mut Stream) -> Result<Move, Fault> {
            Err(Fault::new(crate::strategies::FaultKind::Crash, "silent"))
        }
    }

    #[test]
    fn the_faults_of_others_are_told_and_do_not_stay() {
        let game = start();
        let view = game.view(game.table().turn());
        let mut silent = response(Box::new(Silent));
        for _ in 0..2 {
            let fault = silent.decide(&view, [], &mut Key::new(1).stream()).expect_err("it is asked about the others");
            assert!(fault.to_string().contains("silent"), "{fault}");
        }
        let passer = family("passer");
        let mv = response((passer.build)(&[])).decide(&view, [], &mut Key::new(1).stream());
        assert_eq!(view.check(mv.expect("a pass is no fault")), Ok(()));
    }

    #[test]
    fn nothing_but_a_tree_responds() {
        let greedy = family("greedy");
        assert!(TreeResponse::new(greedy, &greedy.defaults(), (greedy.build)(&greedy.defaults())).is_none());
    }
}
