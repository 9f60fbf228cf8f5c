//! Measurements that compare encodings of one puzzle: CNF size, encoding time and solving time.

use std::io;
use std::time::Instant;

use sudoku_cnf::stats::Stats;
use sudoku_cnf::{CnfOptions, Problem, Puzzle};

use crate::analysis::sat_solutions;
use crate::options::SolveOptions;
use crate::solutions::SolveError;

/// The measurements of one encoding of a puzzle.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Measurement {
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The name of the at-most-one scheme.
    pub at_most_one: &'static str,
    /// The number of variables, including auxiliary ones.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The total number of literals in all clauses.
    pub literals: usize,
    /// The size of the DIMACS file in bytes, without comments.
    pub bytes: usize,
    /// The time to encode the puzzle as DIMACS, in seconds. It includes propagation if the CNF is reduced, but no
    /// disk access.
    pub encode_seconds: f64,
    /// The time to find and check a solution, or to prove that there is none, in seconds. It includes encoding.
    ///
    /// `None` if a limit was reached or the puzzle was not solved.
    pub solve_seconds: Option<f64>,
}

/// Measures the CNF of `puzzle` in one encoding, without solving it.
///
/// # Errors
/// Returns an error if the CNF has too many variables.
pub fn measure_cnf(puzzle: &Puzzle, options: CnfOptions) -> Result<Measurement, SolveError> {
    let start = Instant::now();
    let problem = Problem::new(puzzle, options);
    // Writing to a sink fails only if there are too many variables. `Stats::of` below reports that error.
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

/// Measures the CNF of `puzzle` in one encoding and solves it once.
///
/// `options` selects the encoding. `solve` provides the solver and the limits.
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
