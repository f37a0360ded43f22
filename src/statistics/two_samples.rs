//! Two samples that share no units.

use super::normal::below;
use super::sample::Sample;

/// The probability that the mean of `one` exceeds that of `other` by at least this much if the true means are equal:
/// Welch's one-sided test. `None` if either has fewer than two units, or if nothing varies.
pub fn chance_of_so_much_more(one: &Sample, other: &Sample) -> Option<f64> {
    let [of_one, of_other] =
        [one, other].map(|sample| sample.variance().map(|variance| variance / sample.count as f64));
    let (of_one, of_other) = of_one.zip(of_other)?;
    let squared_error = of_one + of_other;
    if squared_error <= 0.0 {
        return None;
    }
    let freedom = squared_error * squared_error
        / (of_one * of_one / (one.count - 1) as f64 + of_other * of_other / (other.count - 1) as f64);
    let t = (other.mean()? - one.mean()?) / squared_error.sqrt();
    Some(below(t, freedom as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_test_of_the_textbook() {
        // Two samples of ten whose means differ by 2 with equal variances: t = 2 / sqrt(2 v / 10), 18 degrees of freedom.
        let one: Sample = (0..10).map(|i| i + 2).collect();
        let other: Sample = (0..10).collect();
        let chance = chance_of_so_much_more(&one, &other).expect("two samples");
        assert!((chance - 0.0783).abs() < 5e-4, "{chance}");
        let swapped = chance_of_so_much_more(&other, &one).expect("two samples");
        assert!((chance + swapped - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_spread_there_is_no_probability() {
        let flat: Sample = [3; 5].into_iter().collect();
        assert_eq!(chance_of_so_much_more(&flat, &flat), None);
        assert_eq!(chance_of_so_much_more(&Sample::default(), &flat), None);
    }
}
