//! The table as text, from the player's view: there is no hidden card in a view, and so none on the screen.

use crate::cli::paint::Paint;
use crate::game::{Seat, Table, View};
use crate::records::words::{or_dash, printable};
use crate::report::{clip, pad, text_width};

/// The widest name that is shown in full.
const NAME: usize = 14;

/// How the game is shown.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub(super) paint: Paint,
    /// Columns of the screen.
    pub(super) width: usize,
    /// Who sits where.
    names: Vec<String>,
}

impl Style {
    pub(super) fn new(paint: Paint, width: usize, names: &[String]) -> Style {
        Style { paint, width, names: names.iter().map(|name| clip(&printable(name), NAME)).collect() }
    }

    /// The name on a seat, as wide as the widest.
    pub(super) fn name(&self, seat: Seat) -> String {
        let width = self.names.iter().map(|name| text_width(name)).max().unwrap_or(0);
        pad(self.names.get(seat.index()).map_or("", String::as_str), width)
    }
}

/// The whole table and the hand.
pub(super) fn draw(view: &View<'_>, look: &Style) -> String {
    let table = view.table();
    let hand = format!("Your hand: {}", or_dash(view.hand().to_string()));
    format!("{}{}{}{}\n", heading(table, look), seats(view, look), threats(view, look), look.paint.own(&hand))
}

/// Who could steal from the player with their current display (rule 6.1).
fn threats(view: &View<'_>, look: &Style) -> String {
    let (table, own) = (view.table(), view.seat());
    let thieves = table.active().without(own).iter().filter(|&seat| table.victim_of(seat) == Some(own));
    let warning = |seat: Seat| {
        let text = format!("Seat {seat} has {} and can steal your top portion.", table.total(seat));
        look.paint.alert(&text) + "\n"
    };
    thieves.map(warning).collect()
}

fn heading(table: &Table, look: &Style) -> String {
    let round = format!("Round {} of {}", table.round(), table.players().rounds());
    let grill = table.grill().iter().map(|portion| format!("{portion} ({})", table.edition().worms(portion)));
    let grill = format!("Grill: {}", or_dash(grill.collect::<Vec<_>>().join("  ")));
    let (pile, discard) = (table.pile_len(), table.discard().len());
    format!(
        "{} · draw pile {pile} · discard pile {discard} · {} portions to come\n{}  {}\n",
        look.paint.strong(&round),
        table.supply_len(),
        look.paint.strong(&grill),
        look.paint.quiet("value (worms)"),
    )
}

/// A line for each seat; two where the stack does not fit next to the display.
fn seats(view: &View<'_>, look: &Style) -> String {
    let table = view.table();
    let rows: Vec<SeatLine> = table.players().seats().map(|seat| SeatLine::new(view, seat, look)).collect();
    let left = text_width(&rows[0].left);
    let stacks = rows.iter().map(|row| text_width(&row.stack)).max().unwrap_or(0).max(5);
    let displays = rows.iter().map(|row| text_width(&row.display)).max().unwrap_or(0).max(7);
    let room = look.width.saturating_sub(left + 2);
    let column = displays.min(room.saturating_sub(stacks).max(7));
    let name = text_width(&look.name(view.seat()));
    let last = if column + "stack [top]".len() <= room { "stack [top]" } else { "stack" };
    let title = format!("    {:name$}  worms cards total          {:column$}  {last}\n", "", "display");
    let lines = rows.iter().map(|row| row.line(left, column, room, look));
    look.paint.quiet(&title) + &lines.collect::<String>()
}

/// What is shown of a seat.
struct SeatLine {
    left: String,
    display: String,
    stack: String,
    is_own: bool,
}

