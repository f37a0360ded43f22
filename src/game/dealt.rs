//! A game together with its luck.

use super::cards::Cards;
use super::chance::{ChoiceKey, Deal, DealKey};
use super::event::{Event, Watch};
use super::moves::Move;
use super::portion::Edition;
use super::seat::{PerSeat, Players, Seat};
use super::state::Game;
use super::view::View;

/// A game with what is left of its deal, and the number of moves that each seat has made: everything that its next move
/// depends on besides the player who makes it.
#[derive(Clone, Debug)]
pub struct DealtGame {
    key: DealKey,
    luck: Deal,
    game: Game,
    decisions: PerSeat<u64>,
}

impl DealtGame {
    /// Deals the cards and turns up the first grill.
    ///
    /// # Panics
    /// As [`Game::start`].
    #[inline]
    pub fn start<W: Watch>(key: &DealKey, players: Players, first: Seat, edition: Edition, watch: &mut W) -> DealtGame {
        let mut luck = key.deal(players);
        let game = Game::start_watched(players, first, edition, &mut luck, watch);
        DealtGame { key: *key, luck, game, decisions: PerSeat::all(0) }
    }

    /// Goes on from what a seat sees, with the luck of a deal. What it cannot see is dealt anew, each hand from the draws of its
    /// seat, and the watcher is told as at the start of a game: all hands, then the round.
    pub fn resume<W: Watch>(key: &DealKey, view: &View<'_>, watch: &mut W) -> DealtGame {
        let (own, players) = (view.seat(), view.table().players());
        let mut luck = key.deal(players);
        let mut game = Game { table: *view.table(), hands: PerSeat::all(Cards::NONE), pile: view.unseen_cards() };
        game.table.pile_len = game.pile.len() as u8;
        for seat in players.seats() {
            if seat == own {
                game.hands[own] = view.hand();
                view.hand().iter().for_each(|card| watch.see(Event::Drew { seat, card }));
                continue;
            }
            let size = std::mem::take(&mut game.table.hand_sizes[seat]);
            (0..size).for_each(|_| game.draw(seat, &mut luck, watch));
        }
        watch.see(Event::RoundBegan { first: game.table.first, grill: game.table.grill });
        DealtGame { key: *key, luck, game, decisions: PerSeat::all(0) }
    }

    /// The position.
    #[inline]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Moves made by each seat.
    #[inline]
    pub const fn decisions(&self) -> &PerSeat<u64> {
        &self.decisions
    }

    /// The name of the stream of the next decision.
    #[inline]
    pub fn choice_key(&self) -> ChoiceKey {
        let seat = self.game.table.turn;
        self.key.choice_key(seat, self.decisions[seat])
    }

    /// Plays a move of the seat on turn, which must be legal.
    ///
    /// # Panics
    /// As [`Game::play`].
    #[expect(clippy::inline_always, reason = "a call for every decision is noticed in games of simple strategies")]
    #[inline(always)]
    pub fn play<W: Watch>(&mut self, mv: Move, watch: &mut W) {
        self.decisions[self.game.table.turn] += 1;
        self.game.play_watched(mv, &mut self.luck, watch);
    }
}
