//! # Encodings: which clauses say "this is a Sudoku"
//!
//! Each encoding but `triad` is a choice among four constraints (see the `constraints` module), over the
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
//! With pairwise at-most-one, every encoding but `classic` emits a clause once: two cells that share a row and a
//! box are kept apart by one clause a digit. By other schemes each house is told by itself, so groups of cells
//! may be told twice. The order is fixed, so the same puzzle gives the same bytes. Variants and jigsaws add and
//! replace houses: [`Problem::size`] tells the counts of any board.
//!
//! ## References
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 (minimal and extended encodings).
//! - G. Kwon, H. Jain: Optimized CNF encoding for Sudoku puzzles, 2006.

mod classic;
mod complete;
mod constraints;
mod minimal;
mod natural;
mod open;
mod problem;
mod triad;

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::at_most_one::AtMostOne;
use crate::clause::ClauseSink;
use crate::grid::Grid;
use constraints::Receiver;
use open::Open;
pub use problem::Problem;

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
        f.pad(self.name())
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

/// All choices that make up a CNF. An [`Encoding`] alone is one with pairwise at-most-one clauses of the whole
/// board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CnfOptions {
    /// Which constraints there are.
    pub encoding: Encoding,
    /// How at-most-one constraints are made. [`Encoding::Classic`] always lists pairs.
    pub at_most_one: AtMostOne,
    /// Whether propagation comes first, to the fixpoint of singles and intersections: what it decides becomes
    /// unit clauses, and what it excludes is left out of all others.
    pub reduce: bool,
    /// Whether the candidates that are left are numbered densely, and the others have no variable.
    pub compact: bool,
}

impl From<Encoding> for CnfOptions {
    fn from(encoding: Encoding) -> Self {
        Self { encoding, ..Self::default() }
    }
}

impl CnfOptions {
    /// The at-most-one scheme that the encoding uses.
    #[must_use]
    pub fn scheme(self) -> AtMostOne {
        if self.encoding == Encoding::Classic { AtMostOne::Pairwise } else { self.at_most_one }
    }

    /// These choices with propagation first and dense numbers: what a solver is best given.
    #[must_use]
    pub fn reduced(self) -> Self {
        Self { reduce: true, compact: true, ..self }
    }

    /// These choices for the clauses of the whole board, with variables by arithmetic.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { reduce: false, compact: false, ..self }
    }
}

/// Tells the constraints of an encoding.
fn tell<R: Receiver>(encoding: Encoding, open: Open<'_>, to: &mut R) -> Result<(), R::Error> {
    match encoding {
        Encoding::Minimal => minimal::tell(open, to),
        Encoding::Natural => natural::tell(open, to),
        Encoding::Complete => complete::tell(open, to),
        Encoding::Triad => triad::tell(open, to),
        Encoding::Classic => classic::tell(open, to),
    }
}

/// Feeds `sink` the clauses of `puzzle`: its givens as unit clauses, row-major, then the encoding. The same as
/// [`Problem::encode`] where nothing else is asked of the problem.
///
/// # Errors
/// The sink's own, at once.
///
/// # Panics
/// If there are more than 2³¹ − 1 variables, which [`Problem::size`] tells beforehand.
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
    Problem::new(puzzle, options).encode(sink)
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
    "{0} variables are more than the 2147483647 that solvers can number; choose another encoding or at-most-one scheme"
)]
pub struct TooManyVariables(usize);

