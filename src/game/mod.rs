//! What the rules say.
//!
//! This room owns the cards, the portions, the seats, the state of a game and everything that can happen to it; it plays
//! exactly the numbered rules, and its comments and tests cite them ("rule 6.3"). It refuses I/O, clocks, threads, the
//! heap and floating point, and depends on nothing but a random generator and a hash function.
//!
//! The main types: [`Game`] is the truth, [`Table`] its public side, [`View`] what one seat may know. A [`Move`] is what
//! a seat wants, an [`Event`] a consequence. A [`Deal`] is the seeded luck of a game, a [`DealtGame`] both
//! together. A [`Position`] is a description that may become a game.

mod bits;
mod card;
mod cards;
mod chance;
mod dealing;
mod dealt;
mod event;
mod flaws;
mod imagine;
mod legal;
mod moves;
mod open_kinds;
mod outcome;
mod play;
mod portion;
mod position;
mod random;
mod ranked;
mod rollout;
mod seat;
mod seed;
mod signposts;
mod stacks;
mod state;
mod table;
mod view;

pub use card::{COPIES_OF_A_NUMBER, Card, CardNameError, DECK_SIZE, Kind, Number, Signpost, WORM_CARDS};
pub use cards::Cards;
pub use chance::{Chance, ChoiceKey, Deal, DealKey};
pub use dealt::DealtGame;
pub use event::{Event, Watch};
pub use flaws::{Flaw, Flaws};
pub use legal::Illegal;
pub use moves::{Bunch, Choices, MAX_CHOICES, Move, MoveList, MoveNameError};
pub use open_kinds::OpenKinds;
pub use outcome::Outcome;
pub use portion::{Edition, HIGHEST_VALUE, LOWEST_VALUE, PORTIONS, Portion, Portions, ZEROS};
pub use position::{PortionList, Position};
pub use random::{Key, Stream};
pub use seat::{MAX_PLAYERS, PerSeat, Players, Seat, Seats};
pub use seed::{Seed, SeedError};
pub use signposts::Signposts;
pub use state::{CARDS_DEALT, Game};
pub use table::Table;
pub use view::{OwnedView, View};
