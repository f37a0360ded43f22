//! Splits a command into its words, without a shell.

/// The words of a command as a shell splits it, but nothing is expanded, and a `#` starts no comment.
/// `None` if a quote is not closed, or if nothing follows a backslash.
pub(super) fn split_words(text: &str) -> Option<Vec<String>> {
    // To `shlex` a bare `#` starts a comment, and arguments would be dropped silently: a character that the text does not
    // contain stands in for it.
    let stand_in = ('\u{e000}'..='\u{f8ff}').find(|&c| !text.contains(c))?;
    let words = shlex::split(&text.replace('#', &stand_in.to_string()))?;
    Some(words.iter().map(|word| word.replace(stand_in, "#")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell_without_expansion() {
        for (text, words) in [
            ("python3 bot.py", &["python3", "bot.py"][..]),
            ("  a  'b c'\t\"d 'e'\" f\\ g ", &["a", "b c", "d 'e'", "f g"]),
            ("a '' b$HOME 'x\\y'", &["a", "", "b$HOME", "x\\y"]),
            ("a\"b\"c", &["abc"]),
            ("a #1 b#2 '#3' \\#4 \"#5\"", &["a", "#1", "b#2", "#3", "#4", "#5"]),
            ("\u{e000} #\u{e001}", &["\u{e000}", "#\u{e001}"]),
            (r#""C:\bot" "a\"b""#, &[r"C:\bot", r#"a"b"#]),
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
