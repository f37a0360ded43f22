//! `karteneck report`: a run to look at.

mod games;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, anyhow};
use clap::Args;

use super::failure::Failure;
use super::messages::note;
use super::output::write_text;
use super::run::{folder_of, open_run};
use crate::report::{GameInput, RunInput, figure_files, markdown, report_page};
use crate::runs::{COMPARISON, REPORT, Run};
use games::{Found, find_games};

/// Make a page of a run: standings, charts, and games to step through
///
/// The page is one file that needs nothing else: no network, no other file. It is `report.html` in the folder of the run;
/// with several runs, which are then compared, it is `comparison.html` in the folder of the first.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck report results/tournament-001 --open
  karteneck report results/tournament-001 results/tournament-002 --out both.html
  karteneck report results/tournament-001 --svg figures            each chart as a file
  karteneck report results/tournament-001 --markdown | less        tables for pasting")]
pub(super) struct Arguments {
    /// The folder of a run; several are compared
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// Write the page to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Also write each chart as a separate file to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Replace files of --out and --svg that exist; a page in the folder of a run is always replaced
    #[arg(long)]
    force: bool,
    /// Also print the tables as Markdown
    #[arg(long)]
    markdown: bool,
}

/// A run that has been read.
struct Loaded {
    run: Run,
    name: String,
    games: Vec<Found>,
    /// Games worth a look that cannot be shown.
    missing: usize,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut loaded = arguments.runs.iter().map(|path| Loaded::read(path)).collect::<Result<Vec<_>, _>>()?;
    tell_apart(&mut loaded);
    let paths: Vec<String> = loaded.iter().map(|loaded| loaded.run.path().display().to_string()).collect();
    let runs: Vec<RunInput<'_>> = loaded.iter().zip(&paths).map(|(run, path)| run.shown(path)).collect();
    let page = report_page(&runs).map_err(|error| Failure::Failed(Error::new(error)))?;
    let own = loaded[0].run.path().join(if runs.len() == 1 { REPORT } else { COMPARISON });
    let file = arguments.out.as_ref().unwrap_or(&own);
    let _alone = loaded[0].run.tidied();
    write_text(file, &page, arguments.out.is_none() || arguments.force)?;
    if let Some(folder) = &arguments.svg {
        write_figures(folder, &runs, arguments.force)?;
    }
    if arguments.markdown {
        io::stdout().lock().write_all(markdown(&runs).as_bytes())?;
    }
    note(format_args!("the page is {}", file.display()));
    if arguments.open {
        open_in_browser(file);
    }
    Ok(())
}

/// Numbers runs whose folders have the same name.
fn tell_apart(runs: &mut [Loaded]) {
    let names: Vec<String> = runs.iter().map(|run| run.name.clone()).collect();
    for (index, run) in runs.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == run.name).count() > 1 {
            let number = names[..=index].iter().filter(|name| **name == run.name).count();
            run.name = format!("{} ({number})", run.name);
        }
    }
}

impl Loaded {
    fn read(path: &Path) -> Result<Loaded, Failure> {
        let whole = fs::canonicalize(path);
        // A path that does not end in a name means nothing once the page is moved.
        let path = if path.file_name().is_none() { whole.as_deref().unwrap_or(path) } else { path };
        let path = folder_of(path);
        let run = open_run(path)?;
        if !run.is_over() && run.state().games(run.plan()) == 0 {
            return Err(Failure::Usage(anyhow!(
                "{}: nothing has been played yet; continue it with --resume",
                path.display()
            )));
        }
        let name = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = name.file_name().map_or_else(|| "run".to_owned(), |name| name.to_string_lossy().into_owned());
        let (games, missing) = find_games(&run);
        Ok(Loaded { run, name, games, missing })
    }

    fn shown<'a>(&'a self, path: &'a str) -> RunInput<'a> {
        let game = |found: &'a Found| GameInput {
            title: &found.moment.title,
            about: &found.about,
            command: &found.command,
            record: &found.record,
            edition: &self.run.plan().edition,
        };
        let games = self.games.iter().map(game).collect();
        RunInput::new([&self.name, path], self.run.manifest(), self.run.results(), games, self.missing)
    }
}

fn write_figures(folder: &Path, runs: &[RunInput<'_>], force: bool) -> Result<(), Failure> {
    let several = runs.len() > 1;
    for run in runs {
        let folder = if several { folder.join(run.name) } else { folder.to_owned() };
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        for (name, text) in figure_files(run) {
            write_text(&folder.join(name), &text, force)?;
        }
    }
    note(format_args!("the charts are in {}", folder.display()));
    Ok(())
}

/// Asks the system to open a file. Some systems do not report failure, so the user is told what to do in any case.
fn open_in_browser(file: &Path) {
    // A name like `a:b.html` would be taken for a URL.
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    match opener::open(&file) {
        Ok(()) => note(format_args!("if no browser shows it, open the page yourself")),
        Err(error) => note(format_args!("cannot open a browser: {error}; open the page yourself")),
    }
}
