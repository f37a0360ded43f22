//! Tie groups as letters: members that share a letter cannot be told apart.

/// The letters of `count` members, given which pairs can be told apart.
///
/// Two members share a letter exactly if they cannot be told apart, and there are as few letters as absorbing allows
/// (Piepho's insert and absorb). The first letter belongs to the first member.
pub fn letters(count: usize, told_apart: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let mut groups: Vec<Vec<usize>> = vec![(0..count).collect()];
    for one in 0..count {
        for other in one + 1..count {
            if told_apart(one, other) {
                groups = groups.into_iter().flat_map(|group| split(&group, one, other)).collect();
                absorb(&mut groups);
            }
        }
    }
    groups.sort();
    let letter = |group: usize| char::from(b'a' + (group % 26) as u8).to_string().repeat(group / 26 + 1);
    let of_member = |member: usize| {
        let shared = groups.iter().enumerate().filter(|(_, group)| group.contains(&member));
        shared.map(|(group, _)| letter(group)).collect()
    };
    (0..count).map(of_member).collect()
}

/// Splits a group that has two members told apart: two groups, each without one of them.
fn split(group: &[usize], one: usize, other: usize) -> Vec<Vec<usize>> {
    if !group.contains(&one) || !group.contains(&other) {
        return vec![group.to_vec()];
    }
    let without = |member: usize| group.iter().copied().filter(|&in_group| in_group != member).collect();
    vec![without(other), without(one)]
}

/// Drops every group that is a subset of another.
fn absorb(groups: &mut Vec<Vec<usize>>) {
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for group in groups.drain(..) {
        if !kept.iter().any(|other| group.iter().all(|member| other.contains(member))) {
            kept.push(group);
        }
    }
    *groups = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_share_a_letter_exactly_if_they_cannot_be_told_apart() {
        assert_eq!(letters(3, |_, _| false), ["a", "a", "a"]);
        assert_eq!(letters(3, |_, _| true), ["a", "b", "c"]);
        // 0 and 2 differ, 1 lies between.
        assert_eq!(letters(3, |one, other| other - one == 2), ["a", "ab", "b"]);
        for pattern in 0..1 << 10 {
            let apart = |one: usize, other: usize| pattern >> (other * (other - 1) / 2 + one) & 1 == 1;
            let all = letters(5, apart);
            for other in 1..5 {
                for one in 0..other {
                    let shared = all[one].chars().any(|letter| all[other].contains(letter));
                    assert_eq!(shared, !apart(one, other), "{pattern:b}: {all:?}");
                }
            }
        }
    }

    #[test]
    fn without_members_there_are_no_letters() {
        assert!(letters(0, |_, _| true).is_empty());
    }
}
