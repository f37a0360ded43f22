//! Brings deals, seats and strategies together.
//!
//! This room owns the playing of games between [`Player`]s, schedules, blocks and runs, their tallies, and the
//! judgement of faults. It refuses to know how a seat decides, writes no file and prints nothing.
//!
//! The main types: a [`Player`] is an entrant at a table; [`play_game`] plays one game of a [`Setup`] and returns what
//! was [`Played`]; a [`LiveGame`] is a game in progress; a [`Score`] is its result, faults included. A
//! [`Plan`] is all that determines a run; [`play_run`] plays it and updates its [`State`], with a [`Tally`]
//! for each number of players. Threads of this process play it, or workers elsewhere, to whom a [`PieceExchange`] hands out pieces.

mod address;
mod block;
mod chair_wins;
mod crew;
mod game;
mod game_fault;
mod in_order;
mod index;
mod joining;
mod live_game;
mod pieces;
mod plan;
mod play;
mod player;
mod replayer;
mod runner;
mod schedule;
mod score;
mod shape;
mod state;
mod tally;
mod threads;
mod wave;
mod work_queue;

pub use address::GameAddress;
pub use chair_wins::ChairWins;
pub use game::{Played, Setup};
pub use game_fault::GameFault;
pub use in_order::{WorkOptions, work_in_order};
pub use index::{
    Chair, EntrantIndex, IndexedList, LineUp, LineUpIndex, ListIndex, PerChair, PerEntrant, PerLineUp, PerPair,
    PerTableSize, TableIndex,
};
pub use joining::{Joining, MissedDisqualification};
pub use live_game::LiveGame;
pub use pieces::{
    CheckedAnswer, ExchangeFigures, Handout, LineCheck, ListEnd, PIECE_SECONDS, PieceError, PieceExchange, PieceWorker,
    Taken, TaskList, is_list_piece, play_list_piece,
};
pub use plan::{
    Advantage, Goal, LEVEL, MAX_BLOCKS, MAX_ENTRANTS, MAX_FIRST_DEAL, MAX_LINE_UPS, MAX_PARTS, Part, Plan, PlanError,
    RunSeed, Shard, ShardSet, SprtBounds,
};
pub use play::{play_game, play_game_until};
pub use player::{Clairvoyant, MAX_FAULTS, Player};
pub use replayer::Replayer;
pub use runner::{Batch, BlockRow, Ended, PlayOptions, next_position, play_run, play_whole};
pub use schedule::{Pairing, Schedule};
pub use score::Score;
pub use state::{Disqualified, RunFault, SizeState, State, Stopped};
pub use tally::{
    BlockScore, BlockTally, Counter, Course, DIGEST_BLOCKS, EntrantTally, Fate, Highlight, Highlights, LateList,
    LineUpTally, PORTION_VALUES, SeatTally, Tally, value_index,
};
pub use threads::{ThreadsError, WorkThreads};
