//! Pieces: a run on workers elsewhere has the bytes of one process, whatever happens on the way.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use karteneck::arena::{
    Goal, Handout, Pairing, PieceError, PieceExchange, PieceWorker, Plan, PlayOptions, RunSeed, State, Taken, play_run,
};
use karteneck::bots::BotHost;
use karteneck::entrants::{Catalogue, Entrant};
use karteneck::game::Stream;
use karteneck::runs::{
    Coordinator, CoordinatorError, FINGERPRINT, LiveRun, NewFolder, PIECES, RunEnd, RunError, TIMING,
};
use karteneck::statistics::{Hypotheses, Sprt};
use serde_json::Value;
use tempfile::TempDir;

use crate::processes::{PASS, bot};
use crate::runs::{FIELD, keeping, plan, plan_of};
use crate::support::{shipped, stream};

pub(crate) fn worker() -> PieceWorker {
    PieceWorker::new(FINGERPRINT, Catalogue::shipped_only(), BotHost::default())
}

pub(crate) fn play(worker: &mut PieceWorker, piece: &Handout) -> Vec<u8> {
    worker.play(&piece.bytes, &|| false).unwrap()
}

/// All files of a folder but what depends on the machine.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let read = named.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
    read.filter(|(name, _)| name != TIMING).collect()
}

/// The files of a run that is played by threads of this process.
pub(crate) fn by_threads(home: &Path, plan: &Plan) -> BTreeMap<String, Vec<u8>> {
    let path = home.join("threads");
    let (folder, host) = (NewFolder::At { path: path.clone(), force: true }, BotHost::default());
    let end = LiveRun::create(&folder, plan.clone()).unwrap().play(&PlayOptions::new(2, &host), &mut |_, _| {});
    assert!(matches!(end, Ok(RunEnd::Finished(_))));
    files(&path)
}

pub(crate) type RunCoordinator = Coordinator<Result<RunEnd, RunError>>;

pub(crate) fn coordinate(run: LiveRun) -> RunCoordinator {
    let folder = run.run().folder().clone();
    let job = move |exchange: &PieceExchange| {
        let host = BotHost::default();
        run.play(&PlayOptions { exchange: Some(exchange), ..PlayOptions::new(1, &host) }, &mut |_, _| {})
    };
    let coordinator = Coordinator::start(&folder, job).unwrap();
    coordinator.set_workers(3);
    coordinator.set_piece_seconds(0.02);
    coordinator
}

pub(crate) fn create(path: &Path, plan: &Plan) -> RunCoordinator {
    coordinate(LiveRun::create(&NewFolder::At { path: path.to_owned(), force: false }, plan.clone()).unwrap())
}

pub(crate) fn finish(coordinator: RunCoordinator) -> RunEnd {
    coordinator.finish(|end| !matches!(end, Ok(RunEnd::Finished(_)))).unwrap().unwrap()
}

/// Pieces that are out, taken in random order; some are lost on the way, and some answers come twice.
struct Disorder {
    luck: Stream,
    out: Vec<Handout>,
    workers: Vec<PieceWorker>,
    answered: u64,
}

impl Disorder {
    fn new(seed: u64) -> Disorder {
        Disorder { luck: stream(seed), out: Vec::new(), workers: (0..3).map(|_| worker()).collect(), answered: 0 }
    }

    /// Hands out as many pieces as are wanted, and takes back one; false once all is over.
    fn step(&mut self, coordinator: &RunCoordinator) -> bool {
        while coordinator.wanted() > 0 {
            let Some(piece) = coordinator.next() else { break };
            self.out.push(piece);
        }
        if self.out.is_empty() {
            return !coordinator.is_over();
        }
        let piece = self.out.swap_remove(self.luck.below(self.out.len() as u32) as usize);
        if self.luck.below(8) == 0 {
            // A worker is lost.
            coordinator.give_back(piece.id);
            return true;
        }
        let which = self.luck.below(self.workers.len() as u32) as usize;
        let answer = play(&mut self.workers[which], &piece);
        let is_played_elsewhere = self.out.iter().any(|other| other.id == piece.id);
        if coordinator.take(&answer).unwrap() == Taken::Used {
            self.answered += 1;
            if !is_played_elsewhere {
                let again = coordinator.take(&answer);
                let is_refused =
                    matches!(again, Err(CoordinatorError::Piece(PieceError::Doubled(_) | PieceError::Foreign(_))));
                assert!(is_refused, "{again:?}");
            }
        }
        true
    }
}

