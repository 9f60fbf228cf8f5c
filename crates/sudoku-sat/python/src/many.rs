//! Many puzzles at once, on several threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyFloat, PyList, PyString};
use sudoku_cnf::{Geometry, Puzzle};
use sudoku_sat::batch::{Event, in_order};
use sudoku_sat::{BatchSolver, SolveOptions, StopReason, cores};

use crate::args::{Number, Seconds};
use crate::call::{Call, memory_limit, run};
use crate::puzzle::PuzzleInput;
use crate::puzzle::PyPuzzle;
use crate::solve::number;
use crate::{array, error};

/// Returns a solution of each puzzle, in the order of the puzzles.
///
/// Args:
///     puzzles: An array of integers with one puzzle per row, of shape (N, n²) or (N, n, n); or any iterable of str and
///         Puzzle, for example a list or a column of pandas or polars. None, NaN and pandas.NA are missing puzzles.
///     threads: The number of threads. 0 selects all cores.
///     timeout: The time limit for all puzzles together, in seconds.
///
/// Returns:
///     For an array, an array of the same shape and type uint8, in which a puzzle without a solution has only zeros.
///     Otherwise, a list of str, in which such a puzzle has None, as has a missing one.
///
/// Raises:
///     ValueError: An item is not a puzzle. The message starts with its index, counted from 0.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(
    signature = (puzzles, *, threads = Number(0), timeout = None),
    text_signature = "(puzzles, *, threads=0, timeout=None)"
)]
pub(crate) fn solve_many<'py>(
    puzzles: &Bound<'py, PyAny>,
    threads: Number,
    timeout: Option<Seconds>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let batch = Batch::new(puzzles)?;
    if let Batch::Rows { geometry, .. } = &batch {
        let digits =
            |solver: &mut BatchSolver, puzzle: &Puzzle| match solver.solve(puzzle).map_err(error::solve)? {
                Some(solution) => array::cells(solution.grid()).map_err(error::value),
                None => Ok(vec![0; geometry.cell_count()]),
            };
        let rows = run(py, timeout, |call| batch.answer(call, threads, digits))?;
        let digits = rows.into_iter().flatten().flatten().collect();
        return PyArray1::from_vec(py, digits).call_method1("reshape", (puzzles.getattr("shape")?,));
    }
    let line = |solver: &mut BatchSolver, puzzle: &Puzzle| {
        let solution = solver.solve(puzzle).map_err(error::solve)?;
        Ok(solution.map(|solution| array::line(solution.grid())))
    };
    let lines = run(py, timeout, |call| batch.answer(call, threads, line))?;
    Ok(PyList::new(py, lines.into_iter().map(Option::flatten))?.into_any())
}

/// Returns the number of solutions of each puzzle, but at most `limit`, as an array of shape (N, ) and type uint64.
///
/// With `limit=None`, the numbers are exact. If one of them exceeds 64 bits or a puzzle is missing, the array contains
/// objects: int, or None for a missing puzzle. The other arguments, and the errors, are those of `solve_many`. A puzzle
/// with the number 1 has a unique solution if `limit` is at least 2.
#[pyfunction]
#[pyo3(
    signature = (puzzles, limit = Some(Number(2)), *, threads = Number(0), timeout = None),
    text_signature = "(puzzles, limit=2, *, threads=0, timeout=None)"
)]
pub(crate) fn count_many<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: Option<Number>,
    threads: Number,
    timeout: Option<Seconds>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, limit) = (puzzles.py(), limit.map(|limit| limit.0));
    let batch = Batch::new(puzzles)?;
    let count = |solver: &mut BatchSolver, puzzle: &Puzzle| {
        let count = match limit {
            Some(limit) => solver.solutions(puzzle).count_up_to(limit),
            None => solver.count(puzzle),
        };
        number(count.map_err(error::solve)?, limit)
    };
    let counts = run(py, timeout, |call| batch.answer(call, threads, count))?;
    let words: Option<Vec<_>> = counts.iter().map(|count| u64::try_from((*count)?).ok()).collect();
    match words {
        Some(words) => Ok(PyArray1::from_vec(py, words).into_any()),
        None => py.import("numpy")?.call_method1("array", (PyList::new(py, counts)?, "object")),
    }
}

/// The number of results between two checks of the deadline and of signals.
const RESULTS_PER_CHECK: usize = 64;

/// Puzzles that can be read without the interpreter.
enum Batch {
    /// The digits of puzzles on the same board, one puzzle after the other.
    Rows {
        geometry: Arc<Geometry>,
        digits: Vec<u8>,
    },
    Items(Vec<Item>),
}

enum Item {
    Text(PyBackedStr),
    Puzzle(Puzzle),
    Missing,
}

