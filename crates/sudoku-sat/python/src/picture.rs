//! Pictures.

use pyo3::prelude::*;
use sudoku_cli::render::{MAX_DRAWN, Picture, write_svg};
use sudoku_cnf::Puzzle;

use crate::error;

/// Returns a picture of the givens of a puzzle as SVG.
///
/// # Errors
/// Returns a `ValueError` if the board is too large.
pub(crate) fn givens(puzzle: &Puzzle) -> PyResult<String> {
    check_size(puzzle)?;
    error::guarded(|| svg(&Picture::new(puzzle.clone())))
}

/// Returns a picture as SVG. [`check_size`] must accept its puzzle.
pub(crate) fn svg(picture: &Picture) -> PyResult<String> {
    let mut text = Vec::new();
    write_svg(picture, &mut text).map_err(error::runtime)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Checks that a board is not too large to be drawn.
///
/// # Errors
/// Returns a `ValueError` if the board is too large.
pub(crate) fn check_size(puzzle: &Puzzle) -> PyResult<()> {
    let (rows, columns) = (puzzle.geometry().rows(), puzzle.geometry().columns());
    if rows.max(columns) > MAX_DRAWN {
        return Err(error::value(format!(
            "a {rows}x{columns} board is too large; the maximum is {MAX_DRAWN}x{MAX_DRAWN}"
        )));
    }
    Ok(())
}
