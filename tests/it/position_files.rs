//! Position files: every decision can be written as one and gets the same judgement, and every mistake is reported.

use karteneck::analysis::{Judge, MoveValues};
use karteneck::game::{Edition, Game, Move};
use karteneck::records::{SeenPosition, TomlError, parse_position, position_text};

use crate::cli::karteneck;
use crate::support::{cards, middle, shipped};

fn parse(text: &str) -> Result<SeenPosition, String> {
    parse_position(text, &Edition::default()).map_err(|error| error.to_string())
}

fn text_of(game: &Game, played: Option<Move>) -> String {
    position_text(&game.view(game.table().turn()), played)
}

#[test]
fn a_decision_written_as_a_file_is_judged_alike() {
    let policy = shipped().find("greedy").unwrap();
    let judge = Judge { policy: &policy, worlds: 12, seed: 5 };
    for count in 2..=6 {
        for seed in 0..30 {
            let game = middle(count, seed, 3 * seed as usize);
            let text = text_of(&game, None);
            let seen = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(text_of(&seen.game, seen.played), text);
            let judged = |game: &Game| judge.judge(&game.view(game.table().turn()), None).unwrap();
            assert_eq!(judged(&seen.game), judged(&game), "{text}");
        }
    }
}

#[test]
fn a_file_says_nothing_about_what_is_hidden() {
    for seed in 0..20 {
        let game = middle(4, seed, 25);
        let view = game.view(game.table().turn());
        let other = view.imagine(&mut crate::support::stream(seed));
        assert_ne!(other.position().hands, game.position().hands);
        assert_eq!(text_of(&other, None), text_of(&game, None));
    }
}

#[test]
fn a_move_that_is_not_worth_considering_can_have_been_played() {
    // Rule 11.2: of two worms laid the lower one is the lowest.
    let text = PLANTED_STEAL.replace("hand = \"1 1 3 W2\"", "hand = \"W2 W4 W5\"");
    let text = text.replace("4 4 4 5 5 W11 W14 W20 W21", "4 5").replace("\"2 W3\"", "\"W3\"");
    let text = text.replace("played = \"pass\"", "played = \"lay W4 W5\"");
    let seen = parse(&text).unwrap();
    let played = seen.played.unwrap();
    let view = seen.game.view(seen.game.table().turn());
    assert!(view.choices().iter().all(|choice| choice != played));
    let policy = shipped().find("greedy").unwrap();
    let judgement = Judge { policy: &policy, worlds: 4, seed: 1 }.judge(&view, Some(played)).unwrap();
    assert_eq!(judgement.place(played), Some(judgement.moves.len() - 1));
    assert_eq!(parse(&text_of(&seen.game, Some(played))).unwrap().played, Some(played));
}

const PLANTED_STEAL: &str = include_str!("planted/steal.toml");

#[test]
fn cards_are_a_text_or_a_list() {
    let listed = PLANTED_STEAL.replace("hand = \"1 1 3 W2\"", "hand = [\"1\", \"1\", \"3\", \"W2\"]");
    let (one, other) = (parse(PLANTED_STEAL).unwrap(), parse(&listed).unwrap());
    assert_eq!(text_of(&one.game, one.played), text_of(&other.game, other.played));
    assert_eq!(one.game.hand(one.game.table().turn()), cards("1 1 3 W2"));
    assert_eq!((one.game.table().round(), one.played), (4, Some(Move::Pass)));
}