impl CnfSize {
    /// The size, if solvers can number so many variables.
    fn checked(self) -> Result<Self, TooManyVariables> {
        i32::try_from(self.variables).map(|_| self).map_err(|_| TooManyVariables(self.variables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Cnf;
    use crate::geometry::{BoxShape, Cell, Digit, Geometry, Regions, Variant};
    use std::sync::Arc;

    #[test]
    fn too_many_variables_are_refused() {
        let size = |variables| CnfSize { variables, clauses: 0 }.checked();
        assert!(size(i32::MAX as usize).is_ok());
        assert!(size(i32::MAX as usize + 1).unwrap_err().to_string().starts_with("2147483648 variables"));
    }

    /// Puzzles of many shapes and variants: with two givens, and with enough of them that much is decided.
    fn puzzles() -> Vec<Grid> {
        let shapes = ["1x1", "2x2", "2x3", "3x2", "1x5", "5x1", "3x3", "3x4", "4x4", "5x5", "6x6"];
        let plain = shapes.map(|shape| Geometry::new(shape.parse().unwrap()));
        let more = |shape: &str, variants: &[Variant]| {
            Geometry::with_variants(shape.parse::<BoxShape>().unwrap(), variants).unwrap()
        };
        let regions: Regions = "AABBAABCDBCCDDDC".parse().unwrap();
        let jigsaw = Geometry::with_variants(regions, &[Variant::X]).unwrap();
        let variants = Variant::ALL.map(|variant| more("3x3", &[variant]));
        let geometries = plain.into_iter().chain(variants).chain([jigsaw, more("2x3", &Variant::ALL)]);
        let puzzle = |geometry: Arc<Geometry>, givens: usize| {
            let mut puzzle = Grid::empty(geometry.clone());
            for i in 0..givens {
                let cell = Cell::new(i * 7 % geometry.cell_count());
                puzzle.set(cell, Digit::new(i * 5 % geometry.size() + 1));
                if crate::Candidates::of_puzzle(&puzzle, crate::Inference::Intersections).is_err() {
                    puzzle.set(cell, None);
                }
            }
            puzzle
        };
        let each = |geometry: Geometry| {
            let geometry = Arc::new(geometry);
            [2, geometry.cell_count() / 3, geometry.cell_count()]
                .map(|givens| puzzle(geometry.clone(), givens))
        };
        geometries.flat_map(each).collect()
    }

    fn all_options() -> impl Iterator<Item = CnfOptions> {
        let schemes = Encoding::ALL.into_iter().cartesian_product(AtMostOne::ALL);
        let reductions = [(false, false), (false, true), (true, false), (true, true)];
        schemes.cartesian_product(reductions).map(|((encoding, at_most_one), (reduce, compact))| CnfOptions {
            encoding,
            at_most_one,
            reduce,
            compact,
        })
    }

    #[test]
    fn sizes_are_what_is_emitted() {
        let is_large = |puzzle: &Grid| puzzle.geometry().size() > 16;
        for (puzzle, options) in puzzles().iter().cartesian_product(all_options().collect_vec()) {
            // All puzzles of large boards would take too long.
            if !is_large(puzzle) || puzzle.given_count() == 2 && !options.compact {
                let problem = Problem::new(puzzle, options);
                let mut cnf = Cnf::default();
                let Ok(()) = problem.encode(&mut cnf);
                let size = problem.size().unwrap();
                let largest = cnf.clauses().flatten().map(|literal| literal.var().number()).max();
                assert_eq!(size.clauses, cnf.clauses().len(), "{options:?}");
                assert!(largest.unwrap_or(0) <= size.variables, "{options:?}");
                if options.compact && !problem.is_refuted() {
                    let used = cnf.clauses().flatten().map(|literal| literal.var()).unique().count();
                    assert_eq!(used, size.variables, "{options:?}");
                }
            }
        }
    }

    #[test]
    fn pairwise_every_clause_is_told_once() {
        for puzzle in puzzles().iter().filter(|puzzle| (2..=16).contains(&puzzle.geometry().size())) {
            for options in all_options().filter(|options| options.at_most_one == AtMostOne::Pairwise) {
                let mut cnf = Cnf::default();
                let Ok(()) = Problem::new(puzzle, options).encode(&mut cnf);
                let clauses = cnf.clauses().map(|clause| clause.iter().sorted().collect_vec());
                let twice = clauses.duplicates().next();
                assert!(twice.is_none() || options.encoding == Encoding::Classic, "{options:?} {twice:?}");
            }
        }
    }

    #[test]
    fn reduction_leaves_what_propagation_leaves() {
        let puzzle: Grid = "1......2..3.....".parse().unwrap();
        let problem = Problem::new(&puzzle, CnfOptions::default().reduced());
        let board = problem.board().unwrap();
        let mut cnf = Cnf::default();
        let Ok(()) = problem.encode(&mut cnf);
        let units = cnf.clauses().filter(|clause| clause.len() == 1).count();
        assert_eq!(units, board.grid().given_count());
        assert_eq!(problem.size().unwrap().variables, board.total());
        let refuted: Grid = "11..............".parse().unwrap();
        let mut cnf = Cnf::default();
        let Ok(()) = Problem::new(&refuted, CnfOptions::default().reduced()).encode(&mut cnf);
        assert_eq!(cnf.clauses().map(|clause| clause[0].dimacs()).collect_vec(), [1, -1]);
    }
}
