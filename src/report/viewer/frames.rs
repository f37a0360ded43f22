//! A game as frames: what lies where after each step, and what happened in words.
//!
//! The page only shows frames; it knows no rule, and neither does this file: every frame is a state that the engine went
//! through when the record was replayed, so what is shown has passed the same checks as any record.

use std::collections::BTreeMap;

use serde::Serialize;

use super::layout::{Change, Layout, joined, names};
use crate::game::{Cards, Edition, Event, Game, Seat, Signpost, Table};
use crate::records::words::{action, card_names, count_worms, fault_lines, menu_lines, reshuffle_note};
use crate::records::{MenuRecord, MoveRecord, Record, ReplayError, ReplayStep, RoundRecord, StealRecord, replay};

/// One step of a game. What has not changed since the previous frame is left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Frame {
    /// `round`, `menu` or `end`; `None` for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Who moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    /// Who is on turn now.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    /// What happened, without the cards drawn, since only their owner may know them.
    words: String,
    /// A further remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// How good the move was, if it was judged: `best`, `mistake`, or `worst` for the biggest mistake of its seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    draw: String,
    /// The cards laid.
    #[serde(skip_serializing_if = "String::is_empty")]
    lay: String,
    /// The portion taken with an invalid display.
    #[serde(skip_serializing_if = "Option::is_none")]
    take: Option<u8>,
    /// The portion stolen, and from whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    steal: Option<StealRecord>,
    /// Who is served, in order, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    menu: Vec<Served>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grill: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pile: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discard: Option<u32>,
    /// The seats that changed, with their numbers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    seats: BTreeMap<usize, Change>,
}

impl Frame {
    pub(super) fn is_move(&self) -> bool {
        self.seat.is_some()
    }

    pub(super) fn is_round(&self) -> bool {
        self.kind == Some("round")
    }

    pub(super) fn annotate(&mut self, note: String, mark: Option<&'static str>) {
        (self.note, self.mark) = (Some(note), mark);
    }
}

/// One seat at the menu. Its display is given here, since it has been discarded.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Served {
    seat: usize,
    portion: u8,
    total: u8,
    /// The signpost that decided between equal totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    signpost: Option<u8>,
    display: String,
}

impl Served {
    fn new(before: &Table, served: &MenuRecord) -> Option<Served> {
        let seat = Seat::new(served.seat)?;
        Some(Served {
            seat: served.seat,
            portion: served.portion,
            total: before.total(seat),
            signpost: before.tie_breaker(seat).map(Signpost::number),
            display: joined(&names(before.display(seat))),
        })
    }
}

/// A table as a whole frame in JSON, for a page that shows one position: the hands that are known, of the others only how many cards they have.
///
/// # Panics
/// Never: numbers, texts and lists always have a JSON form.
pub fn position_frame(table: &Table, hand: &dyn Fn(Seat) -> Option<Cards>) -> String {
    let mut maker = FrameMaker::new(&[]);
    let frame = maker.frame(None, String::new(), Layout::seen(table, hand));
    let turn = (!table.active().is_empty()).then(|| table.turn().index());
    serde_json::to_string(&Frame { turn, ..frame }).expect("numbers, texts and lists always have a JSON form")
}

/// The frames of a game, in order, with these names of the seats.
///
/// # Errors
/// The first rule that the record breaks.
pub(super) fn frames(record: &Record, edition: &Edition, names: &[String]) -> Result<Vec<Frame>, ReplayError> {
    let mut maker = FrameMaker::new(names);
    let played = replay(record, edition, &mut |step| maker.add(step))?;
    maker.end(&played);
    Ok(maker.frames)
}

/// Frames in the making.
struct FrameMaker<'a> {
    names: &'a [String],
    frames: Vec<Frame>,
    last: Layout,
}

