//! The laws of rule 13, after every move of random games with 2 to 6 players, with shrinking.

use karteneck::game::{Card, Cards, DealKey, Edition, Event, Game, Kind, Move, Players, Portion, Seat, View, Watch};
use karteneck::selfcheck::{Model, Overheard, tell};
use proptest::prelude::*;

use crate::support::stream;

/// Every card and every portion is somewhere, exactly once.
fn assert_conserved(game: &Game) {
    let table = game.table();
    let mut all: Vec<_> = game.pile().iter().chain(table.discard().iter()).collect();
    for seat in table.players().seats() {
        all.extend(game.hand(seat).iter().chain(table.display(seat).iter()));
    }
    all.sort_unstable();
    assert_eq!(all, Cards::DECK.iter().collect::<Vec<_>>());

    let mut portions: Vec<_> = table.grill().iter().chain(table.unseen_portions().iter()).collect();
    table.players().seats().for_each(|seat| portions.extend(table.stack(seat)));
    portions.sort_unstable();
    portions.dedup();
    assert_eq!(portions.len(), 30);
}

/// What must be so at every moment of a round.
fn assert_sound(game: &Game) {
    assert_conserved(game);
    let table = game.table();
    if !table.is_over() {
        assert_eq!(table.grill().len() as usize, table.active().len() + table.passed_valid().len());
        assert!(table.active().contains(table.turn()));
    }
    for seat in table.players().seats() {
        assert_eq!(u32::from(table.total(seat)), table.display(seat).total());
        let laid = |kind| table.display(seat).count(kind) > 0;
        assert!(Kind::ALL.into_iter().all(|kind| table.open(seat).contains(kind) != laid(kind)));
        assert_eq!(table.passed_valid().contains(seat), table.passed().contains(seat) && laid(Kind::Worm));
    }
}

/// The same game with the cards that `seat` cannot see dealt out anew, by hand and not by the engine.
fn permuted(game: &Game, seat: Seat, seed: u64) -> Game {
    let mut position = game.position();
    let mut luck = stream(seed);
    let others: Vec<Seat> = position.players.seats().filter(|&other| other != seat).collect();
    let mut hidden: Vec<Card> = others.iter().flat_map(|&other| position.hands[other].iter()).collect();
    hidden.extend(position.pile.iter());
    for last in (1..hidden.len()).rev() {
        hidden.swap(last, luck.below(last as u32 + 1) as usize);
    }
    let mut deal = |count: usize| hidden.drain(..count).fold(Cards::NONE, |cards, card| cards + Cards::from(card));
    for other in others {
        position.hands[other] = deal(position.hands[other].len() as usize);
    }
    position.pile = deal(position.pile.len() as usize);
    assert!(hidden.is_empty());
    Game::from_position(&position).unwrap()
}

/// The view of every seat is the same in every world that it cannot tell from this one.
fn assert_views_hide_what_is_hidden(game: &Game, seed: u64) {
    if game.table().is_over() {
        return;
    }
    for seat in game.table().players().seats() {
        let permuted = permuted(game, seat, seed);
        let (mine, other) = (game.view(seat), permuted.view(seat));
        assert_eq!(
            (mine.hand(), mine.choices(), mine.unseen_cards()),
            (other.hand(), other.choices(), other.unseen_cards())
        );
        assert_eq!(describe_table(&mine), describe_table(&other));
        let view = game.view(seat);
        let imagined = view.imagine(&mut stream(seed));
        assert_eq!(imagined.view(seat), view);
        assert_conserved(&imagined);
        if game.table().turn() == seat {
            assert_eq!(imagined.choices(), game.choices());
        }
    }
}

