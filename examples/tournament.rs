//! A tournament from code, with progress, a folder, and rows as values: `cargo run --release --example tournament [FOLDER]`.

use karteneck::Tournament;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let field = ["greedy", "steal-hunter", "heuristic:tempo=1.2", "tuned"];
    let entrants = field.iter().map(|spec| spec.parse()).collect::<Result<Vec<_>, _>>()?;
    let tournament =
        Tournament::of(entrants).players([2, 3]).games(20_000).seed(7_u64).on_progress(|p| eprintln!("{p}"));
    let outcome = match std::env::args().nth(1) {
        Some(folder) => tournament.run_in(folder)?,
        None => tournament.run()?,
    };
    for row in outcome.standings(2) {
        println!("{row}, rating {:.0}", row.rating.unwrap_or(f64::NAN));
    }
    for pair in outcome.matchups(3) {
        let [one, other] = [pair.entrant, pair.opponent].map(|index| &outcome.plan().entrants()[index].name);
        println!(
            "{one} is ahead of {other} in {:.1} % of {} meetings",
            100.0 * pair.ahead_rate.unwrap_or(0.0),
            pair.games
        );
    }
    Ok(())
}
