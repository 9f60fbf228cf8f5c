//! Measurements for comparing the encodings of a puzzle: CNF size, encoding time and solving time.

use std::io;
use std::time::Instant;

use sudoku_cnf::stats::Stats;
use sudoku_cnf::{CnfOptions, Problem, Puzzle};

use crate::analysis::sat_solutions;
use crate::options::SolveOptions;
use crate::solutions::SolveError;

/// The CNF size and the times measured for one encoding of a puzzle.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Measurement {
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The name of the at-most-one scheme.
    pub at_most_one: &'static str,
    /// The number of variables, including auxiliary variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The total number of literals in the clauses.
    pub literals: usize,
    /// The size of the DIMACS text in bytes, excluding comments.
    pub bytes: usize,
    /// The time needed to encode the puzzle as DIMACS text, in seconds. The text is not written to disk.
    ///
    /// If the CNF is reduced, the time includes propagation.
    pub encode_seconds: f64,
    /// The time needed to encode and solve the puzzle, in seconds.
    ///
    /// Solving means finding and verifying one solution, or proving that there is none. The value is `None` if the
    /// solver stopped without an answer, or if the puzzle was encoded but not solved.
    pub solve_seconds: Option<f64>,
}

/// Encodes `puzzle` with `options`, and returns the CNF size and the encoding time. The puzzle is not solved.
///
/// # Errors
/// Returns an error if the CNF has too many variables.
pub fn measure_cnf(puzzle: &Puzzle, options: CnfOptions) -> Result<Measurement, SolveError> {
    let start = Instant::now();
    let problem = Problem::new(puzzle, options);
    // The only possible error is that the CNF has too many variables. `Stats::of` reports this error below.
    let _ = problem.write_dimacs(false, io::sink());
    let encode_seconds = start.elapsed().as_secs_f64();
    let stats = Stats::of(&problem)?;
    Ok(Measurement {
        encoding: options.encoding.name(),
        at_most_one: options.scheme().name(),
        variables: stats.variables,
        clauses: stats.clauses,
        literals: stats.literals,
        bytes: stats.bytes,
        encode_seconds,
        solve_seconds: None,
    })
}

/// Encodes and solves `puzzle`, and returns the CNF size, the encoding time and the solving time.
///
/// `options` selects the encoding, and `solve` provides the solver and the limits.
///
/// # Errors
/// Returns an error if the CNF has too many variables or the solver fails.
///
/// ```
/// use sudoku_cnf::Encoding;
/// use sudoku_sat::{SolveOptions, compare};
///
/// let puzzle = "1...............".parse()?;
/// let measured = compare::measure(&puzzle, Encoding::Triad.into(), &SolveOptions::new())?;
/// assert_eq!((measured.variables, measured.clauses), (128, 497));
/// assert!(measured.solve_seconds.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    puzzle: &Puzzle,
    options: CnfOptions,
    solve: &SolveOptions,
) -> Result<Measurement, SolveError> {
    let measured = measure_cnf(puzzle, options)?;
    let start = Instant::now();
    let solver = solve.solver_or_default();
    let is_known = match sat_solutions(puzzle, &solver, options, &solve.limits(puzzle)).next() {
        None | Some(Ok(_)) => true,
        Some(Err(SolveError::Unknown(_))) => false,
        Some(Err(error)) => return Err(error),
    };
    Ok(Measurement { solve_seconds: is_known.then(|| start.elapsed().as_secs_f64()), ..measured })
}
