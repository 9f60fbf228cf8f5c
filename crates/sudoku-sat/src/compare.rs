//! One puzzle in one encoding, measured: the size of its CNF, and the time to make and to solve it.

use std::io;
use std::time::Instant;

use serde::Serialize;
use sudoku_cnf::stats::Stats;
use sudoku_cnf::{CnfOptions, Grid, Problem, cnf_file};

use crate::limits::Limits;
use crate::question::{SolveError, solutions};
use crate::solver::Solver;

/// What a puzzle's CNF takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// The encoding.
    pub encoding: &'static str,
    /// The at-most-one scheme.
    pub at_most_one: &'static str,
    /// Variables, auxiliary ones included.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals of all clauses.
    pub literals: usize,
    /// Bytes of the DIMACS file without comments.
    pub bytes: usize,
    /// Seconds to propagate, if the CNF is reduced, and to write the DIMACS file to nowhere.
    pub encode_seconds: f64,
    /// Seconds from the puzzle to a checked solution, or to the proof that there is none; `None` if a limit
    /// was reached.
    pub solve_seconds: Option<f64>,
}

/// Encodes `puzzle` by `options` and solves it, each once.
///
/// # Errors
/// If the solver fails, or there are too many variables.
///
/// ```
/// use sudoku_cnf::Encoding;
/// use sudoku_sat::{Limits, Solver, compare};
///
/// let puzzle = "1...............".parse()?;
/// let measured = compare::measure(&puzzle, &Solver::Varisat, Encoding::Triad, &Limits::none())?;
/// assert_eq!((measured.variables, measured.clauses), (128, 497));
/// assert!(measured.solve_seconds.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    puzzle: &Grid,
    solver: &Solver,
    options: impl Into<CnfOptions>,
    limits: &Limits,
) -> Result<Measurement, SolveError> {
    let options = options.into();
    let start = Instant::now();
    let problem = Problem::new(puzzle, options);
    // What goes nowhere can only fail of too many variables, which the next line tells.
    let _ = cnf_file::write(&problem, false, io::sink());
    let encode_seconds = start.elapsed().as_secs_f64();
    let stats = Stats::of(&problem)?;
    let start = Instant::now();
    let found = solutions(puzzle, solver, options, limits.clone());
    let is_known = match found.map(|mut solutions| solutions.next()) {
        Ok(None | Some(Ok(_))) => true,
        Ok(Some(Err(SolveError::Unknown(_)))) | Err(SolveError::Unknown(_)) => false,
        Ok(Some(Err(error))) | Err(error) => return Err(error),
    };
    Ok(Measurement {
        encoding: options.encoding.name(),
        at_most_one: options.scheme().name(),
        variables: stats.variables,
        clauses: stats.clauses,
        literals: stats.literals,
        bytes: stats.bytes,
        encode_seconds,
        solve_seconds: is_known.then(|| start.elapsed().as_secs_f64()),
    })
}
