//! What programs cannot access, use or leave behind when the launcher starts them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use karteneck::arena::GameFault;
use karteneck::bots::{BotHost, Launcher, Limits, Protection};
use karteneck::entrants::{Entrant, EntrantKind};
use karteneck::strategies::FaultKind;
use tempfile::TempDir;

use crate::processes::{PASS, alive, bot, games};

const KARTENECK: &str = env!("CARGO_BIN_EXE_karteneck");

fn launched() -> BotHost {
    BotHost::default().with_launcher(Launcher::new(KARTENECK))
}

/// A program that does something once, writes the outcome to a file, and passes.
fn doing(work: &str, folder: &Path) -> Entrant {
    let work = format!("[ $done ] || {{ ( {work} ) > '{}' 2>&1; done=yes; }}; {PASS}", folder.join("seen").display());
    let mut entrant = bot(&work, 20.0);
    program(&mut entrant).folder = Some(folder.to_owned());
    entrant
}

fn program(entrant: &mut Entrant) -> &mut karteneck::bots::Program {
    let EntrantKind::Process(program) = &mut entrant.kind else { panic!("a program") };
    program
}

/// What a program has seen, in one game without a fault.
fn seen(work: &str, folder: &Path, host: &BotHost) -> String {
    // A file must exist before the launcher looks, where its folder holds what is denied.
    fs::write(folder.join("seen"), "").unwrap();
    let game_faults: Vec<GameFault> = games(&doing(work, folder), 1, host).remove(0);
    assert!(game_faults.is_empty(), "{game_faults:?}");
    fs::read_to_string(folder.join("seen")).unwrap()
}

#[test]
fn this_system_protects() {
    assert_eq!(launched().protection(), Protection::Landlock);
    assert!(!BotHost::default().protection().is_there());
    let Protection::None { why } = BotHost::default().with_launcher(Launcher::new("/bin/false")).protection() else {
        panic!("this is not a launcher")
    };
    assert_eq!(why, "the launcher fails");
}

#[test]
fn a_denied_folder_is_out_of_reach_by_every_way() {
    let top = TempDir::new().unwrap();
    let (own, run) = (top.path().join("own"), top.path().join("own/results/run"));
    fs::create_dir_all(&run).unwrap();
    fs::create_dir_all(own.join("results/other")).unwrap();
    fs::write(run.join("seed"), "SECRET").unwrap();
    fs::write(own.join("results/other/note"), "PUBLIC").unwrap();
    fs::write(own.join("helper"), "HELPFUL").unwrap();
    std::os::unix::fs::symlink(&run, own.join("link")).unwrap();
    std::os::unix::fs::symlink(run.join("seed"), top.path().join("file-link")).unwrap();
    // Given through a link, and with a detour.
    let host = launched().denying(own.join("results/../link"));
    let run = run.canonicalize().unwrap().display().to_string();
    let parent = std::process::id();
    let ways = [
        "results/run/seed".to_owned(),
        format!("{run}/seed"),
        "link/seed".to_owned(),
        "../file-link".to_owned(),
        "results/other/../run/seed".to_owned(),
        "/proc/self/cwd/results/run/seed".to_owned(),
        format!("/proc/self/root{run}/seed"),
        format!("/proc/{parent}/root{run}/seed"),
        format!("/proc/{parent}/environ"),
        format!("/proc/{parent}/maps"),
        format!("/proc/{parent}/mem"),
    ];
    let reading = ways.each_ref().map(|way| format!("head -c 1000 {way} && echo READ {way}; ")).concat();
    let said = seen(&reading, &own, &host);
    assert!(!said.contains("SECRET") && !said.contains("READ"), "{said}");
    assert_eq!(said.matches("ermission denied").count(), ways.len(), "{said}");
    let said = seen(
        &format!(
            "cd results/run && cat seed; cat < /proc/{parent}/fd/0; ls -l /proc/{parent}/fd | grep -v total; \
             ln results/run/seed mine; ln results/run/seed results/other/mine; mv results moved; mv results/run {}; \
             mv results/run results/other/run; cp results/run/seed mine; echo x > results/run/new; rm -f results/run/seed; \
             touch results/run/new; mkdir results/run/new; kill -9 {parent} || echo NO SIGNAL",
            top.path().join("moved").display()
        ),
        &own,
        &host,
    );
    assert!(!said.contains("SECRET"), "{said}");
    assert!(said.contains("NO SIGNAL"), "{said}");
    assert_eq!(fs::read_to_string(format!("{run}/seed")).unwrap(), "SECRET");
    assert_eq!(fs::read_dir(&run).unwrap().count(), 1);
    assert_eq!(fs::read_dir(own.join("results/other")).unwrap().count(), 1);
    let said = seen(
        &format!(
            "cat helper results/other/note /proc/{parent}/cmdline; ls; echo more >> helper; echo y > results/other/new"
        ),
        &own,
        &host,
    );
    assert!(said.contains("HELPFUL") && said.contains("PUBLIC") && said.contains("results"), "{said}");
    assert_eq!(fs::read_to_string(own.join("helper")).unwrap(), "HELPFULmore\n");
    assert!(own.join("results/other/new").exists(), "what is not on the path stays as it was");
}

