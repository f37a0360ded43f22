//! Programs named by a file rather than the command line: started only with the user's consent.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::anyhow;
use clap::Args;

use super::failure::Failure;
use super::messages::say;
use crate::bots::Program;
use crate::entrants::{Entrant, EntrantKind};
use crate::records::words::{harmless, quoted};

/// Whether programs that a file names may be started.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Trust {
    /// Start the programs that the file names without asking; only for files that you trust
    #[arg(long)]
    trust: bool,
}

impl Trust {
    /// Makes sure that the programs among the entrants of a file may be started: names them, and asks on a terminal.
    pub(super) fn check<'a>(self, file: &str, entrants: impl IntoIterator<Item = &'a Entrant>) -> Result<(), Failure> {
        let commands = commands(entrants);
        if self.trust || commands.is_empty() {
            return Ok(());
        }
        say(format_args!("{file} names programs that would be started on this machine:"));
        for command in &commands {
            say(format_args!("  {command}"));
        }
        if ask() {
            return Ok(());
        }
        Err(Failure::Usage(anyhow!(
            "{file}: nothing is started without your consent; if you trust these programs, give --trust"
        )))
    }
}

/// What a printed command needs to continue with these entrants.
pub(super) fn trust_option<'a>(entrants: impl IntoIterator<Item = &'a Entrant>) -> &'static str {
    if entrants.into_iter().any(Entrant::is_process) { " --trust" } else { "" }
}

/// The programs, each once, as shell commands.
fn commands<'a>(entrants: impl IntoIterator<Item = &'a Entrant>) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for entrant in entrants {
        if let EntrantKind::Process(Program { command, folder, env, .. }) = &entrant.kind {
            let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
            let folder = folder.as_ref().map(|folder| format!(", in {}", folder.display()));
            let env = (!env.is_empty()).then(|| format!(", with the variables {}", env.join(" ")));
            let line = [entrant.name.clone(), ": ".to_owned(), words.join(" ")].into_iter().chain(folder).chain(env);
            let line = shown(&line.collect::<String>());
            if !commands.contains(&line) {
                commands.push(line);
            }
        }
    }
    commands
}

/// An untrusted text on one line.
fn shown(text: &str) -> String {
    harmless(&text.replace('\n', "\\n"))
}

/// Asks on a terminal; elsewhere the answer is no.
fn ask() -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    let mut stderr = io::stderr();
    let asked = write!(stderr, "start them? [y/N] ").and_then(|()| stderr.flush());
    let mut answer = String::new();
    asked.is_ok()
        && io::stdin().lock().read_line(&mut answer).is_ok()
        && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_cannot_hide_what_it_is() {
        assert_eq!(shown("sh -c 'a \\ \"ü\"'"), "sh -c 'a \\ \"ü\"'");
        for hidden in ['\u{1b}', '\n', '\u{202e}', '\u{200b}', '\u{2028}', '\u{feff}'] {
            assert!(!shown(&format!("a{hidden}b")).contains(hidden), "{hidden:?}");
        }
        let mut program = Program::new(vec!["bot".to_owned()]);
        program.env = vec!["TOKEN".to_owned()];
        let entrant = Entrant { name: "x".to_owned(), note: String::new(), kind: EntrantKind::Process(program) };
        assert_eq!(commands([&entrant]), ["x: bot, with the variables TOKEN"]);
    }
}
