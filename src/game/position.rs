//! Positions from a description, which is checked before it becomes a game.
//!
//! A [`Position`] may say anything; a [`Game`] is always legal. The way from one to the other reports every flaw at
//! once. What is checked: every card and portion exactly once, the round, the grill, whose turn it is, and that every
//! seat has laid as often as its turns allow and holds no more cards than it can have drawn. It is not checked whether
//! some sequence of earlier rounds leads exactly there.

use super::card::{Card, Kind};
use super::cards::Cards;
use super::flaws::{Flaw, Flaws};
use super::open_kinds::OpenKinds;
use super::portion::{Edition, PORTIONS, Portion, Portions, Supply};
use super::seat::{PerSeat, Players, Seat, SeatBytes, Seats};
use super::stacks::Stacks;
use super::state::{CARDS_DEALT, Game};
use super::table::Table;

/// Portions by their values, in order: a stack from the bottom up, or a grill.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PortionList {
    values: [u8; PORTIONS],
    len: u8,
}

impl PortionList {
    /// No portion.
    pub const EMPTY: PortionList = PortionList { values: [0; PORTIONS], len: 0 };

    /// The list of these values; `None` if there are more than [`PORTIONS`].
    pub fn new(values: &[u8]) -> Option<PortionList> {
        let mut list = PortionList::EMPTY;
        list.values.get_mut(..values.len())?.copy_from_slice(values);
        list.len = values.len() as u8;
        Some(list)
    }

    /// The values, in order.
    pub fn values(&self) -> &[u8] {
        &self.values[..usize::from(self.len)]
    }

    fn push(&mut self, portion: Portion) {
        self.values[usize::from(self.len)] = portion.value();
        self.len += 1;
    }
}

impl FromIterator<Portion> for PortionList {
    fn from_iter<I: IntoIterator<Item = Portion>>(portions: I) -> PortionList {
        let mut list = PortionList::EMPTY;
        portions.into_iter().take(PORTIONS).for_each(|portion| list.push(portion));
        list
    }
}

impl std::fmt::Debug for PortionList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.values().fmt(f)
    }
}

/// A described position, in the middle of a round. Whatever it does not mention is unseen.
///
/// Which round it is follows from the portions: each round turns up one per player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The number of players.
    pub players: Players,
    /// The worm table.
    pub edition: Edition,
    /// Who began this round.
    pub first: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// The hands.
    pub hands: PerSeat<Cards>,
    /// The displays. One without a worm belongs to a seat that has not passed.
    pub displays: PerSeat<Cards>,
    /// Who has passed in this round: with a valid display if it is still there, otherwise with an invalid one.
    pub passed: Seats,
    /// The stacks, from the bottom up.
    pub stacks: PerSeat<PortionList>,
    /// The portions on the grill, in any order.
    pub grill: PortionList,
    /// The discard pile.
    pub discard: Cards,
    /// The draw pile.
    pub pile: Cards,
}

impl Position {
    /// Every set of cards of the description.
    fn card_sets(&self) -> impl Iterator<Item = Cards> {
        self.hands.0.into_iter().chain(self.displays.0).chain([self.discard, self.pile])
    }

    /// Every portion value of the description.
    fn portion_values(&self) -> impl Iterator<Item = u8> {
        self.stacks.0.iter().chain([&self.grill]).flat_map(|list| list.values().iter().copied())
    }

    fn valid(&self) -> Seats {
        let valid = self.passed.iter().filter(|&seat| self.displays[seat].has_worm());
        valid.fold(Seats::NONE, Seats::with)
    }

    fn active(&self) -> Seats {
        self.players.all().except(self.passed)
    }

    /// Rounds begun, if the number of portions turned up fits the number of players.
    fn round(&self) -> Option<usize> {
        let (turned_up, players) = (self.portion_values().count(), self.players.count());
        let round = turned_up / players;
        (turned_up % players == 0 && (1..=self.players.rounds()).contains(&round)).then_some(round)
    }

