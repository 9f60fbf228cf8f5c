//! Bit sets of small integers, stored in one or more 64-bit words.

use std::array;

/// A bit set of cell indices or house indices, all of which are below 64 · W.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([0; W]);

    /// Returns whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns whether `index` is in the set.
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    /// Adds `index` to the set.
    pub(crate) fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Returns the elements from `start` to `start + 63` as a bit mask.
    pub(crate) fn bits_from(&self, start: usize) -> u64 {
        let (word, shift) = (start / 64, start % 64);
        let low = self.0.get(word).map_or(0, |low| low >> shift);
        match self.0.get(word + 1) {
            Some(high) if shift > 0 => low | high << (64 - shift),
            _ => low,
        }
    }

    /// Removes `index` from the set.
    pub(crate) fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Returns the only element, or `None` if the set is empty or has several elements.
    pub(crate) fn only(&self) -> Option<usize> {
        let mut all = self.iter();
        all.next().filter(|_| all.next().is_none())
    }

    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the smallest element, or `None` if the set is empty.
    pub(crate) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Returns the intersection of this set and `other`.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Returns the union of this set and `other`.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Returns the elements of this set that are not in `other`.
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Returns an iterator over the elements in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        Indices { words: self.0, current: 0 }
    }
}

/// An iterator over the elements of a set.
struct Indices<const W: usize> {
    words: [u64; W],
    /// The index of the current word. All earlier words are zero.
    current: usize,
}

impl<const W: usize> Iterator for Indices<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.current < W {
            let word = &mut self.words[self.current];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.current + bit);
            }
            self.current += 1;
        }
        None
    }

    /// Visits all elements. This is faster than calling `next` repeatedly, because the position is kept in local
    /// variables.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, start: B, mut visit: F) -> B {
        let mut so_far = start;
        for (i, mut word) in self.words.into_iter().enumerate() {
            while word != 0 {
                so_far = visit(so_far, 64 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        so_far
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut set = Self::EMPTY;
        indices.into_iter().for_each(|index| set.insert(index));
        set
    }
}
