//! Your own bot against the shipped ones: `cargo run --release --example bot`.

use karteneck::game::{Kind, Move, Stream, View};
use karteneck::strategies::Policy;
use karteneck::{Entrant, Tournament};

/// Lays as many worms as it has, then passes as soon as it may; without a worm it waits with its first choice.
struct WormFirst;

impl Policy for WormFirst {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        let has_worm_display = !view.table().open(view.seat()).contains(Kind::Worm);
        if has_worm_display {
            let can_steal = view.table().victim_of(view.seat()).is_some();
            return if can_steal { Move::Steal } else { Move::Pass };
        }
        if view.hand().has_worm() { Move::LayWorms(view.hand().signposts()) } else { view.choices().get(0) }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mine = Entrant::policy("worm-first", || WormFirst).versioned("1");
    let outcome =
        Tournament::of([mine, "greedy".parse()?, "heuristic".parse()?]).players([2, 4]).games(20_000).run()?;
    for players in [2, 4] {
        println!("{players} players");
        for row in outcome.standings(players) {
            println!("  {:12} {:5.1} ± {:.1} %", row.name, row.win_percent(), row.half_width_percent());
        }
    }
    Ok(())
}