    /// Everything that is wrong with the description.
    fn flaws(&self) -> Flaws {
        let mut flaws = Flaws::NONE;
        if !self.card_sets().all(Cards::is_possible) {
            // Sets that no deck can fill cannot be counted either, so nothing else can be checked.
            flaws.add(Flaw::ImpossibleCards);
            return flaws;
        }
        self.check_cards(&mut flaws);
        self.check_portions(&mut flaws);
        self.check_turn(&mut flaws);
        self.check_discard(&mut flaws);
        for seat in Seats::first(super::seat::MAX_PLAYERS).iter() {
            if self.players.includes(seat) {
                self.check_seat(seat, &mut flaws);
            } else if self.is_used(seat) {
                flaws.add(Flaw::EmptySeatUsed { seat });
            }
        }
        flaws
    }

    fn is_used(&self, seat: Seat) -> bool {
        let cards = self.hands[seat].len() + self.displays[seat].len();
        cards > 0 || !self.stacks[seat].values().is_empty() || self.passed.contains(seat)
    }

    /// Rules 1.1 and 1.2: every card is somewhere, exactly once.
    fn check_cards(&self, flaws: &mut Flaws) {
        // The deck lists equal cards one after the other; `add` drops repeated flaws.
        for card in Cards::DECK.iter() {
            let found = match card {
                Card::Number(_) => self.card_sets().map(|set| set.count(card.kind())).sum(),
                Card::Worm(signpost) => {
                    self.card_sets().filter(|set| set.signposts().contains(signpost)).count() as u32
                }
            };
            let expected = match card {
                Card::Number(_) => Cards::DECK.count(card.kind()),
                Card::Worm(_) => 1,
            };
            if found != expected {
                flaws.add(Flaw::CardCount { card, found, expected });
            }
        }
    }

    /// Rules 1.3, 3.1 and 13.
    fn check_portions(&self, flaws: &mut Flaws) {
        let mut unseen = Portions::ALL;
        for value in self.portion_values() {
            match (Portion::of_value(value), unseen.find(value)) {
                (None, _) => flaws.add(Flaw::NoSuchPortion { value }),
                (Some(_), None) => flaws.add(Flaw::PortionTwice { value }),
                (Some(_), Some(portion)) => unseen = unseen.without(portion),
            }
        }
        if self.round().is_none() {
            flaws.add(Flaw::TurnedUp { found: self.portion_values().count(), players: self.players });
        }
        let (found, expected) = (self.grill.values().len(), self.active().len() + self.valid().len());
        if found != expected {
            flaws.add(Flaw::GrillSize { found, expected });
        }
    }

    /// Rule 3.2.
    fn check_turn(&self, flaws: &mut Flaws) {
        if self.active().is_empty() {
            flaws.add(Flaw::AllPassed);
        } else if !self.active().contains(self.turn) {
            flaws.add(Flaw::NotToMove { seat: self.turn });
        }
        if !self.players.includes(self.first) {
            flaws.add(Flaw::NotAtTheTable { seat: self.first });
        }
    }

    /// Rules 5.2, 5.3, 4.2, and how many cards a seat can have drawn.
    fn check_seat(&self, seat: Seat, flaws: &mut Flaws) {
        let (hand, display) = (self.hands[seat], self.displays[seat]);
        let passed = self.passed.contains(seat);
        if passed && !display.is_empty() && !display.has_worm() {
            flaws.add(Flaw::InvalidDisplayLeft { seat });
        }
        // Rules 2.2, 4.3, 5.4: six at the start, two for each pass, and one for each lay, which costs one or more.
        let rounds_before = self.round().unwrap_or(1) - 1;
        let most = CARDS_DEALT + 2 * (rounds_before + usize::from(passed)) + lays(display);
        let found = (hand.len() + display.len()) as usize;
        if found > most {
            flaws.add(Flaw::TooManyCards { seat, found, most });
        }
        // Rules 4.3, 8.3: after a lay there is always a card to draw, except perhaps with six players.
        if hand.is_empty() && self.players.count() < 6 {
            flaws.add(Flaw::EmptyHand { seat });
        }
        self.check_lays(seat, flaws);
    }

