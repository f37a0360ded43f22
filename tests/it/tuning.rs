//! Tuning on formulas whose best point is known, and the laws that every tuning obeys.

use std::cell::RefCell;
use std::fs;

use karteneck::arena::LEVEL;
use karteneck::bots::BotHost;
use karteneck::entrants::{Entrant, EntrantKind};
use karteneck::game::{Edition, Key, Players};
use karteneck::runs::{RunError, RunFolder};
use karteneck::statistics::Interval;
use karteneck::strategies::{Domain, FAMILIES, Value};
use karteneck::tuning::{
    ArenaOracle, Confirmation, Estimate, Findings, Halt, Journal, Method, Oracle, Phase, Purpose, Question, Request,
    Rival, Role, Scores, SizeScores, Standoff, TuningManifest, TuningPlan, TuningVerdict, request_of, tune,
};

use crate::support::{players, shipped};

/// The strength of an entrant by a formula.
type Formula = fn(&[Value]) -> f64;

/// Answers by a formula instead of playing: a block is two games, won with a probability that grows with the difference
/// of strength; all candidates meet the same luck.
struct Synthetic {
    formula: Formula,
    asked: RefCell<Vec<Question>>,
}

impl Synthetic {
    fn new(formula: Formula) -> Synthetic {
        Synthetic { formula, asked: RefCell::default() }
    }
}

fn values(entrant: &Entrant) -> &[Value] {
    let EntrantKind::Family { values, .. } = &entrant.kind else { panic!("a program") };
    values
}

impl Oracle for Synthetic {
    fn ask(&mut self, question: &Question) -> Result<Scores, Halt> {
        self.asked.borrow_mut().push(question.clone());
        let rivals = question.rivals.iter().map(|rival| (self.formula)(values(rival)));
        let field = rivals.sum::<f64>() / question.rivals.len() as f64;
        let size = |players: &Players| {
            let count = players.count() as u64;
            let mut scores = SizeScores::new(count, count, question.candidates.len());
            for block in 0..question.blocks {
                let deal = question.purpose.first_deal() + question.first + block;
                let mut stream = Key::new(5).with(count).with(deal).stream();
                let luck: Vec<f64> =
                    (0..count).map(|_| f64::from(stream.below(1 << 30)) / f64::from(1 << 30)).collect();
                let wins = |candidate: &Vec<Value>| {
                    let chance = (1.0 / count as f64 + (self.formula)(candidate) - field).clamp(0.02, 0.98);
                    luck.iter().filter(|luck| **luck < chance).count() as u64
                };
                scores.add(&question.candidates.iter().map(wins).collect::<Vec<_>>());
            }
            scores
        };
        Ok(Scores { sizes: question.players.iter().map(size).collect() })
    }
}

fn request(spec: &str, parameters: &[&str], games: u64) -> Request {
    let entrant = shipped().find(spec).unwrap();
    Request {
        against: vec![Rival::Entrant(entrant.clone())],
        entrant,
        parameters: (!parameters.is_empty()).then(|| parameters.iter().map(|&name| name.to_owned()).collect()),
        players: vec![players(2)],
        games,
        seed: 1_u64.into(),
        method: None,
        edition: Edition::default(),
        transfer: Vec::new(),
        sensitivity: false,
    }
}

fn find(request: Request, formula: Formula) -> Findings {
    let plan = TuningPlan::new(request).unwrap();
    tune(&plan, &mut Synthetic::new(formula), &mut |_| {}).unwrap()
}

fn real(values: &[Value], place: usize) -> f64 {
    let Value::Real(value) = values[place] else { panic!("no number") };
    value
}

/// The index of a parameter of `heuristic`.
const TEMPO: usize = 11;

#[test]
fn every_method_finds_the_best_value_of_one_parameter() {
    // The best tempo is 2.2, far from the start at 1.
    let formula: Formula = |values| -0.2 * (real(values, TEMPO) - 2.2).powi(2);
    for method in Method::ALL {
        for seed in 0..3 {
            let request =
                Request { method: Some(method), seed: u64::into(seed), ..request("heuristic", &["tempo"], 60_000) };
            let findings = find(request, formula);
            let found = real(&findings.result, TEMPO);
            assert!((found - 2.2).abs() < 0.2, "{method}, seed {seed}: {found}");
            assert_eq!(findings.verdict, TuningVerdict::Better, "{method}, seed {seed}");
        }
    }
}

