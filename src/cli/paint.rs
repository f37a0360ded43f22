//! Colours, or none: everything they say is also said in words.

use std::ffi::OsString;

use clap::ValueEnum;
use console::Style;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set or `CLICOLOR` is 0; everywhere if `CLICOLOR_FORCE` is set
    Auto,
    Always,
    Never,
}

impl ColorChoice {
    /// Holds from now on for all output.
    pub(super) fn apply(self) {
        if self != ColorChoice::Auto {
            console::set_colors_enabled(self == ColorChoice::Always);
            console::set_colors_enabled_stderr(self == ColorChoice::Always);
        }
    }

    /// The choice among the words of a command line, for the help and the errors of whatever parses them.
    pub(super) fn among(words: impl Iterator<Item = OsString>) -> clap::ColorChoice {
        let words: Vec<String> = words.filter_map(|word| word.into_string().ok()).collect();
        let given = words.iter().enumerate().find_map(|(index, word)| match word.split_once('=') {
            Some(("--color" | "--colour", value)) => Some(value),
            None if word == "--color" || word == "--colour" => words.get(index + 1).map(String::as_str),
            _ => None,
        });
        match given {
            Some("always") => clap::ColorChoice::Always,
            Some("never") => clap::ColorChoice::Never,
            _ => clap::ColorChoice::Auto,
        }
    }
}

/// Paints texts, or leaves them as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint {
    on: bool,
}

impl Paint {
    /// For stdout.
    pub(super) fn stdout() -> Paint {
        Paint { on: console::colors_enabled() }
    }

    /// For stderr.
    pub(super) fn stderr() -> Paint {
        Paint { on: console::colors_enabled_stderr() }
    }

    /// Always, or never.
    #[cfg(test)]
    pub(super) const fn new(on: bool) -> Paint {
        Paint { on }
    }

    fn apply(self, style: Style, text: &str) -> String {
        if !self.on {
            return text.to_owned();
        }
        // Line by line: whatever cuts a text into lines must not carry a colour on.
        let style = style.force_styling(true);
        let paint = |line: &str| if line.is_empty() { String::new() } else { style.apply_to(line).to_string() };
        text.split('\n').map(paint).collect::<Vec<_>>().join("\n")
    }

    /// What matters most.
    pub(super) fn strong(self, text: &str) -> String {
        self.apply(Style::new().bold(), text)
    }

    /// What belongs to the player.
    pub(super) fn own(self, text: &str) -> String {
        self.apply(Style::new().cyan().bold(), text)
    }

    /// What can be stolen, or has been; what to be aware of.
    pub(super) fn alert(self, text: &str) -> String {
        self.apply(Style::new().yellow(), text)
    }

    /// What is wrong.
    pub(super) fn wrong(self, text: &str) -> String {
        self.apply(Style::new().red(), text)
    }

    /// The part of a bar that is done.
    pub(super) fn bar(self, text: &str) -> String {
        self.apply(Style::new().cyan(), text)
    }

    /// What matters least.
    pub(super) fn quiet(self, text: &str) -> String {
        self.apply(Style::new().dim(), text)
    }

    /// A line that begins with the verdict of a check.
    pub(super) fn verdict(self, line: &str) -> String {
        let word = line.trim_start().split(' ').next().unwrap_or_default();
        let painted = match word {
            "passed" => self.apply(Style::new().green(), word),
            "FAILED" => self.apply(Style::new().red().bold(), word),
            "skipped" => self.alert(word),
            _ => return line.to_owned(),
        };
        line.replacen(word, &painted, 1)
    }

    /// A message, with the word that says what kind of message it is.
    pub(super) fn message(self, text: &str) -> String {
        let Some((kind, rest)) = text.split_once(": ") else { return text.to_owned() };
        let kind = match kind {
            "error" => self.apply(Style::new().red().bold(), kind),
            "warning" | "interrupted" => self.apply(Style::new().yellow().bold(), kind),
            "note" => self.apply(Style::new().cyan(), kind),
            _ => return text.to_owned(),
        };
        format!("{kind}: {rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_kind_of_a_message_is_painted() {
        assert_eq!(Paint::new(true).message("error: a: b"), "\u{1b}[31m\u{1b}[1merror\u{1b}[0m: a: b");
        assert_eq!(Paint::new(true).message("results in x: y"), "results in x: y");
        assert_eq!(Paint::new(false).message("note: a"), "note: a");
        assert_eq!(Paint::new(true).strong("a\nb\n"), "\u{1b}[1ma\u{1b}[0m\n\u{1b}[1mb\u{1b}[0m\n");
    }

    #[test]
    fn the_choice_is_found_among_the_words() {
        let among = |line: &str| ColorChoice::among(line.split(' ').map(OsString::from));
        assert_eq!(among("karteneck play --color never"), clap::ColorChoice::Never);
        assert_eq!(among("karteneck --colour=always play"), clap::ColorChoice::Always);
        assert_eq!(among("karteneck play --color"), clap::ColorChoice::Auto);
    }
}
