//! Learning from games that workers elsewhere play has the bytes of one process, whatever happens on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use karteneck::arena::{Handout, PieceError, PieceExchange, PieceWorker, RunSeed, Taken, is_list_piece};
use karteneck::bots::BotHost;
use karteneck::entrants::{Catalogue, Entrant};
use karteneck::game::{Players, Stream};
use karteneck::learning::{
    GameJournal, LearnError, LearningManifest, LearningOptions, LearningRequest, LearningWorker, Lesson, learn,
};
use karteneck::records::hash;
use karteneck::report::lesson_files;
use karteneck::runs::{Coordinator, CoordinatorError, FINGERPRINT, JOURNAL, MANIFEST, PIECES, RunFolder};
use karteneck::strategies::nets::NetKind;
use tempfile::TempDir;

use crate::pieces::{assert_same, failing, files, resealed};
use crate::support::{shipped, stream};

fn request(kind: NetKind, entrant: &str, players: &[usize], games: u64) -> LearningRequest {
    LearningRequest {
        kind,
        entrant: shipped().find(entrant).unwrap(),
        players: players.iter().map(|&count| Players::new(count).unwrap()).collect(),
        games,
        seed: 5_u64.into(),
        random_every: 20,
        epochs: 2,
        rate: 0.002,
        start: None,
        judge: None,
    }
}

fn requests() -> Vec<LearningRequest> {
    let mut sealed = request(NetKind::Belief, "greedy", &[4], 333);
    sealed.seed = RunSeed::sealed(12_345_678_901_u64.into());
    vec![
        request(NetKind::Value, "tuned", &[2, 3], 1000),
        request(NetKind::Policy, "tree:iterations=4", &[2], 250),
        sealed,
    ]
}

/// Learns in a folder, by threads or with an exchange, and writes what was learned.
fn carry_out(
    folder: &RunFolder,
    request: &LearningRequest,
    exchange: Option<&PieceExchange>,
) -> Result<Lesson, LearnError> {
    let manifest = LearningManifest::new(request, "a test".to_owned()).to_text();
    folder.write(MANIFEST, manifest.as_bytes())?;
    let mut journal = GameJournal::open(folder, &hash(manifest.as_bytes()))?;
    let (host, stopped) = (BotHost::default(), || exchange.is_some_and(PieceExchange::is_stopped));
    let mut options = LearningOptions { host: &host, stopped: &stopped, watch: &mut |_| {}, exchange };
    let lesson = learn(request, "a test", &mut journal, &mut options)?;
    for (name, bytes) in lesson_files(request, &lesson) {
        folder.write(name, &bytes)?;
    }
    Ok(lesson)
}

fn by_threads(home: &Path, request: &LearningRequest) -> BTreeMap<String, Vec<u8>> {
    let path = home.join("threads");
    carry_out(&RunFolder::create(&path, true).unwrap(), request, None).unwrap();
    files(&path)
}

type Learning = Coordinator<Result<Lesson, LearnError>>;

fn start(folder: &RunFolder, request: &LearningRequest) -> Learning {
    let (own, request) = (folder.clone(), request.clone());
    let learning = Coordinator::start(folder, move |exchange| carry_out(&own, &request, Some(exchange))).unwrap();
    learning.set_workers(3);
    learning.set_piece_seconds(0.02);
    learning
}

fn create(path: &Path, request: &LearningRequest) -> Learning {
    start(&RunFolder::create(path, false).unwrap(), request)
}

fn finish(learning: Learning) -> Result<Lesson, LearnError> {
    learning.finish(Result::is_err).unwrap()
}

fn worker() -> LearningWorker {
    LearningWorker::new(FINGERPRINT, Catalogue::shipped_only(), BotHost::default())
}

fn next(learning: &Learning) -> Handout {
    loop {
        if let Some(piece) = learning.next() {
            return piece;
        }
    }
}

/// Pieces that are out, answered in random order by several workers; some are lost on the way.
struct Disorder {
    luck: Stream,
    out: Vec<Handout>,
    workers: [LearningWorker; 3],
    /// The games of pieces that were answered.
    games: u64,
    names: BTreeSet<String>,
}

