//! Understanding what a player types.

use std::path::PathBuf;

use crate::game::{Card, Cards, Kind, Move};
use crate::strategies::nearest;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// Nothing: an empty line.
    Nothing,
    /// A number in the list.
    Listed(usize),
    /// A move, legal or not.
    Move(Move),
    Help,
    Rules,
    Hint,
    Undo,
    Table,
    /// To this file, or to the default one.
    Save(Option<PathBuf>),
    Quit,
}

/// The single-word commands.
const WORDS: [(&str, PlayCommand); 21] = [
    ("pass", PlayCommand::Move(Move::Pass)),
    ("p", PlayCommand::Move(Move::Pass)),
    ("steal", PlayCommand::Move(Move::Steal)),
    ("s", PlayCommand::Move(Move::Steal)),
    ("pass and steal", PlayCommand::Move(Move::Steal)),
    ("help", PlayCommand::Help),
    ("h", PlayCommand::Help),
    ("?", PlayCommand::Help),
    ("rules", PlayCommand::Rules),
    ("r", PlayCommand::Rules),
    ("hint", PlayCommand::Hint),
    ("undo", PlayCommand::Undo),
    ("u", PlayCommand::Undo),
    ("table", PlayCommand::Table),
    ("t", PlayCommand::Table),
    ("save", PlayCommand::Save(None)),
    ("quit", PlayCommand::Quit),
    ("q", PlayCommand::Quit),
    ("exit", PlayCommand::Quit),
    ("end", PlayCommand::Quit),
    ("", PlayCommand::Nothing),
];

/// Understands a line.
///
/// # Errors
/// Why it cannot be understood, in a sentence for the player.
pub(super) fn parse(line: &str) -> Result<PlayCommand, String> {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = line.to_lowercase();
    if let Some((_, request)) = WORDS.iter().find(|(word, _)| *word == lower) {
        return Ok(request.clone());
    }
    if lower.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number too big for any list is as wrong as any other that is not in it.
        return Ok(PlayCommand::Listed(lower.parse().unwrap_or(usize::MAX)));
    }
    if let Some(file) = line.get(5..).filter(|_| lower.starts_with("save ")) {
        return Ok(PlayCommand::Save(Some(PathBuf::from(file))));
    }
    match cards_of_lay(&lower) {
        Some(cards) => lay(cards).map(PlayCommand::Move),
        None => Err(unknown(&line)),
    }
}

/// What follows `lay`; only worms can do without it. A lone `l` or `lay` lays nothing.
fn cards_of_lay(line: &str) -> Option<&str> {
    let is_cards = |text: &str| text.chars().all(|c| c.is_ascii_digit() || matches!(c, 'w' | ' ' | ','));
    let after = line.strip_prefix("lay").or_else(|| line.strip_prefix('l')).filter(|cards| is_cards(cards));
    let worms = (line.starts_with('w') && is_cards(line)).then_some(line);
    after.or(worms)
}

/// The move that lays cards written like `4 4`, `44`, `w3 w20` or `w3,w20`.
fn lay(text: &str) -> Result<Move, String> {
    let mut cards = Cards::NONE;
    for name in card_names(text) {
        let card: Card = name.parse().map_err(|error| format!("`{}`: {error}.", name.to_lowercase()))?;
        let more = cards.checked_add(card);
        cards = more.ok_or_else(|| format!("There are not that many cards `{name}` in the game (rule 1.1)."))?;
    }
    let kinds = Kind::ALL.into_iter().filter(|&kind| cards.count(kind) > 0).count();
    match kinds {
        0 => Err("Lay which cards? For example `lay 4 4`, or `lay w3 w20` for worms.".to_owned()),
        1 => Move::laying(cards).ok_or_else(|| "A lay is cards of one kind (rule 4.1).".to_owned()),
        _ => Err(format!("`{cards}` are {kinds} kinds, and a lay is cards of one kind (rule 4.1).")),
    }
}

/// Splits a text into names of cards: digits stand for themselves, those after a `w` belong to it.
fn card_names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut in_worm = false;
    for c in text.chars() {
        match (c, names.last_mut()) {
            ('w', _) => names.push("W".to_owned()),
            (digit, Some(worm)) if digit.is_ascii_digit() && in_worm => worm.push(digit),
            (digit, _) if digit.is_ascii_digit() => names.push(digit.to_string()),
            _ => {}
        }
        in_worm = c == 'w' || in_worm && c.is_ascii_digit();
    }
    names
}

