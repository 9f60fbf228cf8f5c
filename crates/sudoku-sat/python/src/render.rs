//! The function that draws puzzles.

use pyo3::prelude::*;
use sudoku_cli::lesson::Lesson;
use sudoku_cli::render::{CellSet, Picture};

use crate::args::Seconds;
use crate::call::run;
use crate::error;
use crate::picture::{check_size, svg};
use crate::puzzle::PuzzleInput;

/// Returns a picture of a puzzle as SVG.
///
/// Args:
///     puzzle: The puzzle. Its rules are drawn, too.
///     solution: Whether to draw the digits of a solution.
///     candidates: Whether to draw the candidates that remain after singles.
///     step: Whether to draw the first step of `explain`, with its sentence.
///     highlight: Cells with another background, for example "r1c1 r5" or "r1-3c1-3".
///     title: The title.
///     timeout: The time limit for the search for a solution or a step, in seconds.
///
/// Raises:
///     ValueError: The argument is not a puzzle, or has no solution or step to draw, or the board is too large to be
///         drawn.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (
    puzzle, *, solution = false, candidates = false, step = false, highlight = None, title = None, timeout = None
))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn render(
    py: Python<'_>,
    puzzle: PuzzleInput,
    solution: bool,
    candidates: bool,
    step: bool,
    highlight: Option<&str>,
    title: Option<String>,
    timeout: Option<Seconds>,
) -> PyResult<String> {
    if step && (solution || candidates) {
        return Err(error::value("a picture of a step shows neither a solution nor other candidates"));
    }
    let highlight = highlight.map(str::parse::<CellSet>).transpose().map_err(error::value)?;
    run(py, timeout, |call| {
        check_size(&puzzle.puzzle)?;
        let size = puzzle.size();
        let mut picture = if step {
            let step = Lesson::first_step(puzzle.puzzle, None, &call.limits(size)).map_err(error::solve)?;
            step.ok_or_else(|| error::value("the puzzle is solved or does not have exactly one solution"))?
        } else if solution {
            let found = call.options(size).solve(&puzzle.puzzle).map_err(error::solve)?;
            let found = found.ok_or_else(|| error::value("the puzzle has no solution"))?;
            Picture::new(puzzle.puzzle).with_solution(Some(found))
        } else {
            Picture::new(puzzle.puzzle)
        };
        if candidates {
            picture = picture.with_candidates();
        }
        if let Some(cells) = &highlight {
            picture = picture.with_highlight(cells).map_err(error::value)?;
        }
        if title.is_some() {
            picture = picture.with_title(title);
        }
        svg(&picture)
    })
}
