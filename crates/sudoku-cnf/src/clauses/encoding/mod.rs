//! Encodings of Sudoku puzzles as CNF.
//!
//! Each encoding except `triad` combines some of the following constraints on the candidate variables, which are
//! defined in [`super::variable`]:
//!
//! - Cell ≥ 1: each cell contains at least one digit.
//! - Cell ≤ 1: each cell contains at most one digit.
//! - House ≥ 1: each house of n cells contains every digit at least once.
//! - House ≤ 1: each house contains every digit at most once.
//!
//! The last column of the following table shows the number of clauses for a 9×9 board without givens, with the pairwise
//! at-most-one scheme. Each given adds one unit clause. The module documentation of each encoding gives the number of
//! clauses for n×n boards with r×c boxes.
//!
//! | encoding | cell ≥ 1 | cell ≤ 1 | house ≥ 1 | house ≤ 1 | 9×9 |
//! |---|---|---|---|---|---|
//! | [`Minimal`](Encoding::Minimal) | ✓ | | | ✓ | 7,371 |
//! | [`Natural`](Encoding::Natural) | ✓ | ✓ | | ✓ | 10,287 |
//! | [`Complete`](Encoding::Complete) | ✓ | ✓ | ✓ | ✓ | 10,530 |
//! | [`Triad`](Encoding::Triad) | ✓ | ✓ | by segments | by segments | 7,695 (plus 486 auxiliary variables) |
//! | [`Classic`](Encoding::Classic) | ✓ | | | ✓, ordered pairs | 17,577 |
//!
//! With the pairwise scheme, no encoding except `classic` repeats a clause, even if two cells share both a row and a
//! box. With any other scheme, each house has its own clauses, so the clauses of several houses may constrain the same
//! two cells. The order of the clauses is fixed: the same puzzle and options always produce the same output. Variants
//! and jigsaw regions change the number of clauses. [`Problem::size`] returns the exact counts for any board.
//!
//! ## References
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 (minimal and extended encodings).
//! - G. Kwon, H. Jain: Optimized CNF encoding for Sudoku puzzles, 2006.

mod candidate_view;
mod classic;
mod complete;
mod constraints;
mod emitter;
mod erased_sink;
mod minimal;
mod natural;
mod problem;
mod rules;
mod triad;

use thiserror::Error;

use super::at_most_one::AtMostOne;
use super::cnf::Cnf;
use crate::named_enum;
use crate::puzzle::Puzzle;
use candidate_view::CandidateView;
use emitter::Emitter;
use erased_sink::Stopped;
pub use problem::Problem;
pub use rules::{SumEncoding, rule_clauses};

named_enum! {
    /// An encoding of Sudoku as CNF: a set of constraints expressed as clauses.
    ///
    /// ```
    /// use sudoku_cnf::Encoding;
    ///
    /// assert_eq!("triad".parse(), Ok(Encoding::Triad));
    /// assert_eq!(Encoding::default().name(), "complete");
    /// ```
    #[derive(Default)]
    pub enum Encoding: "encoding" {
        /// At least one digit per cell, and each digit at most once per house.
        Minimal = "minimal",
        /// The constraints of [`Minimal`](Encoding::Minimal), plus at most one digit per cell.
        Natural = "natural",
        /// The constraints of [`Natural`](Encoding::Natural), plus each digit at least once in every house of n cells.
        /// Unit propagation finds hidden singles.
        #[default]
        Complete = "complete",
        /// Auxiliary variables for segments, which are the intersections of boxes with rows and columns. Unit
        /// propagation finds hidden singles and box/line intersections.
        Triad = "triad",
        /// The constraints of [`Minimal`](Encoding::Minimal), with duplicate clauses. Each pair of cells in a house has
        /// two clauses per digit, one for each order of the cells.
        Classic = "classic",
    }
}

/// The options for encoding a puzzle as CNF.
///
/// Converting an [`Encoding`] into options selects the pairwise at-most-one scheme and disables reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct CnfOptions {
    /// The encoding.
    pub encoding: Encoding,
    /// The at-most-one scheme. [`Encoding::Classic`] ignores this option and always uses the pairwise scheme.
    pub at_most_one: AtMostOne,
    /// Whether the puzzle is reduced before encoding. Reduction applies singles, intersections and each rule of the
    /// puzzle until a fixpoint is reached. Decided cells become unit clauses, and the constraints on the other cells
    /// omit the removed candidates.
    pub reduce: bool,
    /// The encoding of sums in rules.
    pub sum_encoding: SumEncoding,
    /// Whether to create variables only for the candidates that remain after reduction. These variables are numbered
    /// consecutively, starting at 1. This option has no effect unless `reduce` is enabled.
    pub compact: bool,
}

impl From<Encoding> for CnfOptions {
    fn from(encoding: Encoding) -> Self {
        Self { encoding, ..Self::default() }
    }
}

impl CnfOptions {
    /// Returns the at-most-one scheme to use: pairwise for [`Encoding::Classic`], and `at_most_one` for all other
    /// encodings.
    pub fn scheme(self) -> AtMostOne {
        if self.encoding == Encoding::Classic { AtMostOne::Pairwise } else { self.at_most_one }
    }

    /// Returns these options with `reduce` and `compact` enabled. The resulting CNF is usually smaller and easier to
    /// solve.
    pub fn reduced(self) -> Self {
        Self { reduce: true, compact: true, ..self }
    }

    /// Returns these options with `reduce` and `compact` disabled, so that the CNF covers all candidates of the board.
    pub fn whole(self) -> Self {
        Self { reduce: false, compact: false, ..self }
    }
}