/// What to say to a line that is not understood.
fn unknown(line: &str) -> String {
    let words = WORDS.iter().map(|(word, _)| *word).filter(|word| word.len() > 2).chain(["lay"]);
    let first = line.split(' ').next().unwrap_or_default();
    let meant = match nearest(line, words.clone()).or_else(|| nearest(first, words)) {
        Some(word) => format!("did you mean `{word}`? "),
        None => String::new(),
    };
    let shown: String = line.chars().take(40).flat_map(char::escape_debug).collect();
    format!("`{shown}` is neither a number in the list nor a move; {meant}`help` lists the commands.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DealKey, Edition, Game, Players, Signposts};

    /// All nonempty subsets of these bits.
    fn subsets(bits: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(bits), move |&last| Some(last.wrapping_sub(1) & bits))
            .take_while(|&subset| subset != 0)
    }

    fn mv(text: &str) -> PlayCommand {
        PlayCommand::Move(text.parse().expect("a move"))
    }

    #[test]
    fn there_are_short_ways_to_say_a_move() {
        for (text, meant) in [
            ("lay 4 4", "lay 4 4"),
            ("LAY 4,4", "lay 4 4"),
            ("l 4 4", "lay 4 4"),
            ("l44", "lay 4 4"),
            ("lay44", "lay 4 4"),
            ("lay W3 W20", "lay W3 W20"),
            ("w20 w3", "lay W3 W20"),
            ("w20w3", "lay W3 W20"),
            ("lw7", "lay W7"),
            ("  pass ", "pass"),
            ("p", "pass"),
            ("Pass  and steal", "pass and steal"),
            ("steal", "pass and steal"),
            ("s", "pass and steal"),
        ] {
            assert_eq!(parse(text), Ok(mv(meant)), "{text}");
        }
    }

    #[test]
    fn numbers_are_those_of_the_list_and_words_are_commands() {
        assert_eq!(parse("4"), Ok(PlayCommand::Listed(4)));
        assert_eq!(parse("99999999999999999999999"), Ok(PlayCommand::Listed(usize::MAX)));
        assert_eq!(parse(" \t"), Ok(PlayCommand::Nothing));
        assert_eq!(parse("save my Game.json"), Ok(PlayCommand::Save(Some("my Game.json".into()))));
        assert_eq!(parse("Save"), Ok(PlayCommand::Save(None)));
        assert_eq!(parse("?"), Ok(PlayCommand::Help));
    }

    #[test]
    fn what_is_not_understood_is_explained() {
        for (text, reason) in [
            ("pas", "did you mean `pass`?"),
            ("hnit", "did you mean `hint`?"),
            ("ley 4 4", "did you mean `lay`?"),
            ("4 4", "`help` lists"),
            ("xyzzy", "`help` lists"),
            ("lay", "Lay which cards?"),
            ("l", "Lay which cards?"),
            ("lay 4 5", "2 kinds, and a lay is cards of one kind (rule 4.1)"),
            ("lay 7", "a card is written 1 to 5"),
            ("lay w26", "a card is written 1 to 5"),
            ("w", "a card is written 1 to 5"),
            ("w3 w3", "not that many cards `W3`"),
            ("\u{1b}[2J", "\\u{1b}"),
        ] {
            let answer = parse(text).expect_err(text);
            assert!(answer.contains(reason), "{text}: {answer}");
            assert!(!answer.contains('\u{1b}'));
        }
    }

    #[test]
    fn every_legal_move_round_trips_through_its_own_name_and_short_ones() {
        for players in Players::ALL {
            let key = DealKey::new(7, players.count() as u64);
            let (mut luck, mut choose) = (key.deal(players), key.choices(key.first_seat(players), 0));
            let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
            while !game.table().is_over() {
                for choice in game.choices().iter() {
                    let name = choice.to_string();
                    let short = name.replace("lay ", "l").replace(' ', "");
                    for text in [name.clone(), name.to_lowercase(), name.to_uppercase()] {
                        assert_eq!(parse(&text), Ok(PlayCommand::Move(choice)), "{text}");
                    }
                    if !choice.cards().is_empty() {
                        assert_eq!(parse(&short), Ok(PlayCommand::Move(choice)), "{short}");
                    }
                }
                // Rule 11.1: any worms together, including those that the list leaves out.
                let held = game.hand(game.table().turn()).signposts().bits();
                for worms in subsets(held).filter_map(Signposts::from_bits) {
                    let lay = Move::LayWorms(worms);
                    assert_eq!(parse(&lay.to_string()), Ok(PlayCommand::Move(lay)));
                }
                game.play_random(&mut choose, &mut luck, &mut ());
            }
        }
    }
}
