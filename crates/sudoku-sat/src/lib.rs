//! Solves Sudoku puzzles of any size with SAT solvers.
//!
//! Up to 9×9, [`solve`] and [`solutions`] search by DPLL on bit boards. On larger boards, they propagate the
//! constraints of a puzzle and run a SAT solver on the remaining candidates. [`count`] uses a counting search if there
//! are many solutions. Use [`SolveOptions`] to select the solver, the encoding and the limits, or to run further
//! analyses. An independent rule checker verifies every returned solution.
//!
//! ```
//! use sudoku_sat::{Puzzle, SolveOptions};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = sudoku_sat::solve(&puzzle)?.expect("a solution");
//! assert!(solution.to_string().starts_with("534678912"));
//! assert_eq!(sudoku_sat::count(&puzzle)?.to_string(), "exactly 1");
//! assert_eq!(sudoku_sat::solutions(&puzzle).count(), 1);
//!
//! // `SolveOptions` has methods for further analyses.
//! let minimal = SolveOptions::new().minimize(&puzzle)?.expect("a solution");
//! assert!(minimal.given_count() <= puzzle.given_count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Finding the right item
//!
//! | task | use |
//! |---|---|
//! | solve puzzles, or list or count solutions, with custom options | [`SolveOptions`] |
//! | count solutions up to a maximum | [`SolveOptions::max_solutions`], then [`SolveOptions::count`] |
//! | find out whether the solution is unique | [`is_unique`], [`SolveOptions::is_unique`] |
//! | own the puzzle together with the iterator of its solutions | [`SolveOptions::into_solutions`] |
//! | solve many puzzles quickly | [`BatchSolver`], or [`batch::in_order`] to use several threads |
//! | find the candidates that occur in at least one solution | [`SolveOptions::true_candidates`] |
//! | find redundant givens | [`SolveOptions::minimize`], [`SolveOptions::redundant_givens`] |
//! | rate a puzzle | [`rate`](fn@rate), [`mod@rate`] |
//! | explain a puzzle step by step | [`explain`], or one step at a time: [`StepSearch`](explain::StepSearch) |
//! | generate puzzles | [`generate`] |
//! | choose an embedded solver, an external solver or a portfolio | [`Solver`] |
//! | split a hard puzzle for several machines | [`cubes`] |
//! | watch the native solver | [`trace`], [`Observer`](solver::Observer) |
//! | implement a solver | [`SatSolver`], [`Solver::custom`] |
//! | solve a formula that need not encode a puzzle | [`solver::solve_cnf`], [`proof::solve_cnf_with_proof`] |
//! | add clauses to a solver between searches, or search under assumptions | [`Solver::create`], [`Varisat`] |
//! | stop a call after a time limit or on request | [`SolveOptions::timeout`], [`Limits`], [`Interrupt`] |
//! | follow the progress of a call | [`Limits::on_progress`] |
//! | read the output of a SAT solver | [`solver::output`] |
//! | solve without a SAT solver | [`Engine`], [`search`] |
//! | write the CNF of a puzzle | [`encode`] and [`Cnf::write_dimacs`] |
//! | write the CNF of a puzzle without storing the clauses | [`Problem::write_dimacs`] |
//!
//! # Versions
//!
//! The oldest supported compiler is Rust 1.89. [`sudoku_cnf`] states what a new version may change.
//!
//! # Features
//!
//! - `varisat` (default): the embedded varisat solver, and [`rate`](fn@rate), which uses this solver.
//! - `external` (default, also enabled by `cli`): external solvers, which run in processes of their own.
//! - `cadical`: the embedded CaDiCaL solver. Building this solver requires a C++ compiler.
//! - `formats` (enabled by `cli`): the JSON formats, and UTF-16 input.
//! - `serde` (enabled by `cli`): implementations of `Serialize` and `Deserialize` in the JSON that the programs write,
//!   for steps ([`StepRecord`](explain::StepRecord)), ratings, scores and enums with names. Only `Serialize` is
//!   implemented for traces and for the types in [`compare`], which are measurements, and with the feature `formats`,
//!   for [`GeneratedPuzzle`](generate::GeneratedPuzzle), which is read as a [`Record`](sudoku_cnf::text::Record).
//! - `cli` (default): the `sudoku-sat` program. Building the program also requires the `varisat` feature.
//!
//! A library that depends on this crate can disable the default features and enable only the features that it needs:
//!
//! ```toml
//! sudoku-sat = { version = "0.1", default-features = false, features = ["varisat"] }
//! ```

