//! The engine compared with the model: every visible part of a game.

use super::broken::{Broken, holds, same};
use super::luck::Untouched;
use super::model::{Model, total, worms};
use crate::game::{Card, Cards, Game, Kind, Move, Number, Portion, Seat, Signpost, Signposts};

impl Model {
    /// Whether the engine sees the game as the model does.
    ///
    /// # Errors
    /// The first part in which they differ.
    pub fn compare(&self, game: &Game) -> Result<(), Broken> {
        for seat in game.table().players().seats() {
            self.compare_seat(game, seat).map_err(|broken| broken.within(&format!("seat {seat}")))?;
        }
        self.compare_middle(game)?;
        self.compare_outcome(game)?;
        if self.is_over() {
            return Ok(());
        }
        same(|| "the turn (rule 3.2)".to_owned(), &self.turn, &game.table().turn().index())?;
        let listed = game.choices().list();
        same(|| "the moves worth considering (rule 11.2)".to_owned(), &self.choices()[..], &listed)
    }

    fn compare_seat(&self, game: &Game, seat: Seat) -> Result<(), Broken> {
        let (table, index) = (game.table(), seat.index());
        same_cards("hand", &self.hands[index], game.hand(seat))?;
        same(|| "hand size".to_owned(), &self.hands[index].len(), &(table.hand_size(seat) as usize))?;
        let display = &self.displays[index];
        same_cards("display", display, table.display(seat))?;
        same(|| "total (rule 4.3)".to_owned(), &total(display), &usize::from(table.total(seat)))?;
        let mut stack: Vec<u8> = table.stack(seat).map(Portion::value).collect();
        stack.reverse();
        same(|| "stack".to_owned(), &self.stacks[index], &stack)?;
        same(|| "top".to_owned(), &self.stacks[index].last().copied(), &table.top(seat).map(Portion::value))?;
        same(|| "passed".to_owned(), &self.passed[index], &table.passed().contains(seat))?;
        same(|| "victim (rule 6)".to_owned(), &self.victim(index), &table.victim_of(seat).map(Seat::index))?;
        let is_valid = self.passed[index] && !worms(display).is_empty();
        same(|| "waiting for the menu (rule 5.3)".to_owned(), &is_valid, &table.passed_valid().contains(seat))?;
        for kind in Kind::ALL {
            let is_open = !display.iter().any(|card| card.kind() == kind);
            same(|| format!("{kind} may be laid (rule 4.2)"), &is_open, &table.open(seat).contains(kind))?;
        }
        Ok(())
    }

    fn compare_middle(&self, game: &Game) -> Result<(), Broken> {
        let table = game.table();
        same_cards("draw pile", &self.pile, game.pile())?;
        same_cards("discard pile", &self.discard, table.discard())?;
        same(|| "cards in the draw pile".to_owned(), &self.pile.len(), &(table.pile_len() as usize))?;
        let values = |portions: crate::game::Portions| portions.iter().map(Portion::value).collect::<Vec<_>>();
        same(|| "grill".to_owned(), &self.grill, &values(table.grill()))?;
        same(|| "portions never turned up".to_owned(), &self.unseen, &values(table.unseen_portions()))?;
        same(|| "the end (rule 9.1)".to_owned(), &self.is_over(), &table.is_over())?;
        same(|| "who began the round (rule 8.1)".to_owned(), &self.first, &table.first().index())?;
        same(|| "supply (rule 2.1)".to_owned(), &(self.rounds_left * self.hands.len()), &table.supply_len())?;
        conserved(game)
    }

    /// Rule 9.1.
    fn compare_outcome(&self, game: &Game) -> Result<(), Broken> {
        let (standing, outcome) = (self.standing(), game.outcome());
        for seat in game.table().players().seats() {
            let found = (usize::from(outcome.worms[seat]), outcome.best[seat], usize::from(outcome.places[seat]));
            let place = || format!("worms, best portion and place of seat {seat} (rule 9.1)");
            same(place, &standing[seat.index()], &found)?;
            same(place, &standing[seat.index()].0, &usize::from(game.table().worms(seat)))?;
            same(place, &standing[seat.index()].1, &game.table().best(seat))?;
        }
        if self.is_over() {
            let winner = standing.iter().position(|seat| seat.2 == 1);
            same(|| "the winner (rule 9.1)".to_owned(), &winner, &Some(outcome.winner.index()))?;
            let all: usize = standing.iter().map(|seat| seat.0).sum();
            let in_play = usize::from(game.table().worms_in_play());
            same(|| "the worms of all seats (rule 9.2)".to_owned(), &all, &in_play)?;
        }
        Ok(())
    }

