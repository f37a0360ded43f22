//! Seeds that are a secret: what is written while a run is played, and what a strategy can do with a seed that it finds.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use karteneck::arena::{Player, Setup, play_game};
use karteneck::audit::{Audit, AuditVerdict, Scope, audit};
use karteneck::game::{Deal, DealKey, Edition, Game, Move, Players, Seat, Seed, Stream, View};
use karteneck::strategies::{Fault, Strategy};
use tempfile::TempDir;

use crate::cli::karteneck;
use crate::support::shipped;

/// A strategy that tries seeds until one deals its own hand, and then knows everything; otherwise it plays like `tuned`.
struct Searcher {
    twin: Box<dyn Strategy>,
    /// The game as it must be under the seed that was found, and the luck to come.
    found: Option<(Game, Deal)>,
}

impl Searcher {
    fn new() -> Searcher {
        Searcher { twin: twin(), found: None }
    }

    /// The first deal of few seeds that looks like this.
    fn search(view: &View<'_>) -> Option<(Game, Deal)> {
        let (players, first) = (view.table().players(), view.table().first());
        let candidates = (0..20).flat_map(|seed: u64| (0..70).map(move |deal| DealKey::new(seed, deal)));
        candidates.into_iter().find_map(|key| {
            let mut luck = key.deal(players);
            let game = Game::start(players, first, Edition::default(), &mut luck);
            let fits = game.view(view.seat()).hand() == view.hand() && game.table().grill() == view.table().grill();
            fits.then_some((game, luck))
        })
    }

    /// Follows the others, who must play like `tuned`, up to its own turn; forgets everything if they do not.
    fn follow(&mut self, view: &View<'_>) {
        let Some((game, luck)) = &mut self.found else { return };
        while !game.table().is_over() && game.table().turn() != view.seat() {
            let mv = self.twin.decide(&game.view(game.table().turn()), &mut chance()).unwrap();
            game.play(mv, luck);
        }
        let same =
            !game.table().is_over() && game.view(view.seat()).hand() == view.hand() && game.table() == view.table();
        if !same {
            self.found = None;
        }
    }

    /// The final lead of `seat` in worms if all continue like `tuned`.
    fn outlook(&mut self, mut game: Game, mut luck: Deal, seat: Seat) -> i32 {
        while !game.table().is_over() {
            let mv = self.twin.decide(&game.view(game.table().turn()), &mut chance()).unwrap();
            game.play(mv, &mut luck);
        }
        let worms = game.outcome().worms;
        game.table().players().seats().map(|other| i32::from(worms[seat]) - i32::from(worms[other])).sum()
    }
}

/// `tuned` needs no chance.
fn chance() -> Stream {
    DealKey::new(0_u64, 0).choices(Seat::new(0).unwrap(), 0)
}

fn twin() -> Box<dyn Strategy> {
    shipped().find("tuned").unwrap().strategy(&karteneck::bots::BotHost::default())
}

impl Strategy for Searcher {
    fn start(&mut self, view: &View<'_>) -> Result<(), Fault> {
        self.found = Searcher::search(view);
        Ok(())
    }

    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        self.follow(view);
        let Some((game, luck)) = self.found.clone() else { return self.twin.decide(view, chance) };
        let after = |mv: Move| {
            let (mut game, mut luck) = (game, luck.clone());
            game.play(mv, &mut luck);
            (game, luck)
        };
        let best = view.choices().iter().max_by_key(|&mv| {
            let (game, luck) = after(mv);
            self.outlook(game, luck, view.seat())
        });
        let mv = best.unwrap();
        self.found = Some(after(mv));
        Ok(mv)
    }
}

fn examined(make: &dyn Fn() -> Player) -> Audit {
    // A seed that is in no list, in place of the one that `check` draws.
    let sealed = Seed::new(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
    audit(make, &Scope { games: 1, seed: sealed, guessable: vec![1_000_000.into(), 7.into()] }, || None)
}

#[test]
fn a_strategy_that_searches_for_the_seed_is_named() {
    let result = examined(&|| Player::honest("searcher", || Box::new(Searcher::new())));
    let failed: Vec<_> = result.points.iter().filter(|point| point.verdict == AuditVerdict::Failed).collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].evidence.contains("it searches for the seed"), "{failed:?}");
    let honest = examined(&|| Player::honest("twin", twin));
    assert!(honest.passed(), "{:?}", honest.points);
}

