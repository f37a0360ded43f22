//! The rules a second time, as plainly as possible: lists of cards, no cleverness, nothing of the engine but its types.
//!
//! The engine is compared with it move by move. The model is given the random numbers that the engine drew, and works out
//! by itself which cards they draw, what happens, and which events must be reported.

use std::collections::VecDeque;

use super::broken::{Broken, holds, same};
use super::luck::{Heard, next};
use super::story::Telling;
use crate::game::{Card, Game, Move, Number, Portion, Signpost, Signposts};

/// A game in plain lists.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub(super) hands: Vec<Vec<Card>>,
    pub(super) displays: Vec<Vec<Card>>,
    /// From the bottom up.
    pub(super) stacks: Vec<Vec<u8>>,
    pub(super) grill: Vec<u8>,
    /// The values never turned up so far.
    pub(super) unseen: Vec<u8>,
    pub(super) pile: Vec<Card>,
    pub(super) discard: Vec<Card>,
    pub(super) passed: Vec<bool>,
    pub(super) first: usize,
    pub(super) turn: usize,
    pub(super) rounds_left: usize,
}

/// Rule 2.1: the rounds for 2, 3, 4, 5 and 6 players.
const ROUNDS: [usize; 5] = [9, 8, 7, 6, 5];

/// Rule 1.1.
pub(super) fn value(card: Card) -> usize {
    match card {
        Card::Number(number) => 1 + Number::ALL.iter().position(|other| *other == number).unwrap_or(0),
        Card::Worm(_) => 5,
    }
}

pub(super) fn total(cards: &[Card]) -> usize {
    cards.iter().map(|card| value(*card)).sum()
}

/// Rule 1.3: the worms on a portion.
pub(super) fn worms_on(portion: u8) -> usize {
    if portion == 0 { 0 } else { usize::from(portion - 16) / 3 + 1 }
}

pub(super) fn worms(cards: &[Card]) -> Vec<Signpost> {
    let mut worms: Vec<Signpost> =
        cards.iter().filter_map(|card| if let Card::Worm(worm) = card { Some(*worm) } else { None }).collect();
    worms.sort_unstable();
    worms
}

/// Whether two cards are of the same kind.
fn alike(one: Card, other: Card) -> bool {
    match (one, other) {
        (Card::Number(one), Card::Number(other)) => one == other,
        (Card::Worm(_), Card::Worm(_)) => true,
        _ => false,
    }
}

/// Rule 1.1: numbers first, worms by signpost, as chance counts them.
fn deck() -> Vec<Card> {
    let numbers = Number::ALL.into_iter().flat_map(|number| std::iter::repeat_n(Card::Number(number), 17));
    numbers.chain((1..=25).filter_map(Signpost::new).map(Card::Worm)).collect()
}

/// Rule 1.3.
fn portions() -> Vec<u8> {
    [0, 0, 0].into_iter().chain(16..=42).collect()
}

/// Takes one item out of a list.
fn take<T: PartialEq + std::fmt::Debug>(list: &mut Vec<T>, thing: &T, place: &str) -> Result<(), Broken> {
    let at = list.iter().position(|other| other == thing);
    holds(at.is_some(), || place.to_owned(), "an item of the list", || format!("{thing:?} out of {list:?}"))?;
    at.map(|at| list.remove(at));
    Ok(())
}

impl Model {
    /// A game dealt with these numbers (rules 2 and 3.1).
    ///
    /// # Errors
    /// If the numbers drawn are not those that the rules require.
    pub fn start(players: usize, first: usize, heard: &mut VecDeque<Heard>) -> Result<(Model, Vec<String>), Broken> {
        let mut model = Model {
            hands: vec![Vec::new(); players],
            displays: vec![Vec::new(); players],
            stacks: vec![Vec::new(); players],
            grill: Vec::new(),
            unseen: portions(),
            pile: deck(),
            discard: Vec::new(),
            passed: vec![false; players],
            first,
            turn: first,
            rounds_left: ROUNDS[players - 2] - 1,
        };
        let mut story = Telling::default();
        for seat in 0..players {
            for _ in 0..6 {
                model.draw(seat, heard, &mut story)?;
            }
        }
        model.turn_up(heard, &mut story)?;
        Ok((model, story.0))
    }

