//! The mini games that are shipped: chosen once, and never changed, so that numbers can be compared over time.

use super::mini_game::MiniGame;

/// A mini game that is shipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrozenGame {
    /// Its name.
    pub name: &'static str,
    /// Its position file.
    pub text: &'static str,
}

impl FrozenGame {
    /// The mini game.
    ///
    /// # Panics
    /// Never: a test reads them all.
    pub fn game(&self) -> MiniGame {
        MiniGame::parse(self.name, self.text).expect("every shipped mini game is one")
    }
}

/// All of them.
pub static FROZEN: [FrozenGame; 14] = [
    FrozenGame { name: "fours-and-fives", text: include_str!("games/fours-and-fives.toml") },
    FrozenGame { name: "ones-and-fives", text: include_str!("games/ones-and-fives.toml") },
    FrozenGame { name: "even-start", text: include_str!("games/even-start.toml") },
    FrozenGame { name: "small-change", text: include_str!("games/small-change.toml") },
    FrozenGame { name: "exact-total", text: include_str!("games/exact-total.toml") },
    FrozenGame { name: "no-worm-yet", text: include_str!("games/no-worm-yet.toml") },
    FrozenGame { name: "bluff", text: include_str!("games/bluff.toml") },
    FrozenGame { name: "two-valid", text: include_str!("games/two-valid.toml") },
    FrozenGame { name: "long-way", text: include_str!("games/long-way.toml") },
    FrozenGame { name: "under-the-zero", text: include_str!("games/under-the-zero.toml") },
    FrozenGame { name: "early-worms", text: include_str!("games/early-worms.toml") },
    FrozenGame { name: "shielded", text: include_str!("games/shielded.toml") },
    FrozenGame { name: "chase", text: include_str!("games/chase.toml") },
    FrozenGame { name: "last-worm", text: include_str!("games/last-worm.toml") },
];
