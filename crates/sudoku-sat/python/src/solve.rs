//! Questions about one puzzle: its solutions, their number, its true candidates, redundant givens.

use numpy::{PyArray2, PyArrayMethods};
use pyo3::create_exception;
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use sudoku_cnf::puzzle::canonical::CanonicalForm;
use sudoku_sat::{Count, Incomplete, StopReason};

use crate::args::{Number, Seconds};
use crate::call::run;
use crate::error;
use crate::puzzle::PuzzleInput;
use crate::puzzle::PyPuzzle;

/// Returns a solution, or None if there is none.
///
/// The solution of a str or a Puzzle is a str; the solution of an array is an array of shape (n², ) and type uint8.
/// An independent rule checker has checked it.
///
/// Args:
///     puzzle: The puzzle.
///     timeout: The time limit in seconds.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn solve(
    py: Python<'_>,
    puzzle: PuzzleInput,
    timeout: Option<Seconds>,
) -> PyResult<Option<Bound<'_, PyAny>>> {
    let solution =
        run(py, timeout, |call| call.options(puzzle.size()).solve(&puzzle.puzzle).map_err(error::solve))?;
    solution.map(|solution| puzzle.output(py, &solution)).transpose()
}

/// Returns up to `limit` solutions as a list, in the form of `solve`.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, limit, *, timeout = None))]
pub(crate) fn solutions(
    py: Python<'_>,
    puzzle: PuzzleInput,
    limit: Number,
    timeout: Option<Seconds>,
) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let solutions = run(py, timeout, |call| {
        let options = call.options(puzzle.size()).max_solutions(limit.0);
        options.solutions(&puzzle.puzzle).collect::<Result<Vec<_>, _>>().map_err(error::solve)
    })?;
    solutions.iter().map(|solution| puzzle.output(py, solution)).collect()
}

/// Returns the number of solutions, but at most `limit`. With `limit=None`, the number is exact.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     CountTimeout: The time limit was reached. Its attribute `lower_bound` is the number of solutions found so far.
#[pyfunction]
#[pyo3(
    signature = (puzzle, limit = Some(Number(2)), *, timeout = None),
    text_signature = "(puzzle, limit=2, *, timeout=None)"
)]
pub(crate) fn count(
    py: Python<'_>,
    puzzle: PuzzleInput,
    limit: Option<Number>,
    timeout: Option<Seconds>,
) -> PyResult<u128> {
    let limit = limit.map(|limit| limit.0);
    let count = run(py, timeout, |call| {
        let options = call.options(puzzle.size()).max_solutions(limit);
        options.count(&puzzle.puzzle).map_err(error::solve)
    })?;
    match count {
        Count::AtLeast(bound, Incomplete::Stopped(StopReason::TimeLimit)) => {
            let message = format!("{}; there are at least {bound} solutions", StopReason::TimeLimit);
            let error = CountTimeout::new_err(message);
            error.value(py).setattr("lower_bound", bound)?;
            Err(error)
        }
        count => number(count, limit),
    }
}

create_exception!(
    sudoku_cnf,
    CountTimeout,
    PyTimeoutError,
    "The time limit of `count` was reached. The attribute `lower_bound` is the number of solutions found so far."
);

/// Returns whether the puzzle has exactly one solution.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn is_unique(py: Python<'_>, puzzle: PuzzleInput, timeout: Option<Seconds>) -> PyResult<bool> {
    run(py, timeout, |call| call.options(puzzle.size()).is_unique(&puzzle.puzzle).map_err(error::solve))
}

/// Returns the number of solutions, but at most `limit`.
///
/// # Errors
/// Returns an error if the number is unknown.
pub(crate) fn number(count: Count, limit: Option<u64>) -> PyResult<u128> {
    match count {
        Count::Exactly(count) => Ok(count),
        Count::AtLeast(count, Incomplete::MaxReached) if limit.is_some() => Ok(count),
        Count::AtLeast(_, Incomplete::MaxReached) => {
            Err(error::runtime("there are more than 2^128 - 1 solutions"))
        }
        Count::AtLeast(_, Incomplete::Stopped(reason)) => Err(error::stopped(&reason)),
    }
}

/// Returns which candidates occur in at least one solution, as an array of shape (n², n) and type bool.
///
/// The entry [cell, digit - 1] is True if a solution has the digit in the cell. Cells are numbered row by row from 0.
/// Returns None if there is no solution.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn candidates(
    py: Python<'_>,
    puzzle: PuzzleInput,
    timeout: Option<Seconds>,
) -> PyResult<Option<Bound<'_, PyArray2<bool>>>> {
    let board = run(py, timeout, |call| {
        call.options(puzzle.size()).true_candidates(&puzzle.puzzle).map_err(error::solve)
    })?;
    let Some(board) = board else { return Ok(None) };
    let geometry = puzzle.puzzle.geometry();
    let (cells, n) = (geometry.cell_count(), geometry.size());
    let mut flags = vec![false; cells * n];
    for cell in geometry.cells() {
        board.digits(cell).for_each(|digit| flags[geometry.index(cell) * n + digit.get() - 1] = true);
    }
    numpy::PyArray1::from_vec(py, flags).reshape([cells, n]).map(Some)
}

/// Returns a puzzle without redundant givens that has the same solutions, or None if there is no solution.
///
/// Givens are removed one at a time, row by row.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn minimize(
    py: Python<'_>,
    puzzle: PuzzleInput,
    timeout: Option<Seconds>,
) -> PyResult<Option<PyPuzzle>> {
    let minimal =
        run(py, timeout, |call| call.options(puzzle.size()).minimize(&puzzle.puzzle).map_err(error::solve))?;
    Ok(minimal.map(PyPuzzle))
}

/// Returns the canonical form of a 9×9 puzzle, as 81 characters with "0" for empty cells.
///
/// Two puzzles have the same canonical form if and only if a symmetry of the board and a renaming of the digits turn
/// one into the other. It is the least of all equivalent puzzles (minlex).
///
/// Raises:
///     ValueError: The argument is not a puzzle, or the board is not a plain 9×9 board, or two givens clash.
#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, puzzle: PuzzleInput) -> PyResult<String> {
    run(py, None, |_| CanonicalForm::of(&puzzle.puzzle).map(|form| form.to_string()).map_err(error::value))
}
