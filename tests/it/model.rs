//! The rules once more, as plainly as possible: lists of cards, no cleverness. The engine is compared with it move by
//! move. It draws what the engine says was drawn, and insists that it could be.

use karteneck::game::{Card, Cards, Edition, Event, Game, Move, Seat};

use crate::support::seat as seat_at;

#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub hands: Vec<Vec<Card>>,
    pub displays: Vec<Vec<Card>>,
    /// From the bottom up.
    pub stacks: Vec<Vec<u8>>,
    pub grill: Vec<u8>,
    pub pile: Vec<Card>,
    pub discard: Vec<Card>,
    pub passed: Vec<bool>,
    pub turn: usize,
    pub rounds_left: usize,
}

fn take<T: PartialEq + std::fmt::Debug>(list: &mut Vec<T>, thing: &T) -> T {
    let at = list.iter().position(|other| other == thing).unwrap_or_else(|| panic!("{thing:?} is not in {list:?}"));
    list.remove(at)
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

fn total(cards: &[Card]) -> u8 {
    cards.iter().map(|card| card.kind().value()).sum()
}

fn worms(cards: &[Card]) -> impl Iterator<Item = &Card> {
    cards.iter().filter(|card| matches!(card, Card::Worm(_)))
}

impl Model {
    /// The model of a game that has just started.
    pub fn of(game: &Game) -> Model {
        let table = game.table();
        let seats: Vec<Seat> = table.players().seats().collect();
        Model {
            hands: seats.iter().map(|&seat| game.hand(seat).iter().collect()).collect(),
            displays: vec![Vec::new(); seats.len()],
            stacks: vec![Vec::new(); seats.len()],
            grill: table.grill().iter().map(karteneck::game::Portion::value).collect(),
            pile: game.pile().iter().collect(),
            discard: Vec::new(),
            passed: vec![false; seats.len()],
            turn: table.turn().index(),
            rounds_left: table.players().rounds() - 1,
        }
    }

    /// Plays a move; `events` are the engine's, of which only the luck is believed.
    pub fn play(&mut self, mv: Move, events: &[Event]) {
        let mut drawn = events.iter().filter_map(|event| match event {
            Event::Drew { card, .. } => Some(*card),
            _ => None,
        });
        let seat = self.turn;
        match mv {
            Move::Lay(_) | Move::LayWorms(_) => {
                for card in mv.cards().iter() {
                    let card = take(&mut self.hands[seat], &card);
                    self.displays[seat].push(card);
                }
                self.draw(seat, &mut drawn);
            }
            Move::Pass | Move::Steal => self.pass(seat, mv == Move::Steal, &mut drawn),
        }
        assert_eq!(drawn.next(), None, "more was drawn than the rules say");
        if self.passed.iter().all(|&passed| passed) {
            let next = events.iter().find_map(|event| match event {
                Event::RoundBegan { grill, .. } => Some(grill.iter().map(karteneck::game::Portion::value).collect()),
                _ => None,
            });
            self.end_round(seat, next);
        } else {
            self.turn = (1..=seat + self.passed.len())
                .map(|step| (seat + step) % self.passed.len())
                .find(|&next| !self.passed[next])
                .unwrap();
        }
    }

    fn draw(&mut self, seat: usize, drawn: &mut impl Iterator<Item = Card>) {
        if self.pile.is_empty() {
            std::mem::swap(&mut self.pile, &mut self.discard);
        }
        if !self.pile.is_empty() {
            let card = take(&mut self.pile, &drawn.next().expect("a card must be drawn"));
            self.hands[seat].push(card);
        }
    }

    fn pass(&mut self, seat: usize, steal: bool, drawn: &mut impl Iterator<Item = Card>) {
        if worms(&self.displays[seat]).next().is_none() {
            let lowest = *self.grill.iter().min().unwrap();
            self.stacks[seat].push(take(&mut self.grill, &lowest));
            let display = std::mem::take(&mut self.displays[seat]);
            self.discard.extend(display);
            assert!(!steal);
        } else if steal {
            let wanted = total(&self.displays[seat]);
            let victim =
                (0..self.stacks.len()).find(|&other| other != seat && self.stacks[other].last() == Some(&wanted));
            let portion = self.stacks[victim.expect("somebody to steal from")].pop().unwrap();
            self.stacks[seat].push(portion);
        }
        self.passed[seat] = true;
        if self.passed.contains(&false) {
            self.draw(seat, drawn);
            self.draw(seat, drawn);
        }
    }

    fn end_round(&mut self, last: usize, next_grill: Option<Vec<u8>>) {
        let mut served: Vec<usize> = (0..self.displays.len()).filter(|&seat| !self.displays[seat].is_empty()).collect();
        served.sort_by_key(|&seat| {
            std::cmp::Reverse((total(&self.displays[seat]), worms(&self.displays[seat]).max().copied()))
        });
        assert_eq!(served.len(), self.grill.len(), "rule 7.1");
        for &seat in &served {
            let highest = *self.grill.iter().max().unwrap();
            self.stacks[seat].push(take(&mut self.grill, &highest));
            let display = std::mem::take(&mut self.displays[seat]);
            self.discard.extend(display);
        }
        if self.rounds_left > 0 {
            self.rounds_left -= 1;
            self.turn = served.last().copied().unwrap_or(last);
            self.passed.fill(false);
            self.grill = next_grill.expect("another round begins");
        } else {
            assert_eq!(next_grill, None, "no round after the last");
        }
    }

    /// Fails where the engine sees the world otherwise.
    pub fn compare(&self, game: &Game) {
        let table = game.table();
        let same = |engine: Cards, model: &[Card], what: &str| {
            assert_eq!(engine.iter().collect::<Vec<_>>(), sorted(model), "{what}");
        };
        for seat in 0..self.hands.len() {
            let at = seat_at(seat);
            same(game.hand(at), &self.hands[seat], "hand");
            same(table.display(at), &self.displays[seat], "display");
            assert_eq!(table.total(at), total(&self.displays[seat]), "total");
            assert_eq!(table.hand_size(at) as usize, self.hands[seat].len(), "hand size");
            let mut stack: Vec<u8> = table.stack(at).map(karteneck::game::Portion::value).collect();
            stack.reverse();
            assert_eq!(stack, self.stacks[seat], "stack");
            assert_eq!(table.passed().contains(at), self.passed[seat], "passed");
            let edition = Edition::default();
            let worms: u16 = stack.iter().map(|&value| u16::from(edition.worms(crate::support::portion(value)))).sum();
            assert_eq!(table.worms(at), worms, "worms");
        }
        same(game.pile(), &self.pile, "pile");
        same(table.discard(), &self.discard, "discard");
        assert_eq!(table.pile_len() as usize, self.pile.len(), "pile size");
        let mut grill = self.grill.clone();
        grill.sort_unstable();
        assert_eq!(table.grill().iter().map(karteneck::game::Portion::value).collect::<Vec<_>>(), grill, "grill");
        if !table.is_over() {
            assert_eq!(table.turn().index(), self.turn, "turn");
            assert_eq!(table.supply_len(), self.rounds_left * self.hands.len(), "supply");
        }
    }
}