#[test]
fn under_a_sealed_seed_the_searcher_is_its_honest_twin() {
    let two = Players::new(2).unwrap();
    let moves = |seed: Seed, deal: u64, make: fn() -> Box<dyn Strategy>| {
        let mut line_up = [Player::honest("mine", make), Player::honest("tuned", twin)];
        let key = DealKey::new(seed, deal);
        let setup = Setup { key, players: two, first: key.first_seat(two), edition: Edition::default() };
        let mut recorder = karteneck::records::Recorder::new(two);
        play_game(&setup, &mut line_up, &mut recorder);
        recorder.rounds().to_vec()
    };
    let searcher: fn() -> Box<dyn Strategy> = || Box::new(Searcher::new());
    let agree = |seed: Seed| (0..20).filter(|&deal| moves(seed, deal, searcher) == moves(seed, deal, twin)).count();
    assert_eq!(agree(Seed::new(u128::MAX / 7)), 20);
    assert!(agree(7.into()) < 10, "it finds a short one");
}

/// All bytes of all files below a folder but those of one name.
fn bytes_below(folder: &Path, without: &str) -> Vec<u8> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.is_file() && path.file_name().unwrap() != without)
        .flat_map(|path| fs::read(path).unwrap())
        .collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_sealed_seed_is_told_when_the_run_is_over_and_not_before() {
    let folder = TempDir::new().unwrap();
    let (run, again) = (folder.path().join("run"), folder.path().join("again"));
    let [out, from] = [&run, &again].map(|path| path.to_str().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_karteneck"))
        .args(["match", "monte-carlo", "tuned", "--games", "400", "--seed", "random", "--record", "1", "--out", out])
        .args(["--threads", "1"])
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Until the first block is played.
    while fs::metadata(run.join("progress.jsonl")).map_or(0, |file| file.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "it is over too early");
    let seed = fs::read_to_string(run.join("seed.secret")).unwrap().trim().to_owned();
    assert_eq!(seed.len(), 34, "{seed}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(run.join("seed.secret")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let written = bytes_below(&run, "seed.secret");
    assert!(!contains(&written, &seed[2..]), "the seed is told before the end");
    assert!(contains(&written, "sealed:"));
    let page = karteneck(&["report", out]);
    assert_eq!(page.code, 0, "{}", page.stderr);
    assert!(!contains(&bytes_below(&run, "seed.secret"), &seed[2..]), "the page tells it");

    let done = karteneck(&["match", "--resume", out, "--threads", "2"]);
    assert!(done.code == 0 && done.stdout.contains(&seed), "{}", done.stderr);
    assert!(!run.join("seed.secret").exists() && !run.join("games.sealed.jsonl").exists());
    let games = fs::read_to_string(run.join("games.jsonl")).unwrap();
    assert_eq!(games.lines().filter(|line| line.contains(&format!("\"seed\":\"{seed}\""))).count(), 400);
    assert!(!games.contains("sealed:"));
    assert!(karteneck(&["verify", out, "--sample", "100"]).code == 0);
    let replayed = karteneck(&["replay", out, "17:1"]);
    assert!(replayed.stdout.contains(&seed), "{}", replayed.stdout);
    assert!(karteneck(&["match", "--from", out, "--out", from, "--quiet"]).code == 0);
    for name in ["manifest.json", "standings.csv", "tally.json", "games.jsonl"] {
        assert!(fs::read(run.join(name)).unwrap() == fs::read(again.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn a_seed_that_does_not_fit_its_seal_is_refused() {
    let folder = TempDir::new().unwrap();
    let (run, tuning) = (folder.path().join("run"), folder.path().join("tuning"));
    let [run_name, tuning_name] = [&run, &tuning].map(|path| path.to_str().unwrap());
    let played = karteneck(&["match", "first", "passer", "--blocks", "2", "--seed", "random", "--out", run_name]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    // A seed chosen after the fact and played with would give a run that can be reproduced.
    let manifest = fs::read_to_string(run.join("manifest.json")).unwrap();
    let seed = manifest.lines().find(|line| line.contains("\"seed\": ")).unwrap();
    fs::write(run.join("manifest.json"), manifest.replace(seed, "    \"seed\": 5,")).unwrap();
    let again = folder.path().join("again").display().to_string();
    for words in
        [&["verify", run_name][..], &["match", "--from", run_name, "--out", &again], &["replay", run_name, "0:0"]]
    {
        let refused = karteneck(words);
        assert_eq!(refused.code, 2, "{words:?}: {}", refused.stdout);
        assert!(refused.stderr.contains("does not match its seal"), "{words:?}: {}", refused.stderr);
    }
    let words = ["tune", "heuristic", "--params", "tempo", "--games", "4000", "--transfer", "none", "--quiet"];
    let tuned = karteneck(&[&words[..], &["--seed", "random", "--folder", tuning_name]].concat());
    assert_eq!(tuned.code, 0, "{}", tuned.stderr);
    fs::write(tuning.join("seed.secret"), "5\n").unwrap();
    let refused = karteneck(&["tune", "--resume", tuning_name]);
    assert!(refused.code == 2 && refused.stderr.contains("does not match its seal"), "{}", refused.stderr);
}

/// Programs are started once before a run or a tuning, to see whether they can be: not even then may they access its folder.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_only_tried_out_cannot_reach_the_folder() {
    let folder = TempDir::new().unwrap();
    let [run, tuning, bot, seen] = ["run", "tuning", "bot.sh", "seen"].map(|name| folder.path().join(name));
    let [run_name, tuning_name] = [&run, &tuning].map(|path| path.to_str().unwrap());
    let script = format!(
        "mkdir '{run_name}' 2> /dev/null && touch '{run_name}/planted'\ncat '{tuning_name}/seed.secret' >> '{}' 2> /dev/null\n\
         while read -r line; do case \"$line\" in\n\
         *'\"type\":\"hello\"'*) echo '{{\"type\":\"hello\",\"protocol\":\"karteneck-bot/2\"}}' ;;\n\
         *'\"type\":\"decide\"'*) id=${{line#*'\"id\":'}}; echo \"{{\\\"id\\\":${{id%%,*}},\\\"move\\\":\\\"pass\\\"}}\" ;;\n\
         esac; done",
        seen.display()
    );
    fs::write(&bot, script).unwrap();
    fs::write(&seen, "").unwrap();
    let spec = format!("process:sh {}", bot.display());
    let played = karteneck(&["match", &spec, "first", "--blocks", "2", "--seed", "random", "--out", run_name]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    let words = ["tune", "heuristic", "--params", "tempo", "--games", "4000", "--transfer", "none", "--quiet"];
    let tuned = karteneck(&[&words[..], &["--against", &spec, "--seed", "random", "--folder", tuning_name]].concat());
    assert_eq!(tuned.code, 0, "{}", tuned.stderr);
    assert!(tuning.join("seed.secret").exists());
    let resumed = karteneck(&["tune", "--resume", tuning_name, "--trust", "--quiet"]);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert_eq!(fs::read_to_string(&seen).unwrap(), "");
}

/// What a program can look at, in shell: `$run` is the folder of the run, `$lab` the process of the laboratory. What it finds
/// goes to stdout.
#[cfg(target_os = "linux")]
const LOOK: &str = r#"
env; cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ | tr '\0' '\n'; ls -la . .. "$run" "$run/.." /proc/$lab/fd /proc/$lab/cwd/
for file in "$run"/* "$run"/.[!.]* "$run"/logs/* "$run/seed.secret" "$run/timing.json" "$run/games.sealed.jsonl" \
    "$run/checkpoint.json" /proc/$lab/cwd/*/seed.secret /proc/$lab/root"$run/seed.secret" /proc/self/root"$run/seed.secret"; do
    head -c 100000 "$file"
done
"#;

/// What else it can try; not for a program that nothing holds back.
#[cfg(target_os = "linux")]
const TRY: &str = r#"
for fd in /proc/$lab/fd/*; do timeout 0.2 head -c 10000 "$fd"; done
cat /proc/$lab/maps /proc/$lab/auxv /proc/$lab/task/*/comm
sed -n 's/^\([0-9a-f]*\)-\([0-9a-f]*\) rw.*/\1 \2/p' /proc/$lab/maps | head -40 | while read -r from to; do
    dd if=/proc/$lab/mem bs=4096 skip=$((0x$from / 4096)) count=$(((0x$to - 0x$from) / 4096 % 2048))
done
ln -s "$run" link; cat link/seed.secret; ln "$run/seed.secret" hard; cat hard; cp -r "$run" copied; cat copied/seed.secret
mv "$run/seed.secret" moved; cat moved; mv "$run" away; cat away/seed.secret; chmod -R a+rwx "$run"; cat "$run/seed.secret"
mkdir -p mounted; mount --bind "$run" mounted; cat mounted/seed.secret
unshare -rm sh -c 'mount --bind "$0" mounted; cat mounted/seed.secret' "$run"
nsenter -t $lab -m cat "$run/seed.secret"; chroot /proc/$lab/root cat "$run/seed.secret"
find "${TMPDIR:-/tmp}" /dev/shm . -maxdepth 2 -type f -newer marker -size -100k -exec cat {} +
kill -ABRT $lab; kill -QUIT $lab; gcore $lab; cat core*
"#;

/// All ways in which a seed may be written: as text, or as the bytes of a number.
#[cfg(target_os = "linux")]
fn ways_to_write(seed: &str) -> Vec<Vec<u8>> {
    let number = u128::from_str_radix(&seed[2..], 16).unwrap();
    let texts = [format!("{number:x}"), format!("{number:X}"), number.to_string()];
    texts
        .map(String::into_bytes)
        .into_iter()
        .chain([number.to_le_bytes().to_vec(), number.to_be_bytes().to_vec()])
        .collect()
}

#[cfg(target_os = "linux")]
fn tells(bytes: &[u8], seed: &str) -> bool {
    ways_to_write(seed).iter().any(|way| bytes.windows(way.len()).any(|window| window == way))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_program_can_reach_tells_the_seed_of_a_sealed_run_in_progress() {
    let top = TempDir::new().unwrap();
    let [own, run] = ["own", "results/run"].map(|name| top.path().join(name));
    fs::create_dir_all(own.join("notes")).unwrap();
    fs::create_dir_all(top.path().join("results")).unwrap();
    let spy = own.join("spy.sh");
    fs::write(own.join("notes/marker"), "").unwrap();
    let script = |spy: &str| format!("cd '{}/notes'\nrun='{}'\n{spy}", own.display(), run.display());
    // Looking is enough if nothing keeps it from reading.
    fs::create_dir_all(&run).unwrap();
    let planted = "0x5eed5eed5eed5eed5eed5eed5eed5eed";
    fs::write(run.join("seed.secret"), planted).unwrap();
    fs::write(&spy, script(LOOK)).unwrap();
    let spied = Command::new("sh").arg(&spy).env("lab", "self").stdin(Stdio::null()).output().unwrap();
    assert!(tells(&spied.stdout, planted));
    fs::remove_dir_all(&run).unwrap();
    fs::write(&spy, script(&format!("{LOOK}{TRY}"))).unwrap();
    // It writes down all that it hears, and spies while it is asked: when it starts, and later.
    let [heard, looked] = ["heard", "looked"].map(|name| own.join("notes").join(name).display().to_string());
    let script = format!(
        r#"while read -r line; do
            echo "$line" >> '{heard}'
            case "$line" in
                *'"type":"hello"'*) lab=$PPID sh '{spy}' >> '{looked}' 2>&1 < /dev/null
                    echo '{{"type":"hello","protocol":"karteneck-bot/2"}}' ;;
                *'"type":"decide"'*) id=${{line#*'"id":'}}; n=$((n+1))
                    [ $n = 20 ] && lab=$PPID sh '{spy}' >> '{looked}' 2>&1 < /dev/null
                    echo "{{\"id\":${{id%%,*}},\"move\":\"pass\"}}" ;;
            esac
        done"#,
        spy = spy.display()
    );
    fs::write(own.join("bot.sh"), script).unwrap();
    let bot = own.join("bot.toml");
    fs::write(&bot, "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\ntime_limit = 600\n").unwrap();
    let words = ["--blocks", "4", "--seed", "random", "--record", "all", "--blocks-csv", "--threads", "1", "--out"];
    let played =
        karteneck(&[&["match", bot.to_str().unwrap(), "first"], &words[..], &[run.to_str().unwrap()]].concat());
    assert!(played.code == 0 && !played.stderr.contains("fault"), "{}", played.stderr);
    let manifest: serde_json::Value = serde_json::from_slice(&fs::read(run.join("manifest.json")).unwrap()).unwrap();
    let seed = manifest["plan"]["seed"].as_str().unwrap();
    let found = [heard, looked].map(|name| fs::read(name).unwrap());
    assert!(contains(&found[0], "\"type\":\"end\"") && contains(&found[1], "PATH=") && contains(&found[1], "--seed"));
    for found in found {
        assert!(!tells(&found, seed), "{}", String::from_utf8_lossy(&found));
    }
}

#[test]
fn parts_of_a_run_cannot_draw_a_seed_each() {
    let refused = karteneck(&["match", "first", "passer", "--seed", "random", "--shard", "1/2"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("parts of one run need one seed"), "{}", refused.stderr);
}

#[test]
fn recorded_games_tell_a_drawn_seed_at_the_end() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let done = karteneck(&["record", "random", "--games", "3", "--seed", "random", "--out", path.to_str().unwrap()]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let seed = done.stderr.lines().find_map(|line| line.split("the seed was ").nth(1)).unwrap().trim();
    let games = fs::read_to_string(&path).unwrap();
    assert_eq!(games.lines().filter(|line| line.contains(seed)).count(), 3, "{games}");
    let again = karteneck(&["record", "random", "--games", "3", "--seed", seed]);
    assert_eq!(again.stdout, games);
    assert!(karteneck(&["replay", path.to_str().unwrap(), "--check"]).code == 0);
}
