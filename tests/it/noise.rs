//! Noise of every kind where moves, records, editions and positions are expected: errors that fit, never a panic, never a
//! changed state.

use karteneck::game::{Cards, Edition, Game, Move, Number, PortionList, Seat, Signposts};
use karteneck::records::{Place, Record, RecordError, TomlError, parse_edition, parse_position, position_text, replay};
use proptest::prelude::*;

use crate::support::{middle, random_record, stream};

/// Any bytes as a move.
fn any_move() -> impl Strategy<Value = Move> {
    any::<[u8; 5]>().prop_map(|[sort, a, b, c, d]| match sort % 4 {
        0 => Move::lay(Number::ALL[usize::from(a % 5)], b),
        1 => Move::LayWorms(Signposts::from_bits(u32::from_le_bytes([a, b, c, d]) & Signposts::ALL.bits()).unwrap()),
        2 => Move::Pass,
        _ => Move::Steal,
    })
}

/// A good text with some bytes changed, left out or doubled.
fn damage(text: &str, wounds: &[(usize, u8, u8)]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for &(at, how, byte) in wounds {
        let at = at % bytes.len().max(1);
        match how % 5 {
            0 if !bytes.is_empty() => bytes[at] = byte,
            1 if !bytes.is_empty() => drop(bytes.remove(at)),
            2 => bytes.insert(at, byte),
            3 => bytes.truncate(at),
            _ => {
                // A digit for a digit: the text stays well-formed and tells another story.
                if let Some(digit) = bytes.iter_mut().skip(at).find(|byte| byte.is_ascii_digit()) {
                    *digit = b'0' + byte % 10;
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a record has the place that an error names.
fn is_in(place: Place, record: &Record) -> bool {
    let moves = |round: usize| record.rounds.get(round - 1).map_or(0, |round| round.moves.len());
    match place {
        Place::SetUp | Place::Result => true,
        Place::Round(round) => (1..=record.rounds.len()).contains(&round),
        Place::Move { round, number } => (1..=moves(round)).contains(&number),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_as_moves(count in 2..=6_usize, seed in 0..500_u64, moves in prop::collection::vec(any_move(), 1..40)) {
        let mut game = middle(count, seed, seed as usize % 90);
        let mut luck = stream(seed);
        for mv in moves {
            let before = game;
            match game.try_play(mv, &mut luck) {
                Ok(()) => prop_assert_ne!(game, before),
                Err(illegal) => {
                    prop_assert_eq!(game, before);
                    let is_choice = !before.table().is_over() && before.choices().iter().any(|choice| choice == mv);
                    prop_assert!(!is_choice, "{}: {}", mv, illegal);
                }
            }
        }
    }

    #[test]
    fn any_position(
        count in 2..=6_usize,
        seed in 0..300_u64,
        changes in prop::collection::vec((0..8_u8, 0..6_usize, any::<u32>()), 0..4),
    ) {
        let sound = middle(count, seed, seed as usize % 90).position();
        let mut position = sound;
        for (sort, at, word) in changes {
            let seat = Seat::new(at).unwrap();
            let number = Number::ALL[at % 5];
            let worms = Signposts::from_bits(word & Signposts::ALL.bits()).unwrap();
            match sort {
                0 => position.hands[seat] = Cards::of(number, word as u8),
                1 => position.displays[seat] = Cards::of(number, word as u8) + Cards::worms(worms),
                2 => position.stacks[seat] = PortionList::new(&word.to_le_bytes()).unwrap(),
                3 => position.grill = PortionList::new(&word.to_le_bytes()).unwrap(),
                4 => position.turn = seat,
                5 => position.first = seat,
                6 => position.passed = position.passed.with(seat),
                _ => position.pile = Cards::worms(worms),
            }
        }
        match Game::from_position(&position) {
            Ok(mut game) => game.roll_out(&mut stream(seed)),
            Err(flaws) => {
                prop_assert!(!flaws.is_empty());
                prop_assert_ne!(position, sound);
            }
        }
    }

    #[test]
    fn any_text_as_a_record(text in ".{0,200}") {
        match Record::from_line(&text) {
            Err(RecordError::Shape { column, .. }) => prop_assert!(column <= text.len(), "{} of {:?}", column, text),
            other => prop_assert!(false, "{:?} from {:?}", other, text),
        }
    }

    #[test]
    fn a_damaged_record_is_refused_or_still_true(
        seed in 0..40_u64,
        wounds in prop::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 1..4),
    ) {
        let line = random_record(2 + seed as usize % 5, seed).to_line();
        if let Ok(record) = Record::from_line(&damage(&line, &wounds)) {
            match replay(&record, &Edition::default(), &mut |_| {}) {
                Ok(played) => prop_assert_eq!(replay(&played, &Edition::default(), &mut |_| {}).unwrap(), played),
                Err(error) => prop_assert!(is_in(error.place, &record), "{}", error),
            }
        }
    }

    #[test]
    fn a_damaged_edition(wounds in prop::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 0..4)) {
        let good = "name = \"box\"\n[worms]\n\"16-18\" = 1\n\"19-40\" = 2\n41 = 3\n42 = 9\n";
        let text = damage(good, &wounds);
        match parse_edition(&text) {
            Ok(edition) => prop_assert_eq!(edition.table()[..3].to_vec(), [0, 0, 0]),
            Err(TomlError::Mistakes(mistakes)) => prop_assert!(!mistakes.list.is_empty()),
            Err(_) => prop_assert!(text.parse::<toml::Table>().is_err(), "{}", text),
        }
    }

    #[test]
    fn a_damaged_position(
        seed in 0..40_u64,
        wounds in prop::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 0..4),
    ) {
        let game = middle(2 + seed as usize % 5, seed, 20);
        let good = position_text(&game.view(game.table().turn()), None);
        let text = damage(&good, &wounds);
        match parse_position(&text, &Edition::default()) {
            Ok(seen) => prop_assert!(Game::from_position(&seen.game.position()).is_ok()),
            Err(TomlError::Mistakes(mistakes)) => prop_assert!(!mistakes.list.is_empty()),
            Err(_) => prop_assert!(text.parse::<toml::Table>().is_err(), "{}", text),
        }
    }
}
