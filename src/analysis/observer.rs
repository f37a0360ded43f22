//! How a game stands, as one observer sees it.

use rayon::prelude::*;

use super::measured::Measured;
use super::{Judge, JudgeOptions, Unfinished, finish_game, key_of, with_cards};
use crate::game::{Game, Key, PerSeat, Seat};
use crate::statistics::Sample;
use crate::strategies::{Fault, Strategy};

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observer {
    /// A seat, which knows the table and its own hand, whichever seat is on turn.
    Seat(Seat),
    /// One that sees all hands, and only not what is still to be drawn.
    AllHands,
}

impl Observer {
    /// The key of the luck with which it imagines how a game continues.
    fn key(self, seed: u64, game: &Game) -> Key {
        match self {
            Observer::Seat(seat) => key_of(seed, &game.view(seat)),
            Observer::AllHands => {
                let seats = game.table().players().seats();
                seats.fold(key_of(seed, &game.view(game.table().turn())), |key, seat| with_cards(key, game.hand(seat)))
            }
        }
    }
}

impl Judge<'_> {
    /// Every seat's chance to win, as an observer sees it, if all seats continue with the policy; zero for empty seats, and nothing if it is
    /// asked to stop.
    ///
    /// Points of a curve over a game can be compared only if they are all from the same observer: another one knows something else.
    ///
    /// # Errors
    /// If the policy commits a fault.
    pub fn chances(
        &self,
        options: &JudgeOptions<'_>,
        game: &Game,
        observer: Observer,
    ) -> Result<Option<PerSeat<Measured>>, Fault> {
        let players = game.table().players();
        let key = observer.key(self.seed, game);
        let in_world = |strategies: &mut Vec<Box<dyn Strategy>>, world: u64| {
            if (options.should_stop)() {
                return Err(Unfinished::Stopped);
            }
            let mut luck = key.with(world).stream();
            let imagined = match observer {
                Observer::Seat(seat) => game.view(seat).imagine(&mut luck),
                Observer::AllHands => *game,
            };
            let ended = finish_game(imagined, None, strategies, luck).map_err(Unfinished::Fault)?;
            (options.on_world)();
            Ok(ended.outcome().winner)
        };
        let strategies = || self.strategies(players);
        let winners: Result<Vec<Seat>, Unfinished> =
            (0..self.worlds).into_par_iter().map_init(strategies, in_world).collect();
        match winners {
            Ok(winners) => Ok(Some(shares(&winners, players.seats()))),
            Err(Unfinished::Stopped) => Ok(None),
            Err(Unfinished::Fault(fault)) => Err(fault),
        }
    }
}

/// The share of wins of each seat.
fn shares(winners: &[Seat], seats: impl Iterator<Item = Seat>) -> PerSeat<Measured> {
    let mut shares = PerSeat::all(Measured::NOTHING);
    for seat in seats {
        let wins: Sample = winners.iter().map(|&winner| i64::from(winner == seat)).collect();
        shares[seat] = Measured::of(&wins);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Players};

    const OPTIONS: JudgeOptions<'_> = JudgeOptions { should_stop: &|| false, on_world: &|| {} };

    /// A seat's chances depend on nothing that it cannot see; those with all hands open do.
    #[test]
    fn an_observer_sees_what_it_may() {
        let policy = "greedy".parse().expect("an entrant");
        let judge = Judge { policy: &policy, worlds: 64, seed: 1 };
        let (players, key) = (Players::ALL[1], DealKey::new(5, 0));
        let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
        for seat in players.seats() {
            let chances =
                |game: &Game, observer| judge.chances(&OPTIONS, game, observer).expect("no fault").expect("an end");
            let other = game.view(seat).imagine(&mut Key::new(seat.index() as u64).stream());
            assert_ne!(
                players.seats().map(|one| game.hand(one)).collect::<Vec<_>>(),
                players.seats().map(|one| other.hand(one)).collect::<Vec<_>>()
            );
            let seen = Observer::Seat(seat);
            assert_eq!(chances(&game, seen), chances(&other, seen));
            assert_ne!(chances(&game, Observer::AllHands), chances(&other, Observer::AllHands));
            let sum: f64 = chances(&game, seen).iter().map(|chance| chance.mean).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
    }

    /// A judgement that grows is the judgement of all its worlds.
    #[test]
    fn worlds_can_be_judged_in_parts() {
        let policy = "greedy".parse().expect("an entrant");
        let judge = Judge { policy: &policy, worlds: 96, seed: 1 };
        let (players, key) = (Players::ALL[0], DealKey::new(5, 0));
        let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
        let view = game.view(game.table().turn());
        let part = |worlds| judge.judge_worlds(&OPTIONS, &view, None, worlds).expect("no fault").expect("an end");
        let mut grown = part(0..32);
        grown.add(part(32..40));
        grown.add(part(40..96));
        assert_eq!(grown, judge.judge(&view, None).expect("no fault"));
    }
}
