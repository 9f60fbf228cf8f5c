//! Pictures.

use pyo3::prelude::*;
use sudoku_cli::render::{MAX_DRAWN, Picture, write_svg};
use sudoku_cnf::{Puzzle, Solution};

use crate::call::run;
use crate::error;
use crate::input::PuzzleInput;

/// Returns a picture of a puzzle as SVG.
///
/// Args:
///     puzzle: The puzzle. Its rules are drawn, too.
///     solution: Whether to draw the digits of a solution.
///     candidates: Whether to draw the candidates that remain after singles.
///     timeout: The time limit for the search for a solution, in seconds.
///
/// Raises:
///     ValueError: The argument is not a puzzle, or has no solution to draw, or the board is too large to be drawn.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, solution = false, candidates = false, timeout = None))]
pub(crate) fn render(
    py: Python<'_>,
    puzzle: PuzzleInput,
    solution: bool,
    candidates: bool,
    timeout: Option<f64>,
) -> PyResult<String> {
    run(py, timeout, |call| {
        let solution = if solution {
            let found = call.options(puzzle.size()).solve(&puzzle.puzzle).map_err(error::solve)?;
            Some(found.ok_or_else(|| error::value("the puzzle has no solution"))?)
        } else {
            None
        };
        svg(&puzzle.puzzle, solution, candidates)
    })
}

/// Returns a picture of a puzzle as SVG.
///
/// # Errors
/// Returns a `ValueError` if the board is too large.
pub(crate) fn svg(puzzle: &Puzzle, solution: Option<Solution>, candidates: bool) -> PyResult<String> {
    let n = puzzle.geometry().size();
    if n > MAX_DRAWN {
        return Err(error::value(format!(
            "a {n}x{n} board is too large; the maximum is {MAX_DRAWN}x{MAX_DRAWN}"
        )));
    }
    let mut picture = Picture::new(puzzle.clone()).with_solution(solution);
    if candidates {
        picture = picture.with_candidates();
    }
    let mut text = Vec::new();
    write_svg(&picture, &mut text).map_err(error::runtime)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
