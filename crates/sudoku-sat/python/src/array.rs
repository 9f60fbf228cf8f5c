//! Puzzles as arrays of NumPy.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sudoku_cnf::{BoxShape, Digit, Geometry, Grid, Puzzle};

use crate::error;

/// Returns the puzzle that an array with one item per cell contains, in any shape.
///
/// # Errors
/// Returns a `TypeError` if the array does not contain numbers, and a `ValueError` if it is not a puzzle.
pub(crate) fn puzzle(array: &Bound<'_, PyUntypedArray>) -> PyResult<Puzzle> {
    let geometry = board_of(array.len())?;
    let digits = integers(array)?;
    Ok(grid(&geometry, digits.readonly().as_slice()?).map_err(error::value)?.into())
}

/// Converts an array to one dimension and to integers of 64 bits.
///
/// # Errors
/// Returns a `TypeError` if the array does not contain numbers, and a `ValueError` if one is not a whole number.
pub(crate) fn integers<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let convert = |kind| array.call_method1("astype", (kind, "C", "same_kind"))?.call_method0("ravel");
    let kind = array.dtype().kind();
    match kind {
        b'f' => {
            let numbers = convert("float64")?.cast_into::<PyArray1<f64>>()?;
            let whole = |(index, &number): (usize, &f64)| {
                if number.fract() == 0.0 {
                    #[expect(clippy::cast_possible_truncation, reason = "too large numbers stay too large")]
                    Ok(number as i64)
                } else {
                    Err(error::value(format!("item {index} is {number}, which is not a whole number")))
                }
            };
            let whole =
                numbers.readonly().as_slice()?.iter().enumerate().map(whole).collect::<PyResult<_>>()?;
            Ok(PyArray1::from_vec(array.py(), whole))
        }
        b'i' | b'u' => Ok(convert("int64")?.cast_into()?),
        _ => {
            let message = format!("expected an array of whole numbers, not of {}", array.dtype());
            Err(PyTypeError::new_err(message))
        }
    }
}

/// Returns the array of numbers that a list, or a list of lists, contains.
///
/// # Errors
/// Returns an error if the list contains anything but numbers, or if the lists in it differ in length.
pub(crate) fn from_list<'py>(list: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    Ok(list.py().import("numpy")?.call_method1("asarray", (list,))?.cast_into()?)
}

/// Returns the board with a number of cells, with the most nearly square boxes.
///
/// # Errors
/// Returns a `ValueError` if there is no such board.
pub(crate) fn board_of(cells: usize) -> PyResult<Arc<Geometry>> {
    let n = cells.isqrt();
    let shape = (n * n == cells && n <= u8::MAX.into()).then(|| BoxShape::most_square(n)).flatten();
    match shape {
        Some(BoxShape::STANDARD) => Ok(Geometry::standard()),
        Some(shape) => Ok(Arc::new(Geometry::new(shape))),
        None => Err(error::value(format!(
            "no board has {cells} cells\nhint: a puzzle has one item per cell, for example 81 on a 9x9 board"
        ))),
    }
}

/// Returns the grid with these digits. 0 is an empty cell.
///
/// # Errors
/// Returns a message if a number is not a digit of the board.
pub(crate) fn grid<N: Copy + Into<i64>>(geometry: &Arc<Geometry>, digits: &[N]) -> Result<Grid, String> {
    let n = geometry.size();
    let digit = |(index, &number): (usize, &N)| {
        let number = number.into();
        match usize::try_from(number) {
            Ok(number) if number <= n => Ok(Digit::new(number)),
            _ => Err(format!("{}: {number} is not a digit from 1 to {n}, or 0", geometry.cell(index))),
        }
    };
    let digits = digits.iter().enumerate().map(digit).collect::<Result<_, _>>()?;
    // Threads that share a board would compete for its reference count.
    let geometry = if geometry.is_standard() { Geometry::standard() } else { geometry.clone() };
    Ok(Grid::from_digits(geometry, digits))
}

/// Returns the digits of a grid row by row. An empty cell is 0.
///
/// # Errors
/// Returns a message if the digits of the board do not fit into bytes.
#[expect(clippy::cast_possible_truncation, reason = "the size of the board is checked")]
pub(crate) fn cells(grid: &Grid) -> Result<Vec<u8>, String> {
    let n = grid.geometry().size();
    if n > u8::MAX.into() {
        return Err(format!("the digits of a {n}x{n} board do not fit into an array of bytes"));
    }
    Ok(grid.as_slice().iter().map(|digit| digit.map_or(0, |digit| digit.get() as u8)).collect())
}

/// Returns a full grid as a line. Up to 9×9, this is faster than `to_string`.
#[expect(clippy::cast_possible_truncation, reason = "the digits are at most 9")]
pub(crate) fn line(grid: &Grid) -> String {
    if grid.geometry().size() > 9 {
        return grid.to_string();
    }
    let symbol = |digit: &Option<Digit>| char::from(b'0' + digit.map_or(0, |digit| digit.get() as u8));
    grid.as_slice().iter().map(symbol).collect()
}
