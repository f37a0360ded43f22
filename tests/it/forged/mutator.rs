//! Changes to JSON values and lines at random places, the same for the same seed.

use karteneck::game::Stream;
use serde_json::{Map, Value, json};

use super::sealing::Folder;
use crate::support::stream;

/// A source of choices.
pub struct Mutator(Stream);

/// A description of what was changed.
pub type Story = Vec<String>;

impl Mutator {
    pub fn new(seed: u64) -> Mutator {
        Mutator(stream(seed))
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0.below(count as u32) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Changes a folder at one place, or at a few.
    pub fn change(&mut self, folder: &mut Folder) -> Story {
        let times = if self.one_in(3) { 2 + self.below(3) } else { 1 };
        (0..times).map(|_| self.change_once(folder)).collect()
    }

    fn change_once(&mut self, folder: &mut Folder) -> String {
        match self.below(12) {
            0..=2 if folder.manifest["plan"].is_object() => {
                format!("plan{}", self.change_value(&mut folder.manifest["plan"]))
            }
            0..=3 => format!("manifest{}", self.change_value(&mut folder.manifest)),
            4 if !folder.is_over() => format!("grown{}", self.change_value(&mut folder.grown)),
            5 => self.change_text(folder),
            _ => format!("state{}", self.change_value(&mut folder.state)),
        }
    }

    /// Descends to a random place and changes the value there; returns where and how.
    pub fn change_value(&mut self, value: &mut Value) -> String {
        // Lists are changed more often than other values: their readers trust their lengths.
        let stop = self.one_in(if value.is_array() { 4 } else { 12 });
        match value {
            Value::Array(list) if !list.is_empty() && !stop => {
                let index = self.below(list.len());
                format!("/{index}{}", self.change_value(&mut list[index]))
            }
            Value::Object(map) if !map.is_empty() && !stop => {
                let key = map.keys().nth(self.below(map.len())).unwrap().clone();
                format!("/{key}{}", self.change_value(&mut map[&key]))
            }
            _ => {
                let was: String = value.to_string().chars().take(40).collect();
                self.replace(value);
                let now: String = value.to_string().chars().take(40).collect();
                format!(": {was} -> {now}")
            }
        }
    }

    fn replace(&mut self, value: &mut Value) {
        let other = self.one_in(6);
        match value {
            Value::Array(list) if !other => self.change_list(list),
            Value::Object(map) if !other => self.change_map(map),
            Value::Number(number) if !other => {
                let near = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from)).unwrap_or(0);
                let changes = [near + 1, near - 1, 2 * near, -near, near + 64, near / 2];
                // Of the same type: another one is refused before it can do harm.
                *value = whole(if self.one_in(3) { changes[self.below(changes.len())] } else { self.great() });
            }
            Value::Null if !other => *value = json!([self.below(9), 1_u64 << self.below(41)]),
            _ => *value = self.any(),
        }
    }

    fn change_list(&mut self, list: &mut Vec<Value>) {
        match self.below(7) {
            0 => list.truncate(list.len() / 2),
            1 => list.clear(),
            2 => list.extend(list.clone()),
            3 => list.extend(list.last().cloned()),
            4 => list.reverse(),
            5 => drop(list.pop()),
            _ => {
                let filler = list.first().cloned().unwrap_or(Value::Null);
                list.resize(list.len() + 3000, filler);
            }
        }
    }

    fn change_map(&mut self, map: &mut Map<String, Value>) {
        let Some(key) = map.keys().nth(self.below(map.len().max(1))).cloned() else {
            map.insert("more".to_owned(), self.any());
            return;
        };
        match self.below(4) {
            0 | 1 => drop(map.remove(&key)),
            2 => drop(map.insert("/dev/zero".to_owned(), json!("00"))),
            _ => {
                let first = map.values().next().cloned().unwrap_or(Value::Null);
                map.insert(key, first);
            }
        }
    }

    /// A value that does not belong anywhere.
    fn any(&mut self) -> Value {
        match self.below(10) {
            0..=4 => whole(self.great()),
            5 | 6 => [json!(1e308), json!(-1e308), json!(0.5), json!(2.0), json!(1e-300)][self.below(5)].clone(),
            7 => {
                let texts = ["", "NaN", "\u{1b}[2J\u{0}\n", "../../x", "/dev/zero", "complete", "match", "inf"];
                json!(texts[self.below(texts.len())])
            }
            8 => json!("long ".repeat(2000)),
            _ => [json!(null), json!(true), json!([]), json!({}), json!([0, 0])][self.below(5)].clone(),
        }
    }

    /// A number at which sums, products and lengths overflow.
    fn great(&mut self) -> i128 {
        let bits = [1, 2, 8, 31, 32, 33, 40, 53, 61, 62, 63];
        match self.below(6) {
            0 => 0,
            1 => i128::from(u64::MAX),
            2 => -1_i128 << [0, 31, 63][self.below(3)],
            _ => 1 << bits[self.below(bits.len())],
        }
    }

    /// Changes a line of a file, or the whole of it.
    fn change_text(&mut self, folder: &mut Folder) -> String {
        let Some(name) = folder.texts.keys().nth(self.below(folder.texts.len().max(1))).cloned() else {
            return "nothing".to_owned();
        };
        let text = folder.texts.get_mut(&name).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            "\n\n\u{0}".clone_into(text);
            return format!("{name}: begins with nothing");
        }
        let line = self.below(lines.len());
        let how = match (self.below(6), serde_json::from_str::<Value>(&lines[line])) {
            (0, _) => format!("lost {}", lines.remove(line)),
            (1, _) => {
                let half = lines[line].chars().count() / 2;
                lines[line] = lines[line].chars().take(half).collect();
                "cut".to_owned()
            }
            (2, _) => {
                lines.insert(line, lines[line].clone());
                "twice".to_owned()
            }
            (_, Ok(mut value)) => {
                let how = self.change_value(&mut value);
                lines[line] = value.to_string();
                how
            }
            (_, Err(_)) => {
                lines[line] = lines[line].replace(',', ",-99999999999999999999");
                "great numbers".to_owned()
            }
        };
        *text = lines.join("\n") + "\n";
        format!("{name}:{line}: {}", how.chars().take(80).collect::<String>())
    }
}

/// A whole number, as near as JSON can write it.
fn whole(number: i128) -> Value {
    match (u64::try_from(number), i64::try_from(number)) {
        (Ok(number), _) => json!(number),
        (_, Ok(number)) => json!(number),
        _ => json!(number as f64),
    }
}
