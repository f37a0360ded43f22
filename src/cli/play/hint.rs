//! What seems best, from what the player may know.

use super::style::Style;
use super::texts;
use crate::analysis::MoveValues;
use crate::report::{hang, hint_table};

/// All moves with what they are worth, and whether one of them is the best.
pub(super) fn tell_hint(judgement: &dyn MoveValues, judge: &str, look: &Style) -> String {
    let verdict = look.paint.strong(&hang("", &verdict(judgement), look.width));
    hint_table(judgement).within(look.width) + &verdict + &texts::hint_note(judge, look.width)
}

/// The most moves that a sentence names.
const NAMED: usize = 4;

/// Whether one move is the best.
fn verdict(judgement: &dyn MoveValues) -> String {
    // The numbers of the list of choices.
    let numbers: Vec<String> = judgement.contenders().iter().map(|index| (index + 1).to_string()).collect();
    let count = numbers.len();
    match numbers.split_last() {
        Some((best, [])) => format!("Best: number {best}."),
        _ if count == judgement.moves().len() => {
            "Too close to call: no move is certainly better than another.".to_owned()
        }
        Some((last, others)) if count <= NAMED => {
            format!("Too close to call between {} and {last}; the others are worse.", others.join(", "))
        }
        _ => format!("Too close to call between {count} moves; the others are worse."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{LossShare, Measured};
    use crate::game::{Move, PerSeat};

    /// Moves of which some may be the best.
    struct Told(Vec<Move>, Vec<bool>);

    impl MoveValues for Told {
        fn moves(&self) -> &[Move] {
            &self.0
        }

        fn chance(&self, _index: usize) -> Measured {
            Measured::NOTHING
        }

        fn chances(&self, _index: usize) -> Option<PerSeat<Measured>> {
            None
        }

        fn worms(&self, _index: usize) -> Option<Measured> {
            None
        }

        fn ranking(&self) -> Vec<usize> {
            (0..self.0.len()).collect()
        }

        fn share(&self, _index: usize) -> LossShare {
            LossShare::NOTHING
        }

        fn loss_parts(&self, _index: usize) -> Vec<(Move, f64)> {
            Vec::new()
        }

        fn is_worse(&self, index: usize) -> bool {
            self.1[index]
        }
    }

    #[test]
    fn a_verdict_says_what_can_be_told() {
        let verdict = |worse: &[bool]| verdict(&Told(vec![Move::Pass; worse.len()], worse.to_vec()));
        assert_eq!(verdict(&[false, true]), "Best: number 1.");
        assert_eq!(verdict(&[false, false]), "Too close to call: no move is certainly better than another.");
        assert_eq!(verdict(&[false, false, true]), "Too close to call between 1 and 2; the others are worse.");
        let many = verdict(&[false, false, false, false, false, true]);
        assert_eq!(many, "Too close to call between 5 moves; the others are worse.");
    }
}
