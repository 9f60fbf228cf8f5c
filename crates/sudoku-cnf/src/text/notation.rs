//! The notation of cells in plain boards.

/// The notation of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// One character of an [`Alphabet`](super::Alphabet).
    Symbols,
    /// A decimal number.
    Numbers,
    /// A list of candidates, for example `1479`, or `1,12,13` on boards larger than 9×9. The prefix `u`, as
    /// in `u5`, marks a digit that the player placed.
    Candidates,
    /// n characters, one per digit: the digit itself if it is a candidate, and a blank otherwise.
    Positional,
}