#[test]
fn a_best_value_at_the_end_of_the_range_is_reached() {
    let formula: Formula = |values| 0.1 * real(values, TEMPO);
    for method in Method::ALL {
        let findings = find(Request { method: Some(method), ..request("heuristic", &["tempo"], 60_000) }, formula);
        let found = real(&findings.result, TEMPO);
        assert!(found > 2.85, "{method}: {found}");
    }
}

/// Of monte-carlo's parameters, the best policy is `greedy`, the best horizon `game`, and the best caution 2.
fn named_best(values: &[Value]) -> f64 {
    let name = |place: usize, best| if values[place] == Value::Choice(best) { 0.1 } else { 0.0 };
    name(1, "greedy") + name(2, "game") - 0.05 * (real(values, 3) - 2.0).powi(2)
}

#[test]
fn whole_numbers_and_names_are_searched_too() {
    let findings = find(request("monte-carlo", &["policy", "horizon", "caution"], 100_000), named_best);
    assert_eq!((findings.result[1], findings.result[2]), (Value::Choice("greedy"), Value::Choice("game")));
    assert!((real(&findings.result, 3) - 2.0).abs() <= 0.5, "{:?}", findings.result);
    // greedy: enough, a whole number; the best is 33.
    let formula: Formula = |values| {
        let Value::Whole(value) = values[0] else { panic!("no whole number") };
        -0.002 * (f64::from(value) - 33.0).powi(2)
    };
    for method in Method::ALL {
        let findings = find(Request { method: Some(method), ..request("greedy", &["enough"], 60_000) }, formula);
        let Value::Whole(found) = findings.result[0] else { panic!("no whole number") };
        assert!(found.abs_diff(33) <= 4, "{method}: {found}");
    }
}

/// Every weight of `heuristic` counts, some more than others, and each has its best a quarter of its range off the middle.
fn valley(values: &[Value]) -> f64 {
    let family = FAMILIES.iter().find(|family| family.name == "heuristic").unwrap();
    let mut loss = 0.0;
    for (place, parameter) in family.parameters.iter().enumerate() {
        let Domain::Real { low, high, .. } = parameter.domain else { panic!("no number") };
        let share = (real(values, place) - low) / (high - low);
        let best = if place % 2 == 0 { 0.3 } else { 0.6 };
        loss += (0.02 + 0.01 * (place % 5) as f64) * (share - best).powi(2);
    }
    -loss
}

#[test]
fn both_methods_for_numbers_descend_into_a_valley_of_many_parameters() {
    for method in [Method::CmaEs, Method::Spsa] {
        let request = Request { method: Some(method), ..request("heuristic", &[], 400_000) };
        let before = valley(&shipped().find("heuristic").map(|entrant| values(&entrant).to_vec()).unwrap());
        let findings = find(request, valley);
        let after = valley(&findings.result);
        assert!(after > 0.35 * before, "{method}: {before} to {after}");
        assert_eq!(findings.verdict, TuningVerdict::Better);
    }
}

#[test]
fn where_nothing_is_to_be_found_nothing_is_claimed() {
    let flat: Formula = |_| 0.0;
    let mut claims = 0;
    for seed in 0..40 {
        let request = Request { seed: u64::into(seed), ..request("heuristic", &["tempo", "wait", "card"], 15_000) };
        let findings = find(request, flat);
        if findings.verdict == TuningVerdict::Nothing {
            assert_eq!(
                findings.result,
                TuningPlan::new(self::request("heuristic", &[], 1_000_000)).unwrap().space.start
            );
        } else {
            claims += 1;
        }
    }
    // By construction 2.5 % of claims are wrong: six in forty would be far too many.
    assert!(claims <= 5, "{claims} claims");
}

