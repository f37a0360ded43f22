//! What perfect inference of hands would add to a search: an entrant that is told all hands against the same entrant that is not.
//!
//! In the world that it is told, the others too act as if they knew all hands, so this is no bound on what any player could win. It is what
//! this search would make of inference that is never wrong.

use thiserror::Error;

use crate::arena::{Clairvoyant, LEVEL, Player, Setup, WorkOptions, play_game, work_in_order};
use crate::bots::BotHost;
use crate::entrants::{Entrant, EntrantKind};
use crate::game::{DealKey, Edition, Game, Move, Players, Seed, Stream};
use crate::statistics::{Sample, Share};
use crate::strategies::InformedTree;

/// Who is told the hands, and where.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling<'a> {
    /// The entrant: a `tree`. One at each table is told, the others are not.
    pub entrant: &'a Entrant,
    /// How many play.
    pub players: Players,
    /// The seed of the deals, which are those of a match with this seed.
    pub seed: Seed,
}

/// How much the one that was told has won.
#[derive(Clone, PartialEq, Debug)]
pub struct Informed {
    /// The entrant's name.
    pub entrant: String,
    /// How many played.
    pub players: Players,
    /// The wins in each block: a deal with the one that is told on each seat in turn.
    pub wins: Sample,
}

/// Why nothing can be told.
#[derive(Debug, Error)]
pub enum CeilingError {
    /// The entrant is no tree.
    #[error(
        "{entrant} cannot be told hands: expected a `tree`, which searches in imagined worlds, like champion:iterations=300"
    )]
    NoTree {
        /// The entrant.
        entrant: String,
    },
}

impl Informed {
    /// The share of games that were won; unknown without a game.
    pub fn rate(&self) -> Option<f64> {
        self.wins.mean().map(|wins| wins / self.players.count() as f64)
    }

    /// The same with its error; unknown with fewer than two blocks.
    pub fn share(&self) -> Option<Share> {
        Share::of(&self.wins, self.players.count() as u64)
    }

    /// Its lower and upper end.
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.share().map(|share| share.interval(LEVEL)).map(|interval| [interval.low, interval.high])
    }

    /// The share of one that is no better than the others.
    pub fn fair_share(&self) -> f64 {
        1.0 / self.players.count() as f64
    }
}

/// Is told all hands before each of its moves.
struct Told(InformedTree);

impl Clairvoyant for Told {
    fn decide_knowing(&mut self, game: &Game, chance: &mut Stream) -> Move {
        self.0.decide(&game.view(game.table().turn()), game.hands(), chance)
    }
}

impl Ceiling<'_> {
    /// Whether the entrant can be told hands.
    ///
    /// # Errors
    /// If it is no `tree`.
    pub fn check(&self) -> Result<(), CeilingError> {
        informed(self.entrant).map(drop)
    }

    /// Plays so many blocks; only the first of them if it is asked to stop.
    ///
    /// # Errors
    /// If the entrant is no `tree`.
    pub fn play(&self, blocks: u64, options: &WorkOptions<'_>) -> Result<Informed, CeilingError> {
        self.check()?;
        let play = |table: &mut Vec<Player>, block: u64| Ok(self.play_block(table, block));
        let wins = work_in_order(blocks, options, || self.seat(), play)?;
        Ok(Informed { entrant: self.entrant.name.clone(), players: self.players, wins: wins.into_iter().collect() })
    }

    /// The players of a table: first the one that is told.
    fn seat(&self) -> Vec<Player> {
        let (name, entrant) = (&self.entrant.name, self.entrant.clone());
        let told = Player::clairvoyant(format!("{name}, told all hands"), move || {
            Box::new(Told(informed(&entrant).expect("it was a tree before the first game")))
        });
        let others = (1..self.players.count()).map(|_| Player::new(self.entrant, &BotHost::default()));
        std::iter::once(told).chain(others).collect()
    }

    /// Plays a deal with the one that is told on each seat in turn, and counts its wins.
    fn play_block(&self, table: &mut [Player], block: u64) -> i64 {
        let key = DealKey::new(self.seed, block);
        let setup =
            Setup { key, players: self.players, first: key.first_seat(self.players), edition: Edition::default() };
        let mut wins = 0;
        for own in self.players.seats() {
            let played = play_game(&setup, table, &mut ());
            wins += i64::from(played.score().winner == own);
            table.rotate_right(1);
        }
        wins
    }
}

/// The entrant as one that can be told hands.
fn informed(entrant: &Entrant) -> Result<InformedTree, CeilingError> {
    let tree = match &entrant.kind {
        EntrantKind::Family { family, values } => InformedTree::new(family, values),
        _ => None,
    };
    tree.ok_or_else(|| CeilingError::NoTree { entrant: entrant.name.clone() })
}
