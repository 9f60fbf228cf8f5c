//! The puzzles that functions accept: text, `Puzzle`, and arrays.

use numpy::{PyArray1, PyUntypedArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use sudoku_cnf::{Puzzle, Solution};

use crate::puzzle::PyPuzzle;
use crate::{array, error};

/// A puzzle as an argument.
pub(crate) struct PuzzleInput {
    pub(crate) puzzle: Puzzle,
    /// Whether the argument is an array or a list of digits. If so, solutions are returned as arrays.
    is_array: bool,
}

impl<'py> FromPyObject<'_, 'py> for PuzzleInput {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (puzzle, is_array) = if let Ok(text) = object.cast::<PyString>() {
            (parse(text.to_str()?)?, false)
        } else if let Ok(text) = object.cast::<PyBytes>() {
            (parse(&String::from_utf8(text.as_bytes().to_vec())?)?, false)
        } else if let Ok(puzzle) = object.cast::<PyPuzzle>() {
            (puzzle.get().0.clone(), false)
        } else if let Ok(array) = object.cast::<PyUntypedArray>() {
            (array::puzzle(&array)?, true)
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            (array::puzzle(&array::from_list(&object)?)?, true)
        } else {
            let kind = object.get_type().name()?;
            let message = format!("expected a puzzle as str, Puzzle or numpy.ndarray, not {kind}");
            return Err(PyTypeError::new_err(message));
        };
        Ok(Self { puzzle, is_array })
    }
}

impl PuzzleInput {
    /// Returns the size of the board.
    pub(crate) fn size(&self) -> usize {
        self.puzzle.geometry().size()
    }

    /// Returns a solution in the form of the argument.
    pub(crate) fn output<'py>(&self, py: Python<'py>, solution: &Solution) -> PyResult<Bound<'py, PyAny>> {
        Ok(if self.is_array {
            PyArray1::from_vec(py, array::cells(solution.grid()).map_err(error::value)?).into_any()
        } else {
            PyString::new(py, &array::line(solution.grid())).into_any()
        })
    }
}

fn parse(text: &str) -> PyResult<Puzzle> {
    error::guarded(|| text.parse().map_err(|error| error::read(&error)))
}
