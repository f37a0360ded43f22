//! Suggestions for names that do not exist.

/// The name nearest to `text`, if one is near enough to be meant: the beginning of a name, or a typo.
pub(crate) fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let distance = |name: &str| match name.strip_prefix(&text) {
        Some(_) if text.len() > 2 => 0,
        _ => strsim::damerau_levenshtein(&text, name),
    };
    let best = names.into_iter().min_by_key(|name| distance(name))?;
    (distance(best) <= 1 + best.len() / 3).then_some(best)
}

/// `did you mean …?`, or the list of names if none is near.
pub(crate) fn suggestion<'a>(text: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(name) = nearest(text, names.clone()) {
        return format!("did you mean `{name}`?");
    }
    let all: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if all.is_empty() { "there are none.".to_owned() } else { format!("there are {}.", all.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_understood_and_nonsense_is_not() {
        let names = ["greedy", "monte-carlo", "random"];
        assert_eq!(nearest("gredy", names), Some("greedy"));
        assert_eq!(nearest("Greedy", names), Some("greedy"));
        assert_eq!(nearest("monte", names), Some("monte-carlo"));
        assert_eq!(nearest("xyzzy", names), None);
        assert_eq!(suggestion("xyzzy", names), "there are `greedy`, `monte-carlo`, `random`.");
    }
}
