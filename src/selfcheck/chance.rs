//! Chance: the distribution of draws, and luck that belongs to a seat.

use std::collections::{BTreeMap, BTreeSet};

use super::broken::{Broken, holds, same};
use super::dice::{Dice, follows, uniform};
use super::luck::{Heard, Overheard};
use crate::game::{Card, DealKey, Edition, Event, Game, Players, Portion, Seat};

/// Deals in each sample.
const DEALS: u64 = 12_000;

/// Cards and portions are drawn with the probabilities of a shuffled pile.
pub(super) fn draws() -> Result<String, Broken> {
    let players = Players::ALL[1];
    let (mut kinds, mut pairs) = (vec![[0_u64; 6]; 18], [0_u64; 36]);
    let (mut worms, mut grill) = ([0_u64; 25], [0_u64; 28]);
    for index in 0..DEALS {
        let mut dealt = Vec::new();
        let mut see = |event: Event| match event {
            Event::Drew { card, .. } => dealt.push(card),
            Event::RoundBegan { grill: turned_up, .. } => turned_up.iter().for_each(|portion| {
                grill[usize::from(portion.value().saturating_sub(15))] += 1;
            }),
            _ => {}
        };
        let key = DealKey::new(5, index);
        Game::start_watched(players, key.first_seat(players), Edition::default(), &mut key.deal(players), &mut see);
        let dealt_kinds: Vec<usize> = dealt.iter().map(|card| kind(*card)).collect();
        dealt_kinds.iter().zip(&mut kinds).for_each(|(&kind, counts)| counts[kind] += 1);
        pairs[6 * dealt_kinds[0] + dealt_kinds[6]] += 1;
        for card in dealt {
            if let Card::Worm(worm) = card {
                worms[usize::from(worm.number()) - 1] += 1;
            }
        }
    }
    let copies = [17.0, 17.0, 17.0, 17.0, 17.0, 25.0];
    let law = copies.map(|copies| copies / 110.0);
    for (position, counts) in kinds.iter().enumerate() {
        follows(&format!("kinds of card {position} of the deal"), counts, &law)?;
    }
    let pair = |one: usize, other: usize| copies[one] / 110.0 * (copies[other] - f64::from(one == other)) / 109.0;
    let law: Vec<f64> = (0..36).map(|cell| pair(cell / 6, cell % 6)).collect();
    follows("the first cards of two seats", &pairs, &law)?;
    uniform("signposts dealt", &worms)?;
    let law: Vec<f64> = (0..28).map(|value| if value == 0 { 0.1 } else { 1.0 / 30.0 }).collect();
    follows("portions of the first grill", &grill, &law)?;
    Ok(format!("{DEALS} deals"))
}

fn kind(card: Card) -> usize {
    match card {
        Card::Number(number) => number as usize,
        Card::Worm(_) => 5,
    }
}

/// Who begins, who sits next to whom and the chance of a decision come fairly from the seed, and from nothing else.
pub(super) fn seats() -> Result<String, Broken> {
    for players in Players::ALL {
        let mut first = vec![0_u64; players.count()];
        let mut orders = BTreeMap::<Vec<u8>, u64>::new();
        for index in 0..DEALS {
            let key = DealKey::new(3, index);
            first[key.first_seat(players).index()] += 1;
            *orders.entry(key.neighbours(players).of(players).to_vec()).or_default() += 1;
        }
        uniform(&format!("who begins at {players} players"), &first)?;
        let ways = (1..=players.count()).product::<usize>();
        same(|| format!("orders of {players} neighbours"), &ways, &orders.len())?;
        uniform(&format!("orders of {players} neighbours"), &orders.into_values().collect::<Vec<_>>())?;
    }
    let key = DealKey::new(9, 0);
    let words: BTreeSet<u64> = Players::ALL[4]
        .seats()
        .flat_map(|seat| (0..20).map(move |decision| key.choices(seat, decision).word()))
        .collect();
    same(|| "different streams of 120 decisions".to_owned(), &120, &words.len())?;
    Ok(format!("{DEALS} deals for each number of players"))
}

/// A seat's n-th draw is the same quantile of the pile, whichever seat begins and whatever the others do, and likewise for
/// the portions.
pub(super) fn own_luck() -> Result<String, Broken> {
    let (mut compared, mut apart) = (0, 0);
    for players in Players::ALL {
        let seats: Vec<Seat> = players.seats().collect();
        for index in 0..20 {
            let key = DealKey::new(31, index);
            let [one, other] = [0, 1].map(|first| overhear(key, players, seats[first], 2 * index + first as u64));
            for whose in seats.iter().map(|seat| Some(seat.index())).chain([None]) {
                let of =
                    |heard: &[Heard]| heard.iter().filter(|heard| heard.seat == whose).copied().collect::<Vec<_>>();
                for (mine, theirs) in of(&one).iter().zip(&of(&other)) {
                    compared += 1;
                    let place = || format!("draws of seat {whose:?} in deal {index} of {players} players");
                    holds(overlap(mine, theirs), place, "the same share", || format!("{mine:?} and {theirs:?}"))?;
                }
            }
            let first_of = |whose: usize| one.iter().find(|heard| heard.seat == Some(whose));
            apart += u32::from(first_of(0).zip(first_of(1)).is_some_and(|(mine, theirs)| !overlap(mine, theirs)));
        }
    }
    holds(apart > 80, || "luck of two seats".to_owned(), "different in most of 100 deals", || apart.to_string())?;
    Ok(format!("{compared} draws"))
}

/// Whether a single fraction can have led to both numbers.
fn overlap(one: &Heard, other: &Heard) -> bool {
    let begins_before_end = |one: &Heard, other: &Heard| {
        u64::from(one.number) * u64::from(other.bound) < u64::from(other.number + 1) * u64::from(one.bound)
    };
    begins_before_end(one, other) && begins_before_end(other, one)
}

/// All numbers of chance of a random game.
fn overhear(key: DealKey, players: Players, first: Seat, choices: u64) -> Vec<Heard> {
    let (mut luck, mut dice) = (Overheard::new(key.deal(players)), Dice::new(choices));
    let mut game = Game::start(players, first, Edition::default(), &mut luck);
    while !game.table().is_over() {
        let moves = game.choices();
        game.play(moves.get(dice.below(moves.len())), &mut luck);
    }
    luck.take().into()
}

/// Portions that stay unseen are also a random choice (rule 2.1).
pub(super) fn removed() -> Result<String, Broken> {
    let (players, games) = (Players::ALL[0], 3000);
    let mut counts = [0_u64; 28];
    for index in 0..games {
        let key = DealKey::new(21, index);
        let (mut luck, mut dice) = (key.deal(players), Dice::new(index));
        let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
        while !game.table().is_over() {
            let moves = game.choices();
            game.play(moves.get(dice.below(moves.len())), &mut luck);
        }
        let unseen: Vec<u8> = game.table().unseen_portions().iter().map(Portion::value).collect();
        same(|| "portions removed at 2 players (rule 2.1)".to_owned(), &12, &unseen.len())?;
        for value in unseen {
            counts[usize::from(value.saturating_sub(15))] += 1;
        }
    }
    let law: Vec<f64> = (0..28).map(|value| if value == 0 { 0.1 } else { 1.0 / 30.0 }).collect();
    follows("portions never turned up", &counts, &law)?;
    Ok(format!("{games} games"))
}
