//! # Encodings: which clauses say "this is a Sudoku"
//!
//! Each encoding is a choice among four constraints (see the `constraints` module), over the
//! candidate variables of [`crate::variable`]. Clause counts are for n×n boards with r×c boxes
//! without givens and with pairwise at-most-one, and spelled out in each file; a given adds one unit clause.
//! On 9×9:
//!
//! | encoding | cell ≥ 1 | cell ≤ 1 | house ≥ 1 | house ≤ 1 | 9×9 |
//! |---|---|---|---|---|---|
//! | [`Minimal`](Encoding::Minimal) | ✓ | | | ✓ | 7,371 |
//! | [`Natural`](Encoding::Natural) | ✓ | ✓ | | ✓ | 10,287 |
//! | [`Complete`](Encoding::Complete) | ✓ | ✓ | ✓ | ✓ | 10,530 |
//! | [`Triad`](Encoding::Triad) | ✓ | ✓ | by segments | by segments | 7,695 (and 486 variables) |
//! | [`Classic`](Encoding::Classic) | ✓ | | | ✓, ordered pairs | 17,577 |
//!
//! Every encoding but `classic` emits a clause once: two cells that share a row and a box are kept
//! apart by one clause a digit. The order is fixed, so the same puzzle gives the same bytes.
//!
//! ## References
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 (minimal and extended encodings).
//! - G. Kwon, H. Jain: Optimized CNF encoding for Sudoku puzzles, 2006.

mod classic;
mod complete;
mod constraints;
mod minimal;
mod natural;
mod triad;

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::at_most_one::AtMostOne;
use crate::clause::ClauseSink;
use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::variable::Auxiliaries;
use constraints::Counts;

/// The choice of clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// The fewest clauses that define the solutions.
    Minimal,
    /// Minimal, and at most one digit a cell.
    Natural,
    /// Natural, and every digit somewhere in each house: the strongest unit propagation.
    #[default]
    Complete,
    /// By the segments that lines and boxes share, with auxiliary variables.
    Triad,
    /// The article's, which lists every pair of cells in both orders.
    Classic,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 5] = [Self::Minimal, Self::Natural, Self::Complete, Self::Triad, Self::Classic];

    /// The name on the command line and in CNF comments.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Natural => "natural",
            Self::Complete => "complete",
            Self::Triad => "triad",
            Self::Classic => "classic",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no encoding has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no encoding; known are {list}", list = Encoding::ALL.iter().join(", "))]
pub struct UnknownEncoding(String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        let found = Self::ALL.into_iter().find(|encoding| encoding.name() == name);
        found.ok_or_else(|| UnknownEncoding(name.to_owned()))
    }
}

/// All choices that make up a CNF. An [`Encoding`] alone is one with pairwise at-most-one clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CnfOptions {
    /// Which constraints there are.
    pub encoding: Encoding,
    /// How at-most-one constraints are made. [`Encoding::Classic`] always lists pairs.
    pub at_most_one: AtMostOne,
}

impl From<Encoding> for CnfOptions {
    fn from(encoding: Encoding) -> Self {
        Self { encoding, at_most_one: AtMostOne::default() }
    }
}

impl CnfOptions {
    fn count(self, geometry: &Geometry) -> Counts {
        match self.encoding {
            Encoding::Minimal => minimal::count(geometry, self.at_most_one),
            Encoding::Natural => natural::count(geometry, self.at_most_one),
            Encoding::Complete => complete::count(geometry, self.at_most_one),
            Encoding::Triad => triad::count(geometry, self.at_most_one),
            Encoding::Classic => classic::count(geometry),
        }
    }
}

/// Feeds `sink` the clauses of `puzzle`: its givens as unit clauses, row-major, then the encoding.
///
/// Models of these clauses and solutions of the puzzle correspond one to one. Cost: linear in the
/// clauses; memory: O(n²), whatever their number.
///
/// # Errors
/// The sink's own, at once.
///
/// # Panics
/// If there are more than 2³¹ − 1 variables, which [`size`] tells beforehand.
///
/// ```
/// use sudoku_cnf::{Cnf, Encoding, Grid, encode};
///
/// let puzzle: Grid = "1..............4".parse()?;
/// let mut cnf = Cnf::default();
/// encode(&puzzle, Encoding::Minimal, &mut cnf).unwrap();
/// assert_eq!(cnf.clauses().len(), 2 + 16 + 4 * 56);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
pub fn encode<S: ClauseSink + ?Sized>(
    puzzle: &Grid,
    options: impl Into<CnfOptions>,
    sink: &mut S,
) -> Result<(), S::Error> {
    let geometry = puzzle.geometry();
    let CnfOptions { encoding, at_most_one } = options.into();
    let mut auxiliaries = Auxiliaries::after(geometry.candidate_count());
    constraints::givens(puzzle, sink)?;
    match encoding {
        Encoding::Minimal => minimal::encode(geometry, at_most_one, &mut auxiliaries, sink),
        Encoding::Natural => natural::encode(geometry, at_most_one, &mut auxiliaries, sink),
        Encoding::Complete => complete::encode(geometry, at_most_one, &mut auxiliaries, sink),
        Encoding::Triad => triad::encode(geometry, at_most_one, &mut auxiliaries, sink),
        Encoding::Classic => classic::encode(geometry, sink),
    }
}

/// The size of a CNF, as its header tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CnfSize {
    /// Variables, auxiliary ones included.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
}

/// A CNF with more variables than solvers can number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} variables are more than the 2147483647 that solvers can number; choose another at-most-one scheme"
)]
pub struct TooManyVariables(usize);

/// The size of what [`encode`] emits. Cost: O(n³), which for large boards is far less than to encode.
///
/// # Errors
/// If there are too many variables.
pub fn size(puzzle: &Grid, options: impl Into<CnfOptions>) -> Result<CnfSize, TooManyVariables> {
    let geometry = puzzle.geometry();
    let counts = options.into().count(geometry);
    let variables = geometry.candidate_count() + counts.auxiliaries;
    match i32::try_from(variables) {
        Ok(_) => Ok(CnfSize { variables, clauses: counts.clauses + puzzle.given_count() }),
        Err(_) => Err(TooManyVariables(variables)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Counter;
    use std::sync::Arc;

    #[test]
    fn too_many_variables_are_refused() {
        let puzzle = Grid::empty(Arc::new(crate::Geometry::new("25x40".parse().unwrap())));
        assert!(size(&puzzle, Encoding::Minimal).is_ok());
        let options = CnfOptions { encoding: Encoding::Complete, at_most_one: AtMostOne::Ladder };
        assert!(size(&puzzle, options).is_err());
    }

    #[test]
    fn sizes_are_what_is_emitted() {
        for shape in ["2x2", "2x3", "3x2", "1x5", "5x1", "3x3", "3x4", "4x4", "5x5", "6x6"] {
            let mut puzzle = Grid::empty(Arc::new(crate::Geometry::new(shape.parse().unwrap())));
            puzzle.set(crate::Cell::new(3), crate::Digit::new(2));
            for (encoding, at_most_one) in Encoding::ALL.into_iter().cartesian_product(AtMostOne::ALL) {
                let options = CnfOptions { encoding, at_most_one };
                let mut counter = Counter::default();
                let Ok(()) = encode(&puzzle, options, &mut counter);
                let size = size(&puzzle, options).unwrap();
                assert_eq!(size.clauses, counter.clauses(), "{shape} {encoding} {at_most_one}");
            }
        }
    }
}
