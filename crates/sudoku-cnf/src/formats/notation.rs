//! The notation of cells.

/// How a cell is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// One character of an [`Alphabet`](super::Alphabet).
    Symbols,
    /// A decimal number.
    Numbers,
    /// The candidates of the cell: `1479`, or with commas `1,12,13`; `u5` for a digit that a player placed.
    Candidates,
    /// n characters: each candidate at its own position, and a blank for any other digit.
    Positional,
}
