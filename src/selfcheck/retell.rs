//! A record read without the engine: what every seat did and suffered.

use super::broken::{Broken, same};
use super::model::{standing, worms_on};
use crate::game::Card;
use crate::records::{MoveRecord, Record, RoundRecord};

/// What can happen to a portion, in the order of the tallies.
#[derive(Clone, Copy)]
pub(super) enum Met {
    Menu,
    Invalid,
    Stolen,
    Lost,
    Kept,
}

/// One seat of a game.
#[derive(Clone, Default)]
pub(super) struct SeatStory {
    pub(super) worms: usize,
    pub(super) best: u8,
    pub(super) place: usize,
    pub(super) decisions: u64,
    pub(super) chosen_invalid: u64,
    pub(super) forced_invalid: u64,
    pub(super) last_to_pass: u64,
    pub(super) rounds_won: u64,
    pub(super) lays: Vec<usize>,
    pub(super) valid_totals: Vec<usize>,
    pub(super) portions: Vec<(u8, Met)>,
    /// The most worms by which it was behind the leader between two rounds.
    pub(super) behind: usize,
    hand: Vec<Card>,
    display: Vec<Card>,
}

/// A whole game.
pub(super) struct GameStory {
    pub(super) seats: Vec<SeatStory>,
    pub(super) winner: usize,
    /// Thieves and victims.
    pub(super) steals: Vec<(usize, usize)>,
    stacks: Vec<Vec<u8>>,
}

/// Reads a record, and compares its result with the outcome of the moves (rule 9.1).
pub(super) fn retell(record: &Record) -> Result<GameStory, Broken> {
    let hand = |names: &Vec<crate::records::CardName>| names.iter().map(|name| name.0).collect();
    let seat = |names| SeatStory { hand: hand(names), ..SeatStory::default() };
    let mut story = GameStory {
        seats: record.hands.iter().map(seat).collect(),
        winner: 0,
        steals: Vec::new(),
        stacks: vec![Vec::new(); record.players],
    };
    for round in &record.rounds {
        story.note_deficits();
        story.round(round);
    }
    story.finish();
    let result = &record.result;
    for (seat, own) in story.seats.iter().enumerate() {
        let found = (usize::from(result.worms[seat]), result.best[seat], usize::from(result.places[seat]));
        same(|| format!("result of seat {seat} (rule 9.1)"), &(own.worms, own.best, own.place), &found)?;
    }
    same(|| "winner (rule 9.1)".to_owned(), &story.winner, &result.winner)?;
    Ok(story)
}

impl GameStory {
    fn note_deficits(&mut self) {
        let worms: Vec<usize> =
            self.stacks.iter().map(|stack| stack.iter().map(|&portion| worms_on(portion)).sum()).collect();
        let most = worms.iter().copied().max().unwrap_or(0);
        for (seat, worms) in self.seats.iter_mut().zip(worms) {
            seat.behind = seat.behind.max(most - worms);
        }
    }

    fn round(&mut self, round: &RoundRecord) {
        let last = round.moves.iter().rposition(|mv| mv.pass.is_some());
        for (number, mv) in round.moves.iter().enumerate() {
            self.seats[mv.seat].decisions += 1;
            self.seats[mv.seat].last_to_pass += u64::from(Some(number) == last);
            self.play(mv);
        }
        if let Some(first) = round.menu.first() {
            self.seats[first.seat].rounds_won += 1;
        }
        for served in &round.menu {
            self.seats[served.seat].portions.push((served.portion, Met::Menu));
            self.stacks[served.seat].push(served.portion);
        }
        self.seats.iter_mut().for_each(|seat| seat.display.clear());
    }

    fn play(&mut self, mv: &MoveRecord) {
        let seat = &mut self.seats[mv.seat];
        if let Some(lay) = &mv.lay {
            seat.lays.push(lay.len());
            for name in lay {
                seat.hand.iter().position(|card| *card == name.0).map(|at| seat.hand.remove(at));
                seat.display.push(name.0);
            }
        } else if let Some(portion) = mv.take {
            let laid = |card: &Card| seat.display.iter().any(|other| other.kind() == card.kind());
            let is_forced = seat.hand.iter().all(laid);
            seat.forced_invalid += u64::from(is_forced);
            seat.chosen_invalid += u64::from(!is_forced);
            seat.portions.push((portion, Met::Invalid));
            seat.display.clear();
            self.stacks[mv.seat].push(portion);
        } else {
            seat.valid_totals.push(mv.total.map_or(0, usize::from));
        }
        if let Some(steal) = &mv.steal {
            self.seats[mv.seat].portions.push((steal.portion, Met::Stolen));
            self.seats[steal.from].portions.push((steal.portion, Met::Lost));
            self.stacks[steal.from].pop();
            self.stacks[mv.seat].push(steal.portion);
            self.steals.push((mv.seat, steal.from));
        }
        self.seats[mv.seat].hand.extend(mv.draw.iter().map(|name| name.0));
    }

    fn finish(&mut self) {
        for (index, (worms, best, place)) in standing(&self.stacks).into_iter().enumerate() {
            let seat = &mut self.seats[index];
            (seat.worms, seat.best, seat.place) = (worms, best, place);
            seat.portions.extend(self.stacks[index].iter().map(|&portion| (portion, Met::Kept)));
            if place == 1 {
                self.winner = index;
            }
        }
    }
}
