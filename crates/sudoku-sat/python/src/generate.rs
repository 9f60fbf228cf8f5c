//! Generated puzzles.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use sudoku_cnf::BoxShape;
use sudoku_sat::SolveError;
use sudoku_sat::generate::{GenerateError, Generator, GeneratorOptions, Shortfall};

use crate::call::run;
use crate::puzzle::{PyPuzzle, board};
use crate::{array, error};

/// A generated puzzle. It has exactly one solution.
///
/// Attributes:
///     puzzle: The puzzle.
///     solution: The solution as a str.
///     difficulty: "easy", "medium", "hard" or "extreme", or None if no difficulty was requested.
///     score: The cost of the most expensive step, or None if no score was requested.
///     tries: The number of attempts.
///     is_as_requested: Whether the puzzle has the requested number of givens, difficulty and score. If not, it is the
///         closest puzzle that was found.
#[pyclass(module = "sudoku_cnf", frozen)]
pub(crate) struct GeneratedPuzzle {
    #[pyo3(get)]
    puzzle: Py<PyPuzzle>,
    #[pyo3(get)]
    solution: String,
    #[pyo3(get)]
    difficulty: Option<&'static str>,
    #[pyo3(get)]
    score: Option<u64>,
    #[pyo3(get)]
    tries: u64,
    #[pyo3(get)]
    is_as_requested: bool,
}

#[pymethods]
impl GeneratedPuzzle {
    fn __repr__(&self) -> String {
        format!("GeneratedPuzzle({:?})", self.__str__())
    }

    fn __str__(&self) -> String {
        self.puzzle.get().0.to_string()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        crate::render::svg(&self.puzzle.get().0, None, false)
    }
}

/// An endless iterator over generated puzzles.
///
/// Several threads may share it. Each puzzle depends only on the options, the seed and its number.
#[pyclass(module = "sudoku_cnf", frozen)]
pub(crate) struct PuzzleIterator {
    options: GeneratorOptions,
    /// The size of the board.
    size: usize,
    timeout: Option<f64>,
    generated: AtomicU64,
}

/// Returns an endless iterator over random puzzles, each of which has exactly one solution.
///
/// The same arguments always yield the same puzzles. By default, puzzles up to 16×16 have no redundant givens.
///
/// Args:
///     seed: The seed of the random numbers.
///     box: The rows and columns of a box. "3x3" is the standard board.
///     variants: Variants of the board, for example "x" or "windoku".
///     regions: The regions of a jigsaw, one letter per cell, instead of boxes.
///     givens: The number of givens.
///     minimal: Whether no given may be redundant, even if givens or a difficulty is requested.
///     symmetry: The symmetry of the givens, for example "rotate180".
///     difficulty: "easy", "medium", "hard" or "extreme".
///     score: The lowest and the highest cost of the most expensive step.
///     tries: The maximum number of attempts per puzzle.
///     timeout: The time limit per puzzle, in seconds.
///
/// Raises:
///     ValueError: An option is invalid.
///     TimeoutError: The time limit was reached. The iterator raises it, and then continues with the next puzzle.
#[pyfunction]
#[pyo3(signature = (
    seed = 0, *, r#box = "3x3", variants = Vec::new(), regions = None, givens = None, minimal = false,
    symmetry = "none", difficulty = None, score = None, tries = None, timeout = None
))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn generate(
    seed: u64,
    r#box: &str,
    variants: Vec<String>,
    regions: Option<&str>,
    givens: Option<usize>,
    minimal: bool,
    symmetry: &str,
    difficulty: Option<&str>,
    score: Option<(u64, u64)>,
    tries: Option<u64>,
    timeout: Option<f64>,
) -> PyResult<PuzzleIterator> {
    let board = board(Some(r#box).filter(|_| regions.is_none()), &variants, regions)?;
    let geometry = board.geometry(BoxShape::STANDARD).map_err(error::value)?;
    let size = geometry.size();
    let mut options = GeneratorOptions::new()
        .geometry(geometry)
        .seed(seed)
        .givens(givens)
        .minimal(minimal)
        .symmetry(symmetry.parse().map_err(error::value)?)
        .tries(tries);
    if let Some(difficulty) = difficulty {
        options = options.difficulty(difficulty.parse().map_err(error::value)?);
    }
    if let Some((lowest, highest)) = score {
        options = options.score(lowest..=highest);
    }
    options.check().map_err(error::value)?;
    Ok(PuzzleIterator { options, size, timeout, generated: AtomicU64::new(0) })
}

#[pymethods]
impl PuzzleIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<GeneratedPuzzle> {
        let number = self.generated.fetch_add(1, Ordering::Relaxed) + 1;
        let generated = run(py, self.timeout, |call| {
            let mut generator = Generator::new(self.options.clone()).map_err(error::value)?;
            match generator.generate(number, &call.limits(self.size)) {
                Ok(generated) => Ok(generated),
                Err(GenerateError::Shortfall(closest)) => match closest.shortfall {
                    Some(Shortfall::Stopped(reason) | Shortfall::Unfinished(reason)) => {
                        Err(error::solve(SolveError::Unknown(reason)))
                    }
                    _ => Ok(*closest),
                },
                Err(GenerateError::Solve(error)) => Err(error::solve(error)),
                Err(error) => Err(error::value(error)),
            }
        })?;
        Ok(GeneratedPuzzle {
            puzzle: Py::new(py, PyPuzzle(generated.puzzle))?,
            solution: array::line(generated.solution.grid()),
            difficulty: generated.difficulty.map(sudoku_sat::rate::Difficulty::name),
            score: generated.score.map(|score| score.hardest),
            tries: generated.tries,
            is_as_requested: generated.shortfall.is_none(),
        })
    }
}