    /// The model of a game as it stands.
    pub fn of(game: &Game) -> Model {
        let table = game.table();
        let seats = || table.players().seats();
        Model {
            hands: seats().map(|seat| game.hand(seat).iter().collect()).collect(),
            displays: seats().map(|seat| table.display(seat).iter().collect()).collect(),
            stacks: seats()
                .map(|seat| {
                    let mut stack: Vec<u8> = table.stack(seat).map(Portion::value).collect();
                    stack.reverse();
                    stack
                })
                .collect(),
            grill: table.grill().iter().map(Portion::value).collect(),
            unseen: table.unseen_portions().iter().map(Portion::value).collect(),
            pile: game.pile().iter().collect(),
            discard: table.discard().iter().collect(),
            passed: seats().map(|seat| table.passed().contains(seat)).collect(),
            first: table.first().index(),
            turn: table.turn().index(),
            rounds_left: ROUNDS[table.players().count() - 2] - table.round(),
        }
    }

    /// Whether the last round has ended.
    pub fn is_over(&self) -> bool {
        !self.passed.contains(&false)
    }

    /// Plays a legal move with these numbers, and returns what must be reported about it.
    ///
    /// # Errors
    /// If the move cannot be played, or the numbers drawn are not those that the rules require.
    pub fn play(&mut self, mv: Move, heard: &mut VecDeque<Heard>) -> Result<Vec<String>, Broken> {
        let (seat, mut story) = (self.turn, Telling::default());
        match mv {
            Move::Lay(_) | Move::LayWorms(_) => {
                let cards: Vec<Card> = mv.cards().iter().collect();
                for card in &cards {
                    take(&mut self.hands[seat], card, "a lay")?;
                    self.displays[seat].push(*card);
                }
                story.laid(seat, &cards, total(&self.displays[seat]));
                self.draw(seat, heard, &mut story)?;
            }
            Move::Pass | Move::Steal => self.pass(seat, mv == Move::Steal, heard, &mut story)?,
        }
        if self.is_over() {
            self.end_round(seat, heard, &mut story)?;
        } else {
            let count = self.passed.len();
            let next = (1..=count).map(|step| (seat + step) % count).find(|&next| !self.passed[next]);
            self.turn = next.unwrap_or(seat);
        }
        same(|| "chance".to_owned(), &VecDeque::new(), heard)?;
        Ok(story.0)
    }

    /// Rules 4.3, 5.4, 8.2 and 8.3.
    fn draw(&mut self, seat: usize, heard: &mut VecDeque<Heard>, story: &mut Telling) -> Result<(), Broken> {
        if self.pile.is_empty() && !self.discard.is_empty() {
            std::mem::swap(&mut self.pile, &mut self.discard);
            story.reshuffled();
        }
        if !self.pile.is_empty() {
            self.pile.sort_unstable();
            let card = self.pile.remove(next(heard, Some(seat), self.pile.len())?);
            self.hands[seat].push(card);
            story.drew(seat, card);
        }
        Ok(())
    }

    /// Rules 5 and 6.
    fn pass(
        &mut self,
        seat: usize,
        steal: bool,
        heard: &mut VecDeque<Heard>,
        story: &mut Telling,
    ) -> Result<(), Broken> {
        if worms(&self.displays[seat]).is_empty() {
            self.discard_display(seat);
            let lowest = self.grill.iter().copied().min().unwrap_or(0);
            take(&mut self.grill, &lowest, "a pass without a worm")?;
            self.stacks[seat].push(lowest);
            story.passed_invalid(seat, lowest);
        } else {
            story.passed_valid(seat, total(&self.displays[seat]));
            if let (true, Some(victim)) = (steal, self.victim(seat)) {
                let portion = self.stacks[victim].pop().unwrap_or(0);
                self.stacks[seat].push(portion);
                story.stole(seat, victim, portion);
            }
        }
        self.passed[seat] = true;
        if !self.is_over() {
            self.draw(seat, heard, story)?;
            self.draw(seat, heard, story)?;
        }
        Ok(())
    }

    fn discard_display(&mut self, seat: usize) {
        let display = std::mem::take(&mut self.displays[seat]);
        self.discard.extend(display);
    }