/// Everything public, zeros by their value.
fn describe_table(view: &View<'_>) -> String {
    let table = view.table();
    let stacks: Vec<Vec<u8>> =
        table.players().seats().map(|seat| table.stack(seat).map(Portion::value).collect()).collect();
    let seats: Vec<_> = table
        .players()
        .seats()
        .map(|seat| (table.display(seat), table.total(seat), table.hand_size(seat), table.open(seat)))
        .collect();
    let public = (table.round(), table.first(), table.turn(), table.passed(), table.passed_valid());
    let piles = (table.grill().iter().map(Portion::value).collect::<Vec<_>>(), table.discard(), table.pile_len());
    format!("{public:?} {seats:?} {stacks:?} {piles:?} {} {:?}", table.supply_len(), table.unseen_portions())
}

/// Plays a whole game of any legal moves, picked by `picks`, and checks everything after each.
fn play_lawfully(players: Players, seed: u64, picks: &[u16], odd_worms: bool) -> Game {
    let key = DealKey::new(seed, 0);
    let mut luck = Overheard::new(key.deal(players));
    let first = key.first_seat(players);
    let mut game = Game::start(players, first, Edition::default(), &mut luck);
    let (mut model, _) = Model::start(players.count(), first.index(), &mut luck.take()).unwrap();
    model.compare(&game).unwrap();
    Model::of(&game).compare(&game).unwrap();
    let mut picks = picks.iter().copied().cycle();
    let mut decisions = 0;
    while !game.table().is_over() {
        let mv = pick_move(&game, picks.next().unwrap_or(0), odd_worms);
        let mut events = Vec::new();
        game.try_play_watched(mv, &mut luck, &mut |event| events.push(event)).unwrap();
        assert_eq!(model.play(mv, &mut luck.take()).unwrap(), tell(&events));
        model.compare(&game).unwrap();
        assert_sound(&game);
        if decisions % 7 == 0 {
            assert_views_hide_what_is_hidden(&game, seed);
            if !game.table().is_over() {
                model.compare_judgement(&game).unwrap();
            }
        }
        decisions += 1;
        assert!(decisions <= 7 * players.count() * players.rounds(), "at most six lays and a pass each round");
    }
    game
}

/// A move worth considering or, with `odd_worms`, sometimes a worm subset that is legal all the same (rule 11.1).
fn pick_move(game: &Game, pick: u16, odd_worms: bool) -> Move {
    let choices = game.choices();
    let mv = choices.get(usize::from(pick) % choices.len());
    let hand = game.hand(game.table().turn()).signposts();
    if let Move::LayWorms(_) = mv
        && odd_worms
    {
        let subset = hand.iter().enumerate().filter(|(i, _)| pick >> (i % 16) & 1 == 1).map(|(_, worm)| worm).collect();
        let odd = Move::LayWorms(subset);
        return if game.check(odd).is_ok() { odd } else { mv };
    }
    mv
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rule_13_holds_after_every_move(
        size in 0..5_usize,
        seed in any::<u64>(),
        picks in prop::collection::vec(any::<u16>(), 1..200),
        odd_worms in any::<bool>(),
    ) {
        let players = Players::ALL[size];
        let game = play_lawfully(players, seed, &picks, odd_worms);
        let outcome = game.outcome();
        // Rule 9.2.
        prop_assert_eq!(outcome.worms.iter().sum::<u16>(), game.table().worms_in_play());
        // Rule 9.1: one winner, and a place is shared only with the same worms and the same best portion.
        let places = outcome.places.of(players);
        prop_assert_eq!(places.iter().map(|&place| u32::from(place == 1)).sum::<u32>(), 1);
        prop_assert_eq!(outcome.places[outcome.winner], 1);
        for a in players.seats() {
            for b in players.seats() {
                let score = |seat| (outcome.worms[seat], outcome.best[seat]);
                prop_assert_eq!(outcome.places[a].cmp(&outcome.places[b]), score(b).cmp(&score(a)));
            }
        }
    }

    #[test]
    fn the_same_deal_and_choices_give_the_same_game(seed in any::<u64>(), picks in prop::collection::vec(any::<u16>(), 1..60)) {
        let players = Players::ALL[seed as usize % 5];
        prop_assert_eq!(play_lawfully(players, seed, &picks, false), play_lawfully(players, seed, &picks, false));
    }
}

