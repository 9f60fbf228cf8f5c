//! Errors for boards that do not exist.

use thiserror::Error;

use super::{BoxShape, LayoutError, Variant};

/// The error for a variant or layout that does not fit the boxes of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The variant requires rectangular boxes, but the board is a jigsaw.
    #[error("the variant {0} requires rectangular boxes, not jigsaw regions")]
    Jigsaw(Variant),
    /// The windows would extend beyond the board.
    #[error("the variant windoku requires boxes whose sides differ by at most one, not {0} boxes")]
    Windows(BoxShape),
    /// The layout does not fit the boards.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}
