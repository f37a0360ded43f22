//! Draws follow the law of a shuffled pile, and every seat's luck is its own.

use karteneck::game::{
    Card, Cards, Chance, Deal, DealKey, Edition, Event, Game, Kind, Players, Portions, Seat, Stream,
};

use crate::support::{assert_law, assert_uniform, players, seat, stream};

/// The cards dealt at the start of a game, in order, seat by seat.
fn dealt<C: Chance>(players: Players, luck: &mut C) -> Vec<Card> {
    let mut cards = Vec::new();
    Game::start_watched(players, seat(0), Edition::default(), luck, &mut |event| {
        if let Event::Drew { card, .. } = event {
            cards.push(card);
        }
    });
    cards
}

fn share(kind: Kind) -> f64 {
    f64::from(Cards::DECK.count(kind)) / 110.0
}

#[test]
fn every_position_of_the_deal_has_the_law_of_a_shuffled_pile() {
    let count = 60_000;
    let mut kinds = vec![[0_u64; 6]; 18];
    let mut worms = vec![[0_u64; 25]; 18];
    for index in 0..count {
        for (position, card) in dealt(players(3), &mut DealKey::new(5, index).deal(players(3))).into_iter().enumerate()
        {
            kinds[position][card.kind().index()] += 1;
            if let Card::Worm(signpost) = card {
                worms[position][usize::from(signpost.number()) - 1] += 1;
            }
        }
    }
    let shares = Kind::ALL.map(share);
    for position in 0..18 {
        assert_law(&format!("kinds at position {position}"), &kinds[position], &shares);
        assert_uniform(&format!("worms at position {position}"), &worms[position]);
    }
}

#[test]
fn pairs_of_cards_have_the_law_of_a_shuffled_pile() {
    // The first and the second card of one seat, and the first cards of two seats: without replacement.
    for (first, second) in [(0, 1), (0, 6)] {
        let mut pairs = [0_u64; 36];
        for index in 0..80_000 {
            let cards = dealt(players(2), &mut DealKey::new(6, index).deal(players(2)));
            pairs[cards[first].kind().index() * 6 + cards[second].kind().index()] += 1;
        }
        let law: Vec<f64> = Kind::ALL
            .iter()
            .flat_map(|&a| Kind::ALL.map(|b| share(a) * (f64::from(Cards::DECK.count(b)) - f64::from(a == b)) / 109.0))
            .collect();
        assert_law(&format!("pairs at {first} and {second}"), &pairs, &law);
    }
}

/// Decides a draw from the seat, the pile and its size.
type Drawing = Box<dyn FnMut(Seat, &Cards, u32) -> u32>;

/// Luck that also counts, for every draw, what was drawn and what was likely to be drawn from that pile.
struct Spy {
    luck: Drawing,
    portions: Stream,
    last_len: u32,
    /// Before and after the first reshuffle: for every card, how often it came, how often it should have, and the
    /// variance of that.
    counts: [Vec<(f64, f64, f64)>; 2],
    reshuffled: bool,
}

impl Spy {
    fn new(luck: Drawing) -> Spy {
        let counts = [vec![(0.0, 0.0, 0.0); 30], vec![(0.0, 0.0, 0.0); 30]];
        Spy { luck, portions: stream(3), last_len: 111, counts, reshuffled: false }
    }

    fn index(card: Card) -> usize {
        match card {
            Card::Number(_) => card.kind().index(),
            Card::Worm(signpost) => 4 + usize::from(signpost.number()),
        }
    }
}

impl Chance for Spy {
    fn card(&mut self, seat: Seat, pile: &Cards, len: u32) -> u32 {
        self.reshuffled |= len >= self.last_len;
        self.last_len = len;
        assert_eq!(pile.len(), len);
        let n = (self.luck)(seat, pile, len);
        assert!(n < len);
        let counts = &mut self.counts[usize::from(self.reshuffled)];
        let drawn = Spy::index(pile.iter().nth(n as usize).unwrap());
        let mut likely = [0.0; 30];
        pile.iter().for_each(|card| likely[Spy::index(card)] += 1.0 / f64::from(len));
        for (card, &chance) in likely.iter().enumerate() {
            let entry = &mut counts[card];
            entry.0 += f64::from(card == drawn);
            entry.1 += chance;
            entry.2 += chance * (1.0 - chance);
        }
        n
    }

    fn portion(&mut self, _unseen: Portions, len: u32) -> u32 {
        self.portions.below(len)
    }
}

