//! `random`: every move worth considering with equal probability (rule 11.2). The yardstick for all others.

use crate::game::{Choices, Move, Stream, View};
use crate::strategies::{Family, Policy};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "random",
    summary: "every move worth considering with equal probability",
    about: "Uniform over the moves worth considering (rule 11.2). The yardstick: a strategy that does not clearly \
            beat it has a bug. Weakness: no plan at all; as a rollout policy it is the fastest, and misjudges whatever \
            needs a plan.",
    parameters: &[],
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |_| Box::new(Random),
};

pub(crate) struct Random;

impl Policy for Random {
    #[expect(clippy::inline_always, reason = "as short as it is, it is called otherwise")]
    #[inline(always)]
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let choices = view.choices();
        choices.get(chance.below(choices.len() as u32) as usize)
    }

    #[inline]
    fn picks(&self) -> bool {
        true
    }

    #[inline]
    fn pick(&self, choices: &Choices, chance: &mut Stream) -> usize {
        chance.below(choices.len() as u32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Game, Key, Players};

    #[test]
    fn the_index_that_it_picks_is_that_of_the_move_that_it_chooses() {
        let players = Players::ALL[1];
        let key = DealKey::new(1_u64, 2);
        let mut luck = key.deal(players);
        let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
        let mut decision = 0;
        while !game.table().is_over() {
            let view = game.view(game.table().turn());
            let stream = || Key::new(3).with(decision).stream();
            let (mv, index) = (Random.choose(&view, &mut stream()), Random.pick(&view.choices(), &mut stream()));
            assert_eq!(view.choices().get(index), mv);
            game.play(mv, &mut luck);
            decision += 1;
        }
    }
}