// The documentation shows which items need a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod ask;
mod bitboard;
pub mod compare;
pub mod cubes;
pub mod explain;
pub mod family;
pub mod generate;
pub mod proof;
pub mod rate;
pub mod search;
pub mod solver;
pub mod trace;

pub use ask::{BatchSolver, EncodingPolicy, SolveOptions};
#[cfg(feature = "varisat")]
pub use rate::rate;
pub use search::{Count, Engine, Incomplete, Solutions, SolveError};
#[cfg(feature = "cadical")]
pub use solver::Cadical;
#[cfg(feature = "varisat")]
pub use solver::Varisat;
pub use solver::{
    Interrupt, Limits, Native, Outcome, SatSolver, Solver, SolverError, Statistics, StopReason, cores,
};
pub use sudoku_cnf::{
    AtMostOne, BoxShape, Candidate, CandidateBoard, Cell, ClauseSink, Cnf, CnfOptions, Digit, Encoding,
    Geometry, Grid, Lit, Model, Problem, Puzzle, Solution, Var, batch, encode,
};

/// Returns a solution of `puzzle`, or `None` if the puzzle has no solution.
///
/// This function is equivalent to [`SolveOptions::solve`] with default options.
///
/// # Errors
/// Returns an error if the CNF has too many variables or the solver fails.
pub fn solve(puzzle: &Puzzle) -> Result<Option<Solution>, SolveError> {
    SolveOptions::new().solve(puzzle)
}

/// Returns an iterator over all solutions of `puzzle`.
///
/// This function is equivalent to [`SolveOptions::solutions`] with default options.
pub fn solutions(puzzle: &Puzzle) -> Solutions<'_> {
    SolveOptions::new().solutions(puzzle)
}

/// Counts the solutions of `puzzle`. Many solutions are counted without enumerating them.
///
/// This function is equivalent to [`SolveOptions::count`] with default options. The count is exact unless it exceeds
/// the range of `u128`.
///
/// # Errors
/// Returns an error if the CNF has too many variables or the solver fails.
pub fn count(puzzle: &Puzzle) -> Result<Count, SolveError> {
    SolveOptions::new().count(puzzle)
}

/// Returns whether `puzzle` has exactly one solution.
///
/// This function is equivalent to [`SolveOptions::is_unique`] with default options.
///
/// # Errors
/// Returns an error if the CNF has too many variables or the solver fails.
pub fn is_unique(puzzle: &Puzzle) -> Result<bool, SolveError> {
    SolveOptions::new().is_unique(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_and_iterators_can_be_moved_to_other_threads() {
        fn assert_send<T: Send>() {}
        assert_send::<Box<dyn SatSolver>>();
        assert_send::<BatchSolver>();
        assert_send::<Solutions<'_>>();
        assert_send::<generate::Generator>();
    }

    #[test]
    fn an_iterator_can_own_its_puzzle() {
        let solutions = |solver: Option<Solver>| {
            SolveOptions::new().solver(solver).into_solutions("1......2..3.....".parse().unwrap())
        };
        for solver in [None, Some(Solver::Native), Some(Solver::default())] {
            let mut here = solutions(solver);
            let first = here.next().unwrap().unwrap();
            let rest =
                std::thread::spawn(move || here.map(Result::unwrap).collect::<Vec<_>>()).join().unwrap();
            assert!(rest.len() == 2 && !rest.contains(&first));
        }
    }
}

// Tests the example in the README of this crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
