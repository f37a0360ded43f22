//! `karteneck completions`: the shell completes commands, options and their values.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::failure::Failure;

/// Print what a shell needs to complete the commands of karteneck
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck completions bash > ~/.local/share/bash-completion/completions/karteneck
  karteneck completions zsh > ~/.zfunc/_karteneck         with fpath+=~/.zfunc in .zshrc
  karteneck completions fish > ~/.config/fish/completions/karteneck.fish")]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "karteneck", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}