fn by_pieces(home: &Path, plan: &Plan, seed: u64) -> BTreeMap<String, Vec<u8>> {
    let path = home.join(format!("pieces-{seed}"));
    let coordinator = create(&path, plan);
    let mut disorder = Disorder::new(seed);
    while disorder.step(&coordinator) {}
    assert!(disorder.answered > 5, "{} answers", disorder.answered);
    assert!(matches!(finish(coordinator), RunEnd::Finished(_)));
    files(&path)
}

pub(crate) fn assert_same(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, bytes) in one {
        assert!(bytes == &other[name], "{name} differs");
    }
}

fn with_goal(plan: Plan, goal: Goal) -> Plan {
    let mut plan = plan;
    plan.goal = goal;
    plan
}

/// A program that fails now and then, always at the same decisions.
pub(crate) fn failing(ids: &str) -> Entrant {
    bot(&format!("case $id in *{ids}) exit 3 ;; esac; {PASS}"), 60.0)
}

/// Runs of every sort.
pub(crate) fn plans() -> Vec<(&'static str, Plan)> {
    let pair = || plan(&["heuristic", "greedy"], &[2], Pairing::Fixed, 1);
    let hypotheses = Hypotheses { null: 1.0, alternative: 1.04, alpha: 0.05, beta: 0.05 };
    let close = plan(&["heuristic", "heuristic:tempo=1.1"], &[2], Pairing::Fixed, 1);
    let mut sealed = keeping(3, plan(&FIELD, &[2, 3], Pairing::RoundRobin, 70));
    sealed.seed = RunSeed::sealed(12_345_678_901_u64.into());
    sealed.keep_blocks = true;
    let random = shipped().find("random").unwrap();
    vec![
        ("fixed", plan(&FIELD, &[2, 4], Pairing::RoundRobin, 300)),
        ("until", with_goal(pair(), Goal::Until { half_width: 0.02, most: 100_000 })),
        (
            "until, several sizes",
            with_goal(
                plan(&FIELD[1..], &[2, 3], Pairing::RoundRobin, 1),
                Goal::Until { half_width: 0.04, most: 100_000 },
            ),
        ),
        ("test", with_goal(close, Goal::Test { sprt: Sprt::new(hypotheses), most: 20_000 })),
        ("recorded, with a secret seed", sealed),
        ("faulting", plan_of(vec![random, failing("77")], &[2], Pairing::Fixed, 200)),
    ]
}

#[test]
fn the_bytes_are_those_of_one_process() {
    for (name, plan) in plans() {
        let home = TempDir::new().unwrap();
        let expected = by_threads(home.path(), &plan);
        for seed in 0..2 {
            println!("{name}, {seed}");
            assert_same(&by_pieces(home.path(), &plan, seed), &expected);
        }
    }
}

#[test]
fn a_faulting_program_is_shut_out_in_the_middle() {
    let home = TempDir::new().unwrap();
    let (_, plan) = plans().pop().unwrap();
    let text = String::from_utf8(by_threads(home.path(), &plan)["tally.json"].clone()).unwrap();
    let shut_out = text.split("\"disqualified\":[null,[0,").nth(1).and_then(|rest| rest.split(']').next());
    let block: u64 = shut_out.unwrap().parse().unwrap();
    assert!(block > 8 && block < 150, "{block}");
}

/// Plays a run in pieces of which each seems to take so many seconds for a block; all pieces, as first block and end.
fn by_pieces_of(coordinator: &RunCoordinator, seconds: f64) -> Vec<(u64, u64)> {
    let (mut worker, mut pieces) = (worker(), Vec::new());
    while !coordinator.is_over() {
        let Some(piece) = coordinator.next() else { continue };
        let answer = String::from_utf8(play(&mut worker, &piece)).unwrap();
        let (head, body) = answer.trim_end().split_once('\n').unwrap();
        let mut body: Value = serde_json::from_str(body).unwrap();
        let spans = body["piece"]["spans"].as_array().unwrap();
        let blocks: u64 = spans.iter().map(|span| span.as_u64().unwrap()).sum();
        let first = body["piece"]["first"].as_u64().unwrap();
        pieces.push((first, first + blocks));
        body["seconds"] = Value::from(seconds * blocks as f64);
        coordinator.take(&resealed(head, &body.to_string())).unwrap();
    }
    pieces
}

