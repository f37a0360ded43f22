//! Programs as players: whatever they do, the run continues, nothing hangs, and nothing is left behind.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use karteneck::arena::{GameFault, Player, Setup, play_game};
use karteneck::bots::{BotHost, Logs, Program};
use karteneck::entrants::{Entrant, EntrantKind};
use karteneck::game::{DealKey, Edition, Players};
use karteneck::strategies::FaultKind;
use tempfile::TempDir;

use crate::support::shipped;

/// What a program in shell says to pass, with the id of the question.
pub const PASS: &str = r#"echo "{\"id\":$id,\"move\":\"pass\"}""#;

/// A program in shell that greets, and does `on_decide` for every question, whose id is `$id`.
pub fn bot(on_decide: &str, time_limit: f64) -> Entrant {
    script(
        &format!(
            r#"while read -r line; do
                case "$line" in
                    *'"type":"hello"'*) echo '{{"type":"hello","protocol":"karteneck-bot/2"}}' ;;
                    *'"type":"decide"'*) id=${{line#*'"id":'}}; id=${{id%%,*}}; {on_decide} ;;
                esac
            done"#
        ),
        time_limit,
    )
}

/// A program in shell.
fn script(text: &str, time_limit: f64) -> Entrant {
    let command = ["sh", "-c", text].map(str::to_owned).to_vec();
    let program = Program { time_limit: Duration::from_secs_f64(time_limit), ..Program::new(command) };
    Entrant { name: "mock".to_owned(), note: String::new(), kind: EntrantKind::Process(program) }
}

pub fn setup(players: Players, number: u64) -> Setup {
    let key = DealKey::new(1, number);
    Setup { key, players, first: key.first_seat(players), edition: Edition::default() }
}

/// Plays some games of a bot against random movers, for two players.
pub fn games(entrant: &Entrant, count: u64, host: &BotHost) -> Vec<Vec<GameFault>> {
    let random = shipped().find("random").unwrap();
    let mut line_up = [Player::new(entrant, host), Player::new(&random, host)];
    let two = Players::new(2).unwrap();
    (0..count)
        .map(|number| {
            let played = play_game(&setup(two, number), &mut line_up, &mut ());
            assert!(played.game.table().is_over());
            if !played.game_faults.is_empty() {
                assert_eq!(played.score().winner.index(), 1, "a fault loses");
                assert_eq!(played.score().places.0[..2], [2, 1]);
            }
            played.game_faults
        })
        .collect()
}

fn first_fault(entrant: &Entrant) -> GameFault {
    games(entrant, 1, &BotHost::default()).remove(0).remove(0)
}

#[test]
fn a_well_behaved_program_plays_at_every_table_and_lives_over_games() {
    let folder = TempDir::new().unwrap();
    let starts = folder.path().join("starts");
    let entrant = bot(&format!("[ $started ] || echo start >> '{}'; started=yes; {PASS}", starts.display()), 5.0);
    let logs = BotHost::default();
    let random = shipped().find("random").unwrap();
    for players in Players::ALL {
        let mut line_up: Vec<Player> = (1..players.count()).map(|_| Player::new(&random, &logs)).collect();
        line_up.push(Player::new(&entrant, &logs));
        for number in 0..4 {
            let played = play_game(&setup(players, number), &mut line_up, &mut ());
            assert!(played.game_faults.is_empty(), "{:?}", played.game_faults);
        }
    }
    let starts = fs::read_to_string(starts).unwrap();
    assert_eq!(starts.lines().count(), Players::ALL.len(), "one start for each table");
}

