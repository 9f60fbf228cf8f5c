//! Notes to the user about ambiguous alphabets.

use std::fmt;

use super::alphabet::Alphabet;

/// A note to the user that the alphabet of the input is ambiguous and that the more likely one was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The alphabet that was chosen.
    pub chosen: Alphabet,
    /// The other possible alphabet. To choose it, set
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
