//! The notation of the cells of a plain board.

/// The notation of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// One character of an [`Alphabet`](super::Alphabet).
    Symbols,
    /// A decimal number.
    Numbers,
    /// The candidates of the cell: `1479`, or `1,12,13` if n > 9; `u5` for a digit that the player placed.
    Candidates,
    /// n characters: each candidate at the position of its digit, and a blank for any other digit.
    Positional,
}
