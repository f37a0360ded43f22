//! Laws of inferred hands.

use super::*;
use crate::game::{DealKey, DealtGame, Edition, Event, Kind, Players};
use crate::strategies::FAMILIES;

fn strategy(name: &str) -> Box<dyn Strategy> {
    let family = FAMILIES.iter().find(|family| family.name == name).expect("a family");
    (family.build)(&family.defaults())
}

/// What a seat is told, in order.
enum Told {
    Decided(Box<Decision>),
    Saw(Sighting),
}

/// What the seat that begins is told of a game of two copies of a strategy, until the other one has decided so often; with its first view and the
/// other hand in the end.
fn story(name: &str, deal: u64, decisions: usize) -> (OwnedView, Vec<Told>, Cards) {
    let (players, key) = (Players::ALL[0], DealKey::new(31, deal));
    let own = key.first_seat(players);
    let mut dealt = DealtGame::start(&key, players, own, Edition::default(), &mut ());
    let (start, mut told, mut strategy) = (dealt.game().view(own).to_owned(), Vec::new(), strategy(name));
    let mut decided = 0;
    while decided < decisions {
        let turn = dealt.game().table().turn();
        let mv = strategy.decide(&dealt.game().view(turn), &mut dealt.choice_key().stream()).expect("a move");
        if turn != own {
            decided += 1;
            told.push(Told::Decided(Box::new(Decision { view: dealt.game().view(own).to_owned(), mv })));
        }
        dealt.play(mv, &mut |event: Event| told.extend(Sighting::of(event, own).map(Told::Saw)));
    }
    let [other] = own.others();
    (start, told, dealt.game().hand(other))
}

/// The mean number of cards of each kind in hands with weights.
fn means(hands: impl Iterator<Item = (Cards, f64)>) -> [f64; 6] {
    let (mut sums, mut all) = ([0.0; 6], 0.0);
    for (hand, weight) in hands {
        all += weight;
        for kind in Kind::ALL {
            sums[kind.index()] += weight * f64::from(hand.count(kind));
        }
    }
    sums.map(|sum| sum / all)
}

fn inferred_hands(name: &str, inference: Inference, start: &OwnedView, told: &[Told]) -> Vec<Cards> {
    let mut posterior = Posterior::new(inference, strategy(name));
    posterior.start(&start.view(), Key::new(5).stream());
    for told in told {
        match told {
            Told::Decided(decision) => posterior.observe(&decision.view.view(), decision.mv).expect("no fault"),
            Told::Saw(sighting) => posterior.see(*sighting),
        }
    }
    posterior.hands().expect("no fault")
}

fn inferred(name: &str, inference: Inference, start: &OwnedView, told: &[Told]) -> [f64; 6] {
    means(inferred_hands(name, inference, start, told).into_iter().map(|hand| (hand, 1.0)))
}

/// The same by definition: deals the hidden cards at random, and weighs each deal by how likely it makes what was seen.
fn by_definition(name: &str, start: &OwnedView, told: &[Told], deals: u32) -> [f64; 6] {
    let mut model = Model { strategy: strategy(name), streams: 1 };
    let mut luck = Key::new(6).stream();
    let [other] = start.view().seat().others();
    let mut deal = || {
        let (mut hidden, mut weight) = (start.view().unseen_cards(), 1.0);
        let mut hand = start.view().imagine(&mut luck).hand(other);
        for told in told {
            match told {
                Told::Decided(decision) => {
                    let likelihood = model.likelihood(decision, hand, &mut luck).expect("no fault");
                    weight *= if likelihood > FLOOR { 1.0 } else { 0.0 };
                }
                Told::Saw(Sighting::Laid { seat, cards }) if *seat == other => {
                    (hand, hidden) = (hand - *cards, hidden - *cards);
                }
                Told::Saw(Sighting::OtherDrew) => {
                    let mut pile = hidden - hand;
                    pile.move_nth(luck.below(pile.len()), &mut hand);
                }
                Told::Saw(Sighting::Drew(card)) => {
                    let pile = hidden - hand;
                    let held = pile.contains_all(Cards::from(*card));
                    let alike = if card.kind() == Kind::Worm { 1 } else { pile.count(card.kind()) };
                    weight *= if held { f64::from(alike) } else { 0.0 };
                    hidden -= if held { Cards::from(*card) } else { Cards::NONE };
                }
                Told::Saw(_) => {}
            }
            if weight == 0.0 {
                break;
            }
        }
        (hand, weight)
    };
    means((0..deals).map(|_| deal()))
}

#[test]
fn hands_are_as_likely_as_the_moves_make_them() {
    let inference = Inference { particles: 20_000, steps: 4, streams: 1 };
    let mut farthest = 0.0_f64;
    for (name, deal) in [("greedy", 0), ("greedy", 1), ("tuned", 2), ("tuned", 3)] {
        let (start, told, _) = story(name, deal, 2);
        let exact = by_definition(name, &start, &told, 1_000_000);
        let found = inferred(name, inference, &start, &told);
        let blind = inferred("passer", Inference { steps: 0, ..inference }, &start, &told);
        for kind in 0..6 {
            assert!((found[kind] - exact[kind]).abs() < 0.12, "{name} {deal}: {found:?}, not {exact:?}");
            farthest = farthest.max((blind[kind] - exact[kind]).abs());
        }
    }
    assert!(farthest > 0.5, "what is played says something: {farthest}");
}

#[test]
fn the_true_hand_stays_possible_and_becomes_likely() {
    let inference = Inference { particles: 400, steps: 8, streams: 1 };
    let kinds = |hand: Cards| Kind::ALL.map(|kind| hand.count(kind));
    let (mut possible, mut likely, mut uniform) = (0, 0.0, 0.0);
    for deal in 0..DEALS {
        let (start, told, truth) = story("greedy", deal, 5);
        let hands = inferred_hands("greedy", inference, &start, &told);
        let blind = inferred_hands("passer", Inference { steps: 0, ..inference }, &start, &told);
        let share = |hands: &[Cards]| {
            hands.iter().filter(|&&hand| kinds(hand) == kinds(truth)).count() as f64 / hands.len() as f64
        };
        possible += u64::from(share(&hands) > 0.0);
        likely += share(&hands);
        uniform += share(&blind);
    }
    assert!(possible * 5 >= DEALS * 4, "only {possible} of {DEALS}");
    assert!(likely > 2.0 * uniform, "{likely} {uniform}");
}

const DEALS: u64 = 40;
