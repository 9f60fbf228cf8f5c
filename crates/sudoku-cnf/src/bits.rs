//! Sets of small numbers as the bits of a word or of several.

use std::array;

/// The positions of the bits that are set, ascending.
#[derive(Clone, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    }
}

/// A set of numbers below 64 · W: the indices of cells or of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// Nothing.
    pub const EMPTY: Self = Self([0; W]);

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether `index` is in it.
    #[must_use]
    pub fn contains(&self, index: usize) -> bool {
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    /// Adds `index`.
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Takes `index` out.
    pub fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// The only one in it; `None` if there are none or several.
    #[must_use]
    pub fn only(&self) -> Option<usize> {
        let mut all = self.iter();
        all.next().filter(|_| all.next().is_none())
    }

    /// How many are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Those of both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Those of either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Those that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// All of them, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        Indices { words: self.0, present: 0 }
    }
}

/// The indices of a set that are still to come.
struct Indices<const W: usize> {
    words: [u64; W],
    /// Words before this one are empty.
    present: usize,
}

impl<const W: usize> Iterator for Indices<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.present < W {
            let word = &mut self.words[self.present];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.present + bit);
            }
            self.present += 1;
        }
        None
    }

    /// Without a look at where it stands between one index and the next.
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
