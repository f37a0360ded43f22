//! Every number that is written is read back exactly: otherwise a plan would no longer have the hash of the run.

use std::time::Duration;

use karteneck::arena::{Goal, MAX_BLOCKS, MAX_FIRST_DEAL, Pairing, Plan};
use karteneck::bots::Program;
use karteneck::entrants::{Catalogue, Entrant, EntrantKind, EntrantRecord, entrant_record};
use karteneck::game::Seed;
use karteneck::records::{Record, SavedGame};
use karteneck::runs::Manifest;
use karteneck::statistics::{Hypotheses, Sprt};
use karteneck::strategies::{Domain, FAMILIES, Value};
use karteneck::tuning::{Request, Rival, TuningManifest, request_of};
use proptest::prelude::*;

use crate::support::{players, random_record, shipped};

/// Any finite number: every bit pattern, and the decimals of people and formulas, which have up to 17 digits.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |number| number.is_finite()),
        (-1e4_f64..1e4).prop_map(|number| number),
        (0_u32..2000).prop_map(|elo| 1.0 / (1.0 + libm::pow(10.0, -f64::from(elo) / 400.0))),
    ]
}

/// A number from `low` to `high`, including both ends and numbers with all digits.
fn between(low: f64, high: f64) -> impl Strategy<Value = f64> {
    prop_oneof![8 => low..=high, 1 => Just(low), 1 => Just(high)]
}

fn value(domain: Domain) -> BoxedStrategy<Value> {
    match domain {
        Domain::Real { low, high, .. } => between(low, high).prop_map(Value::Real).boxed(),
        Domain::Whole { low, high, .. } => (low..=high).prop_map(Value::Whole).boxed(),
        Domain::Choice { options, .. } | Domain::Net { options, .. } => {
            proptest::sample::select(options).prop_map(Value::Choice).boxed()
        }
    }
}

fn family() -> impl Strategy<Value = Entrant> {
    proptest::sample::select(FAMILIES).prop_flat_map(|family| {
        let values: Vec<_> = family.parameters.iter().map(|parameter| value(parameter.domain)).collect();
        values.prop_map(move |values| {
            let name = "under test".to_owned();
            Entrant { name, note: String::new(), kind: EntrantKind::Family { family, values } }
        })
    })
}

fn program() -> impl Strategy<Value = Entrant> {
    between(0.001, 86_400.0).prop_map(|seconds| {
        let time_limit = Duration::from_secs_f64(seconds);
        let folder = std::env::current_dir().ok();
        let program = Program { time_limit, folder, ..Program::new(vec!["bot".to_owned()]) };
        Entrant { name: "under test".to_owned(), note: String::new(), kind: EntrantKind::Process(program) }
    })
}

fn entrant() -> impl Strategy<Value = Entrant> {
    prop_oneof![4 => family(), 1 => program()]
}

/// Goals within the limits of a match of two.
fn goal() -> impl Strategy<Value = Goal> {
    let blocks = 1..=MAX_BLOCKS;
    let error = || between(1e-9, 0.499);
    prop_oneof![
        blocks.clone().prop_map(|blocks| Goal::Blocks(vec![blocks])),
        (between(1e-9, 0.999), blocks.clone()).prop_map(|(half_width, most)| Goal::Until { half_width, most }),
        (between(1e-6, 0.9), between(0.91, 1.99), error(), error(), blocks).prop_map(
            |(null, alternative, alpha, beta, most)| {
                Goal::Test { sprt: Sprt::new(Hypotheses { null, alternative, alpha, beta }), most }
            }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn manifests_of_runs(
        one in entrant(), other in entrant(), goal in goal(), seed: u128, first_deal in 0..=MAX_FIRST_DEAL, every: u64,
    ) {
        // A name stands for one entrant.
        let other = Entrant { name: "another".to_owned(), ..other };
        let mut plan = Plan::new(vec![one, other], Pairing::Fixed, &[players(2)], Seed::new(seed), goal).unwrap();
        (plan.first_deal, plan.keep_every) = (first_deal, every);
        let manifest = Manifest::new(plan.clone());
        let read = Manifest::read(&manifest.to_text(), &shipped(), None).unwrap();
        prop_assert_eq!(&read, &manifest);
        prop_assert_eq!(read.plan.hash(), plan.hash());
    }

    #[test]
    fn files_and_specs_of_entrants(entrant in entrant()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("under test.toml");
        std::fs::write(&path, entrant.to_toml()).unwrap();
        let catalogue = Catalogue::shipped_only();
        prop_assert_eq!(catalogue.find(path.to_str().unwrap()).unwrap(), entrant.clone());
        if let EntrantKind::Family { family, values } = &entrant.kind {
            let settings = family.parameters.iter().zip(values).map(|(parameter, value)| format!("{}={value}", parameter.name));
            let settings: Vec<String> = settings.collect();
            let spec = if settings.is_empty() { family.name.to_owned() } else { format!("{}:{}", family.name, settings.join(",")) };
            prop_assert_eq!(catalogue.find(&spec).unwrap().kind, entrant.kind);
        }
    }

    #[test]
    fn manifests_of_tunings(tuned in family(), rival in entrant(), seed: u128, games: u64) {
        let request = Request {
            entrant: tuned,
            parameters: None,
            against: vec![Rival::Own, Rival::Entrant(rival.clone())],
            players: vec![players(2)],
            games,
            seed: Seed::new(seed).into(),
            method: None,
            edition: karteneck::game::Edition::default(),
            transfer: vec![rival],
            sensitivity: true,
        };
        let manifest = TuningManifest::new(&request, String::new());
        let read: TuningManifest = serde_json::from_str(&manifest.to_text()).unwrap();
        prop_assert_eq!(&read, &manifest);
        let again = request_of(&read, &shipped(), None).unwrap();
        prop_assert_eq!(again.entrant, request.entrant);
        prop_assert_eq!((again.against, again.transfer), (request.against, request.transfer));
    }

    #[test]
    fn saved_games(entrant in entrant(), seed: u128, game: u64) {
        let entrants: Vec<EntrantRecord> = vec![entrant_record(&entrant)];
        let saved = SavedGame {
            format: karteneck::records::PLAY_FORMAT.to_owned(),
            version: SavedGame::VERSION.to_owned(),
            seed: Seed::new(seed).into(),
            sealed: false,
            game,
            first: 0,
            seat: 0,
            name: "you".to_owned(),
            worms: None,
            position: None,
            entrants,
            moves: Vec::new(),
            faults: Vec::new(),
        };
        let read = SavedGame::from_text(&saved.to_text()).unwrap();
        prop_assert_eq!(&read, &saved);
        prop_assert_eq!(shipped().recall(&read.entrants[0]).unwrap(), entrant);
    }

    #[test]
    fn notes_of_others_in_records(number in number(), seed in 0_u64..20) {
        let mut record = random_record(2, seed);
        record.extra.insert("evaluation", &serde_json::to_string(&number).unwrap()).unwrap();
        let read = Record::from_line(&record.to_line()).unwrap();
        let evaluation: f64 = serde_json::from_str(&read.extra.json("evaluation").unwrap()).unwrap();
        prop_assert_eq!((evaluation.to_bits(), &read), (number.to_bits(), &record));
    }
}
