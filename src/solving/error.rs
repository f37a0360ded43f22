//! What can go wrong with a mini game.

use thiserror::Error;

use crate::game::Move;
use crate::records::TomlError;
use crate::strategies::Fault;

/// Why a position is no mini game, or an entrant cannot be measured there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The text describes no position.
    #[error("mini game {name}: {source}")]
    Position {
        /// The mini game.
        name: String,
        /// What is wrong.
        source: TomlError,
    },
    /// It is not the last round of two players.
    #[error("mini game {name}: expected the last round of two players, got round {round} of {players} players")]
    NotTheEnd {
        /// The mini game.
        name: String,
        /// The round of the position.
        round: usize,
        /// Its number of players.
        players: usize,
    },
    /// The discard pile would have to be shuffled (rule 8.2).
    #[error(
        "mini game {name}: the pile runs out before the end; give more hidden cards, or let both seats have laid more kinds"
    )]
    PileRunsOut {
        /// The mini game.
        name: String,
    },
    /// There is too much to solve.
    #[error(
        "mini game {name}: more than {most} public histories; give smaller hands, or let both seats have laid more kinds"
    )]
    TooLarge {
        /// The mini game.
        name: String,
        /// The most that there may be.
        most: usize,
    },
    /// The entrant may decide by more than its view.
    #[error(
        "{entrant} may remember what it saw before: only an entrant that decides by its view alone has a policy to measure"
    )]
    Remembers {
        /// The entrant.
        entrant: String,
    },
    /// The entrant has no answer.
    #[error("{entrant}: {fault}")]
    Fault {
        /// The entrant.
        entrant: String,
        /// What went wrong.
        fault: Fault,
    },
    /// The entrant plays a legal move that is left out of the tree (rule 11.2).
    #[error(
        "{entrant} plays `{mv}`, which is not among the moves worth considering (rule 11.2): the tree has no such action"
    )]
    NotConsidered {
        /// The entrant.
        entrant: String,
        /// The move.
        mv: Move,
    },
}
