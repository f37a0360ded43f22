//! Entrants that are told all hands: what that is worth, and the command that measures it.

use karteneck::Entrant;
use karteneck::arena::WorkOptions;
use karteneck::game::Players;
use karteneck::solving::{Ceiling, CeilingError, Informed};

use crate::cli::karteneck;

fn ceiling(spec: &str, players: usize, blocks: u64) -> Result<Informed, CeilingError> {
    let entrant: Entrant = spec.parse().unwrap();
    let ceiling = Ceiling { entrant: &entrant, players: Players::new(players).unwrap(), seed: 78_u64.into() };
    ceiling.play(blocks, &WorkOptions::NONE)
}

#[test]
fn to_know_the_hands_is_worth_something() {
    for (players, blocks) in [(2, 300), (4, 100)] {
        let informed = ceiling("champion:iterations=60,last_round=1", players, blocks).unwrap();
        let [low, _] = informed.interval().unwrap();
        assert!(low > informed.fair_share(), "{informed:?}");
    }
}

#[test]
fn to_one_that_asks_no_world_it_is_worth_exactly_nothing() {
    // A single walk takes the likeliest action, whatever the hands are.
    for players in [2, 3] {
        let informed = ceiling("champion:iterations=1,last_round=1", players, 50).unwrap();
        assert_eq!(
            (informed.wins.count, informed.wins.sum, informed.wins.squares),
            (50, 50, 50),
            "one win in every block"
        );
    }
}

#[test]
fn only_a_tree_can_be_told() {
    let late = karteneck(&["ceiling", "swift", "greedy", "--blocks", "1000000"]);
    assert!(
        late.code == 2 && late.stderr.contains("greedy cannot be told hands"),
        "before a game is played: {}",
        late.stderr
    );
    for spec in ["greedy", "monte-carlo", "process:true"] {
        assert!(matches!(ceiling(spec, 2, 1), Err(CeilingError::NoTree { .. })), "{spec}");
        let answer = karteneck(&["ceiling", spec]);
        assert!(answer.code == 2 && answer.stderr.contains("expected a `tree`"), "{spec}: {}", answer.stderr);
    }
}

#[test]
fn threads_change_no_byte_and_the_table_says_what_it_shows() {
    let words = ["ceiling", "swift", "champion:iterations=5", "--players", "2,3", "--blocks", "6"];
    let rows = |threads: &str| karteneck(&[&words[..], &["--csv", "--threads", threads]].concat());
    let answers = ["1", "2"].map(rows);
    assert_eq!((answers[0].code, answers[0].stdout.lines().count()), (0, 5), "{}", answers[0].stderr);
    assert_eq!(answers[0].stdout, answers[1].stdout);
    let table = karteneck(&words);
    assert!(table.stdout.contains("fair") && table.stdout.contains("\nswift "), "{}", table.stdout);
    assert!(table.stderr.contains("told all hands"), "{}", table.stderr);
}