#[test]
fn a_goal_is_reached_at_the_end_of_a_piece_and_within_one() {
    let home = TempDir::new().unwrap();
    let (_, plan) = plans().swap_remove(1);
    let expected = by_threads(home.path(), &plan);
    let mut kinds = [0, 0];
    for (number, seconds) in [1e3, 1e-5, 1e-4, 1e-6].into_iter().enumerate() {
        let path = home.path().join(number.to_string());
        let coordinator = create(&path, &plan);
        coordinator.set_workers(1);
        let pieces = by_pieces_of(&coordinator, seconds);
        let RunEnd::Finished(run) = finish(coordinator) else { panic!("it is not over") };
        let end = run.state().games(run.plan()) / 2;
        kinds[0] += usize::from(pieces.iter().any(|piece| piece.1 == end));
        kinds[1] += usize::from(pieces.iter().any(|piece| piece.0 < end && end < piece.1));
        assert_same(&files(&path), &expected);
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn stopping_saves_what_was_answered() {
    let home = TempDir::new().unwrap();
    let plan = plan(&FIELD, &[2], Pairing::RoundRobin, 400);
    let expected = by_threads(home.path(), &plan);
    let path = home.path().join("run");
    let coordinator = create(&path, &plan);
    let mut disorder = Disorder::new(1);
    while disorder.answered < 10 && disorder.step(&coordinator) {}
    coordinator.stop();
    assert!(matches!(finish(coordinator), RunEnd::Interrupted(_)));
    let known = fs::metadata(path.join(PIECES)).unwrap().len();
    assert!(known > 0);
    // The ordinary program can continue it as well, and leaves nothing behind.
    let host = BotHost::default();
    let run = LiveRun::resume(&path, &Catalogue::shipped_only()).unwrap();
    assert!(matches!(run.play(&PlayOptions::new(2, &host), &mut |_, _| {}), Ok(RunEnd::Finished(_))));
    assert_same(&files(&path), &expected);
}

/// A plan that is played through an exchange beside the test.
fn beside(plan: &Plan, test: impl FnOnce(&PieceExchange)) -> State {
    let exchange = PieceExchange::new(FINGERPRINT);
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let host = BotHost::default();
            let options = PlayOptions { exchange: Some(&exchange), ..PlayOptions::new(1, &host) };
            play_run::<()>(plan, State::new(plan), &options, |_, _| std::ops::ControlFlow::Continue(()))
        });
        test(&exchange);
        exchange.stop();
        run.join().unwrap().unwrap().0
    })
}

const SOON: Duration = Duration::from_secs(60);

fn next(exchange: &PieceExchange) -> Handout {
    exchange.next(Duration::ZERO, SOON).unwrap()
}

#[test]
fn strange_answers_are_refused_and_change_nothing() {
    let own = keeping(1, plan(&["greedy", "random"], &[2], Pairing::Fixed, 100));
    let other = plan(&["greedy", "random"], &[2], Pairing::Fixed, 101);
    let mut foreign = Vec::new();
    beside(&other, |exchange| foreign = play(&mut worker(), &next(exchange)));
    beside(&own, |exchange| {
        let piece = next(exchange);
        let answer = play(&mut worker(), &piece);
        assert!(matches!(exchange.take(&foreign), Err(PieceError::Foreign(_))));
        for (what, bytes) in [
            ("nothing", Vec::new()),
            ("the piece itself", piece.bytes.clone()),
            ("cut off", answer[..answer.len() - 1].to_vec()),
            ("cut in the middle", answer[..answer.len() / 2].to_vec()),
            ("no text", vec![0xff; 100]),
            ("another format", replaced(&answer, "karteneck-answer/1", "karteneck-answer/2")),
            ("changed", replaced(&answer, "\"wins\":", "\"wons\":")),
        ] {
            let refused = exchange.take(&bytes);
            assert!(matches!(refused, Err(PieceError::Malformed { .. })), "{what}: {refused:?}");
        }
        let other_program = exchange.take(&replaced(&answer, FINGERPRINT, "0123"));
        assert!(matches!(other_program, Err(PieceError::OtherProgram { .. })), "{other_program:?}");
        assert_eq!(exchange.figures().played, 0);
        assert_eq!(exchange.take(&answer), Ok(Taken::Used));
        assert_eq!(exchange.take(&answer), Err(PieceError::Doubled(piece.id)));
    });
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8(bytes.to_vec()).unwrap().replacen(from, to, 1).into_bytes()
}

