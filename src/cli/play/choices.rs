//! The list of choices, and what each of them does.
//!
//! What a move does is not computed here: it is played in an imagined game, and its public consequences are shown. They
//! are the same in every game that looks like this one.

use super::style::Style;
use crate::game::{Event, Game, Key, Move, Portion, View};
use crate::records::words::count_worms;
use crate::report::{align_left, hang, pad, text_width};

/// The most choices listed one below the other; more are listed in columns.
const FEW: usize = 5;

/// The numbered list: lays in columns, then passes.
pub(super) fn list(view: &View<'_>, look: &Style) -> String {
    let (mut lays, mut passes) = (Vec::new(), Vec::new());
    for (number, mv) in (1..).zip(view.choices().iter()) {
        let entry = (number, describe(view, mv, look));
        if mv.cards().is_empty() { passes.push(entry) } else { lays.push(entry) }
    }
    columns(&lays, look) + &one_by_one(&passes, look)
}

/// Entries one below the other, broken where they must be.
fn one_by_one(entries: &[(usize, String)], look: &Style) -> String {
    entries.iter().map(|(number, text)| hang(&format!("{number:>4}  "), text, look.width)).collect()
}

/// Entries in as many columns as fit, read downwards.
fn columns(entries: &[(usize, String)], look: &Style) -> String {
    let widest = entries.iter().map(|(_, text)| text_width(text)).max().unwrap_or(0);
    // A number and two gaps.
    let fit = look.width.saturating_add(2) / (widest + 8);
    if entries.len() <= FEW || fit < 2 {
        return one_by_one(entries, look);
    }
    let rows = entries.len().div_ceil(fit);
    let cell = |(number, text): &(usize, String)| format!("{number:>4}  {}", pad(text, widest));
    let row = |row: usize| entries.iter().skip(row).step_by(rows).map(cell).collect();
    align_left(&(0..rows).map(row).collect::<Vec<_>>())
}

/// A choice in words.
fn describe(view: &View<'_>, mv: Move, look: &Style) -> String {
    let (events, after) = foresee(view, mv, Key::new(0));
    let laid = events.iter().find_map(|event| match event {
        Event::Laid { total, .. } => Some(total),
        _ => None,
    });
    match laid {
        Some(total) => {
            let victim = after.table().victim_of(view.seat());
            let chance = victim.map_or_else(String::new, |victim| format!(", top of {}", look.name(victim)));
            format!("{mv} = {total}{chance}")
        }
        None => describe_pass(view, &events, look),
    }
}

fn describe_pass(view: &View<'_>, events: &[Event], look: &Style) -> String {
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
                parts.push(format!("steal {} from {}", portion(stolen), look.name(victim)));
            }
            Event::Served { seat, portion } if seat == view.seat() => served = Some(portion),
            _ => {}
        }
    }
    let is_valid = events.iter().any(|event| matches!(event, Event::PassedValid { .. }));
    if is_valid && served.is_none() {
        parts.push("wait for the menu".to_owned());
    }
    let drawn = events.iter().filter(|event| matches!(event, Event::Drew { seat, .. } if *seat == view.seat()));
    match (drawn.count(), served) {
        (0, Some(serving)) => parts.push(format!("menu: you get {}", portion(serving))),
        (0, None) => parts.push("draw nothing".to_owned()),
        (count, _) => parts.push(format!("draw {count}")),
    }
    parts.join(", ")
}

/// What a move does in some game that looks like this one, and that game after it.
fn foresee(view: &View<'_>, mv: Move, key: Key) -> (Vec<Event>, Game) {
    let mut luck = key.stream();
    let mut events = Vec::new();
    let mut game = view.imagine(&mut luck);
    game.play_watched(mv, &mut luck, &mut |event| events.push(event));
    (events, game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Card, DealKey, Edition, Number, Players};

    /// What the player is shown of events: no drawn cards, and nothing of the next round.
    fn shown(events: Vec<Event>) -> Vec<Event> {
        let hide = |event| match event {
            Event::Drew { seat, .. } => Event::Drew { seat, card: Card::Number(Number::One) },
            other => other,
        };
        events.into_iter().take_while(|event| !matches!(event, Event::RoundBegan { .. })).map(hide).collect()
    }

    #[test]
    fn the_description_of_a_choice_depends_on_nothing_hidden() {
        for players in Players::ALL {
            let key = DealKey::new(3, 0);
            let (mut luck, mut choose) = (key.deal(players), Key::new(1).stream());
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                let view = game.view(game.table().turn());
                for mv in view.choices().iter() {
                    let (mut true_events, mut after) = (Vec::new(), game);
                    after.play_watched(mv, &mut luck.clone(), &mut |event| true_events.push(event));
                    let victim = after.table().victim_of(view.seat());
                    for world in 0..3 {
                        let (events, imagined) = foresee(&view, mv, Key::new(world));
                        assert_eq!(shown(events), shown(true_events.clone()), "{mv}");
                        assert_eq!(imagined.table().victim_of(view.seat()), victim, "{mv}");
                    }
                }
                game.play_random(&mut choose, &mut luck, &mut ());
            }
        }
    }
}
