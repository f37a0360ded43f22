//! Changes of inputs, byte by byte, word by word, line by line.

use karteneck::game::Stream;
use serde_json::Value;

use crate::json;

/// The longest input: longer ones are only slower.
const MAX_BYTES: usize = 1 << 16;

/// Numbers at borders.
const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "6",
    "7",
    "25",
    "26",
    "42",
    "43",
    "99",
    "100",
    "255",
    "256",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1e308",
    "0.1",
];

/// Signs with a meaning in some format.
const SIGNS: [&str; 14] = ["\0", "\n", "\"", "\\", "{", "}", "[", "]", ",", ":", "#", "\u{feff}", "\u{1b}[2J", "'"];

/// Makes new inputs from old ones.
pub(crate) struct Mutator<'a> {
    chance: Stream,
    dictionary: &'a [&'a str],
}

impl<'a> Mutator<'a> {
    pub(crate) fn new(chance: Stream, dictionary: &'a [&'a str]) -> Mutator<'a> {
        Mutator { chance, dictionary }
    }

    /// A random index below a length that is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.chance.below(bound as u32) as usize
    }

    /// A changed input; `other` is another input to take parts from.
    pub(crate) fn change(&mut self, input: &[u8], other: &[u8]) -> Vec<u8> {
        let times = if self.below(3) == 0 { 2 + self.below(4) } else { 1 };
        let mut bytes = match serde_json::from_slice::<Value>(input) {
            Ok(mut value) if !input.is_empty() && self.below(8) != 0 => {
                (0..times).for_each(|_| json::change(&mut value, &mut self.chance));
                value.to_string().into_bytes()
            }
            _ => {
                let mut bytes = input.to_vec();
                (0..times).for_each(|_| self.change_once(&mut bytes, other));
                bytes
            }
        };
        bytes.truncate(MAX_BYTES);
        bytes
    }

    fn change_once(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        match self.below(14) {
            0 => self.flip(bytes),
            1 => self.set(bytes),
            2 => self.remove(bytes),
            3 => self.repeat(bytes),
            4 => self.splice(bytes, other),
            5 | 6 => self.insert_word(bytes),
            7 | 8 => self.replace_number(bytes),
            9 => bytes.truncate(self.below(bytes.len() + 1)),
            10 => self.change_lines(bytes),
            11 => self.replace_word(bytes),
            12 => self.insert_sign(bytes),
            _ => self.copy(bytes),
        }
    }

    fn flip(&mut self, bytes: &mut [u8]) {
        if !bytes.is_empty() {
            let at = self.below(bytes.len());
            bytes[at] ^= 1 << self.below(8);
        }
    }

    fn set(&mut self, bytes: &mut [u8]) {
        if !bytes.is_empty() {
            let at = self.below(bytes.len());
            bytes[at] = self.below(256) as u8;
        }
    }

    /// A part of some bytes, more often a short one.
    fn part(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let most = if self.below(4) == 0 { len - start } else { (len - start).min(16) };
        start..start + self.below(most + 1)
    }

    fn remove(&mut self, bytes: &mut Vec<u8>) {
        let part = self.part(bytes.len());
        bytes.drain(part);
    }

    fn repeat(&mut self, bytes: &mut Vec<u8>) {
        let part = self.part(bytes.len());
        let (end, again) = (part.end, bytes[part].repeat(1 + self.below(3)));
        bytes.splice(end..end, again);
    }

    fn copy(&mut self, bytes: &mut Vec<u8>) {
        let part = self.part(bytes.len());
        let (copied, at) = (bytes[part].to_vec(), self.below(bytes.len() + 1));
        bytes.splice(at..at, copied);
    }

    fn splice(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let (own, taken) = (self.part(bytes.len()), self.part(other.len()));
        bytes.splice(own, other[taken].iter().copied());
    }

    fn word(&mut self) -> &'a str {
        match self.dictionary {
            [] => SIGNS[self.below(SIGNS.len())],
            words => words[self.below(words.len())],
        }
    }

    fn insert_word(&mut self, bytes: &mut Vec<u8>) {
        let (word, at) = (self.word(), self.below(bytes.len() + 1));
        bytes.splice(at..at, word.bytes());
    }

    fn insert_sign(&mut self, bytes: &mut Vec<u8>) {
        let (sign, at) = (SIGNS[self.below(SIGNS.len())], self.below(bytes.len() + 1));
        bytes.splice(at..at, sign.bytes());
    }

    /// Another number in place of one.
    fn replace_number(&mut self, bytes: &mut Vec<u8>) {
        let number = NUMBERS[self.below(NUMBERS.len())];
        self.replace_run(bytes, u8::is_ascii_digit, number);
    }

    /// A word of the dictionary in place of a word.
    fn replace_word(&mut self, bytes: &mut Vec<u8>) {
        let word = self.word();
        self.replace_run(bytes, |byte| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_', word);
    }

    /// Replaces the first run of such bytes at or after a random place.
    fn replace_run(&mut self, bytes: &mut Vec<u8>, is_part: impl Fn(&u8) -> bool, text: &str) {
        let from = self.below(bytes.len() + 1);
        let Some(found) = bytes[from..].iter().position(&is_part) else { return };
        let start = bytes[..from + found].iter().rposition(|byte| !is_part(byte)).map_or(0, |before| before + 1);
        let len = bytes[start..].iter().position(|byte| !is_part(byte)).unwrap_or(bytes.len() - start);
        bytes.splice(start..start + len, text.bytes());
    }

    /// Removes, repeats or moves a line.
    fn change_lines(&mut self, bytes: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        if lines.is_empty() {
            return;
        }
        let (line, to) = (self.below(lines.len()), self.below(lines.len()));
        match self.below(3) {
            0 => drop(lines.remove(line)),
            1 => lines.insert(to, lines[line]),
            _ => lines.swap(line, to),
        }
        *bytes = lines.concat();
    }
}