#[test]
fn no_deal_serves_twice() {
    let formula: Formula = |values| -0.2 * (real(values, TEMPO) - 2.2).powi(2);
    let mut request = request("heuristic", &["tempo", "wait"], 100_000);
    request.players = vec![players(2), players(4)];
    request.transfer = vec![shipped().find("heuristic:card=0.4").unwrap()];
    request.sensitivity = true;
    let mut oracle = Synthetic::new(formula);
    let plan = TuningPlan::new(request).unwrap();
    let findings = tune(&plan, &mut oracle, &mut |_| {}).unwrap();
    let mut deals: Vec<(u64, u64)> = Vec::new();
    let mut purposes = Vec::new();
    for question in oracle.asked.borrow().iter() {
        let first = question.purpose.first_deal() + question.first;
        assert!(question.first + question.blocks < Purpose::DEALS);
        deals.push((first, first + question.blocks));
        if !purposes.contains(&question.purpose) {
            purposes.push(question.purpose);
        }
    }
    deals.sort_unstable();
    assert!(deals.windows(2).all(|pair| pair[0].1 <= pair[1].0), "overlapping deals");
    assert_eq!(purposes.len(), 5);
    assert!(deals[0].0 >= Purpose::DEALS, "the deals of ordinary runs are left alone");
    assert!(!findings.effects.is_empty() && findings.transfer.len() == 5);
}

#[test]
fn games_are_spent_where_they_decide_and_within_the_budget() {
    let findings = find(request("monte-carlo", &["policy", "horizon", "caution"], 100_000), named_best);
    assert!((80_000..=100_000).contains(&findings.games), "{}", findings.games);
    let mean_blocks = |ranks: std::ops::Range<usize>| {
        let rows = findings.history.rows.iter().filter(|row| row.role == Role::Candidate);
        let blocks = rows.filter(|row| row.rank.is_some_and(|rank| ranks.contains(&rank))).map(|row| row.score.blocks);
        let blocks: Vec<u64> = blocks.collect();
        blocks.iter().sum::<u64>() as f64 / blocks.len() as f64
    };
    assert!(mean_blocks(0..2) > 1.5 * mean_blocks(6..8), "{} {}", mean_blocks(0..2), mean_blocks(6..8));
}

#[test]
fn the_league_grows_with_the_entrant() {
    let formula: Formula = |values| -0.2 * (real(values, TEMPO) - 2.2).powi(2);
    let request = Request { against: vec![Rival::Own], ..request("heuristic", &["tempo"], 60_000) };
    let mut oracle = Synthetic::new(formula);
    let plan = TuningPlan::new(request).unwrap();
    let findings = tune(&plan, &mut oracle, &mut |_| {}).unwrap();
    assert!((real(&findings.result, TEMPO) - 2.2).abs() < 0.2);
    let mut rivals: Vec<String> = Vec::new();
    for question in oracle.asked.borrow().iter().filter(|question| question.purpose == Purpose::Training) {
        let rival = values(&question.rivals[0])[TEMPO].to_string();
        if !rivals.contains(&rival) {
            rivals.push(rival);
        }
    }
    assert!(rivals.len() > 2, "{rivals:?}");
    assert_eq!(rivals[0], "1", "the start comes first");
}

/// An oracle that gives up after some answers.
struct Mortal<'a> {
    oracle: &'a mut Synthetic,
    answers: usize,
}

impl Oracle for Mortal<'_> {
    fn ask(&mut self, question: &Question) -> Result<Scores, Halt> {
        self.answers = self.answers.checked_sub(1).ok_or(Halt::Interrupted)?;
        self.oracle.ask(question)
    }
}

