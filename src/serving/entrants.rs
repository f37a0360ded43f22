//! Who may play at the request of a page: everything that has a name, and the programs that were named on the command line.

use serde_json::{Value, json};

use super::answer::Answer;
use super::site::Site;
use crate::analysis::is_search;
use crate::bots::Program;
use crate::entrants::{Entrant, EntrantKind};

/// What a spec of a page may be at most.
const MAX_SPEC: usize = 300;

/// Who plays if none is named, and who continues a game where that is asked for.
const USUAL: &str = "tuned";
/// Who judges if none is named.
const JUDGE: &str = "champion";

/// The entrant of a spec, if a page may name it.
///
/// # Errors
/// If there is none, it is a program that was not named on the command line, or it would read a file.
pub(super) fn find(site: &Site, spec: &str) -> Result<Entrant, Answer> {
    let spec = spec.trim();
    if let Some(program) =
        site.programs.iter().find(|program| [&program.spec, &program.entrant.name].contains(&&spec.to_owned()))
    {
        return Ok(program.entrant.clone());
    }
    let names_file = spec.contains(['/', '\\']) || [".toml", ".net"].iter().any(|ending| spec.contains(ending));
    if spec.contains("process:") {
        let hint = format!("karteneck serve --allow '{spec}'");
        return Err(Answer::error(
            403,
            format!("{spec:?} is a program: only those named at the start may play; {hint}"),
        ));
    }
    if names_file || spec.len() > MAX_SPEC {
        return Err(Answer::error(403, format!("{spec:?}: a page may name entrants, but no files")));
    }
    let entrant = site.catalogue.find(spec).map_err(|error| Answer::wrong(error.to_string()))?;
    if entrant.is_process() { Err(Answer::error(403, refusal(&entrant))) } else { Ok(entrant) }
}

/// What a form calls a player of a game: by its name, or if a page may not use that, the usual one.
pub(super) fn named(site: &Site, name: String) -> String {
    if find(site, &name).is_ok() { name } else { USUAL.to_owned() }
}

/// Who judges moves: a search looks at them, any other strategy continues for all seats in worlds where they are tried.
///
/// # Errors
/// As [`find`]; a program is too slow.
pub(super) fn find_judge(site: &Site, spec: &str) -> Result<Entrant, Answer> {
    let judge = find(site, if spec.is_empty() { JUDGE } else { spec })?;
    if judge.is_process() {
        return Err(Answer::wrong("a program is too slow to continue the game in every world"));
    }
    Ok(judge)
}

/// The strategy that continues games for all seats, if this one judges moves: a search is too slow for that.
///
/// # Errors
/// As [`find_judge`].
pub(super) fn find_policy(site: &Site, spec: &str) -> Result<Entrant, Answer> {
    let judge = find_judge(site, spec)?;
    if is_search(&judge) { find(site, USUAL) } else { Ok(judge) }
}

/// Whether an entrant of a file may play: anything but a program, or a program that was named on the command line.
pub(super) fn is_allowed(site: &Site, entrant: &Entrant) -> bool {
    !entrant.is_process() || site.programs.iter().any(|program| is_same_program(&program.entrant, entrant))
}

/// Whether two entrants start the same program in the same folder with the same variables; a manifest names the folder in full.
fn is_same_program(one: &Entrant, other: &Entrant) -> bool {
    let (EntrantKind::Process(one), EntrantKind::Process(other)) = (&one.kind, &other.kind) else { return false };
    let folder = |program: &Program| std::path::absolute(program.folder.as_deref().unwrap_or(".".as_ref())).ok();
    one.command == other.command && one.env == other.env && folder(one) == folder(other)
}

/// Why a program does not play.
pub(super) fn refusal(entrant: &Entrant) -> String {
    let command = match &entrant.kind {
        EntrantKind::Process(program) => program.command.join(" "),
        _ => entrant.name.clone(),
    };
    format!(
        "{} is a program, which is not started unless it is named on the command line: karteneck serve --allow 'process:{command}'",
        entrant.name
    )
}

/// Everyone that a form offers.
pub(super) fn list(site: &Site) -> Answer {
    let named = site.catalogue.list().into_iter().filter_map(|listed| {
        let entrant = listed.entrant.ok().filter(|entrant| !entrant.is_process())?;
        Some(row(&listed.name, &entrant, false))
    });
    let programs = site.programs.iter().map(|program| row(&program.spec, &program.entrant, true));
    Answer::json(&json!({ "entrants": named.chain(programs).collect::<Vec<_>>() }))
}

fn row(spec: &str, entrant: &Entrant, is_program: bool) -> Value {
    json!({ "spec": spec, "name": entrant.name, "summary": entrant.summary(), "program": is_program })
}
