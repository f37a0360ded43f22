//! What has happened, as shown to the player: nothing about the cards that others draw.

use super::style::Style;
use crate::arena::GameFault;
use crate::game::{Event, Seat, Table};
use crate::playing::Session;
use crate::records::words::{action, card_names, count_worms, fault_lines, menu_lines, reshuffle_note};
use crate::records::{MoveRecord, Record, RoundRecord};
use crate::report::{align_left, hang};

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

/// A message that a player has failed.
pub(super) fn tell_fault(game_fault: &GameFault, look: &Style) -> String {
    let text = format!("{} has failed and passes from now on: {}", look.name(game_fault.seat), game_fault.fault);
    look.paint.wrong(&hang("", &text, look.width))
}

/// How the game ended: who won, and every player from the first place down.
pub(super) fn tell_result(record: &Record, person: Seat, place: u8, look: &Style) -> String {
    let result = &record.result;
    let verdict = match place {
        1 => "You win!".to_owned(),
        place if usize::from(place) == record.players => "You finish last this time.".to_owned(),
        place => format!("You finish in place {place} of {}.", record.players),
    };
    let mut seats: Vec<usize> = (0..record.players).collect();
    seats.sort_by_key(|&seat| result.places[seat]);
    let name = |seat: usize| Seat::new(seat).map_or("", |seat| look.name(seat)).to_owned();
    let portion = if look.width < 60 { "best" } else { "best portion" };
    let row = |&seat: &usize| {
        let (worms, best) = (count_worms(result.worms[seat]), result.best[seat]);
        vec![format!("  {}. {}", result.places[seat], name(seat)), worms, format!("{portion} {best}")]
    };
    let table = align_left(&seats.iter().map(row).collect::<Vec<_>>());
    let paint = |(line, &seat): (&str, &usize)| {
        let line = format!("{line}\n");
        if seat == person.index() { look.paint.own(&line) } else { line }
    };
    let table: String = table.lines().zip(&seats).map(paint).collect();
    let faults = fault_lines(record, &|seat| look.who_at(seat));
    let faults: String = faults.iter().map(|line| hang("  ", line, look.width)).collect();
    format!("\n{}\n{table}{faults}", look.paint.strong(&verdict))
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
            text += &hang("  ", note, self.look.width);
        }
        text + &self.all_passed.map_or_else(String::new, |table| self.menu(table))
    }

    fn beginning(&self) -> String {
        let (round, rounds) = (self.before.round(), self.before.players().rounds());
        let heading = format!("Round {round} of {rounds}: {} begins.", self.look.name(self.before.first()));
        format!("\n{}", self.look.paint.strong(&hang("", &heading, self.look.width)))
    }

    fn other(&self, seat: Seat) -> String {
        let action = action(self.before, self.record, &|other| self.look.who_at(other));
        let line = hang(&format!("  {}  ", self.look.padded_name(seat)), &action, self.look.width);
        let hurts = self.record.steal.is_some_and(|steal| steal.from == self.person.index());
        if hurts { self.look.paint.alert(&line) } else { line }
    }

    /// Only what the player does not know yet.
    fn own(&self) -> String {
        let mut news = Vec::new();
        if let Some(value) = self.record.take {
            news.push(format!("take {value}"));
        }
        if let Some(steal) = self.record.steal {
            news.push(format!("steal {} from {}", steal.portion, self.look.who_at(steal.from)));
        }
        if !self.record.draw.is_empty() {
            news.push(format!("draw {}", card_names(&self.record.draw)));
        }
        if news.is_empty() {
            return String::new();
        }
        self.look.paint.own(&hang("", &format!("You {}.", news.join(" and ")), self.look.width))
    }

    fn menu(&self, all_passed: &Table) -> String {
        let is_own = |seat: usize| seat == self.person.index();
        let who = |seat: usize| if is_own(seat) { "your display".to_owned() } else { self.look.who_at(seat) };
        let lines = menu_lines(all_passed, self.round, &who);
        let menu: String = lines.iter().map(|line| hang("  menu: ", line, self.look.width)).collect();
        let own = count_worms(self.after.worms(self.person));
        let others = self.before.players().seats().filter(|&seat| seat != self.person);
        let others = others.map(|seat| format!("{}: {}", self.look.name(seat), self.after.worms(seat)));
        let worms = format!("You have {own}; {}.", others.collect::<Vec<_>>().join(", "));
        menu + &hang("  ", &worms, self.look.width)
    }
}