#[test]
fn every_kind_of_mistake_is_reported() {
    for (from, to, expected) in [
        ("first = 0", "", "`first`: missing; give the seat that began"),
        ("first = 0", "first = 6", "`first`: expected a seat from 0 to 5, got 6"),
        ("first = 0", "first = 3", "rule 1.4: seat 3 began the round, but is not at the table"),
        ("first = 0", "fist = 0", "`fist`: unknown key; there are `first`, `grill`"),
        ("grill = [22, 31]", "", "`grill`: missing"),
        ("grill = [22, 31]", "grill = 22", "`grill`: expected a list of portions"),
        ("grill = [22, 31]", "grill = [22, 15]", "`grill`: expected values of portions, 0 or 16 to 42, got 15"),
        ("grill = [22, 31]", "grill = [22, 25]", "rule 1.3: portion 25 occurs more often than it exists"),
        ("grill = [22, 31]", "grill = [22]", "rule 3.1: 1 portions on the grill, expected 2"),
        ("stack = [18, 25, 42]", "stack = [18, 25]", "rule 2.1: 7 portions are face up"),
        ("first = 0", "first = 0\nnote2 = 1", "`note2`: unknown key"),
        ("first = 0", "first = 0\nedition = \"abc\"", "`edition`: the position has the worm table \"abc\""),
        ("first = 0", "first = 0\ndiscard = \"7 2\"", "`discard`: a card is written 1 to 5, or W1 to W25"),
        ("first = 0", "first = 0\ndiscard = 3", "`discard`: expected cards, like \"1 4 4 W3\", got 3"),
        ("first = 0", "first = 0\ndiscard = \"W8 W8\"", "`discard`: W8 occurs more often than in the deck"),
        ("first = 0", "first = 0\ndiscard = \"W3\"", "rule 1.2: card W3 occurs 2 times, expected 1"),
        ("\"pass\"", "\"fold\"", "`played`: expected `pass`, `pass and steal`, or `lay`"),
        ("\"pass\"", "\"lay 2\"", "`played`: lay 2 breaks rule 4.1"),
        ("hand = 7", "", "seat 1, `hand`: missing; give how many cards"),
        ("hand = 7", "hand = -7", "seat 1, `hand`: expected a number of cards, or cards like \"1 4 4 W3\", got -7"),
        ("hand = 7", "hand = 70", "rule 2.2: seat 1 has 72 cards"),
        ("hand = 7", "hand = 700", "seat 1, `hand`: 700 cards, but only 95 are not already elsewhere"),
        ("hand = 7", "hand = 0", "rule 4.3: seat 1 has no card in hand"),
        ("hand = 7", "hand = \"1\"", "`hand`: the cards of several seats are given"),
        ("hand = \"1 1 3 W2\"", "hand = 4", "`hand`: no seat is on turn; give the hand"),
        ("hand = \"1 1 3 W2\"", "hand = 1.5", "seat 0, `hand`: expected a number of cards, or cards like"),
        ("passed = true", "passed = 1", "seat 1, `passed`: expected true or false, got 1"),
        ("passed = true", "past = true", "seat 1, `past`: unknown key; there are `hand`, `display`, `stack`, `passed`"),
        ("passed = true", "", "rule 3.2: seat 1 has 2 kinds in its display, which does not match its 3 turns"),
        ("display = \"2 W3\"", "display = \"2 2\"", "rule 5.2: seat 1 has passed without a worm"),
    ] {
        let text = PLANTED_STEAL.replace(from, to);
        assert_ne!(text, PLANTED_STEAL, "{from} is in the file");
        let error = parse(&text).err().unwrap_or_else(|| panic!("{from} -> {to} is a mistake"));
        assert!(error.contains(expected), "{from} -> {to}: {error}");
        assert!(error.contains("in the position:\n  "), "{error}");
    }
    assert!(parse("").unwrap_err().starts_with("3 mistakes in the position:"), "{}", parse("").unwrap_err());
    assert!(parse("seat = 1").unwrap_err().contains("`seat`: expected 2 to 6 tables [[seat]]"));
    assert!(matches!(parse_position("first = ", &Edition::default()), Err(TomlError::Syntax(_))));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let text = PLANTED_STEAL.replace("first = 0", "").replace("hand = 7", "hand = true");
    let text = text.replace("[22, 31]", "[22, 43, \"x\"]").replace("W11 W14", "W26 W0");
    let error = parse(&text).unwrap_err();
    assert!(error.starts_with("6 mistakes in the position:"), "{error}");
    let flawed = PLANTED_STEAL.replace("first = 0", "first = 5").replace("[22, 31]", "[22, 42, 31]");
    let error = parse(&flawed).unwrap_err();
    for rule in ["rule 1.3", "rule 1.4", "rule 2.1", "rule 3.1"] {
        assert!(error.contains(rule), "{rule} is not in {error}");
    }
}

