//! The documents: every command in them is understood, and the blocks that are marked to run do run, from top to bottom.
//!
//! A block of shell commands after the line `<!-- run -->` is run as one script in a fresh folder with the files of the
//! repository that commands name, with this build of the program on the path.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use karteneck::program::parses;

/// What stands before a block that is run.
const RUN: &str = "<!-- run -->";

/// A block of shell commands.
struct Block {
    file: String,
    /// The number of its first line.
    line: usize,
    text: String,
    runs: bool,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The documents that users read, by their path from the root.
fn documents() -> Vec<String> {
    let mut names = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned(), "results/README.md".to_owned()];
    let folder = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let markdown = folder.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    names.extend(markdown.map(|path| format!("docs/{}", path.file_name().unwrap().to_str().unwrap())));
    names.sort();
    names
}

fn text_of(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// The blocks of shell commands of a document.
fn blocks(name: &str) -> Vec<Block> {
    let text = text_of(name);
    let mut blocks: Vec<Block> = Vec::new();
    let (mut open, mut marked) = (false, false);
    for (index, line) in text.lines().enumerate() {
        let inner = line.trim_start();
        if open && inner.starts_with("```") {
            open = false;
        } else if open {
            let block = blocks.last_mut().unwrap();
            block.text.push_str(line);
            block.text.push('\n');
        } else if inner == "```sh" {
            open = true;
            blocks.push(Block { file: name.to_owned(), line: index + 2, text: String::new(), runs: marked });
        }
        marked = inner == RUN || (marked && inner.is_empty());
    }
    blocks
}

/// The command lines of a block, continued lines joined, each with its number in the file.
fn command_lines(block: &Block) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut begun = String::new();
    for (index, line) in block.text.lines().enumerate() {
        begun.push_str(line.trim_start());
        if begun.ends_with('\\') {
            begun.pop();
        } else {
            lines.push((block.line + index, std::mem::take(&mut begun)));
        }
    }
    lines
}

/// The code spans of a document that are commands of the program: neither shortened nor a pattern.
fn commands_in_sentences(name: &str) -> Vec<String> {
    let text = text_of(name);
    let mut outside = String::new();
    let mut inside = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            outside.push_str(line.trim());
            outside.push(' ');
        }
    }
    let spans = outside.split('`').skip(1).step_by(2);
    let plain = |span: &&str| span.starts_with("karteneck ") && !span.contains(['…', '[', '<']);
    spans.filter(plain).map(str::to_owned).collect()
}

/// What is wrong with a command line, if it calls the program and is not understood.
fn problem(line: &str) -> Option<String> {
    let words = shlex::split(line)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let own = match words.as_slice() {
        ["karteneck", ..] => words.clone(),
        ["cargo", "run", "--release", "--", rest @ ..] => [&["karteneck"], rest].concat(),
        _ => return None,
    };
    // Everything after a pipe or a redirection is the shell's.
    let end = own.iter().position(|word| ["|", ">", "&&", ";"].contains(word)).unwrap_or(own.len());
    parses(&own[..end]).err()
}

#[test]
fn every_command_in_the_documents_is_understood() {
    let mut problems = Vec::new();
    let mut commands = 0;
    for name in documents() {
        for (line, command) in blocks(&name).iter().flat_map(command_lines) {
            commands += 1;
            problems.extend(problem(&command).map(|why| format!("{name}:{line}: {command}\n{why}")));
        }
        for command in commands_in_sentences(&name) {
            commands += 1;
            // In a sentence, a command may lack its arguments, or have words that stand for them.
            let unknown = problem(&command).filter(|why| why.contains("unexpected") || why.contains("unrecognized"));
            problems.extend(unknown.map(|why| format!("{name}: {command}\n{why}")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(commands > 60, "only {commands} commands were found");
}

#[test]
fn every_link_inside_the_repository_leads_somewhere() {
    for name in documents() {
        let text = text_of(&name);
        let folder = root().join(&name).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            if link.contains("://") {
                continue;
            }
            let target = if path.is_empty() { root().join(&name) } else { folder.join(path) };
            assert!(target.exists(), "{name}: {link}");
            assert!(anchor.is_empty() || has_heading(&target, anchor), "{name}: {link}: no such heading");
        }
    }
}

/// Whether a document has a heading with this anchor, made as code hosts make it.
fn has_heading(document: &Path, anchor: &str) -> bool {
    let text = fs::read_to_string(document).unwrap();
    text.lines()
        .filter(|line| line.starts_with('#'))
        .any(|line| anchor_of(line.trim_start_matches('#').trim()) == anchor)
}

fn anchor_of(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Runs a block in a fresh folder as a new user would in a clone, and fails with everything that it wrote.
#[cfg(unix)]
fn run(block: &Block) {
    let folder = tempfile::tempdir().unwrap();
    for shared in ["scripts", "strategies", "tests", "docs"] {
        std::os::unix::fs::symlink(root().join(shared), folder.path().join(shared)).unwrap();
    }
    fs::create_dir(folder.path().join("results")).unwrap();
    std::os::unix::fs::symlink(root().join("results/sample"), folder.path().join("results/sample")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_karteneck")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell
        .args(["-eu", "-c", &block.text])
        .current_dir(folder.path())
        .env("PATH", path)
        .stdin(std::process::Stdio::null());
    let output = shell.output().unwrap();
    let (said, data) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}:{}: {}\n{data}\n{said}", block.file, block.line, output.status);
}

#[test]
#[cfg(unix)]
fn blocks_that_are_marked_to_run_do_run() {
    let blocks: Vec<Block> = documents().iter().flat_map(|name| blocks(name)).filter(|block| block.runs).collect();
    assert!(blocks.iter().any(|block| block.file == "README.md"), "the README has a block that runs");
    for block in &blocks {
        run(block);
    }
}

#[test]
fn the_scripts_for_clusters_are_those_in_the_document() {
    let document = text_of("docs/CLUSTER.md");
    for name in [
        "slurm/submit",
        "slurm/part.sbatch",
        "slurm/merge.sbatch",
        "parallel/run",
        "snakemake/Snakefile",
        "kubernetes/job.yaml",
    ] {
        let path = format!("scripts/cluster/{name}");
        let script = text_of(&path);
        assert!(document.contains(&format!("`{path}`")) && document.contains(&format!("\n{script}```\n")), "{path}");
    }
}