#[test]
fn lays_steals_and_invalid_passes_are_told_as_they_were() {
    // The model believes only the luck of the events; here their other words are checked against the state.
    let key = DealKey::new(8, 0);
    let players = Players::ALL[2];
    let mut luck = key.deal(players);
    let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
    let mut choose = stream(8);
    let mut steals = 0;
    for _ in 0..200 {
        let mut deal = DealKey::new(9, steals).deal(players);
        while !game.table().is_over() {
            let before = game;
            let mut events = Vec::new();
            game.play_random(&mut choose, &mut deal, &mut |event| events.push(event));
            for event in events {
                match event {
                    Event::Laid { seat, cards, total } => {
                        assert_eq!(game.table().display(seat), before.table().display(seat) + cards);
                        assert_eq!(game.table().total(seat), total);
                    }
                    Event::Stole { thief, victim, portion } => {
                        steals += 1;
                        assert_eq!(before.table().top(victim), Some(portion));
                        assert_eq!(before.table().total(thief), portion.value());
                        assert!(game.table().stack(thief).any(|held| held == portion));
                    }
                    Event::PassedInvalid { portion, .. } => assert_eq!(before.table().grill().lowest(), Some(portion)),
                    _ => {}
                }
            }
        }
        game = Game::start(players, key.first_seat(players), Edition::default(), &mut deal);
    }
    assert!(steals > 20, "random games steal now and then");
}

/// Checks the states that only a watcher sees, between the last pass of a round and the next grill.
#[derive(Default)]
struct RoundEnds {
    before: Option<Game>,
    served: Vec<Seat>,
    rounds: usize,
    ties: usize,
}

impl Watch for RoundEnds {
    fn see(&mut self, event: Event) {
        match event {
            Event::Served { seat, .. } => self.served.push(seat),
            Event::RoundBegan { .. } => assert!(self.before.is_none(), "the menu comes before the next round"),
            _ => assert!(self.served.is_empty()),
        }
    }

    fn all_passed(&mut self, game: &Game) {
        assert!(self.before.is_none() && self.served.is_empty());
        assert_conserved(game);
        let table = game.table();
        assert!(table.active().is_empty());
        assert_eq!(table.grill().len() as usize, table.passed_valid().len(), "rule 7.1");
        self.before = Some(*game);
    }

    fn menu_served(&mut self, game: &Game) {
        assert_conserved(game);
        let (before, table) = (self.before.take().expect("all have passed before"), game.table());
        assert_eq!((table.grill().len(), table.passed_valid().len()), (0, 0));
        assert!(table.players().seats().all(|seat| table.display(seat).is_empty()), "rule 7.3");
        assert_eq!(table.round(), before.table().round());
        let order = std::mem::take(&mut self.served);
        assert_eq!(order.len(), before.table().passed_valid().len());
        let key = |seat: Seat| (before.table().total(seat), before.table().tie_breaker(seat));
        for pair in order.windows(2) {
            assert!(key(pair[0]) > key(pair[1]), "rules 7.1, 7.2");
        }
        for &seat in &order {
            let tied = order.iter().filter(|&&other| key(other).0 == key(seat).0).count() > 1;
            assert_eq!(key(seat).1.is_some(), tied);
            self.ties += usize::from(tied);
        }
        self.rounds += 1;
    }
}

#[test]
fn a_watcher_sees_the_table_before_and_after_every_menu() {
    let mut ties = 0;
    for (players, seed) in Players::ALL.into_iter().flat_map(|players| (0..100).map(move |seed| (players, seed))) {
        let key = DealKey::new(seed, 0);
        let (mut luck, mut choose, mut watch) = (key.deal(players), stream(seed), RoundEnds::default());
        let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
        while !game.table().is_over() {
            game.play_random(&mut choose, &mut luck, &mut watch);
        }
        assert_eq!(watch.rounds, players.rounds());
        ties += watch.ties;
    }
    assert!(ties > 10, "random games have ties now and then");
}
