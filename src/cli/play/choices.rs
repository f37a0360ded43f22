//! The list of choices, and what each of them does.
//!
//! What a move does is not computed here: it is played in an imagined game, and what everybody will see of it is told. That
//! is the same in every game that looks like this one.

use super::draw::Look;
use crate::game::{Event, Key, Move, Portion, Seat, Table, View};
use crate::records::words::count_worms;

/// Choices that are listed below each other; more of them stand in columns.
const FEW: usize = 7;

/// The numbered list: lays in columns, then passes.
pub(super) fn list(view: &View<'_>, look: &Look) -> String {
    let (mut lays, mut passes) = (Vec::new(), Vec::new());
    for (number, mv) in (1..).zip(view.choices().iter()) {
        let entry = (number, describe(view, mv));
        if mv.cards().is_empty() { passes.push(entry) } else { lays.push(entry) }
    }
    let passes = passes.iter().map(|(number, text)| format!("{number:>4}  {text}\n"));
    columns(&lays, look) + &passes.collect::<String>()
}

/// Entries in as many columns as fit, to be read downwards.
fn columns(entries: &[(usize, String)], look: &Look) -> String {
    let widest = entries.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let fit = (look.width / (widest + 8)).max(1);
    let rows = if entries.len() <= FEW { entries.len() } else { entries.len().div_ceil(fit) };
    let cell = |(number, text): &(usize, String)| format!("{number:>4}  {text:widest$}");
    let line = |row: usize| {
        let cells: Vec<String> = entries.iter().skip(row).step_by(rows).map(cell).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    (0..rows).map(line).collect()
}

/// A choice in words.
fn describe(view: &View<'_>, mv: Move) -> String {
    let events = foresee(view, mv);
    let table = view.table();
    let laid = events.iter().find_map(|event| match event {
        Event::Laid { cards, total, .. } => Some((cards, *total)),
        _ => None,
    });
    match laid {
        Some((cards, total)) => {
            let valid = cards.has_worm() || table.display(view.seat()).has_worm();
            let victim = holder_of_top(table, total, view.seat()).filter(|_| valid);
            let chance = victim.map_or_else(String::new, |victim| format!(", top of seat {victim}"));
            format!("{mv} = {total}{chance}")
        }
        None => describe_pass(view, &events),
    }
}

/// Who has a portion of this value on top, which a valid display of that total could steal (rule 6.1).
fn holder_of_top(table: &Table, value: u8, thief: Seat) -> Option<Seat> {
    let others = table.players().seats().filter(|&seat| seat != thief);
    others.into_iter().find(|&seat| value > 0 && table.top(seat).map(Portion::value) == Some(value))
}

fn describe_pass(view: &View<'_>, events: &[Event]) -> String {
    let portion = |portion: Portion| format!("{portion} ({})", count_worms(view.table().edition().worms(portion)));
    let mut parts = Vec::new();
    let mut served = None;
    for event in events {
        match *event {
            Event::PassedInvalid { portion: lowest, .. } => {
                parts.push(format!("pass, invalid without a worm: take {}", portion(lowest)));
            }
            Event::PassedValid { total, .. } => parts.push(format!("pass with {total}")),
            Event::Stole { victim, portion: stolen, .. } => {
                parts.push(format!("steal {} from seat {victim}", portion(stolen)));
            }
            Event::Served { seat, portion } if seat == view.seat() => served = Some(portion),
            _ => {}
        }
    }
    let drawn = events.iter().filter(|event| matches!(event, Event::Drew { seat, .. } if *seat == view.seat()));
    match (drawn.count(), served) {
        (0, Some(serving)) => parts.push(format!("the last to pass: the menu serves you {}", portion(serving))),
        (0, None) => parts.push("draw nothing".to_owned()),
        (count, _) => parts.push(format!("draw {count}")),
    }
    parts.join(", ")
}

/// What everybody will see of a move, and how many cards are drawn: the same in every game that looks like this one.
fn foresee(view: &View<'_>, mv: Move) -> Vec<Event> {
    let mut luck = Key::new(0).stream();
    let mut events = Vec::new();
    let mut game = view.imagine(&mut luck);
    game.play_watched(mv, &mut luck, &mut |event| events.push(event));
    events
}
