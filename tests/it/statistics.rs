//! The methods on data whose truth is known: intervals that cover, tests that err as often as promised, ratings that are
//! found again.

use karteneck::game::Stream;
use karteneck::statistics::{
    Difference, Hypotheses, Order, Sample, Sprt, Stop, proportion, rate, units_to_detect, variance_reduction,
};

use crate::support::stream;

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
        assert!((0.93..=0.975).contains(&found), "{share}, {opposed}, {copied}, {units} units: covers {found}");
    }
}

#[test]
fn the_ends_of_the_scale_are_no_certainty() {
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
        variance_reduction(&sample, 2).unwrap()
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
fn ratings_are_found_again_with_the_error_they_say() {
    let truth = [0.0, 120.0, 300.0, -200.0];
    let mean = truth.iter().sum::<f64>() / 4.0;
    let strengths = truth.map(|points: f64| 10_f64.powf(points / 400.0));
    let mut luck = stream(9);
    let (mut inside, mut all) = (0, 0);
    for _ in 0..40 {
        let mut groups: Vec<Vec<Order>> = vec![Vec::new(); 20];
        for game in 0..2000 {
            // Every game without one of the four.
            let mut field: Vec<usize> = (0..4).filter(|&one| one != game % 4).collect();
            let mut ranking = Vec::new();
            while !field.is_empty() {
                let sum: f64 = field.iter().map(|&one| strengths[one]).sum();
                let mut at = uniform(&mut luck) * sum;
                let chosen = field.iter().position(|&one| {
                    at -= strengths[one];
                    at < 0.0
                });
                ranking.push(field.remove(chosen.unwrap_or(0)));
            }
            groups[game % 20].push(Order { ranked: ranking.len(), ranking, count: 1 });
        }
        for (rating, truth) in rate(4, &groups).iter().zip(truth) {
            let (off, error) = (rating.points - 1500.0 - (truth - mean), rating.error.unwrap());
            assert!(off.abs() < 60.0, "{off} points off");
            inside += u32::from(off.abs() < 2.09 * error);
            all += 1;
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.88..=0.995).contains(&share), "95 % intervals cover {share}");
}

#[test]
fn superiority_is_the_probability_to_be_better() {
    let sample: Sample = (0..100).map(|i| i64::from(i % 3 == 0)).collect();
    let difference = Difference::of(&sample, 1.0).unwrap();
    assert!(difference.superiority() > 0.999 && difference.interval(0.95).low > 0.0);
    let back: Sample = (0..100).map(|i| -i64::from(i % 3 == 0)).collect();
    let back = Difference::of(&back, 1.0).unwrap();
    assert!((difference.superiority() + back.superiority() - 1.0).abs() < 1e-12);
}
