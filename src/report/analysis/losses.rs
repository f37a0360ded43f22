//! What strategies lose by class of decision, for the terminal.

use super::{points, shown_accuracy};
use crate::analysis::{DecisionClass, LossesByClass, Measured};
use crate::report::text_table::TextTable;

/// The columns that give way, the first one first: errors, then classes, then everything but the accuracy.
const SPARE: &[usize] = &[10, 12, 14, 16, 6, 8, 2, 5, 11, 15, 13, 9, 7, 1, 4];

/// A line for each strategy, the most accurate first.
pub fn losses_table(losses: &LossesByClass) -> TextTable {
    let heading = "strategy,games,decisions,accuracy,±,mean loss,±,lost in a game,±".split(',').map(str::to_owned);
    let classes = DecisionClass::ALL.into_iter().flat_map(|class| [class.question().to_owned(), "±".to_owned()]);
    let mut rows: Vec<Vec<String>> = vec![heading.chain(classes).collect()];
    let pair = |loss: Measured| [points(loss.mean), points(loss.error)];
    for own in losses.by_strategy() {
        let mut cells = vec![own.strategy.clone(), own.games.to_string(), own.decisions.to_string()];
        cells.extend([points(shown_accuracy(1.0 - own.lost_share.mean)), points(own.lost_share.error)]);
        cells.extend([own.mean_loss, own.per_game].into_iter().flat_map(pair));
        cells.extend(DecisionClass::ALL.into_iter().flat_map(|class| pair(own.in_class(class))));
        rows.push(cells);
    }
    TextTable::new(rows, SPARE, &[0])
}