#[test]
fn a_folder_elsewhere_cannot_be_listed_and_need_not_exist_yet() {
    let top = TempDir::new().unwrap();
    let own = top.path().join("own");
    fs::create_dir(&own).unwrap();
    let run = top.path().join("results/later/run");
    let work = format!(
        "mkdir -p {0}; ls {1}; while ! [ -e {1}/made ]; do :; done; cat {0}/seed; ls {0}; echo fine > mine; cat mine",
        run.display(),
        top.path().display()
    );
    fs::write(own.join("seen"), "").unwrap();
    let host = launched().denying(&run);
    let maker = {
        let run = run.clone();
        let made = top.path().join("made");
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            fs::create_dir_all(&run).unwrap();
            fs::write(run.join("seed"), "SECRET").unwrap();
            fs::write(made, "").unwrap();
        })
    };
    let said = seen(&work, &own, &host);
    maker.join().unwrap();
    assert!(said.ends_with("fine\n") && !said.contains("SECRET") && !said.contains("seed\n"), "{said}");
    assert_eq!(said.matches("ermission denied").count(), 4, "{said}");
}

#[test]
fn a_program_inside_a_denied_folder_is_told_why_it_cannot_start() {
    let top = TempDir::new().unwrap();
    let file = top.path().join("bot");
    fs::copy("/bin/true", &file).unwrap();
    let mut entrant = bot(PASS, 5.0);
    program(&mut entrant).command = vec![file.display().to_string()];
    let game_faults = games(&entrant, 1, &launched().denying(top.path())).remove(0);
    let fault = &game_faults[0].fault;
    assert_eq!(fault.kind(), FaultKind::Start);
    assert!(fault.reason().contains("programs are denied"), "{fault}");
    program(&mut entrant).command = vec!["/no/such/program".to_owned()];
    let fault = games(&entrant, 1, &launched()).remove(0).remove(0).fault;
    assert!(fault.reason().contains("\"/no/such/program\" cannot be started"), "{fault}");
}

#[test]
fn the_environment_is_clean() {
    let top = TempDir::new().unwrap();
    let cargo = "CARGO_MANIFEST_DIR";
    assert!(std::env::var_os(cargo).is_some(), "the tests have variables that no program needs");
    for host in [BotHost::default(), launched()] {
        let said = seen("env", top.path(), &host);
        assert!(said.contains("PATH=") && !said.contains("CARGO"), "{said}");
        let mut entrant = doing("env", top.path());
        program(&mut entrant).env = vec![cargo.to_owned()];
        assert!(games(&entrant, 1, &host)[0].is_empty());
        assert!(fs::read_to_string(top.path().join("seen")).unwrap().contains(cargo));
    }
}

