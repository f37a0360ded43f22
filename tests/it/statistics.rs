//! The methods on data with a known truth: intervals that cover, tests that err as often as promised, ratings that recover
//! strengths.

use karteneck::game::Stream;
use karteneck::statistics::{
    Difference, Field, Hypotheses, Sample, Share, Sprt, Stop, proportion, rate, units_to_detect, variance_reduction,
};

use crate::support::stream;
use study::{Contest, MODELS, QUANTITIES};

/// The study of `cargo run --release --example coverage`; some of its cells are tested here.
#[allow(dead_code, reason = "the example prints more than the tests look at")]
#[path = "../../examples/coverage/study.rs"]
mod study;

fn uniform(stream: &mut Stream) -> f64 {
    (stream.word() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The wins of a unit of two games: each won with probability `share`, the second one the opposite of the first with
/// probability `opposed`, the same as it with probability `copied`.
fn unit(stream: &mut Stream, share: f64, opposed: f64, copied: f64) -> i64 {
    let first = uniform(stream) < share;
    let kind = uniform(stream);
    let second = match kind {
        _ if kind < opposed => !first,
        _ if kind < opposed + copied => first,
        _ => uniform(stream) < share,
    };
    i64::from(first) + i64::from(second)
}

/// How often the interval covers the truth.
fn coverage(share: f64, opposed: f64, copied: f64, units: u64) -> f64 {
    let mut luck = stream((1000.0 * share) as u64 + units);
    // Opposed games change the mean as well.
    let truth = 0.5 * (share + opposed * (1.0 - share) + (1.0 - opposed) * share);
    let runs = 4000;
    let covers = |_| {
        let sample: Sample = (0..units).map(|_| unit(&mut luck, share, opposed, copied)).collect();
        let interval = proportion(&sample, 2, 0.95).unwrap();
        assert!(0.0 <= interval.low && interval.low <= interval.high && interval.high <= 1.0);
        interval.contains(truth)
    };
    f64::from((0..runs).map(covers).filter(|covers| *covers).count() as u32) / f64::from(runs)
}

#[test]
fn intervals_cover_as_often_as_they_say() {
    for (share, opposed, copied, units) in [
        (0.5, 0.0, 0.0, 100),
        (0.5, 0.5, 0.0, 100),
        (0.5, 0.0, 0.5, 100),
        (0.8, 0.0, 0.0, 50),
        (0.8, 0.2, 0.0, 400),
        (0.3, 0.0, 0.3, 1000),
        (0.97, 0.0, 0.0, 100),
        (0.02, 0.0, 0.0, 200),
        (0.995, 0.0, 0.0, 1000),
    ] {
        let found = coverage(share, opposed, copied, units);
        assert!((0.94..=0.975).contains(&found), "{share}, {opposed}, {copied}, {units} units: covers {found}");
    }
}

#[test]
fn the_ends_of_the_scale_are_not_certain() {
    for units in [2, 10, 1000] {
        let never: Sample = (0..units).map(|_| 0).collect();
        let interval = proportion(&never, 2, 0.95).unwrap();
        assert!(interval.low == 0.0 && interval.high > 0.0 && interval.high < 1.0, "{interval:?}");
        let always: Sample = (0..units).map(|_| 2).collect();
        let interval = proportion(&always, 2, 0.95).unwrap();
        assert!(interval.high > 0.999_999 && interval.low < 1.0 && interval.low > 0.0, "{interval:?}");
        // A mirror match: every block one win each, and nothing varies.
        let mirror: Sample = (0..units).map(|_| 1).collect();
        assert!(proportion(&mirror, 2, 0.95).unwrap().contains(0.5));
    }
    assert_eq!(proportion(&[1].into_iter().collect(), 2, 0.95), None);
}

#[test]
fn opposed_games_reduce_the_variance_and_copied_ones_do_not() {
    let mut luck = stream(5);
    let mut of = |opposed, copied| {
        let sample: Sample = (0..50_000).map(|_| unit(&mut luck, 0.5, opposed, copied)).collect();
        // Two independent games, each won half of the time.
        variance_reduction(&sample, 2.0 * 0.25).unwrap()
    };
    assert!((of(0.0, 0.0) - 1.0).abs() < 0.03);
    assert!((of(0.5, 0.0) - 2.0).abs() < 0.1, "half of all pairs cancel: half the variance");
    assert!((of(0.0, 1.0) - 0.5).abs() < 0.02);
}

/// The share of sequential tests that accept the alternative, and the mean number of units, with this true mean.
fn accepted(truth: f64, runs: u32) -> (f64, f64) {
    let sprt = Sprt::new(Hypotheses { null: 1.0, alternative: 1.06, alpha: 0.05, beta: 0.05 });
    let mut luck = stream((1000.0 * truth) as u64);
    let (mut alternatives, mut units) = (0, 0);
    for _ in 0..runs {
        let mut sample = Sample::default();
        let stop = loop {
            for _ in 0..16 {
                sample.add(unit(&mut luck, truth / 2.0, 0.0, 0.0));
            }
            if let Some(stop) = sprt.look(&sample).stop {
                break stop;
            }
        };
        alternatives += u32::from(stop == Stop::Alternative);
        units += sample.count;
    }
    (f64::from(alternatives) / f64::from(runs), units as f64 / f64::from(runs))
}

#[test]
fn sequential_tests_err_no_more_often_than_promised() {
    let runs = 1500;
    let (false_alternatives, _) = accepted(1.0, runs);
    let (alternatives, units) = accepted(1.06, runs);
    // Three standard errors above the promise.
    let most = 0.05 + 3.0 * (0.05_f64 * 0.95 / f64::from(runs)).sqrt();
    assert!(false_alternatives < most, "{false_alternatives} of the tests found what is not there");
    assert!(1.0 - alternatives < most, "{} of the tests missed what is there", 1.0 - alternatives);
    let fixed = units_to_detect(0.5, 0.06, 0.05);
    assert!(units < 0.7 * fixed as f64, "{units} units on average; a test of fixed size needs {fixed}");
}

#[test]
fn a_test_without_spread_still_ends_the_right_way() {
    let sprt = Sprt::new(Hypotheses { null: 1.0, alternative: 1.02, alpha: 0.05, beta: 0.05 });
    let mirror: Sample = (0..100_000).map(|_| 1).collect();
    assert_eq!(sprt.look(&mirror).stop, Some(Stop::Null));
    assert_eq!(sprt.look(&Sample::default()).stop, None);
}

#[test]
fn every_interval_holds_the_truth_as_often_as_it_says() {
    // Four standard errors below 95 % with 600 runs; the seeds are fixed.
    let least = 0.95 - 4.0 * (0.95_f64 * 0.05 / 600.0).sqrt();
    for (number, model) in (0..).zip(MODELS) {
        let tables =
            [(2, 10, 0.005), (2, 20, 0.98), (2, 40, 0.7), (4, 10, 0.1), (4, 20, 0.5), (6, 20, 0.95), (6, 40, 0.02)];
        let tables = tables.map(|(players, blocks, share)| Contest::table(model, players, blocks, share));
        for contest in tables.into_iter().chain([Contest::round_robin(model, 20, 0.3)]) {
            let covered = contest.cover(600, stream(number));
            for (quantity, name) in QUANTITIES.iter().enumerate() {
                let share = covered.share(quantity);
                assert!(share > least, "{name} of {contest:?}: {share}");
            }
        }
    }
}

#[test]
fn intervals_are_not_wider_than_they_have_to_be() {
    for (players, blocks, share) in [(2, 160, 0.5), (4, 160, 0.3), (6, 40, 0.5), (2, 160, 0.9)] {
        let covered = Contest::table(MODELS[0], players, blocks, share).cover(600, stream(17));
        for (quantity, name) in QUANTITIES.iter().enumerate() {
            let share = covered.share(quantity);
            assert!(share < 0.985, "{name} at {players} players, {blocks} blocks: {share}");
        }
    }
}

/// The wins of three competitors who play one game per unit, all together: competitor w wins `wins[w]` units.
fn table_of_three(wins: [u64; 3]) -> (Vec<Sample>, Vec<Vec<u64>>) {
    let units = wins.iter().sum();
    let samples = wins.map(|wins| Sample { count: units, sum: wins as i64, squares: wins });
    let product = |one, other| if one == other { wins[one] } else { 0 };
    (samples.to_vec(), (0..3).map(|one| (0..3).map(|other| product(one, other)).collect()).collect())
}

#[test]
fn ratings_predict_wins() {
    let (wins, products) = table_of_three([6000, 3000, 1000]);
    let tables = [vec![0, 1, 2]];
    let field = Field { tables: &tables, games: 1, wins: &wins, products: &products };
    let points: Vec<f64> = rate(&field, 0.95).into_iter().map(|rating| rating.unwrap().points).collect();
    let strengths: Vec<f64> = points.iter().map(|points| 10_f64.powf(points / 400.0)).collect();
    let sum: f64 = strengths.iter().sum();
    for (strength, expected) in strengths.iter().zip([0.6, 0.3, 0.1]) {
        assert!((strength / sum - expected).abs() < 1e-4, "{} instead of {expected}", strength / sum);
    }
}

#[test]
fn who_never_wins_does_not_spoil_the_ratings_of_the_others() {
    let tables = [vec![0, 1, 2]];
    let rated = |wins| {
        let (wins, products) = table_of_three(wins);
        rate(&Field { tables: &tables, games: 1, wins: &wins, products: &products }, 0.95)
    };
    let (never, rarely) = (rated([600, 400, 0]), rated([600, 400, 1]));
    for competitor in 0..2 {
        let [one, other] = [never[competitor].unwrap(), rarely[competitor].unwrap()];
        assert!((one.points - other.points).abs() < 5.0, "{one:?}, {other:?}");
        assert!(one.interval.unwrap().half_width() < 40.0, "{one:?}");
    }
    let last = never[2].unwrap();
    assert!(last.interval.unwrap().low.is_infinite() && last.interval.unwrap().high < 1200.0, "{last:?}");
}

#[test]
fn superiority_is_the_probability_to_be_better() {
    let sample = |wins: fn(i64) -> bool| (0..100).map(|i| i64::from(wins(i))).collect::<Sample>();
    let [often, rarely] = [sample(|i| i % 4 != 0), sample(|i| i % 4 == 0)];
    let variance = often.variance().unwrap();
    let [often, rarely] = [often, rarely].map(|sample| Share::of(&sample, 1).unwrap());
    let difference = Difference::of(often, rarely, -variance, [variance; 2]);
    assert!(difference.superiority() > 0.999 && difference.interval(0.95).low > 0.0);
    let back = Difference::of(rarely, often, -variance, [variance; 2]);
    assert!((difference.superiority() + back.superiority() - 1.0).abs() < 1e-9);
}