    /// Rules 7 and 8.1.
    fn end_round(&mut self, last: usize, heard: &mut VecDeque<Heard>, story: &mut Telling) -> Result<(), Broken> {
        let mut served: Vec<usize> = (0..self.displays.len()).filter(|&seat| !self.displays[seat].is_empty()).collect();
        let rank = |seat: &usize| (total(&self.displays[*seat]), worms(&self.displays[*seat]).last().copied());
        served.sort_by_key(|seat| std::cmp::Reverse(rank(seat)));
        same(|| "portions for the menu (rule 7.1)".to_owned(), &served.len(), &self.grill.len())?;
        for &seat in &served {
            let highest = self.grill.iter().copied().max().unwrap_or(0);
            take(&mut self.grill, &highest, "the menu")?;
            self.stacks[seat].push(highest);
            story.served(seat, highest);
            self.discard_display(seat);
        }
        if self.rounds_left > 0 {
            self.rounds_left -= 1;
            self.passed.fill(false);
            self.first = served.last().copied().unwrap_or(last);
            self.turn = self.first;
            self.turn_up(heard, story)?;
        }
        Ok(())
    }

    /// Rule 3.1.
    fn turn_up(&mut self, heard: &mut VecDeque<Heard>, story: &mut Telling) -> Result<(), Broken> {
        for _ in 0..self.hands.len() {
            let portion = self.unseen.remove(next(heard, None, self.unseen.len())?);
            self.grill.push(portion);
        }
        self.grill.sort_unstable();
        story.round_began(self.first, &self.grill);
        Ok(())
    }

    /// Rules 6.1 and 6.3.
    pub(super) fn victim(&self, seat: usize) -> Option<usize> {
        let wanted = total(&self.displays[seat]);
        let top = |other: usize| self.stacks[other].last().map(|&portion| usize::from(portion));
        let has_worm = !worms(&self.displays[seat]).is_empty();
        (0..self.stacks.len()).find(|&other| has_worm && other != seat && top(other) == Some(wanted))
    }

    /// The hand cards of the seat on turn of the same kind as a card, if that kind may still be laid (rule 4.2).
    fn open(&self, like: Card) -> Vec<Card> {
        let laid = self.displays[self.turn].iter().any(|card| alike(*card, like));
        let mut cards: Vec<Card> =
            self.hands[self.turn].iter().copied().filter(|card| !laid && alike(*card, like)).collect();
        cards.sort_unstable();
        cards
    }

    /// The moves worth considering, in the order in which they are to be listed (rule 11.2).
    pub(super) fn choices(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for number in Number::ALL {
            moves.extend((1..=self.open(Card::Number(number)).len()).map(|count| Move::lay(number, count as u8)));
        }
        let held = Signpost::new(1).map_or_else(Vec::new, |worm| worms(&self.open(Card::Worm(worm))));
        for highest in 0..held.len() {
            for others in 0..=highest {
                let lay: Signposts = held[..others].iter().chain([&held[highest]]).copied().collect();
                moves.push(Move::LayWorms(lay));
            }
        }
        moves.push(Move::Pass);
        moves.extend(self.victim(self.turn).map(|_| Move::Steal));
        moves
    }

    /// Whether the seat on turn may make a move (rule 11.1).
    pub(super) fn allows(&self, mv: Move) -> bool {
        match mv {
            Move::Pass => true,
            Move::Steal => self.victim(self.turn).is_some(),
            Move::Lay(bunch) => {
                (1..=self.open(Card::Number(bunch.number())).len()).contains(&usize::from(bunch.count()))
            }
            Move::LayWorms(set) => set.iter().next().is_some_and(|one| {
                let held = worms(&self.open(Card::Worm(one)));
                set.iter().all(|worm| held.contains(&worm))
            }),
        }
    }

    /// Worms, best portion and place of every seat (rule 9.1).
    pub(super) fn standing(&self) -> Vec<(usize, u8, usize)> {
        standing(&self.stacks)
    }
}

/// Worms, best portion and place of every seat with these stacks (rule 9.1).
pub(super) fn standing(stacks: &[Vec<u8>]) -> Vec<(usize, u8, usize)> {
    let score = |stack: &Vec<u8>| {
        (stack.iter().map(|&portion| worms_on(portion)).sum::<usize>(), stack.iter().copied().max().unwrap_or(0))
    };
    let scores: Vec<(usize, u8)> = stacks.iter().map(score).collect();
    let place = |mine: &(usize, u8)| 1 + scores.iter().filter(|other| *other > mine).count();
    scores.iter().map(|mine| (mine.0, mine.1, place(mine))).collect()
}
