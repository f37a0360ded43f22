//! What must hold of every game at every moment (rule 13).

use karteneck::game::{Cards, Game, Kind, PORTIONS};

/// Every card and every portion is somewhere, exactly once.
pub(super) fn assert_conserved(game: &Game) {
    let table = game.table();
    let mut cards: Vec<_> = game.pile().iter().chain(table.discard().iter()).collect();
    let mut portions: Vec<_> = table.grill().iter().chain(table.unseen_portions().iter()).collect();
    for seat in table.players().seats() {
        cards.extend(game.hand(seat).iter().chain(table.display(seat).iter()));
        portions.extend(table.stack(seat));
    }
    cards.sort_unstable();
    assert!(cards.into_iter().eq(Cards::DECK.iter()), "rule 13: 110 cards");
    portions.sort_unstable();
    portions.dedup();
    assert_eq!(portions.len(), PORTIONS, "rule 13: 30 portions");
}

/// What must hold while a round is played.
pub(super) fn assert_sound(game: &Game) {
    assert_conserved(game);
    let table = game.table();
    if !table.is_over() {
        let waiting = table.active().len() + table.passed_valid().len();
        assert_eq!(table.grill().len() as usize, waiting, "rule 13: a portion for each seat that waits for one");
        assert!(table.active().contains(table.turn()));
        assert!(game.choices().iter().all(|mv| game.check(mv).is_ok()), "every choice is legal");
    }
    for seat in table.players().seats() {
        assert_eq!(u32::from(table.total(seat)), table.display(seat).total());
        assert_eq!(table.hand_size(seat), game.hand(seat).len());
        let laid = |kind| table.display(seat).count(kind) > 0;
        assert!(Kind::ALL.into_iter().all(|kind| table.open(seat).contains(kind) != laid(kind)), "rule 4.2");
        assert_eq!(table.passed_valid().contains(seat), table.passed().contains(seat) && laid(Kind::Worm));
    }
}
