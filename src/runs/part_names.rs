//! Which parts of a run are missing, in words.

use crate::arena::ShardSet;

/// The most groups of parts that are named one by one.
const NAMED: usize = 20;

/// Which parts a partial result lacks, like `parts 3 and 7-9 of 40 are missing`.
pub fn missing_parts(set: &ShardSet) -> String {
    format!("{} missing", parts_are(&set.missing(), set.count()))
}

/// Some parts as the beginning of a sentence, like `part 3/40 is` or `parts 3 and 7-9 of 40 are`; each group goes from its first part
/// to its last.
pub(super) fn parts_are(groups: &[(u64, u64)], count: u64) -> String {
    if let [(first, last)] = groups
        && first == last
    {
        return format!("part {first}/{count} is");
    }
    let one = |(first, last): &(u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    let mut names: Vec<String> = groups.iter().take(NAMED).map(one).collect();
    let others: u64 = groups.iter().skip(NAMED).map(|(first, last)| last - first + 1).sum();
    names.extend((others > 0).then(|| format!("{others} more")));
    let last = names.pop().unwrap_or_default();
    let all = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
    format!("parts {all} of {count} are")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_parts_are_named_and_many_counted() {
        let missing =
            |present: &[u64], count| missing_parts(&ShardSet::new(present.iter().copied(), count).expect("some parts"));
        assert_eq!(missing(&[1, 3], 3), "part 2/3 is missing");
        assert_eq!(missing(&[1, 2, 4, 5, 6, 10], 40), "parts 3, 7-9 and 11-40 of 40 are missing");
        let every_second: Vec<u64> = (1..=100).step_by(2).collect();
        assert!(missing(&every_second, 100).ends_with("38, 40 and 30 more of 100 are missing"));
    }
}
