//! How exploitable entrants are in mini games.

use super::text_table::TextTable;
use crate::solving::{Measurement, Mistake, MoveOption, SolvedGame};
use crate::tables::{Cell, ResultTable, fixed};

/// A mini game and how entrants play it, all in the same order.
pub type MeasuredGame = (SolvedGame, Vec<Measurement>);

/// A row for each mini game, with a column for each entrant; below, their means and maxima.
pub fn solving_table(games: &[MeasuredGame]) -> TextTable {
    let entrants = games.first().map_or(&[][..], |(_, measured)| measured);
    let mut heading = ["game", "information sets", "nodes", "value", "random"].map(str::to_owned).to_vec();
    heading.extend(entrants.iter().map(|measured| measured.entrant.clone()));
    let mut rows = vec![heading];
    rows.extend(games.iter().map(game_row));
    if !entrants.is_empty() && games.len() > 1 {
        rows.push(summary("mean", games, |numbers| numbers.iter().sum::<f64>() / numbers.len() as f64));
        rows.push(summary("most", games, |numbers| numbers.iter().copied().fold(0.0, f64::max)));
    }
    TextTable::new(rows, &[2], &[0])
}

fn game_row((game, measured): &MeasuredGame) -> Vec<String> {
    let mut row = vec![game.name().to_owned(), game.information_sets().to_string(), game.nodes().to_string()];
    row.extend([game.value(), game.uniform()].map(shown));
    row.extend(measured.iter().map(|measured| shown(measured.exploitability)));
    row
}

/// One number for each column of exploitabilities.
fn summary(name: &str, games: &[MeasuredGame], of: impl Fn(&[f64]) -> f64) -> Vec<String> {
    let columns = games.first().map_or(0, |(_, measured)| measured.len());
    let uniform: Vec<f64> = games.iter().map(|(game, _)| game.uniform()).collect();
    let mut row = vec![name.to_owned(), String::new(), String::new(), String::new(), shown(of(&uniform))];
    row.extend((0..columns).map(|column| {
        let numbers: Vec<f64> = games.iter().map(|(_, measured)| measured[column].exploitability).collect();
        shown(of(&numbers))
    }));
    row
}

fn shown(chance: f64) -> String {
    fixed(Some(chance), 4)
}

/// A row for each mini game and entrant, as a file.
pub fn solving_rows(games: &[MeasuredGame]) -> ResultTable {
    let header = "game information_sets nodes value error uniform entrant exploitability loss_0 loss_1";
    let mut table = ResultTable::new(header.split(' '));
    for (game, measured) in games {
        for measurement in measured {
            table.push(cells(game, Some(measurement)));
        }
        if measured.is_empty() {
            table.push(cells(game, None));
        }
    }
    table
}

fn cells(game: &SolvedGame, measured: Option<&Measurement>) -> Vec<Cell> {
    let mut cells =
        vec![Cell::Text(game.name().to_owned()), Cell::count(game.information_sets()), Cell::count(game.nodes())];
    cells.extend([game.value(), game.error(), game.uniform()].map(|chance| Cell::share(Some(chance))));
    cells.push(Cell::text_or_empty(measured.map(|measured| measured.entrant.as_str())));
    let numbers = measured.map(|measured| [measured.exploitability, measured.losses[0], measured.losses[1]]);
    cells.extend([0, 1, 2].map(|index| Cell::share(numbers.map(|numbers| numbers[index]))));
    cells
}

/// The first mistakes of an entrant, a line for each of their moves.
pub fn solving_mistakes(mistakes: &[Mistake], most: usize) -> TextTable {
    let heading = ["loss", "seat", "moves so far", "hand", "move", "played, %", "wins, %"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for mistake in mistakes.iter().take(most) {
        rows.extend(mistake.options.iter().enumerate().map(|(line, option)| option_row(mistake, option, line == 0)));
    }
    TextTable::new(rows, &[], &[2])
}

fn option_row(mistake: &Mistake, option: &MoveOption, is_first: bool) -> Vec<String> {
    let moves: Vec<String> = mistake.history.iter().map(ToString::to_string).collect();
    let moves = if moves.is_empty() { "–".to_owned() } else { moves.join(", ") };
    let mut row = vec![shown(mistake.loss), mistake.side.index().to_string(), moves, mistake.hand.to_string()];
    if !is_first {
        row.fill(String::new());
    }
    row.push(option.mv.to_string());
    row.extend([option.likelihood, option.chance].map(|share| fixed(Some(100.0 * share), 2)));
    row
}
