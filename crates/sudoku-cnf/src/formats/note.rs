//! Notes about texts that can be read in more than one way.

use std::fmt;

use super::alphabet::Alphabet;

/// A note that a text was read in one of several possible ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The alphabet that was chosen.
    pub taken: Alphabet,
    /// Another possible alphabet. Set [`ReadOptions::alphabet`](super::ReadOptions::alphabet) to choose it.
    pub other: Alphabet,
    /// The board's size.
    pub size: usize,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { taken, other, size } = *self;
        write!(f, "the digits are read as {}; they might be {}", taken.range(size), other.range(size))
    }
}
