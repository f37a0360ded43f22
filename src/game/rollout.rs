//! Uniformly random play: the yardstick of all strategies and the simplest rollout.

use super::chance::Chance;
use super::event::Watch;
use super::random::Stream;
use super::state::Game;

impl Game {
    /// Plays a uniformly random move of those worth considering (rule 11.2). The game must not be over.
    #[expect(clippy::inline_always, reason = "a call for every decision costs a random game a tenth of its speed")]
    #[inline(always)]
    pub fn play_random<C: Chance, W: Watch>(&mut self, choose: &mut Stream, chance: &mut C, watch: &mut W) {
        let choices = self.choices();
        let mv = choices.get(choose.below(choices.len() as u32) as usize);
        self.play_watched(mv, chance, watch);
    }

    /// Plays uniformly random moves to the end of the game, with one stream for everything.
    #[inline]
    pub fn roll_out(&mut self, stream: &mut Stream) {
        while !self.table.is_over() {
            let choices = self.choices();
            let mv = choices.get(stream.below(choices.len() as u32) as usize);
            self.play(mv, stream);
        }
    }
}
