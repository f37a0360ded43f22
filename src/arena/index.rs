//! Indices with a meaning, and lists that only they can index.
//!
//! An entrant, a line-up, a chair and a table size are all numbers counted from 0. As types they cannot be mixed up, and a list for
//! each entrant refuses to be asked for a chair. In files they are plain numbers and plain lists.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A number, counted from 0, that indexes lists of one kind.
pub trait ListIndex: Copy {
    /// The index with this number, counted from 0.
    fn from_index(index: usize) -> Self;

    /// Its number, counted from 0.
    fn index(self) -> usize;
}

/// Declares an index.
macro_rules! index {
    ($(#[doc = $doc:literal] $name:ident;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(usize);

        impl $name {
            /// The first one.
            pub const FIRST: $name = $name(0);

            /// The one with this number, counted from 0.
            #[inline]
            pub const fn new(index: usize) -> $name {
                $name(index)
            }

            /// Its number, counted from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0
            }
        }

        impl ListIndex for $name {
            #[inline]
            fn from_index(index: usize) -> $name {
                $name(index)
            }

            #[inline]
            fn index(self) -> usize {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

index! {
    /// An entrant of a plan.
    EntrantIndex;
    /// A line-up of a schedule.
    LineUpIndex;
    /// A chair of a line-up: where an entrant sits before seats are assigned.
    Chair;
    /// A table size of a plan.
    TableIndex;
}

/// The place at a round table that is `steps` places after the first, for fewer than two rounds: a division for every seat of every
/// game would be noticed.
#[inline]
pub(super) const fn around(steps: usize, places: usize) -> usize {
    if steps < places { steps } else { steps - places }
}

/// A list that is indexed by `I`. Everything else that a slice can do it can do as well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent, bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
pub struct IndexedList<I, T> {
    items: Vec<T>,
    #[serde(skip)]
    index: PhantomData<I>,
}

/// One value for each entrant.
pub type PerEntrant<T> = IndexedList<EntrantIndex, T>;
/// One value for each pair of entrants, by the one and then by the other.
pub type PerPair<T> = PerEntrant<PerEntrant<T>>;
/// One value for each line-up.
pub type PerLineUp<T> = IndexedList<LineUpIndex, T>;
/// One value for each chair of a line-up.
pub type PerChair<T> = IndexedList<Chair, T>;
/// One value for each table size.
pub type PerTableSize<T> = IndexedList<TableIndex, T>;
/// Who sits on the chairs of one table.
pub type LineUp = PerChair<EntrantIndex>;

impl<I: ListIndex, T> IndexedList<I, T> {
    /// The same value `count` times.
    pub fn all(value: T, count: usize) -> IndexedList<I, T>
    where
        T: Clone,
    {
        vec![value; count].into()
    }

    /// All values, without their indices.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// All indices, in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All values with their indices, in order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + Clone {
        self.indices().zip(&self.items)
    }

    /// Every pair of different indices once, the lower one first.
    pub fn pairs(&self) -> impl Iterator<Item = (I, I)> + Clone + use<I, T> {
        let count = self.items.len();
        (0..count).flat_map(move |one| (one + 1..count).map(move |other| (I::from_index(one), I::from_index(other))))
    }

    /// The value with this index, if there is one.
    pub fn get(&self, index: I) -> Option<&T> {
        self.items.get(index.index())
    }

    /// The index of the first value for which `is_wanted` holds.
    pub fn position(&self, is_wanted: impl FnMut(&T) -> bool) -> Option<I> {
        self.items.iter().position(is_wanted).map(I::from_index)
    }
}

impl<I, T> From<Vec<T>> for IndexedList<I, T> {
    fn from(items: Vec<T>) -> IndexedList<I, T> {
        IndexedList { items, index: PhantomData }
    }
}

impl<I, T> FromIterator<T> for IndexedList<I, T> {
    fn from_iter<Items: IntoIterator<Item = T>>(items: Items) -> IndexedList<I, T> {
        Vec::from_iter(items).into()
    }
}

impl<I: ListIndex, T> Index<I> for IndexedList<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, index: I) -> &T {
        &self.items[index.index()]
    }
}

impl<I: ListIndex, T> IndexMut<I> for IndexedList<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.index()]
    }
}

impl<I, T> Deref for IndexedList<I, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<I, T> DerefMut for IndexedList<I, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<'a, I, T> IntoIterator for &'a IndexedList<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut IndexedList<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter_mut()
    }
}

impl<I, T> IntoIterator for IndexedList<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_and_lists_are_plain_in_files() {
        let list: PerEntrant<PerChair<u8>> =
            [[1, 2], [3, 4]].map(|chairs| chairs.into_iter().collect()).into_iter().collect();
        let text = serde_json::to_string(&(&list, TableIndex::new(7))).expect("numbers");
        assert_eq!(text, "[[[1,2],[3,4]],7]");
        let read: (PerEntrant<PerChair<u8>>, TableIndex) = serde_json::from_str(&text).expect("what was written");
        assert_eq!(read, (list, TableIndex::new(7)));
    }

    #[test]
    fn a_list_is_asked_by_its_own_index() {
        let mut list: PerLineUp<&str> = PerLineUp::all("none", 3);
        list[LineUpIndex::new(1)] = "one";
        assert_eq!(list.position(|&text| text == "one"), Some(LineUpIndex::new(1)));
        let pairs: Vec<(usize, usize)> = list.pairs().map(|(one, other)| (one.index(), other.index())).collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(list.entries().map(|(index, _)| index.index()).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((list.get(LineUpIndex::new(2)), list.get(LineUpIndex::new(3))), (Some(&"none"), None));
    }
}