#[test]
fn a_journal_goes_on_to_the_same_result() {
    let formula: Formula = |values| -0.2 * (real(values, TEMPO) - 2.2).powi(2);
    let plan = TuningPlan::new(request("heuristic", &["tempo"], 30_000)).unwrap();
    let whole = tune(&plan, &mut Synthetic::new(formula), &mut |_| {}).unwrap();
    let home = tempfile::tempdir().unwrap();
    let folder = RunFolder::create(&home.path().join("tune"), false).unwrap();
    let journal = folder.file("journal.jsonl");
    for (attempt, answers) in [0, 3, 7, 1, usize::MAX].into_iter().enumerate() {
        let mut synthetic = Synthetic::new(formula);
        let mut mortal = Mortal { oracle: &mut synthetic, answers };
        let mut oracle = Journal::open(&folder, "manifest", &mut mortal).unwrap();
        assert_eq!(oracle.known(), [0, 0, 3, 10, 11][attempt]);
        match tune(&plan, &mut oracle, &mut |_| {}) {
            Ok(findings) => {
                assert_eq!(
                    (findings.result, findings.history.rows.len()),
                    (whole.result.clone(), whole.history.rows.len())
                );
                assert_eq!(findings.confirmation, whole.confirmation);
            }
            Err(halt) => assert!(matches!(halt, Halt::Interrupted) && answers < usize::MAX),
        }
        if attempt == 1 {
            // The crash happened in the middle of a line.
            let text = fs::read_to_string(&journal).unwrap();
            fs::write(&journal, format!("{text}{} {{\"question", "0".repeat(32))).unwrap();
        }
    }
    let text = fs::read_to_string(&journal).unwrap();
    for notes in ["my notes", "my notes\n"] {
        fs::write(&journal, notes).unwrap();
        let refused = Journal::open(&folder, "manifest", &mut Synthetic::new(formula)).map(|_| ()).unwrap_err();
        assert!(refused.to_string().contains("not of a journal"), "{refused}");
        assert_eq!(fs::read_to_string(&journal).unwrap(), notes);
    }
    let open = |text: String| {
        fs::write(&journal, text).unwrap();
        let mut synthetic = Synthetic::new(formula);
        Journal::open(&folder, "manifest", &mut synthetic).map(|_| ()).unwrap_err().to_string()
    };
    assert!(open(text.replacen("\"blocks\":", "\"blocks\":1", 1)).contains("line 1"));
    // The answers belong to the manifest, and to one process at a time; none may be left over.
    fs::write(&journal, &text).unwrap();
    let mut synthetic = Synthetic::new(formula);
    let mut oracle = Journal::open(&folder, "manifest", &mut synthetic).unwrap();
    assert!(matches!(oracle.finish(), Err(Halt::Journal(1))));
    let busy = Journal::open(&folder, "manifest", &mut Synthetic::new(formula)).map(|_| ()).unwrap_err();
    assert!(matches!(busy, RunError::Busy(_)), "{busy}");
    assert!(tune(&plan, &mut oracle, &mut |_| {}).is_ok() && oracle.finish().is_ok());
    drop(oracle);
    let mut oracle = Journal::open(&folder, "changed", &mut synthetic).unwrap();
    assert!(matches!(tune(&plan, &mut oracle, &mut |_| {}), Err(Halt::Journal(1))));
    drop(oracle);
    // The answers of another tuning.
    fs::write(&journal, &text).unwrap();
    let other = TuningPlan::new(Request { seed: 2_u64.into(), ..request("heuristic", &["tempo"], 30_000) }).unwrap();
    let mut synthetic = Synthetic::new(formula);
    let mut oracle = Journal::open(&folder, "manifest", &mut synthetic).unwrap();
    assert!(matches!(tune(&other, &mut oracle, &mut |_| {}), Err(Halt::Journal(1))));
}

/// An oracle for which one rival always fails.
struct Without<'a> {
    oracle: &'a mut Synthetic,
    rival: &'static str,
}

impl Oracle for Without<'_> {
    fn ask(&mut self, question: &Question) -> Result<Scores, Halt> {
        if question.rivals.iter().any(|rival| rival.name == self.rival) {
            return Err(Halt::Fault("it fell over".to_owned()));
        }
        self.oracle.ask(question)
    }
}

