//! From a puzzle to clauses, and from a model to a solution.

use std::io::{self, Write};

use pyo3::prelude::*;
use sudoku_cnf::files::InstanceOptions;
use sudoku_cnf::{ClauseSink, CnfOptions, Lit, Model, Problem, Solution};
use sudoku_sat::{Limits, StopReason};

use crate::args::{Literals, Seconds};
use crate::call::run;
use crate::error;
use crate::puzzle::PuzzleInput;

/// Returns the clauses of a puzzle as lists of DIMACS literals.
///
/// The variable of a candidate is cell · n + digit. Cells are numbered row by row from 0, so the variables are 1 to 729
/// on a 9×9 board. Auxiliary variables follow.
///
/// Args:
///     puzzle: The puzzle.
///     encoding: "minimal", "natural", "complete", "triad" or "classic".
///     amo: The at-most-one scheme, for example "pairwise" or "commander".
///     reduce: Whether to propagate the givens first. The variables keep their numbers.
///     timeout: The time limit in seconds.
///
/// Raises:
///     ValueError: The argument is not a puzzle, or a name is unknown.
///     TimeoutError: The time limit was reached.
///     MemoryError: The clauses need more memory than is available.
#[pyfunction]
#[pyo3(signature = (puzzle, encoding = "complete", amo = "pairwise", *, reduce = false, timeout = None))]
pub(crate) fn encode(
    py: Python<'_>,
    puzzle: PuzzleInput,
    encoding: &str,
    amo: &str,
    reduce: bool,
    timeout: Option<Seconds>,
) -> PyResult<Vec<Vec<i32>>> {
    let options = options(encoding, amo, reduce)?;
    run(py, timeout, |call| {
        let problem = Problem::new(&puzzle.puzzle, options);
        let mut lists = ClauseLists { clauses: Vec::new(), limits: call.limits(puzzle.size()) };
        let size = problem.interruptible_size(|| lists.limits.check());
        let size = size.map_err(|reason| error::stopped(&reason))?.map_err(error::value)?;
        let memory = size.clauses as u64 * BYTES_PER_CLAUSE;
        lists.limits.check_memory(memory).map_err(|reason| error::stopped(&reason))?;
        lists.clauses.reserve_exact(size.clauses);
        problem.encode(&mut lists).map_err(|reason| error::stopped(&reason))?;
        Ok(lists.clauses)
    })
}

/// The memory for a clause of two literals in bytes: a Python list, and the vector from which it is converted.
const BYTES_PER_CLAUSE: u64 = 200;

/// Receives clauses until a limit is reached.
struct ClauseLists {
    clauses: Vec<Vec<i32>>,
    limits: Limits,
}

impl ClauseSink for ClauseLists {
    type Error = StopReason;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), StopReason> {
        self.clauses.push(clause.iter().map(|literal| literal.dimacs()).collect());
        if self.clauses.len().is_multiple_of(1024) { self.limits.check() } else { Ok(()) }
    }

    fn prepare(&mut self) -> Result<(), StopReason> {
        self.limits.check()
    }
}

/// Returns the clauses of a puzzle as a DIMACS file. Its comments contain the puzzle, so `sudoku-cli decode` reads it.
///
/// The arguments are those of `encode`.
///
/// Raises:
///     ValueError: The argument is not a puzzle, or a name is unknown.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, encoding = "complete", amo = "pairwise", *, reduce = false, timeout = None))]
pub(crate) fn to_dimacs(
    py: Python<'_>,
    puzzle: PuzzleInput,
    encoding: &str,
    amo: &str,
    reduce: bool,
    timeout: Option<Seconds>,
) -> PyResult<String> {
    let options = options(encoding, amo, reduce)?;
    run(py, timeout, |call| {
        let problem = Problem::new(&puzzle.puzzle, options);
        let mut text = LimitedText { text: Vec::new(), limits: call.limits(puzzle.size()) };
        match problem.write_instance(InstanceOptions::default(), &mut text) {
            Ok(()) => Ok(String::from_utf8_lossy(&text.text).into_owned()),
            Err(error) => Err(text
                .limits
                .reached()
                .map_or_else(|| error::value(error), |reason| error::stopped(&reason))),
        }
    })
}

/// Receives text until a limit is reached.
struct LimitedText {
    text: Vec<u8>,
    limits: Limits,
}

impl Write for LimitedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.limits.reached() {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => self.text.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn options(encoding: &str, amo: &str, reduce: bool) -> PyResult<CnfOptions> {
    Ok(CnfOptions {
        encoding: encoding.parse().map_err(error::value)?,
        at_most_one: amo.parse().map_err(error::value)?,
        reduce,
        ..CnfOptions::default()
    })
}

/// Returns the solution that a model of `encode(puzzle)` represents, in the form of `solve`.
///
/// Args:
///     model: DIMACS literals. Variables that do not occur are false.
///     puzzle: The puzzle.
///
/// Raises:
///     ValueError: The model does not have exactly one digit per cell, or is not a solution of the puzzle.
#[pyfunction]
pub(crate) fn decode(py: Python<'_>, model: Literals, puzzle: PuzzleInput) -> PyResult<Bound<'_, PyAny>> {
    let literal = |number: i32| {
        Lit::from_dimacs(number)
            .ok_or_else(|| error::value(format!("the model contains {number}, which is not a literal")))
    };
    let literals = model.0.into_iter().map(literal).collect::<PyResult<Vec<_>>>()?;
    let grid = Model::from_literals(literals).decode(puzzle.puzzle.geometry()).map_err(error::value)?;
    let solution = Solution::check(grid, &puzzle.puzzle).map_err(error::value)?;
    puzzle.output(py, &solution)
}
