//! `karteneck man`: manual pages, generated from the same definitions as the help.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use super::failure::Failure;
use super::messages::note;

/// Write the manual pages of karteneck and all its commands
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck man | man -l -                                the page of karteneck itself
  karteneck man --out ~/.local/share/man/man1             all pages, for `man karteneck-tournament`")]
pub(super) struct Arguments {
    /// The folder for all pages; by default only the page of karteneck itself is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut command = super::Arguments::command().disable_help_subcommand(true);
    command.build();
    match &arguments.out {
        None => {
            let (_, page) = page(command)?;
            io::stdout().write_all(page.as_bytes())?;
        }
        Some(folder) => {
            let cannot_write = || format!("cannot write the pages to {}", folder.display());
            fs::create_dir_all(folder).with_context(cannot_write)?;
            for (name, page) in pages(command)? {
                fs::write(folder.join(name), page).with_context(cannot_write)?;
            }
            note(format_args!("the pages are in {}", folder.display()));
        }
    }
    Ok(())
}

/// The pages of a command and all its subcommands: file names and texts.
fn pages(command: Command) -> io::Result<Vec<(String, String)>> {
    let mut all = Vec::new();
    for under in command.get_subcommands().filter(|under| !under.is_hide_set()) {
        all.extend(pages(under.clone())?);
    }
    all.push(page(command)?);
    Ok(all)
}

/// The page of a command.
fn page(command: Command) -> io::Result<(String, String)> {
    let (man, mut bytes) = (Man::new(command), Vec::new());
    man.render(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    Ok((man.get_filename(), with_examples(&text)))
}

/// Examples keep their line breaks, under the usual heading of manual pages.
fn with_examples(page: &str) -> String {
    let Some((before, rest)) = page.split_once(".SH EXTRA\nExamples:\n") else { return page.to_owned() };
    let (examples, after) =
        rest.split_once("\n.SH ").map_or((rest, String::new()), |(examples, after)| (examples, format!(".SH {after}")));
    format!("{before}.SH EXAMPLES\n.nf\n{}\n.fi\n{after}", examples.trim_end())
}
