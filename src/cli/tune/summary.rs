//! The findings of a tuning, for the terminal.

use std::io::{self, Write};

use super::request::Tuning;
use crate::cli::Failure;
use crate::cli::json::{JsonOption, print_json};
use crate::cli::messages::note;
use crate::cli::screen::columns;
use crate::records::words::quoted;
use crate::report::{changes_table, effects_table, left_out, statement, transfer_table, tuning_json};
use crate::runs::TUNED;
use crate::tuning::{Findings, TuningPlan, TuningVerdict};

pub(super) fn print_summary(tuning: &Tuning, findings: &Findings, json: JsonOption) -> Result<(), Failure> {
    let (plan, folder) = (&tuning.plan, tuning.folder.path());
    let file = tuning.out.clone().unwrap_or_else(|| tuning.folder.file(TUNED));
    if json.is_wanted() {
        print_json(&tuning_json(plan, findings, folder, &file, &tuning.manifest.command))?;
    } else {
        print_tables(plan, findings)?;
    }
    note(format_args!("± is half of a 95 % interval; history, pictures and tables are in {}", folder.display()));
    if let Some(out) = &tuning.out {
        note(format_args!("the entrant is in {}", out.display()));
    }
    if findings.verdict != TuningVerdict::Nothing {
        let (file, family) = (quoted(&file.display().to_string()), plan.space.family.name);
        note(format_args!("it is an entrant: karteneck match {file} {family}"));
    }
    Ok(())
}

fn print_tables(plan: &TuningPlan, findings: &Findings) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} · {} · {} generations · {} games · seed {}\n",
        plan.request.entrant.name,
        plan.method,
        findings.history.milestones.len(),
        findings.games,
        plan.request.seed.seed()
    )?;
    for sentence in statement(plan, findings) {
        writeln!(out, "{sentence}")?;
    }
    if findings.verdict != TuningVerdict::Nothing {
        writeln!(out, "\n{}", changes_table(plan, findings).within(columns()))?;
    }
    if !findings.transfer.is_empty() {
        writeln!(
            out,
            "Against others, one against copies of the same:\n{}",
            transfer_table(&findings.transfer).within(columns())
        )?;
    }
    if let Some(sentence) = left_out(findings) {
        writeln!(out, "{sentence}\n")?;
    }
    if !findings.effects.is_empty() {
        let table = effects_table(plan, &findings.result, &findings.effects).within(columns());
        writeln!(
            out,
            "How much single parameters matter, in percent of a fair share (* is significant, corrected for their \
             number):\n{table}"
        )?;
    }
    Ok(out.flush()?)
}
