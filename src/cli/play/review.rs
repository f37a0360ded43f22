//! What the moves of the player were worth, once the game is over.

use super::style::Style;
use super::texts;
use crate::analysis::{Decision, SeatDecisions};
use crate::cli::analyze::{Analyzer, judge_seat};
use crate::cli::failure::Failure;
use crate::cli::interrupt::Interrupt;
use crate::entrants::Entrant;
use crate::game::{Edition, Seat};
use crate::records::Record;
use crate::report::{hang, own_mistakes_table};

/// Judges every decision of the player as `analyze` does; `None` if it was interrupted.
pub(super) fn review(
    record: &Record,
    edition: &Edition,
    person: Seat,
    (judge, looks): (&Entrant, u64),
    interrupt: &Interrupt,
) -> Result<Option<Vec<Decision>>, Failure> {
    let analyzer = Analyzer::of_search((judge.clone(), looks), texts::ADVISER_SEED, interrupt.clone())?;
    judge_seat(record, edition, person.index(), &analyzer)
}

/// The accuracy and the biggest mistakes.
pub(super) fn tell_review(
    decisions: &[Decision],
    person: Seat,
    (judge, looks): (&Entrant, u64),
    look: &Style,
) -> String {
    let own = SeatDecisions::of(person.index(), decisions);
    let accuracy = own.accuracy.map_or_else(String::new, |kept| {
        // Compared in other worlds than those it was chosen in, even the best move may seem a little better than the best.
        let (kept, error) = (100.0 * kept.mean.clamp(0.0, 1.0), 100.0 * kept.error);
        hang("", &format!("You kept {kept:.0} ± {error:.0} % of what was at stake in your decisions."), look.width)
    });
    let mistakes = match own_mistakes_table(person.index(), decisions) {
        Some(table) => format!("{}\n{}", look.paint.strong("Your biggest mistakes:"), table.within(look.width)),
        None => "No mistake of yours is certain.\n".to_owned(),
    };
    let how = format!(
        "Judged from what you knew, by {looks} looks of `{}`; a move is ROUND.MOVE, a loss is in points of the chance to win.",
        judge.name
    );
    format!("\n{accuracy}{mistakes}{}", hang("", &how, look.width))
}