#[test]
fn a_rival_that_fails_in_the_end_does_not_cost_the_result() {
    let formula: Formula = |values| -0.2 * (real(values, TEMPO) - 2.2).powi(2);
    let mut request = request("heuristic", &["tempo"], 30_000);
    request.transfer = ["heuristic:card=0.1", "heuristic:card=0.2"].map(|spec| shipped().find(spec).unwrap()).to_vec();
    let plan = TuningPlan::new(request).unwrap();
    let home = tempfile::tempdir().unwrap();
    let folder = RunFolder::create(&home.path().join("tune"), false).unwrap();
    let mut told = Vec::new();
    for _ in 0..2 {
        // The second time from the journal.
        let mut synthetic = Synthetic::new(formula);
        let mut without = Without { oracle: &mut synthetic, rival: "heuristic:card=0.1" };
        let mut oracle = Journal::open(&folder, "manifest", &mut without).unwrap();
        told.clear();
        let mut watch = |news: &karteneck::tuning::TuningProgress<'_>| told.push((news.phase, news.findings.is_some()));
        let findings = tune(&plan, &mut oracle, &mut watch).unwrap();
        oracle.finish().unwrap();
        assert_eq!(findings.failed, [("heuristic:card=0.1".to_owned(), "it fell over".to_owned())]);
        assert_eq!(findings.transfer.len(), 5);
        assert_eq!(findings.verdict, TuningVerdict::Better);
    }
    // The result is reported before any other entrant is met.
    let confirmed = told.iter().position(|news| *news == (Phase::Confirmation, true)).unwrap();
    let met = told.iter().position(|(phase, _)| *phase == Phase::Transfer).unwrap();
    assert!(confirmed < met && told[..confirmed].iter().all(|(_, found)| !found));
}

#[test]
fn verdicts_say_no_more_than_the_intervals() {
    let estimate = |mean: f64, error: f64| Estimate { mean, error, blocks: 20_000 };
    let standoff = |players: u64, rate: f64, half: f64| Standoff {
        players,
        rate,
        interval: Interval { low: rate - half, high: rate + half },
    };
    let confirmation = |score: Estimate, gain: Option<Estimate>, against_start: Vec<Standoff>| Confirmation {
        chosen: Vec::new(),
        blocks: 20_000,
        against_start,
        score,
        gain,
    };
    let verdict = |score, gain| confirmation(score, gain, Vec::new()).verdict();
    assert_eq!(verdict(estimate(1.03, 0.01), None), TuningVerdict::Better);
    assert_eq!(verdict(estimate(1.01, 0.01), None), TuningVerdict::Nothing);
    assert_eq!(verdict(estimate(0.97, 0.01), None), TuningVerdict::Nothing);
    assert_eq!(verdict(estimate(1.03, 0.01), Some(estimate(-0.03, 0.01))), TuningVerdict::Mixed);
    assert_eq!(verdict(estimate(1.0, 0.01), Some(estimate(0.03, 0.01))), TuningVerdict::Better);
    // Two comparisons need stronger evidence than one: 2.1 standard errors are enough alone, but not with another question.
    assert!(estimate(1.021, 0.01).interval(LEVEL).low > 1.0);
    assert_eq!(verdict(estimate(1.021, 0.01), None), TuningVerdict::Better);
    assert_eq!(verdict(estimate(1.021, 0.01), Some(estimate(0.0, 0.01))), TuningVerdict::Nothing);
    // Better on the whole, and worse at one number of players.
    let sizes = vec![standoff(2, 0.6, 0.01), standoff(5, 0.18, 0.01)];
    assert_eq!(confirmation(estimate(1.05, 0.01), None, sizes).verdict(), TuningVerdict::Mixed);
}

#[test]
fn a_tiny_space_is_not_asked_twice_and_keeps_its_rivals() {
    let formula: Formula = |values| if values[2] == Value::Choice("game") { 0.1 } else { 0.0 };
    let request = Request { against: vec![Rival::Own], ..request("monte-carlo", &["horizon"], 20_000) };
    let plan = TuningPlan::new(request).unwrap();
    let mut oracle = Synthetic::new(formula);
    let findings = tune(&plan, &mut oracle, &mut |_| {}).unwrap();
    assert_eq!(findings.result[2], Value::Choice("game"));
    let of_generation = |generation| {
        let rows = findings.history.rows.iter().filter(move |row| row.generation == generation);
        rows.filter(|row| row.role == Role::Candidate).count()
    };
    assert!((0..5).all(|generation| of_generation(generation) == 2));
    let asked = oracle.asked.borrow();
    let training = asked.iter().filter(|question| question.purpose == Purpose::Training);
    assert!(training.clone().all(|question| values(&question.rivals[0]) == plan.space.start));
}

