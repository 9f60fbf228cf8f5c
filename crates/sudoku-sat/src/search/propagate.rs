//! # Constraint propagation and search
//!
//! After each guess, naked and hidden singles are followed to the fixpoint; then the open cell with the
//! fewest candidates is guessed. Order: of cells with equally few candidates the first, its
//! digits ascending.
//!
//! ## Reference
//! P. Norvig: Solving Every Sudoku Puzzle, 2006.

use sudoku_cnf::{Grid, Inference};

use super::tree::Tree;
use crate::limits::Limits;
use crate::outcome::Reason;

/// All solutions of `puzzle`, on any geometry.
///
/// # Errors
/// The last item may be the limit that was reached.
///
/// ```
/// use sudoku_sat::{Limits, search};
///
/// let puzzle = "1.....2...3....4".parse()?;
/// assert_eq!(search::propagate(&puzzle, Limits::none()).count(), 1);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
pub fn propagate(puzzle: &Grid, limits: Limits) -> impl Iterator<Item = Result<Grid, Reason>> + use<> {
    Tree::new(puzzle, Inference::Singles, limits)
}
