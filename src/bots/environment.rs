//! The environment of programs: what they need to run, and what the entrant asks for. Whatever else is in that of the
//! laboratory (keys, tokens, agents) is withheld.

use std::env;
use std::process::Command;

/// The variables that every program gets if the laboratory has them.
const USUAL: [&str; 23] = [
    "PATH",
    "HOME",
    "LANG",
    "LANGUAGE",
    "TMPDIR",
    "TZ",
    "USER",
    "LOGNAME",
    "SHELL",
    // What programs on Windows cannot do without.
    "SystemRoot",
    "SystemDrive",
    "windir",
    "COMSPEC",
    "PATHEXT",
    "TEMP",
    "TMP",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "ProgramData",
    "ProgramFiles",
    "USERNAME",
    "NUMBER_OF_PROCESSORS",
];

/// The prefix of more such variables.
const USUAL_PREFIX: &str = "LC_";

/// Leaves a command only the usual variables and those that it asks for.
pub(super) fn clean(command: &mut Command, wanted: &[String]) {
    command.env_clear();
    let same = |one: &str, other: &str| if cfg!(windows) { one.eq_ignore_ascii_case(other) } else { one == other };
    for (name, value) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let is_usual = text.starts_with(USUAL_PREFIX) || USUAL.iter().any(|usual| same(usual, text));
        if is_usual || wanted.iter().any(|wanted| same(wanted, text)) {
            command.env(name, value);
        }
    }
}