    /// Whether exactly the legal ones among many moves are allowed, and a rejected one changes nothing (rules 11.1, 13).
    ///
    /// # Errors
    /// The first move that is judged differently.
    pub fn compare_judgement(&self, game: &Game) -> Result<(), Broken> {
        for mv in self.tempting_moves() {
            let place = || format!("{mv} of seat {} (rule 11.1)", self.turn);
            let allowed = self.allows(mv);
            same(place, &allowed, &game.check(mv).is_ok())?;
            if allowed {
                continue;
            }
            let (mut tried, mut luck, mut events) = (*game, Untouched::default(), 0);
            let refused = tried.try_play_watched(mv, &mut luck, &mut |_| events += 1).is_err();
            let untouched = refused && tried == *game && !luck.asked && events == 0;
            holds(untouched, place, "a refusal that changes nothing", || "a change".to_owned())?;
        }
        self.compare_turns(game)
    }

    /// Rule 3.2: only the seat on turn may move.
    fn compare_turns(&self, game: &Game) -> Result<(), Broken> {
        for seat in game.table().players().seats() {
            let is_on_turn = seat.index() == self.turn && !self.is_over();
            same(|| format!("seat {seat} may pass"), &is_on_turn, &game.view(seat).check(Move::Pass).is_ok())?;
        }
        Ok(())
    }

    /// Moves that are legal or nearly so.
    fn tempting_moves(&self) -> Vec<Move> {
        let hand = &self.hands[self.turn];
        let mut moves = vec![Move::Pass, Move::Steal, Move::LayWorms(Signposts::NONE)];
        for number in Number::ALL {
            let held = hand.iter().filter(|card| **card == Card::Number(number)).count() as u8;
            moves.extend((0..=held + 1).map(|count| Move::lay(number, count)));
        }
        let held = worms(hand);
        let all: Signposts = held.iter().copied().collect();
        let odd: Signposts = held.iter().copied().step_by(2).collect();
        let not_held = (1..=25).filter_map(Signpost::new).find(|worm| !held.contains(worm));
        moves.extend([Move::LayWorms(all), Move::LayWorms(odd)]);
        moves.extend(not_held.map(|worm| Move::LayWorms(odd.with(worm))));
        moves
    }
}

fn same_cards(what: &str, model: &[Card], engine: Cards) -> Result<(), Broken> {
    let mut expected = model.to_vec();
    expected.sort_unstable();
    same(|| what.to_owned(), &expected, &engine.iter().collect())?;
    same(|| format!("size of the {what}"), &(expected.len() as u32), &engine.len())
}

/// Rule 13: every card and every portion is somewhere, exactly once.
pub(super) fn conserved(game: &Game) -> Result<(), Broken> {
    let table = game.table();
    let (mut numbers, mut worms) = ([0; 5], [0; 25]);
    let mut count = |cards: Cards| {
        for card in cards.iter() {
            match card {
                Card::Number(number) => numbers[number as usize] += 1,
                Card::Worm(worm) => worms[usize::from(worm.number()) - 1] += 1,
            }
        }
    };
    [game.pile(), table.discard()].into_iter().for_each(&mut count);
    table.players().seats().for_each(|seat| [game.hand(seat), table.display(seat)].into_iter().for_each(&mut count));
    same(|| "cards of each number (rule 13)".to_owned(), &[17; 5], &numbers)?;
    same(|| "worms of each signpost (rule 13)".to_owned(), &[1; 25], &worms)?;
    let mut portions: Vec<Portion> = table.grill().iter().chain(table.unseen_portions().iter()).collect();
    table.players().seats().for_each(|seat| portions.extend(table.stack(seat)));
    portions.sort_unstable();
    portions.dedup();
    same(|| "different portions (rule 13)".to_owned(), &30, &portions.len())?;
    let on_grill = table.active().len() + table.passed_valid().len();
    same(|| "portions on the grill (rule 13)".to_owned(), &on_grill, &(table.grill().len() as usize))
}
