//! The table as text, from the player's view: there is no hidden card in a view, and so none on the screen.

use super::style::Style;
use crate::game::{Seat, Table, View};
use crate::records::words::or_dash;
use crate::report::{hang, hang_items, pad, text_width};

/// From this many columns on a display and a stack stand beside the numbers of their seat, if they fit; on narrower screens below.
const BESIDE: usize = 72;

/// The whole table and the hand.
pub(super) fn draw(view: &View<'_>, look: &Style) -> String {
    let hand = or_dash(view.hand().to_string());
    let hand = hang_items("Your hand: ", hand.split(' '), " ", look.width);
    format!("{}{}{}{}", heading(view.table(), look), seats(view, look), threats(view, look), look.paint.own(&hand))
}

/// Who could steal from the player with their current display (rule 6.1).
fn threats(view: &View<'_>, look: &Style) -> String {
    let (table, own) = (view.table(), view.seat());
    let thieves = table.active().without(own).iter().filter(|&seat| table.victim_of(seat) == Some(own));
    let warning = |seat: Seat| {
        let text = format!("{} has {} and can steal your top portion.", look.name(seat), table.total(seat));
        look.paint.alert(&hang("", &text, look.width))
    };
    thieves.map(warning).collect()
}

fn heading(table: &Table, look: &Style) -> String {
    let round = format!("Round {} of {}", table.round(), table.players().rounds());
    let (pile, discard, supply) = (table.pile_len(), table.discard().len(), table.supply_len());
    let piles = format!("{round} · draw pile {pile} · discard pile {discard} · {supply} portions to come");
    let portions = table.grill().iter().map(|portion| format!("{portion} ({})", table.edition().worms(portion)));
    let portions: Vec<String> = portions.collect();
    let portions = if portions.is_empty() { vec![or_dash(String::new())] } else { portions };
    let grill = hang_items("Grill: ", portions.iter().map(String::as_str), "  ", look.width);
    format!(
        "{}{}{}",
        hang("", &piles, look.width).replacen(&round, &look.paint.strong(&round), 1),
        look.paint.strong(grill.trim_end()),
        legend(&grill, look),
    )
}

/// What the numbers of the grill are, beside them or below.
fn legend(grill: &str, look: &Style) -> String {
    const WORDS: &str = "value (worms)";
    let last = grill.lines().last().map_or(0, text_width);
    let gap = if last + 2 + WORDS.len() <= look.width { "  " } else { "\n       " };
    format!("{gap}{}\n", look.paint.quiet(WORDS))
}

/// Every seat with its numbers, its display and its stack.
fn seats(view: &View<'_>, look: &Style) -> String {
    let rows: Vec<SeatLine> = view.table().players().seats().map(|seat| SeatLine::new(view, seat, look)).collect();
    let columns = if look.width < BESIDE { None } else { Some(Columns::of(&rows, look.width)) };
    let title = format!("  {}  worms cards total", pad("", look.name_width()));
    let title = columns.as_ref().map_or_else(|| format!("{title}\n"), |columns| columns.title(&title));
    look.paint.quiet(&title) + &rows.iter().map(|row| row.lines(columns.as_ref(), look)).collect::<String>()
}

/// Where displays and stacks stand beside the numbers.
struct Columns {
    /// The numbers.
    left: usize,
    /// The displays.
    display: usize,
    /// The rest of the line, for both.
    room: usize,
}

/// The heading of the displays.
const DISPLAY: &str = "display";

impl Columns {
    fn of(rows: &[SeatLine], width: usize) -> Columns {
        let widest = |part: fn(&SeatLine) -> &String| rows.iter().map(|row| text_width(part(row))).max().unwrap_or(0);
        let left = widest(|row| &row.left);
        let room = width.saturating_sub(left + 2);
        let most = room.saturating_sub(widest(|row| &row.stack).max("stack".len()));
        Columns { left, display: widest(|row| &row.display).min(most).max(DISPLAY.len()), room }
    }