#[test]
fn limits_hold() {
    let top = TempDir::new().unwrap();
    let mut hog = doing("head -c 300000000 /dev/zero | tail -c 299999999 | wc -c", top.path());
    program(&mut hog).limits = Limits { memory: Some(100 << 20), ..Limits::default() };
    assert!(games(&hog, 1, &launched())[0].is_empty());
    let said = fs::read_to_string(top.path().join("seen")).unwrap();
    assert!(!said.contains("299999999"), "{said}");
    let fault = games(&hog, 1, &BotHost::default()).remove(0).remove(0).fault;
    assert!(fault.kind() == FaultKind::Start && fault.reason().contains("launcher"), "{fault}");
    // The system's limit of processes does not apply to root, so the bot becomes another user first.
    let bomb = "i=0; while [ $i -lt 60 ]; do sleep 3 & i=$((i+1)); done; echo ALL";
    let mut bomb = doing(bomb, top.path());
    program(&mut bomb).limits = Limits { processes: Some(20), ..Limits::default() };
    let is_root = rustix::process::geteuid().is_root();
    if is_root && Path::new("/usr/bin/setpriv").exists() {
        fs::set_permissions(top.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        fs::set_permissions(top.path().join("seen"), std::os::unix::fs::PermissionsExt::from_mode(0o666)).unwrap();
        let change = ["setpriv", "--reuid=54321", "--clear-groups"].map(str::to_owned);
        program(&mut bomb).command.splice(0..0, change);
        games(&bomb, 1, &launched());
        let said = fs::read_to_string(top.path().join("seen")).unwrap();
        assert!(!said.contains("ALL") && said.contains("fork"), "{said}");
    }
}

#[test]
fn a_budget_of_processor_time_ends_with_the_game() {
    let busy = |rounds: u32| format!("i=0; while [ $i -lt {rounds} ]; do i=$((i+1)); done; {PASS}");
    let mut idle = bot(&format!("sleep 0.05; {PASS}"), 60.0);
    let mut burner = bot(&busy(400_000), 60.0);
    for entrant in [&mut idle, &mut burner] {
        program(entrant).limits.cpu_time = Some(Duration::from_millis(400));
    }
    assert!(games(&idle, 2, &launched()).iter().all(Vec::is_empty));
    let fault = games(&burner, 1, &launched()).remove(0).remove(0).fault;
    assert_eq!((fault.kind(), fault.reason()), (FaultKind::Timeout, "more than 400ms of processor time in this game"));
}

/// Whether processes with a word in their command line are gone within a moment.
fn gone(word: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(5);
    while alive(word) > 0 && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    alive(word) == 0
}

#[test]
fn a_daemon_ends_with_the_program_that_started_it() {
    let top = TempDir::new().unwrap();
    let daemon = "setsid sh -c 'setsid sleep 98764 < /dev/null > /dev/null 2>&1 &' & sleep 0.2; ps -e | grep -c sleep";
    let said = seen(daemon, top.path(), &launched());
    assert!(said.trim().parse::<u32>().unwrap() > 0, "{said}");
    assert!(gone("98764"));
}

/// The program itself, playing against a bot.
fn record(bot: &str, folder: &Path) -> Command {
    let mut command = Command::cargo_bin("karteneck").unwrap();
    command.args(["record", "passer", &format!("process:sh -c {}", quote(bot)), "--games", "3"]);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A program that leaves a daemon behind in every game, and does something.
fn daemonising(word: u32, and: &str) -> String {
    let script = format!("(setsid sleep {word} < /dev/null > /dev/null 2>&1 &); {and}; {PASS}");
    program(&mut bot(&script, 5.0)).command.remove(2)
}

#[test]
fn a_daemon_of_a_program_that_has_died_is_found_too() {
    let top = TempDir::new().unwrap();
    let output = record(&daemonising(98765, "exit 1"), top.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("exit status: 1"), "{said}");
    assert_eq!(alive("98765"), 0, "they are gone before the command ends");
}

#[test]
fn processes_that_start_others_faster_than_they_are_found_end_with_the_program() {
    let top = TempDir::new().unwrap();
    let chain = top.path().join("chain-98768.sh");
    // Each process starts the next one in a session of its own, and ends; they end at last with the folder.
    fs::write(&chain, "[ -e \"$0\" ] && setsid sh \"$0\" < /dev/null > /dev/null 2>&1 &\nexit\n").unwrap();
    let start = format!("[ $born ] || for n in 1 2 3 4 5 6 7 8; do sh '{}' & done; born=yes; {PASS}", chain.display());
    for and in ["", "; exit 1"] {
        let script = program(&mut bot(&format!("{start}{and}"), 20.0)).command.remove(2);
        let output = record(&script, top.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(alive("chain-98768"), 0, "they are gone before the command ends");
    }
}

#[test]
fn a_program_gets_no_open_file_but_its_three() {
    let top = TempDir::new().unwrap();
    fs::write(top.path().join("private"), "SECRET").unwrap();
    let script = format!("[ -e /proc/$$/fd/7 ] && cat <&7 >&2; ls /proc/$$/fd | tr '\\n' ' ' >&2; {PASS}");
    let script = program(&mut bot(&script, 20.0)).command.remove(2);
    let played = record(&script, top.path());
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec 7< private 8> other 9< private; exec \"$0\" \"$@\" --logs logs"]);
    shell.arg(played.get_program()).args(played.get_args());
    let output = shell.current_dir(top.path()).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log = fs::read_dir(top.path().join("logs")).unwrap().next().unwrap().unwrap().path();
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("0 1 2 ") && !log.contains("SECRET") && !log.contains(['7', '8', '9']), "{log}");
}

#[test]
fn no_program_outlives_a_laboratory_that_is_killed() {
    let top = TempDir::new().unwrap();
    let ready = top.path().join("ready");
    // It ignores the end of its input. The number is in its command line, and in that of the laboratory.
    let greeting = "echo '{\"type\":\"hello\",\"protocol\":\"karteneck-bot/2\"}'";
    let daemon = "setsid sh -c 'setsid sleep 98769 < /dev/null > /dev/null 2>&1 &'";
    let script = format!("{greeting}; {daemon}; touch {}; while :; do sleep 1; done; : 98766", ready.display());
    let mut child = record(&script, top.path()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while !ready.exists() {
        assert!(Instant::now() < deadline, "it does not start");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(alive("98766"), 2);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(gone("98766"), "it has died with the laboratory");
    assert!(gone("98769"), "and so has what it started");
}

#[test]
fn output_files_are_out_of_reach_while_they_are_written() {
    let top = TempDir::new().unwrap();
    let script = program(&mut bot(&format!("cat out.jsonl* >&2; {PASS}"), 5.0)).command[2].clone();
    let output = record(&script, top.path()).args(["--out", "out.jsonl", "--logs", "logs"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log = fs::read_dir(top.path().join("logs")).unwrap().next().unwrap().unwrap().path();
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("ermission denied") && !log.contains("\"seed\""), "{log}");
}
