//! Runs the fuzz targets on a stable toolchain:
//! `cargo run --release -- [--executions N] [--seconds S] [--seed K] [--threads T] [TARGET…]`.
//! A file instead of a target's name, like `findings/record-0`, is tried once.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs, io, process, thread};

use karteneck_fuzz::{Order, Report, TARGETS, Target, read_seeds, run_target};

/// An input that took longer is kept, to be looked at; on a busy machine it may be innocent.
const SLOW: Duration = Duration::from_secs(1);

const USAGE: &str = "usage: karteneck-fuzz [--executions N] [--seconds S] [--seed K] [--threads T] [TARGET…|FILE…]";

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(findings) => {
            println!("{findings} findings in {}", findings_folder().display());
            ExitCode::FAILURE
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// What the command line asks for.
struct Request {
    order: Order,
    targets: Vec<Target>,
    files: Vec<PathBuf>,
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Request, String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let order = Order { executions: 10_000, time: None, seed: 1, threads };
    let mut request = Request { order, targets: Vec::new(), files: Vec::new() };
    while let Some(word) = words.next() {
        let mut number = || {
            let given = words.next().and_then(|text| text.parse::<u64>().ok());
            given.ok_or_else(|| format!("{word}: expected a whole number\n{USAGE}"))
        };
        match word.as_str() {
            "--executions" => request.order.executions = number()?,
            "--seconds" => request.order.time = Some(Duration::from_secs(number()?)),
            "--seed" => request.order.seed = number()?,
            "--threads" => request.order.threads = number()?.clamp(1, 1024) as usize,
            name => match TARGETS.iter().find(|target| target.name == name) {
                Some(target) => request.targets.push(*target),
                None if Path::new(name).is_file() => request.files.push(name.into()),
                None => return Err(format!("there is no target or file `{name}`\n{USAGE}\n{}", names())),
            },
        }
    }
    if request.targets.is_empty() && request.files.is_empty() {
        request.targets = TARGETS.to_vec();
    }
    Ok(request)
}

fn names() -> String {
    format!("targets: {}", TARGETS.map(|target| target.name).join(", "))
}

/// Does what is asked for; returns the number of findings.
fn run() -> Result<usize, String> {
    let request = parse(env::args().skip(1))?;
    for file in &request.files {
        try_file(file)?;
    }
    let mut findings = 0;
    for target in &request.targets {
        let seeds = read_seeds(target.name).map_err(|error| format!("seeds/{}: {error}", target.name))?;
        let give_up = |reason: &str, inputs: &[Vec<u8>]| {
            println!("{}: an input {reason}", target.name);
            for (number, input) in inputs.iter().enumerate() {
                tell_saved(target, &number.to_string(), input);
            }
            process::exit(1);
        };
        let report = run_target(target, &seeds, &request.order, &give_up);
        tell(target, &report);
        findings += report.findings.len();
    }
    Ok(findings)
}

/// Tries the input of a finding again, with the panic as it comes.
fn try_file(file: &Path) -> Result<(), String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let is_meant = |target: &&Target| target.name == folder || name.starts_with(&format!("{}-", target.name));
    let target = TARGETS.iter().find(is_meant).ok_or_else(|| format!("{name}: of which target?\n{}", names()))?;
    let input = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("{}: {:?}", target.name, (target.attempt)(&input));
    Ok(())
}

fn tell(target: &Target, report: &Report) {
    let memory = report.peak_memory.map_or("?".to_owned(), |kilobytes| (kilobytes / 1024).to_string());
    println!(
        "{:<13} {:>9} executions in {:>6.1} s, {:>5.1} % understood, {:>5} outcomes, slowest {:>6.1} ms, peak {memory} MB, \
         {} findings",
        target.name,
        report.executions,
        report.time.as_secs_f64(),
        100.0 * report.understood as f64 / report.executions.max(1) as f64,
        report.outcomes,
        report.slowest.0.as_secs_f64() * 1e3,
        report.findings.len(),
    );
    if report.slowest.0 > SLOW {
        tell_saved(target, "slowest", &report.slowest.1);
    }
    for (number, (input, words)) in report.findings.iter().enumerate() {
        println!("  {}", words.chars().take(500).collect::<String>().replace('\n', "\n  "));
        tell_saved(target, &number.to_string(), input);
    }
}

fn findings_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("findings")
}

/// Saves an input and says where.
fn tell_saved(target: &Target, which: &str, input: &[u8]) {
    let path = findings_folder().join(format!("{}-{which}", target.name));
    let saved: io::Result<()> = fs::create_dir_all(findings_folder()).and_then(|()| fs::write(&path, input));
    match saved {
        Ok(()) => println!("  {} bytes in {}", input.len(), path.display()),
        Err(error) => println!("  {}: {error}", path.display()),
    }
}
