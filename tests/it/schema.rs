//! The JSON schemas of `docs/schemas`, and a validator of the few words that they use.
//!
//! It is stricter than the standard: a word that it does not know is a problem, and so is a key that the schema does not describe.
//! Readers ignore keys that they do not know; writers must not have any that are not documented.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

/// A schema of the documents.
pub fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas").join(name).with_extension("json");
    serde_json::from_str(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .unwrap()
}

/// Everything about a value that its schema does not allow, each with the way to it.
pub fn problems(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    examine(schema, value, "$", &mut found);
    found
}

fn examine(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    for (word, rule) in schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is no schema")) {
        let is_fine = match word.as_str() {
            "$schema" | "title" | "description" => true,
            "type" => is_of_type(rule, value),
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
            "required" => {
                let missing = |key: &&Value| value.get(key.as_str().unwrap()).is_none();
                rule.as_array().unwrap().iter().filter(missing).for_each(|key| found.push(format!("{at}: no {key}")));
                true
            }
            "properties" => {
                keys(rule.as_object().unwrap(), value, at, found);
                true
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    examine(rule, item, &format!("{at}[{index}]"), found);
                }
                true
            }
            "oneOf" => one_of(rule.as_array().unwrap(), value, at, found),
            other => panic!("{at}: the schema says {other}"),
        };
        if !is_fine {
            found.push(format!("{at}: {word} {rule}, and it is {value:.80}"));
        }
    }
}

fn keys(properties: &Map<String, Value>, value: &Value, at: &str, found: &mut Vec<String>) {
    for (key, inner) in value.as_object().into_iter().flatten() {
        match properties.get(key) {
            Some(schema) => examine(schema, inner, &format!("{at}.{key}"), found),
            None => found.push(format!("{at}: {key} is not described")),
        }
    }
}

/// Exactly one must fit; if none does, the problems of that with the fewest are told.
fn one_of(schemas: &[Value], value: &Value, at: &str, found: &mut Vec<String>) -> bool {
    let tried = schemas.iter().map(|schema| {
        let mut own = Vec::new();
        examine(schema, value, at, &mut own);
        own
    });
    let mut tried: Vec<Vec<String>> = tried.collect();
    let fitting = tried.iter().filter(|own| own.is_empty()).count();
    tried.sort_by_key(Vec::len);
    found.extend(tried.swap_remove(0));
    fitting <= 1
}

fn is_of_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the schema says {other}"),
    };
    rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is))
}

#[test]
fn the_validator_finds_what_is_wrong() {
    let inner = json!({ "type": "object", "required": ["x"], "properties": { "x": { "type": ["number", "null"], "maximum": 1 } } });
    let schema = json!({ "type": "object", "required": ["a", "b"], "properties": {
        "a": { "const": "one/1" }, "b": { "type": "array", "items": inner }, "c": { "enum": ["u", null] },
        "d": { "oneOf": [{ "type": "null" }, { "type": "integer", "minimum": 2 }, { "type": "integer", "maximum": 3 }] } } });
    let wrong = |value: Value| problems(&schema, &value).len();
    assert_eq!(wrong(json!({ "a": "one/1", "b": [{ "x": 0.5 }, { "x": null }], "c": null, "d": 9 })), 0);
    assert_eq!(wrong(json!({ "a": "one/1" })), 1, "a key is missing");
    assert_eq!(wrong(json!({ "a": "one/1", "b": [], "e": 1 })), 1, "a key is not described");
    assert_eq!(wrong(json!({ "a": "one/2", "b": [] })), 1, "another constant");
    assert_eq!(
        wrong(json!({ "a": "one/1", "b": [{ "x": 2 }, { "x": "y" }, {}, 5] })),
        5,
        "items, the last one without a key, too"
    );
    assert_eq!(wrong(json!({ "a": "one/1", "b": [], "c": "v" })), 1, "not in the list");
    assert_eq!(wrong(json!({ "a": "one/1", "b": [], "d": 2.5 })), 1, "none of them");
    assert_eq!(wrong(json!({ "a": "one/1", "b": [], "d": 2 })), 1, "two of them");
    assert_eq!(wrong(json!([])), 3, "another type, and no key");
}