/// Adds the constraints of `encoding` to `sink`.
fn emit(encoding: Encoding, view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    match encoding {
        Encoding::Minimal => minimal::emit(view, emitter),
        Encoding::Natural => natural::emit(view, emitter),
        Encoding::Complete => complete::emit(view, emitter),
        Encoding::Triad => triad::emit(view, emitter),
        Encoding::Classic => classic::emit(view, emitter),
    }
}

/// Encodes a puzzle as a formula in memory.
///
/// The formula starts with one unit clause for each given or, if `reduce` is enabled, for each decided cell. The unit
/// clauses for excluded candidates, if any, and the clauses for the constraints follow.
///
/// Use a [`Problem`] to compute the size in advance, to stream the clauses instead of storing them, or to decode
/// models. Each clause of the pairwise scheme takes up 16 bytes of memory.
///
/// # Panics
/// Panics if the CNF needs more than 2³¹ − 1 variables. [`Problem::size`] returns an error in this case.
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
pub fn encode(puzzle: &Puzzle, options: impl Into<CnfOptions>) -> Cnf {
    Problem::new(puzzle, options).to_cnf()
}

/// The size of a CNF, as given in the header of a DIMACS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CnfSize {
    /// The number of variables, including auxiliary variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
}

/// The error for a CNF that needs this number of variables. SAT solvers support at most 2³¹ − 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the CNF needs {0} variables, but solvers support at most 2147483647\nhint: choose a different encoding or at-most-one scheme"
)]
pub struct TooManyVariables(pub usize);

impl CnfSize {
    /// Returns the size, or an error if the CNF needs too many variables.
    fn checked(self) -> Result<Self, TooManyVariables> {
        i32::try_from(self.variables).map(|_| self).map_err(|_| TooManyVariables(self.variables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::{BoxShape, Digit, Geometry, Regions, Variant};
    use itertools::Itertools;
    use std::sync::Arc;

    #[test]
    fn rejects_too_many_variables() {
        let size = |variables| CnfSize { variables, clauses: 0 }.checked();
        assert!(size(i32::MAX as usize).is_ok());
        assert!(size(i32::MAX as usize + 1).unwrap_err().to_string().contains("2147483648 variables"));
    }

    /// Returns three puzzles, with few, some and many givens, for each of several boards with different box shapes and
    /// variants.
    fn puzzles() -> Vec<Puzzle> {
        let shapes = ["1x1", "2x2", "2x3", "3x2", "1x5", "5x1", "3x3", "3x4", "4x4", "5x5", "6x6"];
        let plain = shapes.map(|shape| Geometry::new(shape.parse().unwrap()));
        let more = |shape: &str, variants: &[Variant]| {
            Geometry::with_variants(shape.parse::<BoxShape>().unwrap(), variants).unwrap()
        };
        let regions: Regions = "AABBAABCDBCCDDDC".parse().unwrap();
        let jigsaw = Geometry::with_variants(regions, &[Variant::X]).unwrap();
        let variants = Variant::ALL.iter().copied().map(|variant| more("3x3", &[variant]));
        let geometries = plain.into_iter().chain(variants).chain([jigsaw, more("2x3", Variant::ALL)]);
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
        let schemes = Encoding::ALL.iter().copied().cartesian_product(AtMostOne::ALL.iter().copied());
        let reductions = [(false, false), (false, true), (true, false), (true, true)];
        schemes.cartesian_product(reductions).map(|((encoding, at_most_one), (reduce, compact))| CnfOptions {
            encoding,
            at_most_one,
            reduce,
            compact,
            ..CnfOptions::default()
        })
    }

    #[test]
    fn sizes_match_the_emitted_clauses() {
        let is_large = |puzzle: &Puzzle| puzzle.geometry().size() > 16;
        for (puzzle, options) in puzzles().iter().cartesian_product(all_options().collect_vec()) {
            // On large boards, testing all puzzles with all options would take too long.
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
    fn pairwise_encodings_repeat_no_clause() {
        for puzzle in puzzles().iter().filter(|puzzle| (2..=16).contains(&puzzle.geometry().size())) {
            for options in all_options().filter(|options| options.at_most_one == AtMostOne::Pairwise) {
                let mut cnf = Cnf::default();
                let Ok(()) = Problem::new(puzzle, options).encode(&mut cnf);
                let clauses = cnf.clauses().map(|clause| clause.iter().sorted().collect_vec());
                let repeated = clauses.duplicates().next();
                let may_repeat = options.encoding == Encoding::Classic;
                assert!(may_repeat || repeated.is_none(), "{options:?} {repeated:?}");
            }
        }
    }

    #[test]
    fn reduced_cnf_has_a_variable_for_each_remaining_candidate() {
        let puzzle: Puzzle = "1......2..3.....".parse().unwrap();
        let problem = Problem::new(&puzzle, CnfOptions::default().reduced());
        let board = problem.board().unwrap();
        let mut cnf = Cnf::default();
        let Ok(()) = problem.encode(&mut cnf);
        let units = cnf.clauses().filter(|clause| clause.len() == 1).count();
        assert_eq!(units, board.grid().digit_count());
        assert_eq!(problem.size().unwrap().variables, board.candidate_count());
        let refuted: Puzzle = "11..............".parse().unwrap();
        let mut cnf = Cnf::default();
        let Ok(()) = Problem::new(&refuted, CnfOptions::default().reduced()).encode(&mut cnf);
        assert_eq!(cnf.clauses().map(|clause| clause[0].dimacs()).collect_vec(), [1, -1]);
    }
}
