//! The library as an outside crate uses it: runs from code, with the caller's own strategies.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use karteneck::arena::RunSeed;
use karteneck::entrants::Catalogue;
use karteneck::game::{Move, Stream, View};
use karteneck::runs::{Run, RunError};
use karteneck::strategies::{Domain, Family, Policy};
use karteneck::tables::ResultFile;
use karteneck::{Entrant, LabError, Match, Tournament};

struct First;

impl Policy for First {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        view.choices().get(0)
    }
}

/// Owns a table, as a model would.
struct Last(Vec<usize>);

impl Policy for Last {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        view.choices().get((view.choices().len() - 1).min(self.0[0]))
    }
}

fn first() -> Entrant {
    Entrant::policy("my-first", || First)
}

fn last() -> Entrant {
    let table = vec![99];
    Entrant::policy("my-last", move || Last(table.clone())).versioned("2")
}

#[test]
fn two_closures_play_a_tournament() {
    let outcome = Tournament::of([first(), last()]).players([2, 4]).games(400).seed(7_u64).run().unwrap();
    assert_eq!(outcome.games(), 400);
    let rows = outcome.standings(2);
    assert_eq!(rows.iter().map(|row| row.games).sum::<u64>(), 400);
    assert!(rows[0].win_rate >= rows[1].win_rate && rows[0].rank == 1);
    let total: f64 = rows.iter().filter_map(|row| row.win_rate).sum();
    assert!((total - 1.0).abs() < 1e-9);
    assert!(outcome.standings(3).is_empty());
    assert_eq!(outcome.matchups(4).len(), 2);
    assert!(outcome.difference(2).is_some() && outcome.test().is_none());
    let shipped = Tournament::of(["first".parse().unwrap(), last()]).games(400).seed(7_u64).run().unwrap();
    let mine = Tournament::of([first(), last()]).games(400).seed(7_u64).run().unwrap();
    let rate = |outcome: &karteneck::RunOutcome, name| outcome.standing(name, 2).unwrap().win_rate;
    assert_eq!(rate(&shipped, "first"), rate(&mine, "my-first"), "a copy of a shipped strategy plays the same");
}

#[test]
fn threads_folders_and_stops_change_nothing() {
    let home = tempfile::tempdir().unwrap();
    let tournament = || {
        let random = "random".parse().unwrap();
        Tournament::of([first(), last(), random]).players([2, 3]).games(6000).seed(3_u64).record_every(7).keep_blocks()
    };
    let folder = |name: &str| home.path().join(name);
    let whole = tournament().threads(2).run().unwrap();
    let kept = tournament().threads(1).run_in(folder("kept")).unwrap();
    assert_eq!(kept.state(), whole.state());
    // Stopped again and again, each time later.
    let mut ended = tournament().stop_when(|| true).run_in(folder("stopped"));
    for limit in 1..200_u64 {
        assert!(matches!(ended, Err(LabError::Stopped { .. })), "{ended:?}");
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > limit * limit * 200;
        ended = tournament().stop_when(stop).resume(folder("stopped"));
        if ended.is_ok() {
            break;
        }
    }
    assert_eq!(ended.unwrap().state(), whole.state());
    for file in ["manifest.json", "tally.json", "standings.csv", "games.jsonl", "blocks.csv", "lineups.csv"] {
        let [one, other] = ["kept", "stopped"].map(|name| std::fs::read(folder(name).join(file)).unwrap());
        assert_eq!(one, other, "{file}");
    }
    assert_eq!(whole.table(ResultFile::Standings).to_csv(), std::fs::read(folder("kept/standings.csv")).unwrap());
}

#[test]
fn a_folder_names_the_code_it_needs() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let random: Entrant = "random".parse().unwrap();
    Match::between([last(), random.clone()]).games(40).run_in(&path).unwrap();
    let problem = Run::open(&path, &Catalogue::shipped_only()).unwrap_err().to_string();
    assert!(problem.contains("my-last") && problem.contains("version 2") && problem.contains("register"), "{problem}");
    let older = last().versioned("1");
    let problem = Run::open(&path, &Catalogue::shipped_only().with_code(older).unwrap()).unwrap_err().to_string();
    assert!(problem.contains("version 2") && problem.contains("version 1"), "{problem}");
    let run = Run::open(&path, &Catalogue::shipped_only().with_code(last()).unwrap()).unwrap();
    assert_eq!(run.state().games(run.plan()), 40);
    // A run that is over, or a different one, is not resumed.
    let again = |mine: Match<'static>| mine.resume(&path).unwrap_err();
    assert!(matches!(again(Match::between([last(), random.clone()]).games(40)), LabError::Run(RunError::Over(_))));
    let taken = Match::between([last(), random]).games(40).run_in(&path).unwrap_err();
    assert!(matches!(taken, LabError::Run(RunError::Exists(_))), "{taken}");
}

karteneck::parameters! {
    /// How it plays.
    struct Habits {
        /// which of its choices it takes
        choice: u32 = Domain::whole(0, 0, 9, 1),
    }
}

impl Policy for Habits {
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        view.choices().get((self.choice as usize).min(view.choices().len() - 1))
    }
}

static HABITS: Family = Family::new("habits", "always the same choice", Habits::TABLE, |v| Box::new(Habits::set(v)));

