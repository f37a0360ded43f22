//! What is said to the person, word by word.

/// The question.
pub(super) const PROMPT: &str = "Your move (or help): ";

/// Who gives hints.
pub(super) const ADVISER: &str = "tuned";

/// Candidates that a hint shows.
pub(super) const HINTS: usize = 8;

pub(super) const HINT_NOTE: &str = "\
Every candidate was tried in worlds that fit what you can know; `tuned` played on for everybody.
± is one standard error: moves that differ by less may be equally good.
";

pub(super) const HELP: &str = "\
Moves: a number of the list, or in words, also such as the list leaves out:
  lay 4 4   l44           lay cards of one number
  lay w3 w20   w3 w20     lay worms, each by its signpost
  pass   p                pass without stealing
  steal   s               pass and steal the portion of your total
Others:
  hint    what seems best, from what you can know     table   show the table again
  undo    back to your last decision, and further     rules   the game in short
  save [FILE]   keep the game and play on             quit    save the game and leave
In the table: `playing` has not passed; `passed` has a valid display and waits for the menu; `out` has passed
without a worm. W7 is the worm with signpost 7. [30] is on top of a stack, and only the top can be stolen.
";

pub(super) const RULES: &str = "\
In each round as many portions lie on the grill as there are players. In turn you lay hand cards of one kind
that is not yet in your display (then draw 1), or pass (then draw 2, but the last to pass draws none).
Worms and fives are worth 5 and are different kinds.
- Pass without a worm in your display: it is invalid, and you take the lowest portion.
- Pass with a worm: your display waits for the menu. If your total is the value of another one's top portion,
  you may steal that.
- The menu: when all have passed, the highest total takes the highest portion left, and so on; of equal totals
  the highest signpost goes first. Who took the last portion from the grill begins the next round.
After the last round most worms win; of equals, whoever has the best portion. All rules: docs/RULES.md
";
