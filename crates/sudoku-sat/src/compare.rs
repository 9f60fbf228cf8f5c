//! Encodings measured on one puzzle: the size of the CNF, and the time to write and to solve it.

use std::io;
use std::time::Instant;

use sudoku_cnf::stats::Stats;
use sudoku_cnf::{CnfOptions, Problem, Puzzle};

use crate::analysis::sat_solutions;
use crate::options::SolveOptions;
use crate::solutions::SolveError;

/// The measurements of one encoding.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Measurement {
    /// The encoding.
    pub encoding: &'static str,
    /// The at-most-one scheme.
    pub at_most_one: &'static str,
    /// The number of variables, including auxiliary ones.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The number of literals in all clauses.
    pub literals: usize,
    /// The size of the DIMACS file without comments, in bytes.
    pub bytes: usize,
    /// The seconds to propagate, if the CNF is reduced, and to write the DIMACS file to nowhere.
    pub encode_seconds: f64,
    /// The seconds from the puzzle to a checked solution, or to the proof that there is none; `None` if a limit was
    /// reached.
    pub solve_seconds: Option<f64>,
}

/// Measures the CNF of `puzzle` in one encoding, without solving it.
///
/// # Errors
/// If there are too many variables.
pub fn measure_cnf(puzzle: &Puzzle, options: CnfOptions) -> Result<Measurement, SolveError> {
    let start = Instant::now();
    let problem = Problem::new(puzzle, options);
    // Writing to nowhere fails only if there are too many variables, which the next line reports.
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

/// Measures the CNF of `puzzle` in one encoding, and solves it once. The solver and the limits are those of
/// `solve`.
///
/// # Errors
/// If the solver fails, or there are too many variables.
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
