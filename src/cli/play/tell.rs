//! What has happened, as shown to the player: nothing about the cards that others draw.

use super::draw::Style;
use super::session::Session;
use crate::arena::GameFault;
use crate::game::{Event, Seat, Table};
use crate::records::words::{action, card_names, count_worms, menu, reshuffle_note};
use crate::records::{MoveRecord, RoundRecord};

/// Everything since some number of moves.
pub(super) fn tell(session: &Session, since: usize, look: &Style) -> String {
    let recorder = session.recorder();
    let rounds = recorder.rounds();
    let moves = rounds.iter().flat_map(|round| (0..round.moves.len()).map(move |index| (round, index)));
    let mut text = String::new();
    for (number, (round, index)) in moves.enumerate().skip(since) {
        let move_text = MoveText {
            person: session.plan.person,
            before: session.table_before(number),
            events: session.events_of(number),
            all_passed: session.all_passed(number),
            after: session.table_before(number + 1),
            round,
            record: &round.moves[index],
            look,
        };
        text += &move_text.tell(index == 0);
    }
    text
}

/// A message that a seat has failed.
pub(super) fn tell_fault(game_fault: &GameFault, look: &Style) -> String {
    let text = format!("seat {} has failed and passes from now on: {}", game_fault.seat, game_fault.fault);
    format!("{}\n", look.paint.wrong(&text))
}

/// How the game ended for the player.
pub(super) fn tell_place(place: u8, players: usize) -> String {
    match place {
        1 => "You win!".to_owned(),
        place if usize::from(place) == players => "You finish last this time.".to_owned(),
        place => format!("You finish in place {place} of {players}."),
    }
}

/// One move, with its context.
struct MoveText<'a> {
    person: Seat,
    before: &'a Table,
    events: &'a [Event],
    /// The table before the menu, if this was the last pass of its round.
    all_passed: Option<&'a Table>,
    after: &'a Table,
    round: &'a RoundRecord,
    record: &'a MoveRecord,
    look: &'a Style,
}

impl MoveText<'_> {
    fn tell(&self, is_first: bool) -> String {
        let seat = self.before.turn();
        let mut text = String::new();
        if is_first && seat != self.person {
            text += &self.beginning();
        }
        text += &if seat == self.person { self.own() } else { self.other(seat) };
        if let Some(note) = reshuffle_note(self.events) {
            text.extend(["  ", note, "\n"]);
        }
        text + &self.all_passed.map_or_else(String::new, |table| self.menu(table))
    }

    fn beginning(&self) -> String {
        let (round, rounds) = (self.before.round(), self.before.players().rounds());
        let heading = format!("Round {round} of {rounds}: seat {} begins.", self.before.first());
        format!("{}\n", self.look.paint.strong(&heading))
    }

    fn other(&self, seat: Seat) -> String {
        let who = |other: usize| if other == self.person.index() { "you".to_owned() } else { format!("seat {other}") };
        let action = action(self.before, self.record, &who);
        let line = format!("  {seat} {}  {action}", self.look.name(seat));
        let hurts = self.record.steal.is_some_and(|steal| steal.from == self.person.index());
        format!("{}\n", if hurts { self.look.paint.alert(&line) } else { line })
    }

    /// Only what the player does not know yet.
    fn own(&self) -> String {
        let mut news = Vec::new();
        if let Some(value) = self.record.take {
            news.push(format!("take {value}"));
        }
        if let Some(steal) = self.record.steal {
            news.push(format!("steal {} from seat {}", steal.portion, steal.from));
        }
        if !self.record.draw.is_empty() {
            news.push(format!("draw {}", card_names(&self.record.draw)));
        }
        if news.is_empty() {
            String::new()
        } else {
            format!("{}\n", self.look.paint.own(&format!("You {}.", news.join(" and "))))
        }
    }

    fn menu(&self, all_passed: &Table) -> String {
        let who = |seat: usize| {
            if seat == self.person.index() { format!("seat {seat} (you)") } else { format!("seat {seat}") }
        };
        let menu = menu(all_passed, self.round, &who);
        let worms = self.before.players().seats().map(|seat| self.after.worms(seat).to_string());
        let worms = worms.collect::<Vec<_>>().join(", ");
        let own = count_worms(self.after.worms(self.person));
        format!("{menu}  You have {own}; by seats: {worms}\n\n")
    }
}
