//! The exact end of the last round for a seat that alone still plays.
//!
//! Nothing hidden matters then: the others act no more, and a drawn card is any unseen card with equal probability (or any card of the pile, if
//! the other hands are known). What is left is a problem of one player against luck, which is solved: the best of all actions, the mean over all cards.

use crate::game::{Card, Cards, Chance, Game, Kind, Portions, Seat, Signposts, Table, View};
use crate::strategies::action::{Action, Actions};

/// Places of the memory for values; a power of two.
const PLACES: usize = 1 << 12;
/// Places that are tried for a value before it is not kept.
const TRIES: usize = 8;

/// Solves, with memory that is reused.
pub(super) struct Solo {
    known: Vec<Known>,
    /// The number of the decision: what earlier ones left in memory does not count.
    decision: u32,
    /// How many more points may be looked at.
    left: u32,
}

/// The chance to win at a point of the round: the cards in hand and in the display tell all that was laid and drawn.
#[derive(Clone, Copy)]
struct Known {
    decision: u32,
    hand: Cards,
    display: Cards,
    chance: f32,
}

impl Solo {
    pub(super) fn new() -> Solo {
        let nothing = Known { decision: 0, hand: Cards::NONE, display: Cards::NONE, chance: 0.0 };
        Solo { known: vec![nothing; PLACES], decision: 0, left: 0 }
    }

    /// Whether it can solve the decision of this view.
    pub(super) fn applies(view: &View<'_>) -> bool {
        let table = view.table();
        table.is_last_round() && table.active().len() == 1
    }

    /// The action of the seat on turn with the best chance to win, the first of equals; `None` if that takes more than `limit` points. The
    /// pile of this game has the cards that the seat may draw.
    pub(super) fn best(&mut self, game: &Game, limit: u32) -> Option<Action> {
        self.begin(limit);
        let (classes, view) = (Classes::new(game.table()), game.view(game.table().turn()));
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for action in Actions::of(&view).iter() {
            let chance = self.after(game, game.pile(), action, &classes)?;
            if chance > most {
                (best, most) = (Some(action), chance);
            }
        }
        best
    }

    /// Begins a new decision, for which so many points may be looked at.
    fn begin(&mut self, limit: u32) {
        (self.decision, self.left) = (self.decision.wrapping_add(1), limit);
    }

    /// The chance to win at a decision of the seat on turn.
    fn at(&mut self, game: &Game, unseen: Cards, classes: &Classes) -> Option<f32> {
        let seat = game.table().turn();
        let (hand, display) = (game.hand(seat), game.table().display(seat));
        if let Some(known) = self.look_up(hand, display) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let mut most = 0.0_f32;
        for action in Actions::of(&game.view(seat)).iter() {
            most = most.max(self.after(game, unseen, action, classes)?);
        }
        self.keep(hand, display, most);
        Some(most)
    }

    /// The chance to win after an action: the mean over all cards that may be drawn, of which those that make no difference are tried
    /// only once.
    fn after(&mut self, game: &Game, unseen: Cards, action: Action, classes: &Classes) -> Option<f32> {
        let seat = game.table().turn();
        let mv = action.with_hand(game.hand(seat));
        // When the pile is empty, the discard pile becomes the pile (rule 8.2).
        let pile = if game.table().pile_len() == 0 { game.table().discard() } else { unseen };
        if action.kind().is_none() || pile.is_empty() {
            let mut next = *game;
            next.play(mv, &mut Drawn(0));
            return if next.table().is_over() { Some(won(&next, seat)) } else { self.at(&next, pile, classes) };
        }
        let mut sum = 0.0;
        for (card, count) in classes.cards(pile) {
            let mut next = *game;
            next.play(mv, &mut Drawn(pile.rank(card).expect("it is in the pile")));
            let rest = pile - Cards::from(card);
            sum += count as f32 * self.at(&next, rest, classes)?;
        }
        Some(sum / pile.len() as f32)
    }

    /// The places where the value of a point may be.
    fn places(hand: Cards, display: Cards) -> impl Iterator<Item = usize> {
        let words = [hand, display].map(|cards| cards.number_counts() ^ u64::from(cards.signposts().bits()) << 40);
        let mixed = (words[0] ^ words[1].rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..TRIES).map(move |step| ((mixed >> 40) as usize + step) % PLACES)
    }

    fn look_up(&self, hand: Cards, display: Cards) -> Option<f32> {
        let known = Solo::places(hand, display).map(|place| &self.known[place]);
        let is_it = |known: &&Known| (known.decision, known.hand, known.display) == (self.decision, hand, display);
        known.into_iter().find(is_it).map(|known| known.chance)
    }

