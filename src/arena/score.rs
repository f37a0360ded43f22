//! How a game is scored: the outcome by the rules, and the judgement of faults.

use super::game_fault::GameFault;
use crate::game::{Outcome, PerSeat, Players, Seat};

/// Places and the winner, faults included.
///
/// A seat that commits a fault is placed behind all seats that commit none; of several, the one that failed first is last,
/// and those that failed at the same move share a place. All other seats keep the order of the rules. If the first place
/// is shared, the winner is the one that the rules place best, then the one with the lowest seat. Worms are unaffected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Place, 1 for the winner; ties share a place.
    pub places: PerSeat<u8>,
    /// The winner.
    pub winner: Seat,
}

impl Score {
    /// The score of a game with this outcome and these faults, in the order in which they happened.
    pub fn new(players: Players, outcome: &Outcome, game_faults: &[GameFault]) -> Score {
        if game_faults.is_empty() {
            return Score { places: outcome.places, winner: outcome.winner };
        }
        // Higher is better: without a fault the place by the rules, with one the move at which it happened.
        let merit = |seat: Seat| match game_faults.iter().find(|game_fault| game_fault.seat == seat) {
            None => (true, usize::from(u8::MAX - outcome.places[seat])),
            Some(game_fault) => (false, game_fault.turn),
        };
        let mut places = PerSeat::all(0);
        for seat in players.seats() {
            places[seat] = players.seats().filter(|&other| merit(other) > merit(seat)).count() as u8 + 1;
        }
        let best = players.seats().min_by_key(|&seat| (places[seat], outcome.places[seat], seat.index()));
        Score { places, winner: best.unwrap_or(outcome.winner) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::{Fault, FaultKind};

    fn score(worms: [u8; 4], failed: &[usize]) -> ([u8; 4], usize) {
        let players = Players::new(4).expect("four may play");
        let seat = |index| Seat::new(index).expect("a seat");
        let mut outcome = Outcome {
            worms: PerSeat::all(0),
            best: PerSeat::all(0),
            places: PerSeat::all(0),
            winner: seat(worms.iter().enumerate().max_by_key(|(_, worms)| **worms).expect("four").0),
        };
        for (index, &mine) in worms.iter().enumerate() {
            outcome.places[seat(index)] = 1 + worms.iter().filter(|&&other| other > mine).count() as u8;
        }
        let fault = Fault::new(FaultKind::Crash, "test");
        let game_fault =
            |(turn, &index)| GameFault { seat: seat(index), round: 1, turn: turn + 1, fault: fault.clone() };
        let game_faults = failed.iter().enumerate().map(game_fault);
        let score = Score::new(players, &outcome, &game_faults.collect::<Vec<_>>());
        (std::array::from_fn(|index| score.places[seat(index)]), score.winner.index())
    }

    #[test]
    fn without_a_fault_the_rules_decide() {
        assert_eq!(score([9, 20, 0, 0], &[]), ([2, 1, 3, 3], 1));
    }

    #[test]
    fn a_fault_means_the_last_place() {
        assert_eq!(score([9, 20, 0, 0], &[1]), ([1, 4, 2, 2], 0));
        assert_eq!(score([9, 20, 0, 5], &[2]), ([2, 1, 4, 3], 1));
    }

    #[test]
    fn of_several_the_first_to_fail_is_last() {
        assert_eq!(score([9, 20, 0, 5], &[1, 0]), ([3, 4, 2, 1], 3));
        assert_eq!(score([9, 20, 0, 5], &[0, 1, 2, 3]), ([4, 3, 2, 1], 3));
    }
}
