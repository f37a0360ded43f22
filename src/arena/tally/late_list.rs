//! A list that begins where its first item is: a part of a run has nothing to say about the blocks before it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::arena::index::PerEntrant;
use crate::statistics::Sample;

/// What an item is before anything is added to it.
pub trait Blank {
    /// Whether nothing was added yet.
    fn is_blank(&self) -> bool;
}

impl Blank for u64 {
    fn is_blank(&self) -> bool {
        *self == 0
    }
}

impl Blank for PerEntrant<Sample> {
    fn is_blank(&self) -> bool {
        self.iter().all(|sample| *sample == Sample::default())
    }
}

/// A list by index in which all items before the first one are blank, and take no place.
///
/// In files it is a plain list if it begins at 0, as that of a whole run does, and otherwise `{"from": INDEX, "list": […]}`. Blank
/// items at the beginning of a list that is read, as in files of earlier builds, are dropped, so that equal lists are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LateList<T> {
    from: usize,
    list: Vec<T>,
}

impl<T> Default for LateList<T> {
    fn default() -> LateList<T> {
        LateList { from: 0, list: Vec::new() }
    }
}

impl<T> LateList<T> {
    /// The index of the first item.
    pub const fn from(&self) -> usize {
        self.from
    }

    /// The items, from the first.
    pub fn items(&self) -> &[T] {
        &self.list
    }

    /// The item with this index, if it is not before the first or after the last.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.list.get(index.checked_sub(self.from)?)
    }
}

impl<T: Clone> LateList<T> {
    /// The item with this index; it and all between are made `blank` if they are not there yet.
    pub(super) fn at(&mut self, index: usize, blank: impl Fn() -> T) -> &mut T {
        self.cover(index, index + 1, blank);
        &mut self.list[index - self.from]
    }

    /// Adds another list, item by item.
    pub(super) fn merge(&mut self, other: &LateList<T>, blank: impl Fn() -> T, add: impl Fn(&mut T, &T)) {
        if other.list.is_empty() {
            return;
        }
        self.cover(other.from, other.from + other.list.len(), blank);
        let mine = self.list[other.from - self.from..].iter_mut();
        mine.zip(&other.list).for_each(|(mine, theirs)| add(mine, theirs));
    }

    /// Makes sure that there are items from an index up to, but not including, another one.
    fn cover(&mut self, from: usize, end: usize, blank: impl Fn() -> T) {
        if self.list.is_empty() {
            self.from = from;
        }
        if from < self.from {
            self.list.splice(..0, vec![blank(); self.from - from]);
            self.from = from;
        }
        let length = end - self.from;
        if length > self.list.len() {
            self.list.resize(length, blank());
        }
    }
}

impl<T: Blank> LateList<T> {
    /// A list as it was read, without what is blank at its beginning.
    fn read(from: usize, mut list: Vec<T>) -> Option<LateList<T>> {
        let blank = list.iter().take_while(|item| item.is_blank()).count();
        list.drain(..blank);
        if list.is_empty() {
            Some(LateList::default())
        } else {
            Some(LateList { from: from.checked_add(blank)?, list })
        }
    }
}

impl<T: Serialize> Serialize for LateList<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.from == 0 {
            return self.list.serialize(serializer);
        }
        let mut late = serializer.serialize_struct("LateList", 2)?;
        late.serialize_field("from", &self.from)?;
        late.serialize_field("list", &self.list)?;
        late.end()
    }
}

impl<'de, T: Blank + Deserialize<'de>> Deserialize<'de> for LateList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LateList<T>, D::Error> {
        deserializer.deserialize_any(LateVisitor(PhantomData))
    }
}

/// Reads both forms as they come: there can be millions of items.
struct LateVisitor<T>(PhantomData<T>);

/// The fields of a list that does not begin at 0.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LateFields<T> {
    from: usize,
    list: Vec<T>,
}

impl<'de, T: Blank + Deserialize<'de>> Visitor<'de> for LateVisitor<T> {
    type Value = LateList<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list, or the index at which it begins and a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<LateList<T>, A::Error> {
        late(0, Vec::deserialize(de::value::SeqAccessDeserializer::new(items))?)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<LateList<T>, A::Error> {
        let LateFields { from, list } = LateFields::deserialize(de::value::MapAccessDeserializer::new(fields))?;
        late(from, list)
    }
}

fn late<T: Blank, E: de::Error>(from: usize, list: Vec<T>) -> Result<LateList<T>, E> {
    LateList::read(from, list).ok_or_else(|| E::custom("the list begins at an index that is too high"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[(usize, u64)]) -> LateList<u64> {
        let mut list = LateList::default();
        for &(index, value) in items {
            *list.at(index, || 0) += value;
        }
        list
    }

    fn written(list: &LateList<u64>) -> String {
        serde_json::to_string(list).expect("numbers have a JSON form")
    }

    #[test]
    fn what_comes_before_the_first_item_takes_no_place() {
        let late = list(&[(1_000_000, 5), (1_000_002, 7)]);
        assert_eq!(written(&late), r#"{"from":1000000,"list":[5,0,7]}"#);
        assert_eq!([late.get(999_999), late.get(1_000_002), late.get(1_000_003)], [None, Some(&7), None]);
        assert_eq!(written(&list(&[(2, 5), (0, 3)])), "[3,0,5]");
        assert_eq!(written(&LateList::default()), "[]");
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let [one, two, three] = [list(&[(0, 1), (2, 3)]), list(&[(2, 4), (3, 5)]), list(&[(5, 6)])];
        for order in [[&one, &two, &three], [&three, &two, &one], [&two, &three, &one]] {
            let mut sum = LateList::default();
            for part in order {
                sum.merge(part, || 0, |mine, theirs| *mine += theirs);
            }
            assert_eq!(written(&sum), "[1,0,7,5,0,6]");
        }
        let mut same = one.clone();
        same.merge(&LateList::default(), || 0, |mine, theirs| *mine += theirs);
        assert_eq!(same, one);
    }

    #[test]
    fn both_forms_are_read_as_the_same() {
        let read = |text: &str| serde_json::from_str::<LateList<u64>>(text);
        let late = list(&[(3, 5), (4, 6)]);
        for text in [r#"{"from":3,"list":[5,6]}"#, "[0,0,0,5,6]", r#"{"list":[0,5,6],"from":2}"#] {
            assert_eq!(read(text).expect("a list"), late);
        }
        assert_eq!(read("[0,0]").expect("a list"), LateList::default());
        for wrong in
            [r#"{"from":18446744073709551615,"list":[0,5]}"#, r#"{"from":3}"#, "3", r#"{"from":-1,"list":[5]}"#]
        {
            read(wrong).expect_err(wrong);
        }
    }
}
