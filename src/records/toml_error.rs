//! What can be wrong with a TOML file written by hand.

use std::fmt;

use thiserror::Error;

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum TomlError {
    /// The file cannot be read.
    #[error("cannot be read; give the path of a TOML file")]
    Unreadable(#[source] std::io::Error),
    /// The text is not TOML.
    #[error("not valid TOML: {0}")]
    Syntax(String),
    /// What it says is wrong.
    #[error("{0}")]
    Mistakes(Mistakes),
}

/// What a text says, if it is TOML.
pub(super) fn toml_table(text: &str) -> Result<toml::Table, TomlError> {
    text.parse().map_err(|error: toml::de::Error| TomlError::Syntax(error.to_string()))
}

/// Everything that is wrong with what a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes {
    /// What the file describes.
    pub of: &'static str,
    /// Each of them; never empty.
    pub list: Vec<String>,
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, s) = (self.list.len(), if self.list.len() == 1 { "" } else { "s" });
        write!(f, "{count} mistake{s} in the {}:", self.of)?;
        self.list.iter().try_for_each(|mistake| write!(f, "\n  {mistake}"))
    }
}