/// Plays random six-player games with the spy, and checks every card's count against its chances.
fn assert_fair_through_whole_games(what: &str, mut luck_of: impl FnMut(u64) -> Drawing) {
    let mut totals = [vec![(0.0, 0.0, 0.0); 30], vec![(0.0, 0.0, 0.0); 30]];
    let mut choose = stream(77);
    for index in 0..1500 {
        let mut spy = Spy::new(luck_of(index));
        let mut game = Game::start(players(6), seat(0), Edition::default(), &mut spy);
        while !game.table().is_over() {
            game.play_random(&mut choose, &mut spy, &mut ());
        }
        assert!(spy.reshuffled, "six players always come through the pile");
        for (total, counts) in totals.iter_mut().flatten().zip(spy.counts.iter().flatten()) {
            *total = (total.0 + counts.0, total.1 + counts.1, total.2 + counts.2);
        }
    }
    for (phase, counts) in ["before", "after"].iter().zip(&totals) {
        for (card, (came, likely, variance)) in counts.iter().enumerate() {
            let deviation = (came - likely) / variance.sqrt();
            assert!(*variance > 100.0);
            assert!(
                deviation.abs() < 4.5,
                "{what}: card {card} {phase} reshuffles: {deviation:.1} standard deviations"
            );
        }
    }
}

#[test]
fn draws_are_fair_before_and_after_reshuffles() {
    assert_fair_through_whole_games("deal", |index| {
        let mut deal: Deal = DealKey::new(12, index).deal(players(6));
        Box::new(move |seat, pile, len| deal.card(seat, pile, len))
    });
    assert_fair_through_whole_games("plain stream", |index| {
        let mut plain = stream(1000 + index);
        Box::new(move |seat, pile, len| plain.card(seat, pile, len))
    });
}

#[test]
fn portions_are_turned_up_uniformly_and_removed_ones_too() {
    let (mut first, mut removed) = ([0_u64; 28], [0_u64; 28]);
    let place = |value: u8| usize::from(value.saturating_sub(15));
    for index in 0..40_000 {
        let mut luck = DealKey::new(21, index).deal(players(2));
        let mut game = Game::start(players(2), seat(0), Edition::default(), &mut luck);
        game.table().grill().iter().for_each(|portion| first[place(portion.value())] += 1);
        game.roll_out(&mut stream(index));
        assert_eq!(game.table().unseen_portions().len(), 12, "rule 2.1");
        game.table().unseen_portions().iter().for_each(|portion| removed[place(portion.value())] += 1);
    }
    // Several drawn at once vary less than independent draws, so this test is conservative.
    let law: Vec<f64> = (0..28).map(|value| if value == 0 { 0.1 } else { 1.0 / 30.0 }).collect();
    assert_law("first grill", &first, &law);
    assert_law("removed", &removed, &law);
}

/// For every seat: the fraction of the pile at which each of its draws fell, as bounds.
type Quantiles = Vec<Vec<(f64, f64)>>;

/// Plays one deal with choices from `choose` and notes where in the pile every draw fell.
fn quantiles(key: DealKey, players: Players, first: usize, choose: &mut Stream) -> Quantiles {
    struct Noting {
        deal: Deal,
        seen: Quantiles,
    }
    impl Chance for Noting {
        fn card(&mut self, seat: Seat, pile: &Cards, len: u32) -> u32 {
            let n = self.deal.card(seat, pile, len);
            let len = f64::from(len);
            self.seen[seat.index()].push((f64::from(n) / len, f64::from(n + 1) / len));
            n
        }

        fn portion(&mut self, unseen: Portions, len: u32) -> u32 {
            self.deal.portion(unseen, len)
        }
    }
    let mut luck = Noting { deal: key.deal(players), seen: vec![Vec::new(); players.count()] };
    let mut game = Game::start(players, seat(first), Edition::default(), &mut luck);
    while !game.table().is_over() {
        game.play_random(choose, &mut luck, &mut ());
    }
    luck.seen
}

#[test]
fn a_seats_nth_draw_keeps_its_quantile_whichever_seat_begins_and_whatever_happens() {
    for count in 2..=6 {
        for index in 0..50 {
            let key = DealKey::new(31, index);
            let one = quantiles(key, players(count), 0, &mut stream(2 * index));
            let other = quantiles(key, players(count), 1, &mut stream(2 * index + 1));
            assert_ne!(one, other, "the games are different");
            for (mine, theirs) in one.iter().zip(&other) {
                for (a, b) in mine.iter().zip(theirs) {
                    assert!(a.0 < b.1 && b.0 < a.1, "the same number must lie in {a:?} and {b:?}");
                }
            }
        }
    }
}

#[test]
fn seats_do_not_share_their_luck() {
    let one = quantiles(DealKey::new(41, 0), players(4), 0, &mut stream(1));
    let apart = |a: &[(f64, f64)], b: &[(f64, f64)]| a.iter().zip(b).filter(|(a, b)| a.0 >= b.1 || b.0 >= a.1).count();
    for a in 0..4 {
        for b in 0..a {
            assert!(apart(&one[a], &one[b]) > 10, "seats {a} and {b} draw alike");
        }
    }
}

#[test]
fn the_first_seat_is_drawn_fairly_from_the_seed() {
    for count in 2..=6 {
        let mut first = vec![0_u64; count];
        (0..10_000).for_each(|index| first[DealKey::new(3, index).first_seat(players(count)).index()] += 1);
        assert_uniform("first seat", &first);
    }
}