impl<'a> FrameMaker<'a> {
    fn new(names: &'a [String]) -> FrameMaker<'a> {
        FrameMaker { names, frames: Vec::new(), last: Layout::default() }
    }

    fn who(&self, seat: usize) -> String {
        self.names.get(seat).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }

    fn add(&mut self, step: ReplayStep<'_>) {
        match step {
            ReplayStep::Round { game } => self.round(game),
            ReplayStep::Move { before, record, events, after } => self.play(before, record, events, after),
            ReplayStep::Menu { before, record, after } => self.menu(before, record, after),
        }
    }

    fn round(&mut self, game: &Game) {
        let (table, begins) = (game.table(), game.table().first());
        let (round, rounds, who) = (table.round(), table.players().rounds(), self.who(begins.index()));
        let words = format!("Round {round} of {rounds}: {who} begins");
        let frame = self.frame(Some("round"), words, Layout::of(game));
        self.frames.push(Frame { turn: Some(table.turn().index()), ..frame });
    }

    fn play(&mut self, before: &Game, record: &MoveRecord, events: &[Event], after: &Game) {
        let table = after.table();
        let mut words = action(before.table(), record, &|seat| self.who(seat));
        words.extend(reshuffle_note(events).into_iter().flat_map(|note| [" ", note]));
        let frame = self.frame(None, words, Layout::of(after));
        self.frames.push(Frame {
            seat: Some(record.seat),
            turn: (!table.active().is_empty()).then(|| table.turn().index()),
            draw: card_names(&record.draw),
            lay: record.lay.as_deref().map_or_else(String::new, card_names),
            take: record.take,
            steal: record.steal,
            ..frame
        });
    }

    fn menu(&mut self, before: &Game, round: &RoundRecord, after: &Game) {
        // The seats that are served stay marked as having passed with a valid display until the next round.
        let layout = Layout::of(after).in_states_of(&self.last);
        let table = before.table();
        let words = menu_lines(table, round, &|seat| self.who(seat)).join("; ");
        let menu = round.menu.iter().filter_map(|served| Served::new(table, served)).collect();
        let frame = self.frame(Some("menu"), words, layout);
        self.frames.push(Frame { menu, ..frame });
    }

    fn end(&mut self, played: &Record) {
        let result = &played.result;
        let mut seats: Vec<usize> = (0..played.players).collect();
        seats.sort_by_key(|&seat| result.places[seat]);
        let line = |seat: usize| {
            let worms = count_worms(result.worms[seat]);
            format!("{}. {} with {worms}", result.places[seat], self.who(seat))
        };
        let words = std::iter::once(format!("{} wins", self.who(result.winner)))
            .chain(seats.into_iter().map(line))
            .chain(fault_lines(played, &|seat| self.who(seat)));
        let words = words.collect::<Vec<_>>().join("; ");
        let frame = self.frame(Some("end"), words, self.last.clone());
        self.frames.push(frame);
    }

    /// What has changed since the last frame.
    fn frame(&mut self, kind: Option<&'static str>, words: String, layout: Layout) -> Frame {
        let is_first = self.frames.is_empty();
        let seats = layout.seats.iter().enumerate();
        let changed = seats.filter_map(|(seat, now)| Some((seat, Change::between(self.last.seats.get(seat), now)?)));
        let frame = Frame {
            kind,
            seat: None,
            turn: None,
            words,
            note: None,
            mark: None,
            draw: String::new(),
            lay: String::new(),
            take: None,
            steal: None,
            menu: Vec::new(),
            grill: (self.last.grill != layout.grill).then(|| layout.grill.clone()),
            pile: (is_first || self.last.pile != layout.pile).then_some(layout.pile),
            discard: (is_first || self.last.discard != layout.discard).then_some(layout.discard),
            seats: changed.collect(),
        };
        self.last = layout;
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Players, Portion};
    use crate::records::{Heading, Recorder};

    /// A recorded game of random choices.
    fn record(players: Players, seed: u64) -> Record {
        let key = DealKey::new(seed, 0);
        let mut luck = key.deal(players);
        let mut recorder = Recorder::new(players);
        let first = key.first_seat(players);
        let mut game = Game::start_watched(players, first, Edition::default(), &mut luck, &mut recorder);
        for turn in 0.. {
            if game.table().is_over() {
                break;
            }
            let choices = game.choices();
            let choice = key.choices(game.table().turn(), turn).below(choices.len() as u32);
            game.play_watched(choices.get(choice as usize), &mut luck, &mut recorder);
        }
        let strategies = vec!["random".to_owned(); players.count()];
        recorder.finish(Heading { strategies, ..Heading::default() }, &game)
    }

    /// The state that a page reconstructs from the changes.
    #[derive(Default)]
    struct Unfolded {
        grill: usize,
        piles: [u32; 2],
        seats: Vec<UnfoldedSeat>,
    }

    #[derive(Clone, Default)]
    struct UnfoldedSeat {
        cards: usize,
        hand: String,
        display: String,
        stack: Vec<u8>,
        worms: u32,
    }

    impl Unfolded {
        fn apply(&mut self, frame: &Frame) {
            self.grill = frame.grill.as_ref().map_or(self.grill, Vec::len);
            self.piles = [frame.pile.unwrap_or(self.piles[0]), frame.discard.unwrap_or(self.piles[1])];
            for (number, change) in &frame.seats {
                self.seats.resize(self.seats.len().max(number + 1), UnfoldedSeat::default());
                let seat = &mut self.seats[*number];
                seat.hand = change.hand.clone().unwrap_or(seat.hand.clone());
                seat.display = change.display.clone().unwrap_or(seat.display.clone());
                seat.cards = [&seat.hand, &seat.display].map(|text| text.split_whitespace().count()).iter().sum();
                if let Some(stack) = &change.stack {
                    seat.stack = stack.split_whitespace().filter_map(|value| value.parse().ok()).collect();
                }
                seat.worms = change.worms.unwrap_or(seat.worms);
            }
        }
    }

    /// Also between the last pass of a round and the next round.
    #[test]
    fn every_frame_has_all_cards_and_portions_once() {
        for players in Players::ALL {
            for seed in 0..30 {
                let record = record(players, seed);
                let frames = frames(&record, &Edition::default(), &[]).expect("the engine has played it");
                let mut table = Unfolded::default();
                let mut round = 0;
                for frame in &frames {
                    round += usize::from(frame.is_round());
                    table.apply(frame);
                    let cards: usize = table.seats.iter().map(|seat| seat.cards).sum();
                    assert_eq!(cards as u32 + table.piles[0] + table.piles[1], Cards::DECK.len(), "{frame:?}");
                    let portions: usize = table.seats.iter().map(|seat| seat.stack.len()).sum();
                    assert_eq!(portions + table.grill, round * players.count(), "{frame:?}");
                    for seat in &table.seats {
                        let portions = seat.stack.iter().filter_map(|&value| Portion::of_value(value));
                        let worms = portions.map(|portion| u32::from(Edition::default().worms(portion)));
                        assert_eq!(seat.worms, worms.sum::<u32>(), "{frame:?}");
                    }
                }
                let end: Vec<u32> = table.seats.iter().map(|seat| seat.worms).collect();
                let recorded: Vec<u32> = record.result.worms.iter().map(|&worms| u32::from(worms)).collect();
                assert_eq!(end, recorded);
            }
        }
    }
}
