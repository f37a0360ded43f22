//! The true state of a game.

use super::cards::Cards;
use super::chance::Chance;
use super::event::Watch;
use super::moves::Choices;
use super::open_kinds::OpenKinds;
use super::portion::{Edition, Portions, Supply};
use super::seat::{PerSeat, Players, Seat, SeatBytes, Seats};
use super::stacks::Stacks;
use super::table::Table;
use super::view::View;

/// Cards dealt to each player at the start (rule 2.2).
pub const CARDS_DEALT: usize = 6;

/// A game at a decision, or over: a flat value, freely copied, without heap memory.
///
/// Equality is bytewise. It is slightly finer than the rules: the three zeros keep their identity once they are turned
/// up, though no player can tell them apart.
///
/// ```
/// use karteneck::game::{DealKey, Edition, Game, Move, Players};
/// let key = DealKey::new(42, 0);
/// let players = Players::new(3).expect("three may play");
/// let mut luck = key.deal(players);
/// let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
/// while !game.table().is_over() {
///     game.play(Move::Pass, &mut luck);
/// }
/// assert_eq!(game.outcome().worms.iter().sum::<u16>(), game.table().worms_in_play());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    pub(super) table: Table,
    pub(super) hands: PerSeat<Cards>,
    pub(super) pile: Cards,
}

impl Game {
    /// A new game, dealt and with the first grill turned up.
    ///
    /// # Panics
    /// If the seat that is to begin is empty.
    pub fn start<C: Chance>(players: Players, first: Seat, edition: Edition, chance: &mut C) -> Game {
        Game::start_watched(players, first, edition, chance, &mut ())
    }

    /// Like [`Game::start`], telling `watch` about the cards dealt and the first grill.
    ///
    /// # Panics
    /// As [`Game::start`].
    #[inline]
    pub fn start_watched<C: Chance, W: Watch>(
        players: Players,
        first: Seat,
        edition: Edition,
        chance: &mut C,
        watch: &mut W,
    ) -> Game {
        assert!(players.includes(first), "seat {first} begins, but the {players} players sit on the seats from 0");
        let mut game = Game {
            table: Table {
                displays: PerSeat::all(Cards::NONE),
                open: PerSeat::all(OpenKinds::ALL),
                discard: Cards::NONE,
                stacks: Stacks::EMPTY,
                worms: PerSeat::all(0),
                grill: Portions::NONE,
                menu: 0,
                unseen: Supply::new(Portions::ALL),
                totals: SeatBytes::default(),
                hand_sizes: SeatBytes::default(),
                pile_len: Cards::DECK.len() as u8,
                players,
                first,
                turn: first,
                round: 0,
                active: players.all(),
                valid: Seats::NONE,
                edition,
            },
            hands: PerSeat::all(Cards::NONE),
            pile: Cards::DECK,
        };
        game.set_up(first, chance, watch);
        game
    }

    /// What every player can see.
    #[inline]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// A seat's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// All hands.
    #[inline]
    pub(crate) fn hands(&self) -> PerSeat<Cards> {
        self.hands
    }

    /// The cards in the draw pile.
    #[inline]
    pub const fn pile(&self) -> Cards {
        self.pile
    }

    /// What a seat may know: all that a strategy ever gets. The seat must be taken.
    #[inline]
    pub fn view(&self, seat: Seat) -> View<'_> {
        View::new(&self.table, seat, self.hands[seat])
    }

    /// The moves worth considering for the seat on turn (rule 11.2).
    #[inline]
    pub fn choices(&self) -> Choices {
        self.view(self.table.turn).choices()
    }
}