impl Batch {
    fn new(puzzles: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(array) = puzzles.cast::<PyUntypedArray>()
            && array.ndim() > 1
        {
            let geometry = array::board_of(array.shape()[1..].iter().product())?;
            let digits = digits(array, &geometry)?;
            return Ok(Self::Rows { geometry, digits });
        }
        // These could be iterated over, too.
        if puzzles.is_instance_of::<PyString>()
            || puzzles.is_instance_of::<PyBytes>()
            || puzzles.is_instance_of::<PyPuzzle>()
        {
            let kind = puzzles.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "expected several puzzles, for example a list, not a single {kind}"
            )));
        }
        let items = puzzles.try_iter()?.enumerate().map(|(index, item)| Item::new(index, &item?));
        items.collect::<PyResult<_>>().map(Self::Items)
    }

    fn len(&self) -> usize {
        match self {
            Self::Rows { geometry, digits } => digits.len() / geometry.cell_count(),
            Self::Items(items) => items.len(),
        }
    }

    /// Returns the size of the largest board, which is estimated if it is text: most formats use a character per cell.
    fn size(&self) -> usize {
        match self {
            Self::Rows { geometry, .. } => geometry.size(),
            Self::Items(items) => items.iter().map(Item::size).max().unwrap_or(0),
        }
    }

    /// Returns the puzzle with this index, or `None` if it is missing.
    fn get(&self, index: usize) -> PyResult<Option<Puzzle>> {
        let puzzle = match self {
            Self::Rows { geometry, digits } => {
                let cells = geometry.cell_count();
                array::grid(geometry, &digits[index * cells..][..cells]).map(Puzzle::from)
            }
            Self::Items(items) => match &items[index] {
                Item::Text(text) => text.parse().map_err(|error| error::read_message(&error, false)),
                Item::Puzzle(puzzle) => Ok(puzzle.clone()),
                Item::Missing => return Ok(None),
            },
        };
        puzzle.map(Some).map_err(|message| in_puzzle(index, message))
    }

    /// Answers a question about each puzzle on several threads, and returns the answers in order. Missing puzzles have
    /// no answer.
    ///
    /// # Errors
    /// Returns the first error in the order of the puzzles, or a `TimeoutError`.
    fn answer<R: Send + 'static>(
        &self,
        call: &Call,
        threads: Number,
        question: impl Fn(&mut BatchSolver, &Puzzle) -> PyResult<R> + Sync,
    ) -> PyResult<Vec<Option<R>>> {
        let Some(last) = self.len().checked_sub(1) else { return Ok(Vec::new()) };
        call.check_deadline()?;
        let threads = if threads.0 == 0 { cores() } else { threads.size() }.min(self.len());
        let interrupt = call.interrupt_at_deadline();
        let options = SolveOptions::new().single_threaded().interrupt(interrupt.clone());
        let options = options.memory_limit(memory_limit(self.size()));
        let worker = || {
            let (mut solver, question) = (BatchSolver::new(options.clone()), &question);
            move |&index: &usize| self.get(index)?.map(|puzzle| question(&mut solver, &puzzle)).transpose()
        };
        let mut answers = Vec::with_capacity(self.len());
        let mut failure = None;
        in_order(0..=last, threads, worker, |event| {
            // Results may arrive so quickly that there is no other event.
            let mut is_due = true;
            if let Event::Result(_, result) = event {
                is_due = answers.len().is_multiple_of(RESULTS_PER_CHECK);
                match result.map_err(error::runtime).flatten() {
                    Ok(answer) => answers.push(answer),
                    Err(error) => failure = Some(error),
                }
            }
            let is_over = failure.is_some() || is_due && interrupt.is_triggered();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if answers.len() == self.len() {
            return Ok(answers);
        }
        // After a signal, `run` replaces the error by the exception of the signal handler.
        call.check_deadline()?;
        Err(failure.unwrap_or_else(|| error::stopped(&StopReason::Interrupted)))
    }
}

impl Item {
    fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len().isqrt(),
            Self::Puzzle(puzzle) => puzzle.geometry().size(),
            Self::Missing => 0,
        }
    }

    fn new(index: usize, item: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = item.extract() {
            return Ok(Self::Text(text));
        }
        if is_missing(item)? {
            return Ok(Self::Missing);
        }
        let puzzle = item.extract::<PuzzleInput>();
        Ok(Self::Puzzle(puzzle.map_err(|error| in_puzzle(index, error.value(item.py()).to_string()))?.puzzle))
    }
}

/// Returns whether an item of a column is a missing value: None, NaN or `pandas.NA`.
fn is_missing(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_nan = item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    Ok(item.is_none() || is_nan || item.get_type().name()? == "NAType")
}

fn in_puzzle(index: usize, message: String) -> PyErr {
    error::value(format!("puzzle {index}: {message}"))
}

/// Returns the items of an array of puzzles on one board.
///
/// # Errors
/// Returns a `TypeError` if the array does not contain numbers, and a `ValueError` if one is not a digit.
fn digits(array: &Bound<'_, PyUntypedArray>, geometry: &Arc<Geometry>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = array.cast::<PyArrayDyn<u8>>() {
        return Ok(bytes.readonly().as_array().iter().copied().collect());
    }
    let integers = array::integers(array)?;
    let integers = integers.readonly();
    let rows = integers.as_slice()?.chunks_exact(geometry.cell_count());
    let mut digits = Vec::with_capacity(array.len());
    for (index, row) in rows.enumerate() {
        let checked = array::grid(geometry, row).and_then(|grid| array::cells(&grid));
        digits.extend(checked.map_err(|message| in_puzzle(index, message))?);
    }
    Ok(digits)
}