impl Disorder {
    fn new(seed: u64) -> Disorder {
        let workers = [worker(), worker(), worker()];
        Disorder { luck: stream(seed), out: Vec::new(), workers, games: 0, names: BTreeSet::new() }
    }

    /// Hands out as many pieces as are wanted, and takes back one; false once all is over.
    fn step(&mut self, learning: &Learning) -> bool {
        while learning.wanted() > 0 {
            let Some(piece) = learning.next() else { break };
            self.out.push(piece);
        }
        if self.out.is_empty() {
            return !learning.is_over();
        }
        let piece = self.out.swap_remove(self.luck.below(self.out.len() as u32) as usize);
        if self.luck.below(6) == 0 {
            learning.give_back(piece.id);
            return true;
        }
        let which = self.luck.below(3) as usize;
        let answer = self.workers[which].play(&piece.bytes, &|| false).unwrap();
        if learning.take(&answer).unwrap() == Taken::Used {
            self.games += piece.games;
            self.names.insert(piece.name);
        }
        true
    }
}

#[test]
fn the_bytes_are_those_of_one_process() {
    for request in requests() {
        let home = TempDir::new().unwrap();
        let expected = by_threads(home.path(), &request);
        let path = home.path().join("pieces");
        let (learning, mut disorder) = (create(&path, &request), Disorder::new(request.games));
        while disorder.step(&learning) {}
        finish(learning).unwrap();
        assert_same(&files(&path), &expected);
        assert!(disorder.names.len() > 3, "{:?}", disorder.names);
        let first = format!("{} players, games 0-15", request.players[0]);
        assert!(disorder.names.contains(&first), "{:?}", disorder.names);
    }
}

#[test]
fn a_killed_coordinator_repeats_only_what_was_in_flight() {
    for request in requests() {
        let home = TempDir::new().unwrap();
        let expected = by_threads(home.path(), &request);
        let (path, copy) = (home.path().join("run"), home.path().join("copy"));
        let (learning, mut disorder) = (create(&path, &request), Disorder::new(3));
        while disorder.games < request.games / 2 && disorder.step(&learning) {}
        // What a kill leaves behind, in the middle of a line.
        fs::create_dir(&copy).unwrap();
        for (name, bytes) in files(&path) {
            fs::write(copy.join(name), bytes).unwrap();
        }
        let answers = [fs::read(copy.join(PIECES)).unwrap(), b"karteneck-answer/1 incompl".to_vec()].concat();
        fs::write(copy.join(PIECES), answers).unwrap();
        fs::write(
            copy.join(JOURNAL),
            [fs::read(copy.join(JOURNAL)).unwrap(), format!("{} [2,", "0".repeat(32)).into_bytes()].concat(),
        )
        .unwrap();
        learning.stop();
        assert!(matches!(finish(learning), Err(LearnError::Interrupted)));

        let learning = start(&RunFolder::at(&copy).locked_for_writing().unwrap(), &request);
        let before = std::mem::replace(&mut disorder, Disorder::new(4)).games;
        while disorder.step(&learning) {}
        finish(learning).unwrap();
        assert_same(&files(&copy), &expected);
        // In whole chapters.
        let all = request.games.next_multiple_of(16) * request.players.len() as u64;
        assert_eq!(before + disorder.games, all);
    }
}