impl SeatLine {
    fn new(view: &View<'_>, seat: Seat, look: &Style) -> SeatLine {
        let table = view.table();
        let display = table.display(seat);
        let total = if display.is_empty() { "–".to_owned() } else { table.total(seat).to_string() };
        let mark = if table.turn() == seat { '>' } else { ' ' };
        let left = format!(
            "{mark} {seat} {}  {:>5} {:>5} {total:>5}  {:7} ",
            look.name(seat),
            table.worms(seat),
            table.hand_size(seat),
            state(table, seat),
        );
        SeatLine { left, display: or_dash(display.to_string()), stack: stack(table, seat), is_own: seat == view.seat() }
    }

    /// One line, or two if it would be too long, with the longer part below.
    fn line(&self, left: usize, column: usize, room: usize, look: &Style) -> String {
        let (display, stack) = (text_width(&self.display), text_width(&self.stack));
        let beside = |first: &str, second: &str| format!("{}{}  {second}", self.left, pad(first, column));
        let indent = left.min(look.width.saturating_sub(display.max(stack)));
        let text = if display.max(column) + stack <= room {
            beside(&self.display, &self.stack)
        } else if display > stack {
            format!("{}\n{:indent$}{}", beside("↓", &self.stack), "", self.display)
        } else {
            format!("{}\n{:indent$}{}", beside(&self.display, "↓"), "", self.stack)
        };
        format!("{}\n", if self.is_own { look.paint.own(&text) } else { text })
    }
}

/// Whether a seat still plays; if not, whether its display is valid (rules 5.2, 5.3).
fn state(table: &Table, seat: Seat) -> &'static str {
    if table.active().contains(seat) {
        "playing"
    } else if table.passed_valid().contains(seat) {
        "passed"
    } else {
        "out"
    }
}

/// From the bottom up; the top is in brackets, since only that can be stolen (rule 6.1).
fn stack(table: &Table, seat: Seat) -> String {
    let mut values: Vec<String> = table.stack(seat).map(|portion| portion.to_string()).collect();
    if let Some(top) = values.first_mut() {
        *top = format!("[{top}]");
    }
    values.reverse();
    or_dash(values.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Game, Key, Players, Portion};

    /// Shows every position of some random games to every seat.
    fn every_view(see: impl Fn(&View<'_>, &Style)) {
        for (players, seed) in Players::ALL.into_iter().flat_map(|players| (0..3).map(move |seed| (players, seed))) {
            let key = DealKey::new(seed, 0);
            let (mut luck, mut choose) = (key.deal(players), Key::new(seed).stream());
            let names = ["a-name-that-is-far-too-long", "漢字の名前がとても長い", "zoe\u{308}"].map(str::to_owned);
            let names: Vec<String> = names.into_iter().cycle().take(players.count()).collect();
            let look = Style::new(Paint::new(false), 80, &names);
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                players.seats().for_each(|seat| see(&game.view(seat), &look));
                game.play_random(&mut choose, &mut luck, &mut ());
            }
        }
    }

    #[test]
    fn every_table_fits_and_shows_each_stack_with_its_top() {
        every_view(|view, look| {
            let screen = draw(view, look);
            assert!(screen.lines().all(|line| text_width(line) <= 80), "{screen}");
            assert!(view.table().players().seats().into_iter().all(|seat| text_width(&look.name(seat)) == NAME));
            for seat in view.table().players().seats() {
                assert!(screen.contains(&stack(view.table(), seat)), "{screen}");
                assert!(screen.contains(&or_dash(view.table().display(seat).to_string())), "{screen}");
            }
        });
    }

    #[test]
    fn there_is_a_warning_if_and_only_if_a_seat_can_steal() {
        every_view(|view, look| {
            let (table, own) = (view.table(), view.seat());
            let top = table.top(own).filter(|top| !top.is_zero()).map(Portion::value);
            let is_thief = |seat: Seat| seat != own && table.display(seat).has_worm() && Some(table.total(seat)) == top;
            let thieves = table.active().iter().filter(|&seat| is_thief(seat)).count();
            assert_eq!(draw(view, look).matches("can steal your top portion").count(), thieves);
        });
    }
}
