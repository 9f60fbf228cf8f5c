//! Notes to the user about ambiguous alphabets.

use std::fmt;

use super::alphabet::Alphabet;

/// A note to the user: the alphabet of the input is ambiguous, and the more likely alphabet was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The alphabet that was chosen.
    pub chosen: Alphabet,
    /// The other possible alphabet. It can be chosen by setting
    /// [`ReadOptions::alphabet`](super::ReadOptions::alphabet).
    pub other: Alphabet,
    /// The board size n.
    pub size: usize,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { chosen, other, size } = *self;
        write!(
            f,
            "ambiguous symbols: the digits are read as {}, but could be {}",
            chosen.range(size),
            other.range(size)
        )
    }
}
