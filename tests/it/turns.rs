//! Turns: a game is the same whether every move is watched, or a strategy plays its lays itself.

use karteneck::arena::{Clairvoyant, Played, Player, Setup, play_game};
use karteneck::bots::BotHost;
use karteneck::game::{Choices, DealKey, Edition, Event, Game, Move, Players, Stream, View};
use karteneck::strategies::{FaultKind, Policy};

use crate::support::shipped;

/// What matters of a game.
fn summary(played: &Played) -> String {
    format!("{:?} {:?} {:?}", played.game, played.decisions, played.game_faults)
}

/// The same game twice with new players: nothing watched, and every event.
fn both_ways(players: Players, deal: u64, player: impl Fn(usize) -> Player) -> (Played, Played) {
    let key = DealKey::new(5_u64, deal);
    let setup = Setup { key, players, first: key.first_seat(players), edition: Edition::default() };
    let line_up = || -> Vec<Player> { (0..players.count()).map(&player).collect() };
    let mut lays = 0;
    let unwatched = play_game(&setup, &mut line_up(), &mut ());
    let watched = play_game(&setup, &mut line_up(), &mut |event: Event| {
        lays += u64::from(matches!(event, Event::Laid { .. }));
    });
    let passes = (players.rounds() * players.count()) as u64;
    assert_eq!(lays + passes, watched.decisions.iter().sum::<u64>(), "every lay was seen");
    (unwatched, watched)
}

#[test]
fn a_watched_game_is_the_game_that_is_played_unwatched() {
    let field = ["random", "greedy", "heuristic", "tuned", "first", "monte-carlo:rollouts=3", "passer"];
    for (players, deal) in Players::ALL.into_iter().flat_map(|players| [(players, 0), (players, 1), (players, 2)]) {
        let seat = |seat: usize| {
            let spec = field[(seat + deal as usize * 3) % field.len()];
            Player::new(&shipped().find(spec).unwrap(), &BotHost::default())
        };
        let (unwatched, watched) = both_ways(players, deal, seat);
        assert_eq!(summary(&unwatched), summary(&watched), "{players} players, deal {deal}");
    }
}

/// Lays what it can, and then makes a mistake.
struct Slips(fn(&View<'_>) -> Move);

impl Policy for Slips {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        if view.table().round() < 3 { view.choices().get(0) } else { (self.0)(view) }
    }
}

/// Chooses by index, and then one that there is not.
struct Counts;

impl Policy for Counts {
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        let choices = view.choices();
        choices.get(self.pick(&choices, chance).min(choices.len() - 1))
    }

    fn picks(&self) -> bool {
        true
    }

    fn pick(&self, choices: &Choices, chance: &mut Stream) -> usize {
        chance.below(choices.len() as u32 + 1) as usize
    }
}

/// Sees everything, and steals where there is nothing to steal.
struct Robber;

impl Clairvoyant for Robber {
    fn decide_knowing(&mut self, game: &Game, _chance: &mut Stream) -> Move {
        if game.table().round() < 3 { game.choices().get(0) } else { Move::Steal }
    }
}

#[test]
fn faults_are_the_same_faults_of_the_same_moves() {
    let makers: [(FaultKind, fn() -> Player); 4] = [
        (FaultKind::Panic, || Player::honest("panics", || Box::new(Slips(|_| panic!("it slips"))))),
        (FaultKind::Illegal, || Player::honest("thief", || Box::new(Slips(|_| Move::Steal)))),
        (FaultKind::Illegal, || Player::honest("counts", || Box::new(Counts))),
        (FaultKind::Illegal, || Player::clairvoyant("robber", || Box::new(Robber))),
    ];
    for (kind, make) in makers {
        let greedy = || Player::new(&shipped().find("greedy").unwrap(), &BotHost::default());
        let (unwatched, watched) = both_ways(Players::ALL[1], 7, |seat| if seat == 1 { make() } else { greedy() });
        assert_eq!(summary(&unwatched), summary(&watched));
        let fault = &unwatched.game_faults[0];
        assert_eq!((fault.seat.index(), fault.fault.kind()), (1, kind), "{:?}", fault.fault);
        assert!(fault.turn > 1, "it has played before");
    }
}

#[test]
fn an_index_that_is_none_is_named() {
    let counts = |_| Player::honest("counts", || Box::new(Counts));
    let (played, _) = both_ways(Players::ALL[0], 1, counts);
    let reason = played.game_faults[0].fault.reason();
    assert!(reason.starts_with("chose the move with index ") && reason.ends_with(" moves to choose from"), "{reason}");
}