#[test]
fn a_registered_family_is_resumed_verified_tuned_and_audited_like_a_shipped_one() {
    use karteneck::arena::{PlayOptions, Player};
    use karteneck::audit::{Scope, audit};
    use karteneck::bots::BotHost;
    use karteneck::runs::{VerifyScope, verify};
    use karteneck::tuning::{ArenaOracle, Request, Rival, TuningManifest, TuningPlan, request_of, tune};

    let catalogue = Catalogue::shipped_only().with_family(&HABITS).unwrap();
    assert!(Catalogue::shipped_only().with_family(&HABITS).unwrap().with_family(&HABITS).is_err(), "its name is taken");
    let (home, entrant) = (tempfile::tempdir().unwrap(), catalogue.find("habits:choice=3").unwrap());
    let path = home.path().join("run");
    let pair = || Match::between([entrant.clone(), "random".parse().unwrap()]).games(60).catalogue(catalogue.clone());
    pair().stop_when(|| true).run_in(&path).unwrap_err();
    pair().resume(&path).unwrap();
    let problem = Run::open(&path, &Catalogue::shipped_only()).unwrap_err().to_string();
    assert!(problem.contains("`habits`") && problem.contains("register"), "{problem}");
    let (run, host) = (Run::open(&path, &catalogue).unwrap(), BotHost::default());
    assert_eq!(verify(&run, VerifyScope::All, &PlayOptions::new(1, &host)).unwrap().played, 30);
    let scope = Scope { games: 1, seed: 5_u64.into(), guessable: Vec::new() };
    let examined = audit(&|| Player::new(&entrant, &BotHost::default()), &scope, || None);
    assert!(examined.passed(), "{examined:?}");
    let request = Request {
        entrant,
        parameters: None,
        against: vec![Rival::Entrant("random".parse().unwrap())],
        players: vec![karteneck::game::Players::ALL[0]],
        games: 4_000,
        seed: RunSeed::from(1_u64),
        method: None,
        edition: karteneck::game::Edition::default(),
        transfer: Vec::new(),
        sensitivity: false,
    };
    let manifest = TuningManifest::new(&request, String::new());
    let request = request_of(&manifest, &catalogue, None).unwrap();
    let plan = TuningPlan::new(request).unwrap();
    let mut oracle = ArenaOracle {
        family: &HABITS,
        seed: plan.request.seed.seed(),
        edition: plan.request.edition,
        threads: 2,
        host,
        stopped: &|| false,
        on_games: &|_| {},
        exchange: None,
    };
    let findings = tune(&plan, &mut oracle, &mut |_| {}).unwrap();
    assert_eq!(findings.result.len(), 1);
}

#[test]
fn nonsense_is_refused_before_anything_is_played() {
    let refused = |tournament: Tournament<'static>| tournament.run().unwrap_err().to_string();
    let pair = || Tournament::of([first(), last()]);
    assert!(refused(pair().players([7])).contains("2 to 6"));
    assert!(refused(pair().players([])).contains("at least one number of players"));
    assert!(refused(pair().blocks(0)).contains("at least one block"));
    assert!(refused(pair().until(2.0)).contains("between 0 and 1"));
    assert!(refused(Tournament::of([first(), first()])).contains("twice"));
    assert!(refused(Tournament::of([])).contains("line-up"));
    assert!(refused(Tournament::of(["process:/nonexistent/bot".parse().unwrap(), first()])).contains("cannot play"));
    let four = Match::between([first(), last()]).players(4).sprt("0pp:80pp".parse().unwrap()).run();
    assert!(four.unwrap_err().to_string().contains("win rates"));
}

#[test]
fn progress_is_shown_and_a_secret_seed_is_revealed_at_the_end() {
    let home = tempfile::tempdir().unwrap();
    let (games, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let show = |progress: &karteneck::Progress<'_>| {
        games.store(progress.games(), Ordering::Relaxed);
        over.store(progress.games_in_all() == Some(progress.games()), Ordering::Relaxed);
        assert!(progress.to_string().ends_with("of 200 games"), "{progress}");
    };
    let seed = karteneck::game::Seed::new(u128::MAX / 7);
    let pair = Match::between([first(), last()]).games(200).seed(RunSeed::sealed(seed)).on_progress(show);
    let outcome = pair.run_in(home.path().join("run")).unwrap();
    assert_eq!((games.into_inner(), over.into_inner()), (200, true));
    assert!(!outcome.plan().seed.is_sealed());
    let manifest = std::fs::read_to_string(home.path().join("run/manifest.json")).unwrap();
    assert!(manifest.contains(&seed.to_string()) && manifest.contains("\"seal\""), "{manifest}");
}

#[test]
fn the_work_of_each_thread_is_surrounded_once() {
    let (entered, left) = (AtomicU64::new(0), AtomicU64::new(0));
    let outcome = Tournament::of([first(), last()])
        .games(100)
        .threads(3)
        .around_threads(|work| {
            entered.fetch_add(1, Ordering::Relaxed);
            work();
            left.fetch_add(1, Ordering::Relaxed);
        })
        .run()
        .unwrap();
    assert_eq!((entered.into_inner(), left.into_inner(), outcome.games()), (3, 3, 100));
}