#[test]
fn strange_answers_are_refused_and_change_nothing() {
    let home = TempDir::new().unwrap();
    let learning = create(&home.path().join("run"), &request(NetKind::Value, "greedy", &[2], 320));
    let (piece, other) = (next(&learning), next(&learning));
    let answer = worker().play(&piece.bytes, &|| false).unwrap();
    let text = String::from_utf8(answer.clone()).unwrap();
    let (head, body) = text.trim_end().split_once('\n').unwrap();
    let start = body.find("\"lines\":[[\"").unwrap() + "\"lines\":[[\"".len();
    let line = &body[start..start + body[start..].find('"').unwrap()];
    assert!(line.starts_with("[2,0,[["), "{line}");
    let elsewhere = String::from_utf8(worker().play(&other.bytes, &|| false).unwrap()).unwrap();
    let foreign = elsewhere.split("\"lines\":[[\"").nth(1).unwrap().split('"').next().unwrap();
    for (what, to) in [
        ("no line", String::new()),
        ("other games", foreign.to_owned()),
        ("another number of players", line.replacen("[2,", "[3,", 1)),
        ("a game less", format!("{}]]", &line[..line.rfind(",[[").unwrap()])),
        ("a move that is not legal", line.replacen("[[[", "[[[1],[", 1)),
        ("two lines", format!("{line}\",\"{line}")),
        ("a line that is two", format!("{line}\\n")),
    ] {
        let refused = learning.take(&resealed(head, &body.replacen(line, &to, 1)));
        assert!(matches!(refused, Err(CoordinatorError::Piece(PieceError::Impossible { .. }))), "{what}: {refused:?}");
    }
    assert_eq!(learning.figures().played, 0);
    assert_eq!(learning.take(&answer).unwrap(), Taken::Used);
    let again = learning.take(&answer);
    assert!(matches!(again, Err(CoordinatorError::Piece(PieceError::Doubled(_)))), "{again:?}");
    learning.stop();
    assert!(matches!(finish(learning), Err(LearnError::Interrupted)));
}

#[test]
fn strange_pieces_are_refused() {
    let home = TempDir::new().unwrap();
    let learning = create(&home.path().join("run"), &request(NetKind::Value, "greedy", &[2], 320));
    let piece = next(&learning);
    let text = String::from_utf8(piece.bytes.clone()).unwrap();
    let (head, body) = text.trim_end().split_once('\n').unwrap();
    for (from, to) in [
        ("\"first\":0", "\"first\":20"),
        ("\"first\":0", "\"first\":18446744073709551615"),
        ("\"spans\":[1]", "\"spans\":[0]"),
        ("\"spans\":[1]", "\"spans\":[1000000]"),
        ("\"disqualified\":[]", "\"disqualified\":[null]"),
        ("\\\"players\\\":2", "\\\"players\\\":7"),
        ("greedy", "greedo"),
    ] {
        assert!(body.contains(from), "{from} is not in {body}");
        let refused = worker().play(&resealed(head, &body.replacen(from, to, 1)), &|| false);
        assert!(matches!(refused, Err(PieceError::Plan(_))), "{to}: {:?}", refused.err());
    }
    assert!(is_list_piece(&piece.bytes) && !is_list_piece(b"karteneck-piece/1 x y\n"));
    let mut other = PieceWorker::new(FINGERPRINT, Catalogue::shipped_only(), BotHost::default());
    assert!(matches!(other.play(&piece.bytes, &|| false), Err(PieceError::Malformed { .. })));
    assert_eq!(worker().play(&piece.bytes, &|| true), Err(PieceError::Stopped));
    learning.stop();
    drop(finish(learning));
}

#[test]
fn an_entrant_that_fails_is_named_as_in_one_process() {
    let home = TempDir::new().unwrap();
    let request = LearningRequest { entrant: failing("7"), ..request(NetKind::Value, "greedy", &[2], 64) };
    let alone = carry_out(&RunFolder::create(&home.path().join("threads"), false).unwrap(), &request, None);
    let (learning, mut disorder) = (create(&home.path().join("run"), &request), Disorder::new(1));
    while disorder.step(&learning) {}
    let [alone, elsewhere] = [alone, finish(learning)].map(|end| end.unwrap_err().to_string());
    assert!(elsewhere.contains("nothing can be learned"), "{elsewhere}");
    assert_eq!(elsewhere, alone);
}

#[test]
fn code_cannot_be_sent_elsewhere() {
    let code = Entrant::closure("first", |view, _| view.choices().get(0));
    let request = LearningRequest { entrant: code, ..request(NetKind::Value, "greedy", &[2], 64) };
    assert!(matches!(LearningWorker::check(&request), Err(PieceError::Plan(_))));
}