    fn title(&self, numbers: &str) -> String {
        let stack = if self.display + "stack [top]".len() <= self.room { "stack [top]" } else { "stack" };
        format!("{}{}  {stack}\n", pad(numbers, self.left), pad(DISPLAY, self.display))
    }
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
            "{mark} {}  {:>5} {:>5} {total:>5}  {:7} ",
            look.padded_name(seat),
            table.worms(seat),
            table.hand_size(seat),
            state(table, seat),
        );
        SeatLine { left, display: or_dash(display.to_string()), stack: stack(table, seat), is_own: seat == view.seat() }
    }

    /// One line if everything fits beside the numbers; otherwise the stack is below, and the display too if it must.
    fn lines(&self, columns: Option<&Columns>, look: &Style) -> String {
        let (display, stack) = (text_width(&self.display), text_width(&self.stack));
        let text = match columns {
            Some(columns) if display <= columns.display && columns.display + stack <= columns.room => {
                format!("{}{}  {}\n", self.left, pad(&self.display, columns.display), self.stack)
            }
            Some(columns) if display <= columns.room => {
                format!("{}{}\n{}", self.left, self.display, below("stack", &self.stack, look))
            }
            _ => {
                let parts = [below(DISPLAY, &self.display, look), below("stack", &self.stack, look)];
                format!("{}\n{}", self.left.trim_end(), parts.concat())
            }
        };
        if self.is_own { look.paint.own(&text) } else { text }
    }
}

/// A display or a stack on lines of its own; nothing if there is none.
fn below(what: &str, items: &str, look: &Style) -> String {
    if items == or_dash(String::new()) {
        return String::new();
    }
    hang_items(&format!("    {what} "), items.split(' '), " ", look.width)
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
    use crate::cli::paint::Paint;
    use crate::game::{DealKey, Edition, Game, Key, Players, Portion};

    /// Shows every position of some random games to every seat, on screens of every width.
    fn every_view(see: impl Fn(&View<'_>, &Style)) {
        for (players, seed) in Players::ALL.into_iter().flat_map(|players| (0..3).map(move |seed| (players, seed))) {
            let key = DealKey::new(seed, 0);
            let (mut luck, mut choose) = (key.deal(players), Key::new(seed).stream());
            let names = ["a-name-that-is-far-too-long", "漢字の名前がとても長い", "zoe\u{308}"].map(str::to_owned);
            let names: Vec<String> = names.into_iter().cycle().take(players.count()).collect();
            let first = key.first_seat(players);
            let mut game = Game::start(players, first, Edition::default(), &mut luck);
            for width in (40..=110).cycle() {
                if game.table().is_over() {
                    break;
                }
                let look = Style::new(Paint::new(false), width, &names, first);
                players.seats().for_each(|seat| see(&game.view(seat), &look));
                game.play_random(&mut choose, &mut luck, &mut ());
            }
        }
    }

    /// A text on a single line.
    fn unbroken(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_table_fits_and_shows_each_stack_with_its_top() {
        every_view(|view, look| {
            let screen = draw(view, look);
            assert!(screen.lines().all(|line| text_width(line) <= look.width), "{}\n{screen}", look.width);
            let words = unbroken(&screen);
            for seat in view.table().players().seats() {
                assert!(words.contains(look.name(seat)), "{screen}");
                for part in [stack(view.table(), seat), view.table().display(seat).to_string()] {
                    assert!(part == or_dash(String::new()) || words.contains(&part), "{part} in {screen}");
                }
            }
            assert!(words.ends_with(&format!("Your hand: {}", or_dash(view.hand().to_string()))), "{screen}");
        });
    }

    #[test]
    fn there_is_a_warning_if_and_only_if_a_seat_can_steal() {
        every_view(|view, look| {
            let (table, own) = (view.table(), view.seat());
            let top = table.top(own).filter(|top| !top.is_zero()).map(Portion::value);
            let is_thief = |seat: Seat| seat != own && table.display(seat).has_worm() && Some(table.total(seat)) == top;
            let thieves = table.active().iter().filter(|&seat| is_thief(seat)).count();
            assert_eq!(unbroken(&draw(view, look)).matches("can steal your top portion").count(), thieves);
        });
    }
}