#[test]
fn answers_that_no_games_give_are_refused() {
    let plan = keeping(1, plan(&["greedy", "random"], &[2], Pairing::Fixed, 100));
    beside(&plan, |exchange| {
        let answer = play(&mut worker(), &next(exchange));
        let text = String::from_utf8(answer.clone()).unwrap();
        let (head, body) = text.trim_end().split_once('\n').unwrap();
        let wins = body.split("\"wins\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let others = ["20", "11", "02"].into_iter().filter(|other| *other != wins);
        let mut changes: Vec<(String, String)> =
            others.map(|other| (format!("\"wins\":\"{wins}\""), format!("\"wins\":\"{other}\""))).collect();
        let plainly = [
            (format!("\"wins\":\"{wins}\""), "\"wins\":\"\""),
            (format!("\"wins\":\"{wins}\""), "\"wins\":\"/1\""),
            ("\"records\":[".to_owned(), "\"records\":[\"one more\","),
            ("\"count\":1".to_owned(), "\"count\":2"),
            ("\"games\":2".to_owned(), "\"games\":3"),
            ("\"digests\":[".to_owned(), "\"digests\":[0,"),
            ("\"course\":[".to_owned(), "\"course\":[[],"),
            (
                "\"faults\":[]".to_owned(),
                r#""faults":[{"entrant":0,"players":2,"line_up":0,"block":0,"rotation":0,"fault":""}]"#,
            ),
            (
                "\"faults\":[]".to_owned(),
                r#""faults":[{"entrant":9,"players":2,"line_up":0,"block":0,"rotation":0,"fault":""}]"#,
            ),
        ];
        changes.extend(plainly.map(|(from, to)| (from, to.to_owned())));
        for (from, to) in changes {
            assert!(body.contains(&from), "{from} is not in {body}");
            let refused = exchange.take(&resealed(head, &body.replacen(&from, &to, 1)));
            assert!(matches!(refused, Err(PieceError::Impossible { .. })), "{to}: {refused:?}");
        }
        assert_eq!(exchange.take(&answer), Ok(Taken::Used));
    });
}

pub(crate) fn resealed(head: &str, body: &str) -> Vec<u8> {
    let words: Vec<&str> = head.split(' ').collect();
    let seal = karteneck::records::hash(body.as_bytes());
    format!("{} {} {seal}\n{body}\n", words[0], words[1]).into_bytes()
}

#[test]
fn strange_pieces_are_refused() {
    let plan = plan(&["greedy", "random"], &[2], Pairing::Fixed, 100);
    beside(&plan, |exchange| {
        let piece = next(exchange);
        let text = String::from_utf8(piece.bytes.clone()).unwrap();
        let (head, body) = text.trim_end().split_once('\n').unwrap();
        let changes = [
            ("\"first\":0", "\"first\":100"),
            ("\"spans\":[1]", "\"spans\":[0]"),
            ("\"spans\":[1]", "\"spans\":[]"),
            ("\"spans\":[1]", "\"spans\":[18446744073709551615,2]"),
            ("\"table_index\":0", "\"table_index\":1"),
            ("\"disqualified\":[null,null]", "\"disqualified\":[null]"),
            ("greedy", "greedo"),
            ("\\\"seed\\\":3", "\\\"seed\\\":4"),
        ];
        for (from, to) in changes {
            assert!(body.contains(from), "{from} is not in {body}");
            let forged = resealed(head, &body.replacen(from, to, 1));
            let refused = worker().play(&forged, &|| false);
            assert!(matches!(refused, Err(PieceError::Plan(_))), "{to}: {refused:?}");
        }
        let stopped = worker().play(&piece.bytes, &|| true);
        assert_eq!(stopped, Err(PieceError::Stopped));
        assert!(worker().play(&piece.bytes[1..], &|| false).is_err());
    });
}

#[test]
fn a_piece_that_is_late_is_handed_out_again() {
    let plan = plan(&["greedy", "random"], &[2], Pairing::Fixed, 3);
    let state = beside(&plan, |exchange| {
        exchange.set_workers(4);
        let pieces: Vec<Handout> = (0..3).map(|_| next(exchange)).collect();
        assert_eq!(exchange.next(Duration::from_secs(1), SOON), None, "nothing is left, and none is late");
        let again = exchange.next(Duration::from_secs(1000), SOON).unwrap();
        assert_eq!((again.id, again.copy, &again.bytes), (pieces[0].id, 1, &pieces[0].bytes));
        let answer = play(&mut worker(), &again);
        assert_eq!(exchange.take(&answer), Ok(Taken::Used));
        assert_eq!(exchange.take(&answer), Ok(Taken::Outdated), "the slow one comes after all");
        assert_eq!(exchange.take(&answer), Err(PieceError::Doubled(again.id)));
        for piece in &pieces[1..] {
            assert_eq!(exchange.take(&play(&mut worker(), piece)), Ok(Taken::Used));
        }
        while exchange.figures().used < 6 {
            std::thread::yield_now();
        }
    });
    assert_eq!(state.games(&plan), 6);
}

#[test]
fn code_cannot_be_sent_elsewhere() {
    let code = Entrant::closure("first", |view, _| view.choices().get(0));
    let plan = plan_of(vec![code, shipped().find("random").unwrap()], &[2], Pairing::Fixed, 3);
    assert!(matches!(PieceExchange::check(&plan), Err(PieceError::Plan(_))));
}