    /// Rule 3.2: in turn. Seats that have not passed have laid equally often, and once more if they come before the seat
    /// on turn, counted from the one that began; seats that have passed have laid less often than they could have.
    fn check_lays(&self, seat: Seat, flaws: &mut Flaws) {
        let before_turn = |seat: Seat| usize::from(self.turn_order(seat) < self.turn_order(self.turn));
        let (found, cycles) = (lays(self.displays[seat]), lays(self.displays[self.turn]));
        let turns = cycles + before_turn(seat);
        let fits = if self.passed.contains(seat) { found < turns } else { found == turns };
        if !fits {
            flaws.add(Flaw::OutOfTurn { seat, found, turns });
        }
    }

    /// How many seats after the one that began.
    fn turn_order(&self, seat: Seat) -> usize {
        let count = self.players.count();
        (seat.index() + count - self.first.index() % count) % count
    }

    /// Rule 5.2: in the first round nothing is discarded before a seat passes with an invalid display.
    fn check_discard(&self, flaws: &mut Flaws) {
        let invalid = self.passed.except(self.valid());
        if self.round() == Some(1) && invalid.is_empty() && !self.discard.is_empty() {
            flaws.add(Flaw::DiscardTooEarly);
        }
    }
}

/// How often a seat has laid: once for each kind in its display (rule 4.2).
fn lays(display: Cards) -> usize {
    Kind::ALL.iter().filter(|&&kind| display.count(kind) > 0).count()
}

impl Game {
    /// The game of a described position.
    ///
    /// # Errors
    /// Every flaw of the description.
    ///
    /// # Panics
    /// Never: a missing portion is a flaw.
    #[expect(
        clippy::result_large_err,
        reason = "a list of flaws without a heap; positions are not set up in hot loops"
    )]
    pub fn from_position(position: &Position) -> Result<Game, Flaws> {
        let flaws = position.flaws();
        let (true, Some(round)) = (flaws.is_empty(), position.round()) else {
            return Err(flaws);
        };
        let mut unseen = Portions::ALL;
        let mut take = |value: u8| {
            let portion = unseen.find(value).expect("a missing portion would have been a flaw");
            unseen = unseen.without(portion);
            portion
        };
        let per_seat =
            |f: &dyn Fn(Cards) -> u32, cards: &PerSeat<Cards>| SeatBytes::new(PerSeat(cards.0.map(|set| f(set) as u8)));
        let mut table = Table {
            displays: position.displays,
            open: PerSeat(position.displays.0.map(OpenKinds::left_by)),
            discard: position.discard,
            stacks: Stacks::EMPTY,
            worms: PerSeat::all(0),
            grill: Portions::NONE,
            menu: 0,
            unseen: Supply::new(Portions::NONE),
            totals: per_seat(&Cards::total, &position.displays),
            hand_sizes: per_seat(&Cards::len, &position.hands),
            pile_len: position.pile.len() as u8,
            players: position.players,
            first: position.first,
            turn: position.turn,
            round: round as u8 - 1,
            active: position.active(),
            valid: position.valid(),
            edition: position.edition,
        };
        for seat in position.players.seats() {
            position.stacks[seat].values().iter().for_each(|&value| table.put(seat, take(value)));
        }
        table.turn_up(position.grill.values().iter().fold(Portions::NONE, |grill, &value| grill.with(take(value))));
        table.unseen = Supply::new(unseen);
        Ok(Game { table, hands: position.hands, pile: position.pile })
    }

    /// The description of a game that is not over.
    pub fn position(&self) -> Position {
        let table = &self.table;
        let mut stacks = PerSeat::all(PortionList::EMPTY);
        for seat in table.players.seats() {
            stacks[seat] = table.stack(seat).collect();
            let len = usize::from(stacks[seat].len);
            stacks[seat].values[..len].reverse();
        }
        Position {
            players: table.players,
            edition: table.edition,
            first: table.first,
            turn: table.turn,
            hands: self.hands,
            displays: table.displays,
            passed: table.passed(),
            stacks,
            grill: table.grill.iter().collect(),
            discard: table.discard,
            pile: self.pile,
        }
    }
}