#[test]
fn each_misdeed_has_its_name() {
    let huge = "head -c 3000000 /dev/zero | tr '\\0' x";
    for (entrant, kind, part) in [
        (script("exit 7", 60.0), FaultKind::Start, "exit status: 7"),
        (script("echo hello", 60.0), FaultKind::Start, "it said: hello"),
        (script(r#"echo '{"type":"hello","protocol":"karteneck-bot/9"}'"#, 60.0), FaultKind::Start, "karteneck-bot/9"),
        (bot("echo oops >&2; exit 3", 60.0), FaultKind::Crash, "oops"),
        (bot("kill -9 $$", 60.0), FaultKind::Crash, "signal: 9"),
        (bot("exec >&-; sleep 1000", 60.0), FaultKind::Crash, "closed its output"),
        (bot("echo '{}'", 60.0), FaultKind::Nonsense, "it said: {}"),
        (bot(&format!("{PASS}; {PASS}"), 60.0), FaultKind::Nonsense, "expected the id of the question"),
        (bot(r"printf '\377\376\n'", 60.0), FaultKind::Nonsense, "UTF-8"),
        (bot(huge, 5.0), FaultKind::Nonsense, "more than"),
        (bot(r#"echo "{\"id\":$id,\"move\":\"pass and steal\"}""#, 60.0), FaultKind::Illegal, "rule 5.2"),
        (bot("sleep 1000", 0.2), FaultKind::Timeout, "200ms"),
    ] {
        let fault = first_fault(&entrant).fault;
        assert_eq!(fault.kind(), kind, "{fault}");
        assert!(fault.to_string().contains(part), "{part} is not in: {fault}");
    }
    let missing = Program::new(vec!["/no/such/program".to_owned()]);
    let missing = Entrant { name: "missing".to_owned(), note: String::new(), kind: EntrantKind::Process(missing) };
    assert_eq!(first_fault(&missing).fault.kind(), FaultKind::Start);
}

#[test]
fn a_program_that_never_reads_cannot_block_the_run() {
    let greeting = r#"echo '{"type":"hello","protocol":"karteneck-bot/2"}'"#;
    let flood = script(&format!(r#"{greeting}; while :; do echo '{{"id":1,"move":"pass"}}'; done"#), 0.5);
    let clock = Instant::now();
    games(&flood, 60, &BotHost::default());
    let deaf = script(&format!("{greeting}; exec sleep 1000"), 0.2);
    assert_eq!(first_fault(&deaf).fault.kind(), FaultKind::Timeout);
    assert!(clock.elapsed() < Duration::from_secs(120), "{:?}", clock.elapsed());
}

#[test]
fn after_a_fault_it_is_started_again() {
    let folder = TempDir::new().unwrap();
    let once = folder.path().join("once");
    // Dies only in its first process.
    let phoenix = bot(&format!("[ -e '{0}' ] || {{ touch '{0}'; exit 1; }}; {PASS}", once.display()), 5.0);
    let faults: Vec<usize> = games(&phoenix, 4, &BotHost::default()).iter().map(Vec::len).collect();
    assert_eq!(faults, [1, 0, 0, 0]);
}

#[test]
fn what_it_says_on_stderr_is_kept() {
    let folder = TempDir::new().unwrap();
    let host = BotHost::new(Logs::in_folder(folder.path().join("logs")));
    games(&bot(&format!("echo thinking >&2; {PASS}"), 5.0), 2, &host);
    let files = host.logs().written();
    assert_eq!(files.len(), 1);
    let text = fs::read_to_string(&files[0]).unwrap();
    assert_eq!(text.lines().count(), 18, "two games of nine passes");
    assert!(text.lines().all(|line| line == "thinking"));
}

/// The processes whose command line contains a word.
#[cfg(target_os = "linux")]
pub fn alive(word: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(word)).count()
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind_not_even_the_children_of_children() {
    // A child in the background, and a leader that ignores the end of its input and all polite signals.
    let stubborn = r#"trap '' TERM INT HUP; sleep 98761 & 
        echo '{"type":"hello","protocol":"karteneck-bot/2"}'; while :; do sleep 98761; done"#;
    first_fault(&script(stubborn, 0.2));
    // One that plays well, but stays when it should exit.
    let mut lingering = bot(&format!("[ $born ] || (sleep 98762 &); born=yes; {PASS}"), 5.0);
    if let EntrantKind::Process(program) = &mut lingering.kind {
        program.command[2] += "; sleep 98762";
    }
    assert!(games(&lingering, 2, &BotHost::default()).iter().all(Vec::is_empty));
    // What was killed is gone a moment later; other tests may have children for an instant.
    let gone = |count: &dyn Fn() -> usize| {
        (0..100).any(|_| {
            count() == 0 || {
                thread::sleep(Duration::from_millis(20));
                false
            }
        })
    };
    for word in ["98761", "98762"] {
        assert!(gone(&|| alive(word)), "processes with {word} are left");
    }
    // Programs of other tests may have ended and not been waited for yet.
    let first = zombies();
    assert!(gone(&|| zombies().intersection(&first).count()), "children are left that were not waited for");
}

/// Children of this process that have not been waited for.
#[cfg(target_os = "linux")]
fn zombies() -> std::collections::BTreeSet<std::path::PathBuf> {
    let own = std::process::id().to_string();
    let is_zombie = |folder: &std::path::PathBuf| {
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.next() == Some("Z") && fields.next() == Some(own.as_str())
    };
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes.map(|entry| entry.path()).filter(is_zombie).collect()
}

/// What a program reads in one game in which it always passes.
fn conversation() -> Vec<serde_json::Value> {
    let folder = TempDir::new().unwrap();
    let heard = folder.path().join("heard");
    let mut parrot = bot(PASS, 5.0);
    if let EntrantKind::Process(program) = &mut parrot.kind {
        let script = program.command[2].replace("case", &format!("echo \"$line\" >> '{}'; case", heard.display()));
        program.command[2] = script;
    }
    assert!(games(&parrot, 1, &BotHost::default())[0].is_empty());
    let text = fs::read_to_string(heard).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_messages_stay_what_they_are() {
    let messages = conversation();
    let lines: Vec<String> = [0, 1, 2, 5, messages.len() - 1].map(|i| messages[i].to_string()).to_vec();
    let version = format!("karteneck {}", env!("CARGO_PKG_VERSION"));
    insta::assert_snapshot!("protocol_messages", lines.join("\n").replace(&version, "karteneck VERSION"));
}

/// All keys of a message, but not the values of portions under `worms`.
fn keys(message: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
    match message {
        serde_json::Value::Object(object) => {
            found.extend(object.keys().filter(|key| key.parse::<u8>().is_err()).cloned());
            object.values().for_each(|value| keys(value, found));
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn every_key_of_every_message_is_documented() {
    let page = include_str!("../../docs/PROTOCOL.md");
    let mut found = std::collections::BTreeSet::new();
    for message in conversation() {
        keys(&message, &mut found);
    }
    assert!(found.len() > 25, "{found:?}");
    for key in found.iter().filter(|key| *key != "type") {
        assert!(page.contains(&format!("`{key}`")), "`{key}` is not in docs/PROTOCOL.md");
    }
}
