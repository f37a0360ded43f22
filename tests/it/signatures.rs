//! What a public signature shows: our types, those of the standard library and of serde, and nothing of the crates that only do the
//! work. Replacing such a crate must not break the code of others.

use std::fs;

use crate::house::{code_lines, source_files, sources};

/// Crates that do the work inside.
const INNER: [&str; 10] =
    ["rayon", "tempfile", "serde_json", "toml", "csv", "blake3", "statrs", "shlex", "strsim", "unicode_width"];

/// The words of a text: names, without what is between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Code without what its texts say.
fn without_texts(code: &str) -> String {
    let mut rest = code.replace("'\"'", "''").replace("\\\\", "").replace("\\\"", "");
    let mut parts = String::new();
    while let Some((before, after)) = rest.split_once('"') {
        parts += before;
        rest = after.split_once('"').map_or(String::new(), |(_, after)| after.to_owned());
    }
    parts + &rest
}

/// The types of inner crates under the names that a file gives them, and the crates themselves.
fn inner_names(code: &str) -> Vec<String> {
    let mut names: Vec<String> = INNER.map(str::to_owned).to_vec();
    names.extend(["ParallelIterator", "IndexedParallelIterator"].map(str::to_owned));
    for used in code.split("\nuse ").skip(1).filter_map(|rest| rest.split(';').next()) {
        if words(used).next().is_some_and(|root| INNER.contains(&root)) {
            for item in used.split(['{', ',', '}']) {
                let name = words(item).last().unwrap_or_default();
                names.extend(name.starts_with(char::is_uppercase).then(|| name.to_owned()));
            }
        }
    }
    names
}

/// A text up to the end of its first block in braces, if there is one before a semicolon.
fn with_block(text: &str) -> &str {
    let mut depth = 0;
    for (index, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 && (c == '}' || c == ';') {
            return &text[..index];
        }
    }
    text
}

/// A signature or a field: a text up to a brace, a semicolon or a comma that is in no brackets.
fn signature(text: &str) -> &str {
    let mut depth = 0;
    for (index, c) in text.char_indices() {
        depth += i32::from("([<".contains(c)) - i32::from(")]".contains(c));
        // An arrow is no bracket.
        depth -= i32::from(c == '>' && !text[..index].ends_with(['-', '=']));
        if depth == 0 && "{;,".contains(c) {
            return &text[..index];
        }
    }
    text
}

/// Everything of a file that others can see, item by item.
fn seen(code: &str) -> Vec<&str> {
    let mut items = Vec::new();
    for (start, _) in code.match_indices('\n') {
        let text = code[start + 1..].trim_start_matches(' ');
        if text.starts_with("pub enum ") || text.starts_with("pub trait ") {
            items.push(with_block(text));
        } else if text.starts_with("pub struct ") {
            // Of a struct in parentheses only the public fields; those in braces are items of their own.
            items.extend(signature(text).split("pub ").skip(2));
        } else if ["pub ", "impl<", "impl ", "type "].iter().any(|word| text.starts_with(word)) {
            items.push(signature(text));
        }
    }
    items
}

/// What of a file shows an inner crate.
fn faults(text: &str) -> Vec<String> {
    let code = without_texts(&("\n".to_owned() + &code_lines(text).collect::<Vec<_>>().join("\n")));
    let names = inner_names(&code);
    let is_inner = |item: &&str| words(item).any(|word| names.iter().any(|name| name == word));
    seen(&code).into_iter().filter(is_inner).map(str::to_owned).collect()
}

#[test]
fn signatures_that_show_an_inner_crate_are_found() {
    let hidden = "use serde_json::{Value as Json, json};\nuse tempfile::NamedTempFile;\n/// serde_json\npub struct A {\n    inner: Json,\n    \
                  pub seen: u8,\n}\nfn f(x: &Json) {}\npub(crate) fn g() -> NamedTempFile {}\npub struct B(Json, pub u8);\npub fn json(x: u8) \
                  -> Vec<u8> {\n    serde_json::to_string(x)\n}\nimpl B {}\n";
    assert_eq!(faults(hidden), Vec::<String>::new());
    for shown in [
        "use serde_json::Value;\npub struct A {\n    pub seen: BTreeMap<String, Value>,\n}",
        "use serde_json::{Value as Json, json};\npub fn f(\n    x: u8,\n    y: &[Json],\n) -> u8 {}",
        "pub enum E {\n    A,\n    B(#[from] serde_json::Error),\n}",
        "pub struct B(pub tempfile::TempDir);",
        "pub enum E {\n    #[error(\"{\")]\n    A,\n    B(csv::Error),\n}",
        "impl From<serde_json::Error> for E {}",
        "impl FromStr for E {\n    type Err = toml::de::Error;\n}",
        "use rayon::prelude::*;\npub fn f() -> impl ParallelIterator<Item = u8> {}",
        "pub trait T {\n    fn f(&self) -> csv::Reader<u8>;\n}",
        "use blake3::Hasher;\npub type H = Hasher;",
    ] {
        assert_eq!(faults(shown).len(), 1, "{shown}");
    }
}

#[test]
fn no_public_signature_shows_an_inner_crate() {
    // The room of the commands is private; `unreachable_pub` sees to it that `pub` means public elsewhere.
    for file in source_files(&sources()).into_iter().filter(|file| !file.starts_with(sources().join("cli"))) {
        let found = faults(&fs::read_to_string(&file).unwrap());
        assert!(found.is_empty(), "{}: {found:#?}", file.display());
    }
}
