//! `karteneck play` on a real terminal: mistakes, hints, Ctrl-C, Ctrl-D, and a whole game.

use std::fmt::Debug;
use std::fs;
use std::process::Command;

use rexpect::ReadUntil;
use rexpect::session::{PtySession, spawn_command};
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::karteneck;

const PROMPT: &str = "Your move (or help): ";

/// Far more than anything takes: a hang is detected, and nothing is rushed.
const PATIENCE: u64 = 120_000;

/// `karteneck play` on a terminal, in a folder.
fn play(folder: &TempDir, arguments: &[&str]) -> PtySession {
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    command.arg("play").args(arguments).args(["--pace", "0"]).current_dir(folder.path());
    if !arguments.contains(&"--looks") {
        // The judgement of the game at its end.
        command.args(["--looks", "3", "--judge", "swift"]);
    }
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    spawn_command(command, Some(PATIENCE)).unwrap()
}

/// Everything up to the next question, and the exit code instead if there is none.
fn until_asked(session: &mut PtySession) -> (String, Option<i32>) {
    let wanted = vec![ReadUntil::String(PROMPT.to_owned()), ReadUntil::EOF];
    let (before, found) = session.exp_any(wanted).unwrap();
    if found == PROMPT {
        return (before, None);
    }
    (before + &found, Some(exit_code(session)))
}

fn exit_code(session: &PtySession) -> i32 {
    code_of(session.process().wait().unwrap())
}

/// The exit code, from a status whose type has no public name.
fn code_of(status: impl Debug) -> i32 {
    let status = format!("{status:?}");
    let code = status.strip_prefix("Exited(").and_then(|exited| exited.strip_suffix(')')?.rsplit(' ').next());
    code.unwrap_or_else(|| panic!("{status}")).parse().unwrap()
}

/// Types a line at the prompt, and returns the output up to the next one.
fn say(session: &mut PtySession, line: &str) -> String {
    session.send_line(line).unwrap();
    let (screen, ended) = until_asked(session);
    assert_eq!(ended, None, "{screen}");
    screen
}

