//! The board and the other rules of a puzzle, on which a rule may depend.

use super::Rule;
use crate::puzzle::board::{Cell, Geometry};

/// The digits of a grid. The function returns `None` for an open cell.
pub type Digits<'a> = dyn Fn(Cell) -> Option<i64> + 'a;

/// The parts of a puzzle that a rule depends on besides its own cells and numbers.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The board.
    pub geometry: &'a Geometry,
    /// All rules of the puzzle.
    pub rules: &'a [Rule],
}

impl Context<'_> {
    /// Returns the size of the board.
    pub(super) fn size(&self) -> usize {
        self.geometry.size()
    }
}