    fn keep(&mut self, hand: Cards, display: Cards, chance: f32) {
        let free = Solo::places(hand, display).find(|&place| self.known[place].decision != self.decision);
        if let Some(place) = free {
            self.known[place] = Known { decision: self.decision, hand, display, chance };
        }
    }
}

/// 1 if the seat has won.
fn won(game: &Game, seat: Seat) -> f32 {
    f32::from(u8::from(game.outcome().winner == seat))
}

/// The next card drawn, by its place in the pile.
struct Drawn(u32);

impl Chance for Drawn {
    fn card(&mut self, _seat: Seat, _pile: &Cards, _len: u32) -> u32 {
        self.0
    }

    fn portion(&mut self, _unseen: Portions, _len: u32) -> u32 {
        0
    }
}

/// Cards that make no difference: those of a number, and worms whose signposts lie between the same two that decide a tie
/// (rule 7.2).
struct Classes {
    /// For each of the others that wait for the menu, the signposts that would lose a tie with it.
    below: [Signposts; 6],
    count: usize,
}

impl Classes {
    fn new(table: &Table) -> Classes {
        let (mut below, mut count) = ([Signposts::NONE; 6], 0);
        for seat in table.passed_valid().iter() {
            // Not only one that decides a tie now: this seat may still reach the same total.
            if let Some(highest) = table.display(seat).signposts().highest() {
                below[count] = Signposts::from_bits((1 << (highest.number() - 1)) - 1).unwrap_or(Signposts::NONE);
                count += 1;
            }
        }
        Classes { below, count }
    }

    /// How many ties a signpost loses.
    fn class(&self, card: Card) -> usize {
        let Card::Worm(signpost) = card else { return 0 };
        self.below[..self.count].iter().filter(|below| below.contains(signpost)).count()
    }

    /// The first card of each class in the pile, and how many there are of the class.
    fn cards(&self, pile: Cards) -> impl Iterator<Item = (Card, u32)> {
        let mut classes = [[None::<(Card, u32)>; 7]; Kind::ALL.len()];
        for card in pile.iter() {
            let class = &mut classes[card.kind().index()][self.class(card)];
            *class = Some(class.map_or((card, 1), |(first, count)| (first, count + 1)));
        }
        classes.into_iter().flatten().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Key, PerSeat, Players, PortionList, Position, Seats};
    use crate::strategies::Policy;
    use crate::strategies::families::tuned::Tuned;

