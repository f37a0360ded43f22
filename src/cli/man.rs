//! `karteneck man`: manual pages, made of the same definitions as the help.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use super::failure::{Failure, say};

/// Write the manual pages of karteneck and all its commands
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck man | man -l -                                the page of karteneck itself
  karteneck man --out ~/.local/share/man/man1             all pages, for `man karteneck-tournament`")]
pub(super) struct Arguments {
    /// The folder of all pages; without it the page of karteneck itself is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let command = super::Arguments::command();
    match &arguments.out {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            io::stdout().write_all(&page)?;
        }
        Some(folder) => {
            let cannot_write = || format!("cannot write the pages to {}", folder.display());
            fs::create_dir_all(folder).with_context(cannot_write)?;
            clap_mangen::generate_to(command, folder).with_context(cannot_write)?;
            say(format_args!("the pages are in {}", folder.display()));
        }
    }
    Ok(())
}
