//! Many puzzles at once, on several threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;
use sudoku_cnf::{Geometry, Puzzle};
use sudoku_sat::batch::{Event, in_order};
use sudoku_sat::{BatchSolver, SolveOptions, StopReason, cores};

use crate::call::{Call, memory_limit, run};
use crate::input::PuzzleInput;
use crate::solve::number;
use crate::{array, error};

/// Returns a solution of each puzzle, in the order of the puzzles.
///
/// Args:
///     puzzles: An array of integers with one puzzle per row, of shape (N, n²) or (N, n, n); or any iterable of str and
///         Puzzle, for example a list or a column of pandas or polars.
///     threads: The number of threads. 0 selects all cores.
///     timeout: The time limit for all puzzles together, in seconds.
///
/// Returns:
///     For an array, an array of the same shape and type uint8, in which a puzzle without a solution has only zeros.
///     Otherwise, a list of str, in which such a puzzle has None.
///
/// Raises:
///     ValueError: An item is not a puzzle. The message starts with its index, counted from 0.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads = 0, timeout = None))]
pub(crate) fn solve_many<'py>(
    puzzles: &Bound<'py, PyAny>,
    threads: usize,
    timeout: Option<f64>,
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
        return PyArray1::from_vec(py, rows.concat()).call_method1("reshape", (puzzles.getattr("shape")?,));
    }
    let line = |solver: &mut BatchSolver, puzzle: &Puzzle| {
        let solution = solver.solve(puzzle).map_err(error::solve)?;
        Ok(solution.map(|solution| array::line(solution.grid())))
    };
    let lines = run(py, timeout, |call| batch.answer(call, threads, line))?;
    Ok(PyList::new(py, lines)?.into_any())
}

/// Returns the number of solutions of each puzzle, but at most `limit`, as an array of shape (N, ) and type uint64.
///
/// The other arguments, and the errors, are those of `solve_many`. A puzzle with the number 1 has a unique solution if
/// `limit` is at least 2.
#[pyfunction]
#[pyo3(signature = (puzzles, limit = 2, *, threads = 0, timeout = None))]
pub(crate) fn count_many<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: u64,
    threads: usize,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let py = puzzles.py();
    let batch = Batch::new(puzzles)?;
    let count = |solver: &mut BatchSolver, puzzle: &Puzzle| {
        let count = solver.solutions(puzzle).count_up_to(limit).map_err(error::solve)?;
        number(count, Some(limit)).map(|count| count as u64)
    };
    let counts = run(py, timeout, |call| batch.answer(call, threads, count))?;
    Ok(PyArray1::from_vec(py, counts))
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

    fn get(&self, index: usize) -> PyResult<Puzzle> {
        let puzzle = match self {
            Self::Rows { geometry, digits } => {
                let cells = geometry.cell_count();
                array::grid(geometry, &digits[index * cells..][..cells]).map(Puzzle::from)
            }
            Self::Items(items) => match &items[index] {
                Item::Text(text) => text.parse().map_err(|error| error::read_message(&error)),
                Item::Puzzle(puzzle) => Ok(puzzle.clone()),
            },
        };
        puzzle.map_err(|message| in_puzzle(index, message))
    }

    /// Answers a question about each puzzle on several threads, and returns the answers in order.
    ///
    /// # Errors
    /// Returns the first error in the order of the puzzles, or a `TimeoutError`.
    fn answer<R: Send + 'static>(
        &self,
        call: &Call,
        threads: usize,
        question: impl Fn(&mut BatchSolver, &Puzzle) -> PyResult<R> + Sync,
    ) -> PyResult<Vec<R>> {
        let Some(last) = self.len().checked_sub(1) else { return Ok(Vec::new()) };
        let threads = if threads == 0 { cores() } else { threads }.min(self.len());
        let interrupt = call.interrupt_at_deadline();
        let options = SolveOptions::new().single_threaded().interrupt(interrupt.clone());
        let options = options.memory_limit(memory_limit(self.size()));
        let worker = || {
            let (mut solver, question) = (BatchSolver::new(options.clone()), &question);
            move |&index: &usize| question(&mut solver, &self.get(index)?)
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
        }
    }

    fn new(index: usize, item: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = item.extract() {
            return Ok(Self::Text(text));
        }
        let puzzle = item.extract::<PuzzleInput>();
        Ok(Self::Puzzle(puzzle.map_err(|error| in_puzzle(index, error.value(item.py()).to_string()))?.puzzle))
    }
}

fn in_puzzle(index: usize, message: String) -> PyErr {
    error::value(format!("puzzle {index}: {message}"))
}

/// Returns the items of an array of puzzles on one board.
///
/// # Errors
/// Returns a `TypeError` if the array does not contain integers, and a `ValueError` if one does not fit into a byte.
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