    /// Decisions of seats that alone still play in the last round, from games of `tuned`.
    fn decisions(games: u64) -> Vec<Game> {
        let (tuned, mut found) = (Tuned::default(), Vec::new());
        for (players, deal) in Players::ALL.into_iter().flat_map(|players| (0..games).map(move |deal| (players, deal)))
        {
            let key = DealKey::new(77, deal);
            let mut luck = key.deal(players);
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                let view = game.view(game.table().turn());
                if Solo::applies(&view) {
                    found.push(game);
                    found.push(with_few_unseen(&game));
                }
                game.play(tuned.choose(&view, &mut Key::new(1).stream()), &mut luck);
            }
        }
        found
    }

    /// The same with only a few cards in the pile, and the others discarded: there plain recursion reaches the end.
    fn with_few_unseen(game: &Game) -> Game {
        let mut position = game.position();
        while position.pile.len() > 4 {
            let card = position.pile.iter().nth(position.pile.len() as usize / 2).expect("it is not empty");
            position.pile -= card.into();
            position.discard += card.into();
        }
        Game::from_position(&position).expect("only cards have moved")
    }

    /// The chance to win after an action by plain recursion over every single card, and how many points that looks at.
    fn plainly(game: &Game, unseen: Cards, action: Action, left: &mut u32) -> Option<f64> {
        *left = left.checked_sub(1)?;
        let seat = game.table().turn();
        let mv = action.with_hand(game.hand(seat));
        let pile = if game.table().pile_len() == 0 { game.table().discard() } else { unseen };
        let mut sum = 0.0;
        for card in pile.iter() {
            let mut next = *game;
            next.play(mv, &mut Drawn(pile.rank(card).expect("it is in the pile")));
            if next.table().is_over() {
                return Some(f64::from(won(&next, seat)));
            }
            let mut most = 0.0_f64;
            for action in Actions::of(&next.view(seat)).iter() {
                most = most.max(plainly(&next, pile - Cards::from(card), action, left)?);
            }
            sum += most;
        }
        Some(sum / f64::from(pile.len()))
    }

    /// The actions of the seat on turn.
    fn actions(game: &Game) -> Actions {
        Actions::of(&game.view(game.table().turn()))
    }

    /// The chance to win after each action, in the order of the actions; `None` if that takes too long.
    fn solved(game: &Game) -> Option<Vec<f64>> {
        let (mut solo, classes) = (Solo::new(), Classes::new(game.table()));
        solo.begin(100_000);
        actions(game).iter().map(|action| solo.after(game, game.pile(), action, &classes).map(f64::from)).collect()
    }

    #[test]
    fn the_solution_is_that_of_a_plain_recursion() {
        let mut solo = Solo::new();
        let (mut compared, mut waiting, mut told) = (0, 0, 0);
        // With all unseen cards in the pile, and with those that are in it if the other hands are known.
        let games = decisions(25).into_iter().flat_map(|game| [game.view(game.table().turn()).alone(), game]);
        for game in games {
            let mut left = 60_000;
            let plain: Option<Vec<_>> =
                actions(&game).iter().map(|action| plainly(&game, game.pile(), action, &mut left)).collect();
            let (Some(plain), Some(solved)) = (plain, solved(&game)) else { continue };
            for ((action, plain), solved) in actions(&game).iter().zip(&plain).zip(&solved) {
                assert!((plain - solved).abs() < 1e-5, "{action:?} wins {plain}, not {solved}\n{game:?}");
            }
            let most = plain.iter().copied().fold(0.0, f64::max);
            let best = solo.best(&game, 100_000).expect("it was solved with as many");
            let chosen = actions(&game).iter().position(|action| action == best).expect("one of them");
            assert!((plain[chosen] - most).abs() < 1e-5, "{best:?} wins {} instead of {most}", plain[chosen]);
            compared += usize::from(plain.iter().any(|&chance| chance < most));
            waiting += usize::from(!game.table().passed_valid().is_empty());
            told += usize::from(game.pile() != game.view(game.table().turn()).unseen_cards());
        }
        assert!(compared >= 10, "{compared} decisions in which it matters");
        assert!(waiting >= 10, "{waiting} decisions with others that wait for the menu");
        assert!(told >= 10, "{told} decisions with hands that are known");
    }

    fn cards(text: &str) -> Cards {
        let add = |cards: Cards, card: Card| cards.checked_add(card).expect("no card is there twice");
        text.split(' ').map(|word| word.parse().expect("a card")).fold(Cards::NONE, add)
    }

    /// Seat 0 waits with 32 and signpost 17. Seat 1 has 21 and is level in worms: the seat that is served first wins. With two threes and
    /// a worm it has 32 as well, and is served first with W23, but not with W7.
    fn tie_to_come() -> Game {
        let players = Players::new(2).expect("two may play");
        let [waiting, own] = [0, 1].map(|index| Seat::new(index).expect("one of two"));
        let (mut hands, mut displays) = (PerSeat::all(Cards::NONE), PerSeat::all(Cards::NONE));
        (hands[waiting], displays[waiting]) = (cards("2"), cards("3 3 3 3 W1 W2 W14 W17"));
        (hands[own], displays[own]) = (cards("3 3"), cards("2 2 2 5 5 5"));
        let pile = cards("W7 W23 1 1 1 4");
        let placed = hands.iter().chain(displays.iter()).fold(pile, |sum, cards| sum + cards);
        let mut stacks = PerSeat::all(PortionList::EMPTY);
        let list = |values| PortionList::new(values).expect("a stack is shorter than all portions");
        stacks[waiting] = list(&[42, 0, 27, 0, 29, 41, 17, 35, 30]);
        stacks[own] = list(&[38, 37, 32, 34, 21, 20, 36]);
        let position = Position {
            players,
            edition: Edition::default(),
            first: waiting,
            turn: own,
            hands,
            displays,
            passed: Seats::NONE.with(waiting),
            stacks,
            grill: list(&[40, 23]),
            discard: Cards::DECK - placed,
            pile,
        };
        Game::from_position(&position).expect("it is legal")
    }

    #[test]
    fn worms_differ_where_a_tie_may_still_come_about() {
        let game = tie_to_come();
        let (alone, mut left) = (game.view(game.table().turn()).alone(), u32::MAX);
        let solved = solved(&alone).expect("few cards are unseen");
        for (action, solved) in actions(&alone).iter().zip(solved) {
            let plain = plainly(&alone, alone.pile(), action, &mut left).expect("there is no end to the patience");
            assert!((plain - solved).abs() < 1e-5, "{action:?} wins {plain}, not {solved}");
        }
    }

    #[test]
    fn what_takes_too_long_is_not_solved() {
        let game = decisions(5).into_iter().find(|game| actions(game).len() > 3);
        let game = game.expect("a decision with several lays");
        let game = game.view(game.table().turn()).alone();
        assert_eq!(Solo::new().best(&game, 0), None);
        assert_eq!(Solo::new().best(&game, 1_000_000), Solo::new().best(&game, 900_000));
    }
}
