//! What decisions cost entrants, in the eyes of a stronger search.

use super::text_table::TextTable;
use crate::analysis::{Measured, Regret};
use crate::tables::{Cell, ResultTable, fixed};

/// A row for each entrant, with a column for each number of players: losses in percentage points.
pub fn regret_table(regrets: &[Regret]) -> TextTable {
    let mut heading = vec!["entrant".to_owned(), "all".to_owned(), "±".to_owned(), "agrees".to_owned()];
    if let Some(first) = regrets.first() {
        for (players, count, _) in &first.by_players {
            heading.extend([format!("{} players ({count})", players.count()), "±".to_owned()]);
        }
    }
    let mut rows = vec![heading];
    for regret in regrets {
        let mut row = vec![regret.entrant.clone()];
        row.extend(shown(&regret.mean));
        row.push(format!("{} %", fixed(Some(100.0 * regret.agreement), 1)));
        regret.by_players.iter().for_each(|(_, _, loss)| row.extend(shown(loss)));
        rows.push(row);
    }
    TextTable::new(rows, &[3], &[0])
}

/// A loss and its standard error, in percentage points.
fn shown(loss: &Measured) -> [String; 2] {
    [Some(loss.mean), error(loss)]
        .map(|share| share.map_or_else(|| "–".to_owned(), |share| fixed(Some(100.0 * share), 3)))
}

/// The standard error; unknown if all positions are of one game.
fn error(loss: &Measured) -> Option<f64> {
    Some(loss.error).filter(|error| error.is_finite())
}

/// A row for each entrant and number of players, as a file; `all` for the positions of all numbers.
pub fn regret_rows(regrets: &[Regret]) -> ResultTable {
    let mut table = ResultTable::new("entrant players positions loss error agreement".split(' '));
    for regret in regrets {
        let all = regret.by_players.iter().map(|(_, count, _)| count).sum();
        let each =
            regret.by_players.iter().map(|(players, count, loss)| (Cell::count(players.count()), *count, *loss, None));
        for (players, count, loss, agreement) in
            each.chain([(Cell::Text("all".to_owned()), all, regret.mean, Some(regret.agreement))])
        {
            table.push(vec![
                Cell::Text(regret.entrant.clone()),
                players,
                Cell::count(count),
                Cell::share(Some(loss.mean)),
                Cell::share(error(&loss)),
                Cell::share(agreement),
            ]);
        }
    }
    table
}
