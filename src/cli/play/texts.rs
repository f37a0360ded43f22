//! Texts for the player; at most 80 columns.

/// The question.
pub(super) const PROMPT: &str = "Your move (or help): ";

/// The entrant that gives hints.
pub(super) const ADVISER: &str = "tuned";
/// The seed of its luck: that of `analyze`, so that both say the same about a decision.
pub(super) const ADVISER_SEED: u64 = 1;

/// What a hint is worth.
pub(super) const HINT_NOTE: &str = "\
Tried in worlds consistent with what you can know, with `tuned` on all seats; ±
is one standard error.
";

/// The commands.
pub(super) const HELP: &str = "\
Moves: a number in the list, or in words, even one that the list leaves out:
  lay 4 4      or  l44      lay cards of one number
  lay w3 w20   or  w3 w20   lay worms, each by its signpost
  pass         or  p        pass without stealing
  steal        or  s        pass and steal the portion of your total
Commands:
  hint          what seems best, from what you can know
  undo          back to your last decision; repeat to go further
  table         show the table again
  rules         the game in short
  save [FILE]   save the game, and keep playing
  quit          save the game, and leave
In the table: `playing` seats have not passed; `passed` seats wait for the menu
with a valid display; `out` seats have passed without a worm. W7 is the worm with
signpost 7. [30] is on top of a stack: only the top can be stolen.
";

/// The rules in short.
pub(super) const RULES: &str = "\
In each round there is one portion per player on the grill. On your turn you lay
hand cards of one kind that is not yet in your display, and draw 1; or you pass,
and draw 2, but the last to pass draws none. A worm is worth 5, like a five, but
is a different kind.
- Pass without a worm in the display: it is invalid, and you take the lowest
  portion.
- Pass with a worm: the display waits for the menu. If its total is the value of
  another seat's top portion, you may steal that.
- When all have passed comes the menu: the highest total takes the highest portion
  left, and so on; among equal totals the highest signpost goes first.
- The player who took the last portion from the grill begins the next round.
After the last round the most worms win. The exact rules are in docs/RULES.md.
";