/// Takes the first choice up to the end of the game; returns the final output.
fn play_on(session: &mut PtySession) -> String {
    loop {
        session.send_line("1").unwrap();
        if let (screen, Some(code)) = until_asked(session) {
            assert_eq!(code, 0, "{screen}");
            return screen;
        }
    }
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The record of the game in which the person always takes the first choice.
fn expected(others: &[&str], options: &[&str]) -> String {
    karteneck(&[&["record", "first"], others, options].concat()).stdout.replacen("\"first\"", "\"you\"", 1)
}

#[test]
fn a_game_with_every_mistake_ends_well() {
    let folder = TempDir::new().unwrap();
    let mut session = play(
        &folder,
        &["monte-carlo:rollouts=20", "tuned", "--seed", "7", "--first", "0", "--looks", "3", "--judge", "swift"],
    );
    let (screen, _) = until_asked(&mut session);
    assert!(
        screen.contains("This deal again: karteneck play monte-carlo:rollouts=20 tuned --first 0 --seed 7"),
        "{screen}"
    );
    assert!(screen.contains("Round 1 of 8") && screen.contains("\u{1b}["), "a terminal has colours: {screen}");
    for (line, reason) in [
        ("", ""),
        ("   ", ""),
        ("xyzzy", "neither a number in the list nor a move"),
        ("pas", "did you mean `pass`?"),
        ("0", "The list has the numbers 1 to "),
        ("99", "not 99"),
        ("lay 5 5 5 5 5 5 5", "is not legal: rule 4.1: lays 7 of kind 5, but holds "),
        ("steal", "is not legal: rule 5.2: steals with no worm in the display"),
        ("lay 1 2", "cards of one kind (rule 4.1)"),
        ("lay w99", "a card is written 1 to 5, or W1 to W25"),
        ("undo", "nothing to undo"),
        ("help", "save [FILE]"),
        ("rules", "most worms win"),
        ("hint", "wins, %"),
        ("table", "Your hand: "),
        ("save kept", "saved to kept"),
    ] {
        let answer = say(&mut session, line);
        assert!(answer.contains(reason), "{line}: {answer}");
        let drawn_again = answer.contains("Round 1 of 8");
        assert_eq!(drawn_again, line == "table", "{line}: {answer}");
    }
    let (hand, second) = (say(&mut session, "table"), say(&mut session, "2"));
    assert!(second.contains("You draw "), "{second}");
    let back = say(&mut session, "undo");
    let own = |screen: &str| screen.lines().find(|line| line.contains("Your hand: ")).unwrap().to_owned();
    assert_eq!(own(&back), own(&hand));
    let end = play_on(&mut session);
    assert!(
        end.contains("best portion")
            && end.contains("karteneck analyze results/play-001.jsonl --html results/play-001.html"),
        "{end}"
    );
    let record = read(&folder, "results/play-001.jsonl");
    assert_eq!(record, expected(&["monte-carlo:rollouts=20", "tuned"], &["--seed", "7", "--first", "0"]));
    let file = folder.path().join("results/play-001.jsonl");
    assert_eq!(karteneck(&["replay", file.to_str().unwrap(), "--check"]).code, 0);
}

#[test]
fn ctrl_c_and_ctrl_d_and_termination_save_the_game_and_it_goes_on() {
    let options = ["--seed", "31", "--first", "1"];
    let plain = expected(&["tuned", "greedy"], &options);
    for way in ["ctrl-c", "ctrl-d", "terminate"] {
        let folder = TempDir::new().unwrap();
        let mut session = play(&folder, &[&["tuned", "greedy"], &options[..]].concat());
        until_asked(&mut session);
        for _ in 0..9 {
            say(&mut session, "1");
        }
        let wanted = if way == "ctrl-d" { 0 } else { 130 };
        let mut code = None;
        match way {
            "ctrl-c" => {
                session.send("half a li").unwrap();
                session.send_control('c').unwrap();
            }
            "ctrl-d" => session.send_control('d').unwrap(),
            _ => code = Some(code_of(session.process_mut().exit().unwrap())),
        }
        let end = session.exp_eof().unwrap();
        assert_eq!(code.unwrap_or_else(|| exit_code(&session)), wanted, "{way}: {end}");
        assert!(end.contains("continue with: karteneck play --resume results/play-001.json"), "{way}: {end}");
        assert_eq!(end.contains("interrupted"), wanted == 130, "{way}: {end}");
        let mut session = play(&folder, &["--resume", "results/play-001.json", "--out", "game"]);
        until_asked(&mut session);
        play_on(&mut session);
        assert_eq!(read(&folder, "game"), plain, "{way}");
    }
}

#[test]
fn ctrl_c_before_the_first_move_saves_nothing() {
    let folder = TempDir::new().unwrap();
    let mut session = play(&folder, &["--seed", "1", "--first", "0"]);
    until_asked(&mut session);
    session.send_control('c').unwrap();
    let end = session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 130, "{end}");
    assert!(end.contains("interrupted") && end.contains("nothing is saved"), "{end}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn ctrl_c_while_a_program_thinks_loses_no_move() {
    let folder = TempDir::new().unwrap();
    // It greets, signals that it is thinking, and never answers.
    let script = r#"
        while read -r line; do case "$line" in
            *'"type":"hello"'*) echo '{"type":"hello","protocol":"karteneck-bot/2"}' ;;
            *'"type":"decide"'*) touch thinking; sleep 1000 ;;
        esac; done"#;
    fs::write(folder.path().join("bot.sh"), script).unwrap();
    fs::write(
        folder.path().join("slow.toml"),
        "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\ntime_limit = 900\n",
    )
    .unwrap();
    let mut session = play(&folder, &["slow.toml", "--seed", "2", "--first", "0"]);
    let (screen, ended) = until_asked(&mut session);
    assert_eq!(ended, None, "{screen}");
    session.send_line("2").unwrap();
    session.exp_string("You draw ").unwrap();
    let start = std::time::Instant::now();
    while !folder.path().join("thinking").exists() {
        assert!(start.elapsed().as_secs() < 120, "the bot is asked");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    session.send_control('c').unwrap();
    let end = session.exp_eof().unwrap();
    assert_eq!(exit_code(&session), 130, "{end}");
    let saved: Value = serde_json::from_str(&read(&folder, "results/play-001.json")).unwrap();
    assert_eq!(saved["moves"].as_array().unwrap().len(), 1, "{saved}");
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let options = ["--seed", "31", "--first", "1"];
    let folder = TempDir::new().unwrap();
    let mut session = play(&folder, &[&["tuned", "greedy"], &options[..]].concat());
    until_asked(&mut session);
    for _ in 0..9 {
        say(&mut session, "1");
    }
    let killed = session.process_mut().kill(rexpect::process::Signal::SIGKILL).unwrap();
    assert!(format!("{killed:?}").contains("Signaled"), "{killed:?}");
    let saved: Value = serde_json::from_str(&read(&folder, "results/play-001.json")).unwrap();
    assert!(saved["moves"].as_array().unwrap().len() > 9, "{saved}");
    let mut session = play(&folder, &["--resume", "results/play-001.json"]);
    let (screen, _) = until_asked(&mut session);
    assert!(
        screen.contains("You draw ") && screen.contains(" lays "),
        "what happened since the last decision: {screen}"
    );
    play_on(&mut session);
    assert_eq!(read(&folder, "results/play-001.jsonl"), expected(&["tuned", "greedy"], &options));
    assert_eq!(fs::read_dir(folder.path().join("results")).unwrap().count(), 1, "the save is gone");
}

#[test]
fn a_save_that_another_process_has_replaced_is_not_touched() {
    let folder = TempDir::new().unwrap();
    let mut session = play(&folder, &["--seed", "3", "--first", "0"]);
    until_asked(&mut session);
    say(&mut session, "1");
    fs::write(folder.path().join("results/play-001.json"), "of somebody else").unwrap();
    play_on(&mut session);
    assert_eq!(read(&folder, "results/play-001.json"), "of somebody else");
    assert!(folder.path().join("results/play-002.jsonl").exists(), "the record has a number of its own");
    assert!(!folder.path().join("results/play-002.json").exists());
}

#[test]
fn the_screen_follows_the_window() {
    let folder = TempDir::new().unwrap();
    let program = assert_cmd::cargo_bin!("karteneck").display();
    let mut command = Command::new("sh");
    // The size of the terminal changes while the program waits.
    let line = format!(
        "stty cols 40 rows 50; (while ! [ -e go ]; do sleep 0.1; done; stty cols 100 < /dev/tty) & exec '{program}' play tuned --seed 7 --first 0 --looks 3 --judge swift --pace 0"
    );
    command.args(["-c", &line]).current_dir(folder.path()).env("TERM", "xterm").env("NO_COLOR", "1");
    let mut session = spawn_command(command, Some(PATIENCE)).unwrap();
    let (narrow, _) = until_asked(&mut session);
    assert!(narrow.contains("worms cards total\r\n") && narrow.contains("Grill: "), "{narrow}");
    fs::write(folder.path().join("go"), "").unwrap();
    let wide = (0..600).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        say(&mut session, "table").contains("stack [top]")
    });
    assert!(wide, "after the change everything is on one line again");
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
}
