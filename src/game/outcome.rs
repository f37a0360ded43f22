//! Who won, and how the others are placed (rule 9.1).

use super::seat::{PerSeat, Players, Seat};
use super::state::Game;
use super::table::Table;

/// The result of a game, seat by seat. Empty seats have zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Worms in the stack.
    pub worms: PerSeat<u16>,
    /// Value of the best portion, 0 for none.
    pub best: PerSeat<u8>,
    /// Place, 1 for the winner; tied seats share a place and the next places are skipped.
    pub places: PerSeat<u8>,
    /// Who won.
    pub winner: Seat,
}

impl Outcome {
    fn of(table: &Table) -> Outcome {
        let players = table.players();
        let mut best = PerSeat::all(0);
        for seat in players.seats() {
            best[seat] = table.best(seat);
        }
        let (places, winner) = rank(players, table.worms, best);
        Outcome { worms: table.worms, best, places, winner }
    }
}

/// The places and the winner: worms first, then the best portion.
fn rank(players: Players, worms: PerSeat<u16>, best: PerSeat<u8>) -> (PerSeat<u8>, Seat) {
    let mut places = PerSeat::all(0);
    let mut winner = Seat::at(0);
    for seat in players.seats() {
        let score = (worms[seat], best[seat]);
        let better = players.seats().filter(|&other| (worms[other], best[other]) > score).count();
        places[seat] = better as u8 + 1;
        if better == 0 {
            winner = seat;
        }
    }
    (places, winner)
}

impl Game {
    /// The outcome; before the end, what it would be if the game ended now.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.table)
    }
}

impl Table {
    /// The worms on all portions turned up so far. At the end that is what all seats have together (rule 9.2).
    pub fn worms_in_play(&self) -> u16 {
        let all = super::portion::Portions::ALL.iter();
        all.filter(|&portion| !self.unseen.portions().contains(portion))
            .map(|portion| u16::from(self.edition.worms(portion)))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(worms: [u16; 6], best: [u8; 6]) -> ([u8; 6], usize) {
        let (places, winner) = rank(Players::ALL[4], PerSeat(worms), PerSeat(best));
        (places.0, winner.index())
    }

    #[test]
    fn rule_9_1_the_best_portion_breaks_ties_and_places_are_shared() {
        assert_eq!(places([9, 9, 3, 0, 0, 0], [40, 41, 22, 0, 16, 0]), ([2, 1, 3, 5, 4, 5], 1));
        assert_eq!(places([0, 0, 0, 0, 0, 30], [0, 0, 0, 0, 0, 42]), ([2, 2, 2, 2, 2, 1], 5));
    }
}
