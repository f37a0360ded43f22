//! The examples in the help, laid out for the width of the terminal: no line breaks inside a command unless it can still be copied.

use clap::Command;
use console::Term;

use crate::report::{pad, text_width, wrap};

/// The longest lines of any help.
pub(super) const MAX_WIDTH: usize = 100;

/// The command and all its subcommands with their examples laid out for this terminal.
pub(super) fn with_examples(command: Command) -> Command {
    let width = width();
    laid_out(command, width)
}

/// The width that the parser of arguments uses too.
fn width() -> usize {
    let term = Term::stdout().size_checked().or_else(|| Term::stderr().size_checked());
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    term.map(|(_, columns)| usize::from(columns)).or_else(columns).unwrap_or(MAX_WIDTH).min(MAX_WIDTH)
}

fn laid_out(command: Command, width: usize) -> Command {
    let examples = command.get_after_help().map(|text| layout(&text.to_string(), width));
    let command = match examples {
        Some(examples) => command.after_help(examples),
        None => command,
    };
    command.mut_subcommands(|under| laid_out(under, width))
}

/// Lays out a text: indented lines are examples, a command and after three blanks or more a comment; other lines are prose, which is
/// broken elsewhere. Comments stand beside their commands if there is room for all of them, otherwise above.
fn layout(text: &str, width: usize) -> String {
    let examples: Vec<Example> = text.lines().filter_map(Example::of).collect();
    let with_comment = || examples.iter().filter(|example| !example.comment.is_empty());
    let column = with_comment().map(|example| text_width(&example.command)).max().unwrap_or(0);
    let longest = with_comment().map(|example| text_width(&example.comment)).max().unwrap_or(0);
    let beside = Some(column).filter(|column| 2 + column + 3 + longest <= width);
    let lines = text.lines().flat_map(|line| match Example::of(line) {
        Some(example) => example.lines(beside, width),
        None => vec![line.to_owned()],
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// An example.
struct Example {
    command: String,
    comment: String,
}

impl Example {
    /// From an indented line.
    fn of(line: &str) -> Option<Example> {
        let line = line.strip_prefix("  ")?;
        let (command, comment) = line.split_once("   ").unwrap_or((line, ""));
        Some(Example { command: command.trim_end().to_owned(), comment: comment.trim().to_owned() })
    }

    /// The comment in a column beside the command, if there is one, otherwise above it.
    fn lines(&self, beside: Option<usize>, width: usize) -> Vec<String> {
        let Example { command, comment } = self;
        match beside {
            Some(column) if !comment.is_empty() => vec![format!("  {}   {comment}", pad(command, column))],
            _ if comment.is_empty() => continued(command, width),
            _ => {
                let comment = wrap(comment, width.saturating_sub(4));
                comment.iter().map(|line| format!("  # {line}")).chain(continued(command, width)).collect()
            }
        }
    }
}

/// A command on as many lines as it needs, as a shell takes it.
fn continued(command: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts(command) {
        match lines.last_mut() {
            None => lines.push(format!("  {part}")),
            // Room for the sign that the command goes on.
            Some(line) if text_width(line) + 1 + text_width(&part) + 2 <= width => *line = format!("{line} {part}"),
            Some(line) => {
                line.push_str(" \\");
                lines.push(format!("      {part}"));
            }
        }
    }
    lines
}

/// The words of a command, each option with its value.
fn parts(command: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in command.split(' ') {
        let is_option = |part: &&mut String| part.starts_with("--") && !part.contains(' ');
        match parts.last_mut().filter(|part| is_option(part) && !word.starts_with('-')) {
            Some(option) => *option = format!("{option} {word}"),
            None => parts.push(word.to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "Examples:\n  karteneck a     the first\n  karteneck bcd --efg 1 --hij 2     the second one\n\nSome prose.";

    #[test]
    fn comments_stand_beside_their_commands_or_above_them() {
        assert_eq!(
            layout(TEXT, 60),
            "Examples:\n  karteneck a                     the first\n  karteneck bcd --efg 1 --hij 2   the second one\n\nSome prose."
        );
        assert_eq!(
            layout(TEXT, 40),
            "Examples:\n  # the first\n  karteneck a\n  # the second one\n  karteneck bcd --efg 1 --hij 2\n\nSome prose."
        );
    }

    #[test]
    fn a_broken_command_is_still_one_for_a_shell() {
        assert_eq!(continued("karteneck bcd --efg 1 --hij 2", 24), ["  karteneck bcd \\", "      --efg 1 --hij 2"]);
        assert_eq!(continued("karteneck a", 40), ["  karteneck a"]);
    }
}
