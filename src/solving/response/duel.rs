//! A game between a responder and the strategy that it responds to.

use super::responder::Responder;
use super::sighting::Sighting;
use crate::game::{Cards, DealKey, DealtGame, Edition, Event, Kind, Players, Seat, View};
use crate::strategies::{Fault, Strategy};

/// Whose fault ended a game.
#[derive(Debug)]
pub enum DuelFault {
    /// The strategy at the table.
    AtTable(Fault),
    /// The strategy that the responder believes it to be.
    InThought(Fault),
}

/// What came of one or more games of a responder: whole numbers, so that the order of addition cannot matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Duels {
    /// Games that it won.
    pub wins: u64,
    /// Its decisions with a choice for which it inferred hands.
    pub decisions: u64,
    /// Decisions before which nothing that it had thought possible explained what it saw, so that it guessed anew.
    pub lost: u64,
    /// The cards of the other hands at these decisions.
    pub cards: u64,
    /// Of these, by kind, those that a hand that it thought possible had too: in millionths of a card.
    pub inferred: u64,
    /// The same for hands that were drawn uniformly from all unseen cards.
    pub uniform: u64,
}

/// Cards are counted in millionths.
pub const UNITS: u64 = 1_000_000;

impl Duels {
    /// Adds others.
    pub fn add(&mut self, other: &Duels) {
        self.wins += other.wins;
        self.decisions += other.decisions;
        self.lost += other.lost;
        self.cards += other.cards;
        self.inferred += other.inferred;
        self.uniform += other.uniform;
    }

    /// Notes what was thought possible at a decision, and the truth.
    fn note(&mut self, responder: &Responder, view: &View<'_>, truth: Cards) {
        let hands = responder.hands();
        if hands.is_empty() {
            return;
        }
        self.decisions += 1;
        self.lost += u64::from(responder.rebuilt() > 0);
        self.cards += u64::from(truth.len());
        let common: u64 = hands.iter().map(|hand| in_common(*hand, truth)).sum();
        self.inferred += common * UNITS / hands.len() as u64;
        self.uniform += expected_in_common(view.unseen_cards(), truth);
    }
}

/// Cards that two hands have in common, by kind.
fn in_common(one: Cards, other: Cards) -> u64 {
    Kind::ALL.iter().map(|&kind| u64::from(one.count(kind).min(other.count(kind)))).sum()
}

/// The mean of cards in common between a hand and one of the same size that is drawn uniformly from these cards, in units.
fn expected_in_common(unseen: Cards, truth: Cards) -> u64 {
    let (all, size) = (unseen.len(), truth.len());
    let mean = |&kind: &Kind| {
        let (there, held) = (unseen.count(kind), truth.count(kind));
        // How likely at least so many of them are in the hand, for each number up to those held.
        (1..=held).map(|count| chance_of_at_least(count, [there, all, size])).sum::<f64>()
    };
    let sum: f64 = Kind::ALL.iter().map(mean).sum();
    (sum * UNITS as f64).round() as u64
}

/// How likely a hand of `size` out of `all` cards has at least `count` of the `there` that are alike.
fn chance_of_at_least(count: u32, [there, all, size]: [u32; 3]) -> f64 {
    let exactly = |held: u32| -> f64 {
        if held > there || size - held > all - there {
            return 0.0;
        }
        ways(there, held) * ways(all - there, size - held) / ways(all, size)
    };
    (count..=size).map(exactly).sum()
}

/// The ways to choose some of all.
fn ways(all: u32, some: u32) -> f64 {
    (0..some).map(|taken| f64::from(all - taken) / f64::from(taken + 1)).product()
}

/// Plays a game for two of a deal with the responder on a seat.
///
/// # Errors
/// If a strategy commits a fault, at the table or in the thoughts of the responder.
pub fn play_duel(
    key: &DealKey,
    own: Seat,
    responder: &mut Responder,
    strategy: &mut dyn Strategy,
) -> Result<Duels, DuelFault> {
    let players = Players::ALL[0];
    let mut dealt = DealtGame::start(key, players, key.first_seat(players), Edition::default(), &mut ());
    let [other] = own.others();
    let mut duel = Duels::default();
    // Decisions of a game are far fewer: no stream is used twice.
    responder.start(&dealt.game().view(own), key.choices(own, u64::MAX));
    strategy.start(&dealt.game().view(other)).map_err(DuelFault::AtTable)?;
    while !dealt.game().table().is_over() {
        let (turn, view) = (dealt.game().table().turn(), dealt.game().view(own));
        let mv = if turn == own {
            let mv = responder.decide(&view, &mut dealt.choice_key().stream()).map_err(DuelFault::InThought)?;
            duel.note(responder, &view, dealt.game().hand(other));
            mv
        } else {
            let mv = strategy.answer(&dealt.game().view(other), dealt.choice_key()).map_err(DuelFault::AtTable)?;
            responder.observe(&view, mv).map_err(DuelFault::InThought)?;
            mv
        };
        dealt.play(mv, &mut |event: Event| {
            if let Some(sighting) = Sighting::of(event, own) {
                responder.see(sighting);
            }
        });
    }
    let outcome = dealt.game().outcome();
    strategy.end(&dealt.game().view(other), &outcome).map_err(DuelFault::AtTable)?;
    duel.wins = u64::from(outcome.winner == own);
    Ok(duel)
}
