//! Texts for the player, in lines that fit the screen.

use crate::report::{TextTable, hang};

/// The question.
pub(super) const PROMPT: &str = "Your move (or help): ";

/// The seed of the luck of hints and judgements: that of `analyze`, so that both say the same about a decision.
pub(super) const ADVISER_SEED: u64 = 1;

/// What a hint is worth.
pub(super) fn hint_note(judge: &str, columns: usize) -> String {
    let text =
        "As `JUDGE` sees it, from what you can know; ± is one standard error, and less than half a point is close.";
    hang("", &text.replace("JUDGE", judge), columns)
}

/// Ways to say a move.
const MOVES: [[&str; 2]; 4] = [
    ["  lay 4 4, or l44", "lay cards of one number"],
    ["  lay w3 w20, or w3 w20", "lay worms, each by its signpost"],
    ["  pass, or p", "pass without stealing"],
    ["  steal, or s", "pass and steal the portion of your total"],
];

/// The commands.
const COMMANDS: [[&str; 2]; 6] = [
    ["  hint", "what seems best, from what you can know"],
    ["  undo", "back to your last decision; repeat to go further"],
    ["  table", "show the table again"],
    ["  rules", "the game in short"],
    ["  save [FILE]", "save the game, and keep playing"],
    ["  quit", "save the game, and leave"],
];

/// What the table shows.
const TABLE: &str = "In the table: who is `playing` has not passed; who has `passed` waits for the menu with a valid display; who is `out` has \
                     passed without a worm. W7 is the worm with signpost 7. [30] is on top of a stack: only the top can be stolen.";

/// The commands, explained.
pub(super) fn help(columns: usize) -> String {
    let list = |rows: &[[&str; 2]]| {
        TextTable::with_prose(rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect()).within(columns)
    };
    let moves = hang("", "Moves: a number in the list, or in words, even one that the list leaves out:", columns);
    format!("{moves}{}Commands:\n{}{}", list(&MOVES), list(&COMMANDS), hang("", TABLE, columns))
}

/// The rules in short; the points begin with a dash.
const RULES: [&str; 6] = [
    "In each round there is one portion per player on the grill. On your turn you lay hand cards of one kind that is not yet in your display, \
     and draw 1; or you pass, and draw 2, but the last to pass draws none. A worm is worth 5, like a five, but is a different kind.",
    "- Pass without a worm in the display: it is invalid, and you take the lowest portion.",
    "- Pass with a worm: the display waits for the menu. If its total is the value of another player's top portion, you may steal that.",
    "- When all have passed comes the menu: the highest total takes the highest portion left, and so on; among equal totals the highest \
     signpost goes first.",
    "- The player who took the last portion from the grill begins the next round.",
    "After the last round the most worms win. The exact rules are in docs/RULES.md.",
];

/// The rules in short.
pub(super) fn rules(columns: usize) -> String {
    let paragraph = |text: &&str| match text.strip_prefix("- ") {
        Some(point) => hang("- ", point, columns),
        None => hang("", text, columns),
    };
    RULES.iter().map(paragraph).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::text_width;

    #[test]
    fn texts_fit_every_screen() {
        for columns in 40..=110 {
            for text in [help(columns), rules(columns), hint_note("champion", columns)] {
                assert!(text.lines().all(|line| text_width(line) <= columns), "{columns}\n{text}");
            }
        }
    }
}
