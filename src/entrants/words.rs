//! Splitting a command into its words, without a shell.

/// The words of a command: parted by white space, kept together by single or double quotes; a backslash takes the next
/// character as it is, but not inside single quotes. `None` if a quote is not closed.
pub(super) fn split_words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None | Some('"'), '\\') => word.get_or_insert_default().push(characters.next()?),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell_without_its_magic() {
        for (text, words) in [
            ("python3 bot.py", &["python3", "bot.py"][..]),
            ("  a  'b c'\t\"d 'e'\" f\\ g ", &["a", "b c", "d 'e'", "f g"]),
            ("a '' b$HOME 'x\\y'", &["a", "", "b$HOME", "x\\y"]),
            ("a\"b\"c", &["abc"]),
            ("", &[]),
        ] {
            assert_eq!(
                split_words(text).as_deref(),
                Some(words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>()).as_deref()
            );
        }
        assert_eq!(split_words("a 'b"), None);
        assert_eq!(split_words("a \\"), None);
    }
}
