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

mod candidate_view;
mod classic;
mod complete;
mod constraints;
mod minimal;
mod natural;
mod problem;
mod triad;

use thiserror::Error;

use crate::at_most_one::AtMostOne;
use crate::cnf::Cnf;
use crate::named_enum;
use crate::puzzle::Puzzle;
use candidate_view::CandidateView;
use constraints::ConstraintSink;
pub use problem::Problem;

named_enum! {
    /// The choice of clauses.
    ///
    /// ```
    /// use sudoku_cnf::Encoding;
    ///
    /// assert_eq!("triad".parse(), Ok(Encoding::Triad));
    /// assert_eq!(Encoding::default().name(), "complete");
    /// ```
    #[derive(Default)]
    pub enum Encoding: "encoding" {
        /// The fewest clauses that define the solutions.
        Minimal = "minimal",
        /// Minimal, and at most one digit per cell.
        Natural = "natural",
        /// Natural, and every digit at least once per house: the strongest unit propagation.
        #[default]
        Complete = "complete",
        /// Auxiliary variables for the segments that lines and boxes share.
        Triad = "triad",
        /// The article's encoding, which lists every pair of cells in both orders.
        Classic = "classic",
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

/// Emits the constraints of an encoding.
fn emit<R: ConstraintSink>(
    encoding: Encoding,
    view: CandidateView<'_>,
    sink: &mut R,
) -> Result<(), R::Error> {
    match encoding {
        Encoding::Minimal => minimal::emit(view, sink),
        Encoding::Natural => natural::emit(view, sink),
        Encoding::Complete => complete::emit(view, sink),
        Encoding::Triad => triad::emit(view, sink),
        Encoding::Classic => classic::emit(view, sink),
    }
}

/// Encodes a puzzle as a formula in memory: its givens as unit clauses, row by row, then the constraints.
///
/// A [`Problem`] gives access to the parts: the size in advance, a stream of clauses instead of a formula in
/// memory, the decoding of models. Memory: 13 MB per million literals of pairs.
///
/// # Panics
/// If there are more than 2³¹ − 1 variables, which takes a board beyond 900×900; see [`Problem::size`].
///
/// ```
/// use sudoku_cnf::{Encoding, Puzzle, encode};
///
/// let puzzle: Puzzle = "1..............4".parse()?;
/// let cnf = encode(&puzzle, Encoding::Minimal);
/// assert_eq!((cnf.variable_count(), cnf.len()), (64, 2 + 16 + 4 * 56));
/// let mut text = Vec::new();
/// cnf.write_dimacs(&mut text)?;
/// assert!(text.starts_with(b"p cnf 64 242\n1 0\n64 0\n1 2 3 4 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn encode(puzzle: &Puzzle, options: impl Into<CnfOptions>) -> Cnf {
    Problem::new(puzzle, options).to_cnf()
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
    use crate::board::{BoxShape, Digit, Geometry, Regions, Variant};
    use itertools::Itertools;
    use std::sync::Arc;

    #[test]
    fn too_many_variables_are_refused() {
        let size = |variables| CnfSize { variables, clauses: 0 }.checked();
        assert!(size(i32::MAX as usize).is_ok());
        assert!(size(i32::MAX as usize + 1).unwrap_err().to_string().starts_with("2147483648 variables"));
    }

    /// Puzzles of many shapes and variants: with two givens, and with enough of them that much is decided.
    fn puzzles() -> Vec<Puzzle> {
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
            let mut puzzle = Puzzle::empty(geometry.clone());
            for i in 0..givens {
                let cell = geometry.cell(i * 7 % geometry.cell_count());
                puzzle.set(cell, Digit::new(i * 5 % geometry.size() + 1));
                if crate::CandidateBoard::from_puzzle(&puzzle, crate::Inference::Intersections).is_err() {
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
        let is_large = |puzzle: &Puzzle| puzzle.geometry().size() > 16;
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
        let puzzle: Puzzle = "1......2..3.....".parse().unwrap();
        let problem = Problem::new(&puzzle, CnfOptions::default().reduced());
        let board = problem.board().unwrap();
        let mut cnf = Cnf::default();
        let Ok(()) = problem.encode(&mut cnf);
        let units = cnf.clauses().filter(|clause| clause.len() == 1).count();
        assert_eq!(units, board.grid().digit_count());
        assert_eq!(problem.size().unwrap().variables, board.total());
        let refuted: Puzzle = "11..............".parse().unwrap();
        let mut cnf = Cnf::default();
        let Ok(()) = Problem::new(&refuted, CnfOptions::default().reduced()).encode(&mut cnf);
        assert_eq!(cnf.clauses().map(|clause| clause[0].dimacs()).collect_vec(), [1, -1]);
    }
}
