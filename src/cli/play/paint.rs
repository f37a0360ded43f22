//! Colours, or none: everything they say is also said in words.

use clap::ValueEnum;
use console::Style;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    Always,
    Never,
}

/// Paints texts, or leaves them as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint {
    on: bool,
}

impl Paint {
    /// The paint for this setting.
    pub(super) fn new(colour: Colour) -> Paint {
        let on = match colour {
            Colour::Auto => console::colors_enabled(),
            Colour::Always => true,
            Colour::Never => false,
        };
        Paint { on }
    }

    fn apply(self, style: Style, text: &str) -> String {
        if self.on { style.force_styling(true).apply_to(text).to_string() } else { text.to_owned() }
    }

    /// What matters most.
    pub(super) fn strong(self, text: &str) -> String {
        self.apply(Style::new().bold(), text)
    }

    /// What belongs to the player.
    pub(super) fn own(self, text: &str) -> String {
        self.apply(Style::new().cyan().bold(), text)
    }

    /// What can be stolen, or has been.
    pub(super) fn alert(self, text: &str) -> String {
        self.apply(Style::new().yellow(), text)
    }

    /// What is wrong.
    pub(super) fn wrong(self, text: &str) -> String {
        self.apply(Style::new().red(), text)
    }

    /// What matters least.
    pub(super) fn quiet(self, text: &str) -> String {
        self.apply(Style::new().dim(), text)
    }
}