fn field(threads: usize) -> ArenaOracle<'static> {
    let entrant = shipped().find("heuristic").unwrap();
    let EntrantKind::Family { family, .. } = entrant.kind else { panic!("a program") };
    ArenaOracle {
        family,
        seed: 4_u64.into(),
        edition: Edition::default(),
        threads,
        host: BotHost::default(),
        stopped: &|| false,
        on_games: &|_| {},
        exchange: None,
    }
}

#[test]
fn the_arena_answers_the_same_with_any_threads_and_copies_share_fairly() {
    let heuristic = shipped().find("heuristic").unwrap();
    let other = shipped().find("heuristic:card=0.9").unwrap();
    let question = Question {
        purpose: Purpose::Training,
        first: 17,
        blocks: 40,
        players: vec![players(2), players(3)],
        candidates: vec![values(&heuristic).to_vec(), values(&other).to_vec()],
        rivals: vec![heuristic.clone()],
    };
    let scores = field(1).ask(&question).unwrap();
    assert_eq!(scores, field(2).ask(&question).unwrap());
    assert!((scores.score(0).mean - 1.0).abs() < 1e-12, "a copy among copies wins its fair share");
    assert!(scores.lead(1, 0).mean.abs() > 1e-6);
    // Two questions over neighbouring deals are one over all of them.
    let half = |first, blocks| field(2).ask(&Question { first, blocks, ..question.clone() }).unwrap();
    let mut joined = half(17, 15);
    joined.merge(&half(32, 25));
    assert_eq!(joined, scores);
}

#[test]
fn a_rival_that_fails_stops_the_tuning() {
    let rival = shipped().find("process:false").unwrap();
    let heuristic = shipped().find("heuristic").unwrap();
    let question = Question {
        purpose: Purpose::Training,
        first: 0,
        blocks: 2,
        players: vec![players(2)],
        candidates: vec![values(&heuristic).to_vec()],
        rivals: vec![rival],
    };
    let halt = field(1).ask(&question).unwrap_err().to_string();
    assert!(halt.contains("process:false") && halt.contains("without it"), "{halt}");
}

#[test]
fn a_request_survives_its_manifest() {
    let mut request = request("monte-carlo:rollouts=17", &["policy", "caution"], 70_000);
    request.against.push(Rival::Own);
    request.method = Some(Method::Ntbea);
    request.players = vec![players(3), players(5)];
    request.sensitivity = true;
    let manifest = TuningManifest::new(&request, "karteneck tune …".to_owned());
    let read = request_of(&serde_json::from_str(&manifest.to_text()).unwrap(), &shipped(), None).unwrap();
    assert_eq!(TuningManifest::new(&read, manifest.command.clone()), manifest);
    assert_eq!(read.against[1], Rival::Own);
}

#[test]
fn requests_that_make_no_sense_are_explained() {
    let problem = |request: Request| TuningPlan::new(request).unwrap_err().to_string();
    let small = problem(request("heuristic", &[], 1_000));
    assert!(small.contains("too few to conclude anything") && small.contains("at least"), "{small}");
    // What it says would be enough is enough.
    let least = small.rsplit("at least ").next().unwrap().parse().unwrap();
    assert!(TuningPlan::new(request("heuristic", &[], least)).is_ok());
    let names = Request { method: Some(Method::Spsa), ..request("monte-carlo", &["policy"], 100_000) };
    assert!(problem(names).contains("--method ntbea"));
    assert!(problem(Request { against: Vec::new(), ..request("heuristic", &[], 100_000) }).contains("--against"));
    assert!(problem(request("heuristic", &["x"], 100_000)).contains("does not exist"));
    assert!(problem(request("random", &[], 100_000)).contains("no parameter"));
    assert!(problem(request("heuristic", &[], u64::MAX)).contains("exceeds"));
    let crowd = vec![Rival::Own; 60];
    assert!(problem(Request { against: crowd, ..request("heuristic", &[], 100_000) }).contains("at most 12"));
    assert!(TuningPlan::new(request("heuristic", &[], 0)).is_err());
}