#[test]
fn the_best_move_of_a_planted_position_comes_first() {
    for (name, best) in [("steal", "pass and steal"), ("menu", "lay W9"), ("cover", "pass")] {
        let file = format!("{}/tests/it/planted/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let ask = ["analyze", "--position", &file, "--worlds", "300"];
        let answer = karteneck(&ask);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        let lines: Vec<&str> = answer.stdout.lines().collect();
        let (first, second) = (lines[3].trim_start(), lines[4].trim_start());
        assert!(first.starts_with(&format!("{best}  ")), "{name}: {}", answer.stdout);
        let loss =
            |line: &str, back: usize| -> f64 { line.split_whitespace().rev().nth(back).unwrap().parse().unwrap() };
        assert!(loss(second, 1) > 3.0 * loss(second, 0), "{name}: {}", answer.stdout);
        assert_eq!(lines.iter().filter(|line| line.starts_with("*  ")).count(), 1, "the star is at what was played");
        assert_eq!(karteneck(&[&ask[..], &["--threads", "1"]].concat()).stdout, answer.stdout);
    }
}

#[test]
fn a_decision_can_be_saved_changed_and_judged_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, file) = (path("games.jsonl"), path("what-if.toml"));
    assert_eq!(karteneck(&["record", "greedy", "--players", "3", "--out", &games]).code, 0);
    let save = ["analyze", &games, "--move", "4.3", "--worlds", "40", "--save-position", &file];
    let one = karteneck(&save);
    assert_eq!((one.code, one.stderr.contains("karteneck analyze --position")), (0, true), "{}", one.stderr);
    let judge = || karteneck(&["analyze", "--position", &file, "--worlds", "40"]);
    let table = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(table(&judge().stdout), table(&one.stdout));
    let again = karteneck(&save);
    assert_eq!((again.code, again.stderr.contains("--force")), (2, true), "{}", again.stderr);
    assert_eq!(karteneck(&[&save[..], &["--force"]].concat()).code, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.lines().filter(|line| !line.starts_with("played")).collect::<Vec<_>>().join("\n"))
        .unwrap();
    assert!(judge().stdout.lines().nth(2).unwrap().starts_with("move "), "{}", judge().stdout);
    std::fs::write(&file, text.replace("grill = [", "grill = [43, 1, ")).unwrap();
    let wrong = judge();
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("what-if.toml: 2 mistakes in the position:"), "{}", wrong.stderr);
    for (arguments, reason) in [
        (&["analyze", "--position", "nowhere.toml"][..], "position nowhere.toml: cannot be read"),
        (&["analyze", &games, "--position", &file], "cannot be used with"),
        (&["analyze", "--position", &file, "--move", "1.1"], "cannot be used with"),
        (&["analyze", "--position", &file, "--sample", "5"], "cannot be used with"),
        (&["analyze", "--position", &file, "--all"], "cannot be used with"),
        (&["analyze", &games, "--save-position", &file], "--move"),
    ] {
        let answer = karteneck(arguments);
        assert_eq!((answer.code, answer.stderr.contains(reason)), (2, true), "{arguments:?}: {}", answer.stderr);
    }
}

#[test]
fn the_example_of_the_documentation_is_a_position() {
    let page = include_str!("../../docs/POSITIONS.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let seen = parse(example).unwrap_or_else(|error| panic!("{error}"));
    let view = seen.game.view(seen.game.table().turn());
    let policy = shipped().find("tuned").unwrap();
    let judgement = Judge { policy: &policy, worlds: 400, seed: 1 }.judge(&view, seen.played).unwrap();
    let best = judgement.moves[judgement.ranking()[0]];
    assert!(page.contains(&format!("\n{best}  ")), "the page shows {best} as the best move");
}
