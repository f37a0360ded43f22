//! Changes of JSON values: the text stays JSON, so that the change reaches what comes after the parser.

use karteneck::game::Stream;
use serde_json::{Map, Number, Value, json};

/// Changes a value at a random place.
pub(crate) fn change(value: &mut Value, chance: &mut Stream) {
    let stop = chance.below(9) == 0;
    match value {
        Value::Array(list) if !list.is_empty() && !stop => {
            let index = chance.below(list.len() as u32) as usize;
            change(&mut list[index], chance);
        }
        Value::Object(map) if !map.is_empty() && !stop => {
            let index = chance.below(map.len() as u32) as usize;
            if let Some(inner) = map.values_mut().nth(index) {
                change(inner, chance);
            }
        }
        _ => replace(value, chance),
    }
}

fn replace(value: &mut Value, chance: &mut Stream) {
    let other = chance.below(6) == 0;
    match value {
        Value::Array(list) if !other => change_list(list, chance),
        Value::Object(map) if !other => change_map(map, chance),
        Value::Number(number) if !other => *value = near(number, chance),
        Value::String(text) if !other => change_text(text, chance),
        _ => *value = any(chance),
    }
}

/// A number not far from another one, or at a border.
fn near(number: &Number, chance: &mut Stream) -> Value {
    if chance.below(3) == 0 {
        return any(chance);
    }
    let Some(number) = number.as_i64() else {
        let number = number.as_f64().unwrap_or_default();
        return json!([number * 2.0, -number, number + 1e-9, number.trunc(), 0.0][chance.below(5) as usize]);
    };
    let near =
        [number.wrapping_add(1), number.wrapping_sub(1), number.wrapping_mul(2), number.wrapping_neg(), number / 2];
    json!(near[chance.below(5) as usize])
}

fn change_list(list: &mut Vec<Value>, chance: &mut Stream) {
    match chance.below(8) {
        0 => list.truncate(list.len() / 2),
        1 => list.clear(),
        2 => list.extend(list.clone()),
        3 => list.extend(list.last().cloned()),
        4 => list.reverse(),
        5 => drop(list.pop()),
        6 if list.len() > 1 => {
            let count = list.len() as u32;
            let (one, other) = (chance.below(count), chance.below(count));
            list.swap(one as usize, other as usize);
        }
        _ => list.push(any(chance)),
    }
}

fn change_map(map: &mut Map<String, Value>, chance: &mut Stream) {
    let Some(key) = map.keys().nth(chance.below(map.len().max(1) as u32) as usize).cloned() else {
        map.insert("more".to_owned(), any(chance));
        return;
    };
    match chance.below(4) {
        0 | 1 => drop(map.remove(&key)),
        2 => drop(map.insert(format!("{key}s"), any(chance))),
        _ => {
            let first = map.values().next().cloned().unwrap_or_default();
            map.insert(key, first);
        }
    }
}

fn change_text(text: &mut String, chance: &mut Stream) {
    let at = text.char_indices().map(|(at, _)| at).nth(chance.below(text.chars().count().max(1) as u32) as usize);
    match chance.below(4) {
        0 => text.truncate(at.unwrap_or(0)),
        1 => text.insert_str(at.unwrap_or(0), TEXTS[chance.below(TEXTS.len() as u32) as usize]),
        2 => *text = format!("{text}{text}"),
        _ => TEXTS[chance.below(TEXTS.len() as u32) as usize].clone_into(text),
    }
}

/// Texts that are no names, no numbers, or dangerous somewhere.
const TEXTS: [&str; 16] = [
    "",
    "NaN",
    "\u{1b}[2J\u{0}\n",
    "../../x",
    "<fuzz>",
    "=1+1",
    "a|b`c",
    "inf",
    "W25",
    "lay 4 4",
    "pass",
    "pass and steal",
    "random",
    "ä😀\u{202e}",
    "0x1ffffffffffffffffffffffffffffffff",
    "\"",
];

/// A value that does not belong anywhere.
fn any(chance: &mut Stream) -> Value {
    match chance.below(9) {
        0 => json!(0),
        1 => json!(-1),
        2 | 3 => json!(1_u64 << chance.below(64)),
        4 => json!(u64::MAX),
        5 => [json!(1e308), json!(i64::MIN), json!(0.5), json!(2.0), json!(1e-300)][chance.below(5) as usize].clone(),
        6 => json!(TEXTS[chance.below(TEXTS.len() as u32) as usize]),
        7 => json!(chance.below(50)),
        _ => [json!(null), json!(true), json!([]), json!({}), json!([0, 0])][chance.below(5) as usize].clone(),
    }
}
