//! The runner finds what it is there to find, and depends on its seed alone.

use karteneck_fuzz::{Order, Report, Seed, TARGETS, Target, Trace, read_seeds, run_target};

fn run(target: &Target, seeds: &[Seed], seed: u64, threads: usize) -> Report {
    let order = Order { executions: 3000, time: None, seed, threads };
    run_target(target, seeds, &order, &|reason, _| panic!("{reason}"))
}

/// Breaks down when a number became another one.
fn fragile(data: &[u8]) -> Trace {
    let text = String::from_utf8_lossy(data);
    assert!(!text.contains("4294967296"), "a great number");
    Trace::understood(&text)
}

#[test]
fn a_broken_law_is_found_once_and_its_input_kept() {
    let target = Target { name: "fragile", attempt: fragile, dictionary: &[] };
    let seeds = [Seed { name: "seed".to_owned(), bytes: b"blocks = 12 # many".to_vec() }];
    let report = run(&target, &seeds, 1, 2);
    let [(input, words)] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert!(String::from_utf8_lossy(input).contains("4294967296") && words.contains("a great number"), "{words}");
    assert!(report.understood < report.executions);
}

#[test]
fn the_same_seed_tries_the_same_inputs_on_any_number_of_threads() {
    let target = TARGETS.iter().find(|target| target.name == "position").expect("a target");
    let seeds = read_seeds(target.name).expect("seeds");
    let figures = |seed, threads| {
        let report = run(target, &seeds, seed, threads);
        (report.executions, report.understood, report.outcomes, report.findings.len())
    };
    assert_eq!(figures(5, 1), figures(5, 3));
    assert_ne!(figures(5, 1), figures(6, 1));
}
