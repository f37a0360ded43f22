//! What each choice does, in words.
//!
//! What a move does is not computed here: it is played in an imagined game, and its public consequences are shown. They
//! are the same in every game that looks like this one.

use crate::game::{Event, Game, Key, Move, Portion, Seat, View};
use crate::records::words::count_worms;

/// What a choice of the seat does, in words; `name` says what the players are called.
pub fn describe_choice(view: &View<'_>, mv: Move, name: &dyn Fn(Seat) -> String) -> String {
    let (events, after) = foresee(view, mv, Key::new(0));
    let laid = events.iter().find_map(|event| match event {
        Event::Laid { total, .. } => Some(total),
        _ => None,
    });
    match laid {
        Some(total) => {
            let victim = after.table().victim_of(view.seat());
            let chance = victim.map_or_else(String::new, |victim| format!(", top of {}", name(victim)));
            format!("{mv} = {total}{chance}")
        }
        None => describe_pass(view, &events, name),
    }
}

fn describe_pass(view: &View<'_>, events: &[Event], name: &dyn Fn(Seat) -> String) -> String {
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
                parts.push(format!("steal {} from {}", portion(stolen), name(victim)));
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
