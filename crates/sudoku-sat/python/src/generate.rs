//! Generated puzzles.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use sudoku_cnf::puzzle::rule::RuleKind;
use sudoku_cnf::{BoxShape, Puzzle, Solution};
use sudoku_sat::generate::{GenerateError, Generator, GeneratorOptions};
use sudoku_sat::rate::Difficulty;

use crate::args::{Number, Numbers, Seconds, Strings};
use crate::call::run;
use crate::puzzle::{PuzzleInput, PyPuzzle, board};
use crate::values::value_class;
use crate::{array, error, picture};

value_class! {
    /// A generated puzzle. Unless it is a position, it has exactly one solution.
    ///
    /// Attributes:
    ///     puzzle: The puzzle, or the requested position.
    ///     solution: The solution as a str.
    ///     difficulty: "easy", "medium", "hard" or "extreme", or None if no difficulty was requested.
    ///     score, technique: The cost and the name of the most expensive step, or None if neither was requested.
    ///     tries: The number of attempts.
    ///     is_as_requested: Whether the puzzle has the requested number of givens, difficulty and score. If not, it is
    ///         the closest puzzle that was found.
    GeneratedPuzzle {
        puzzle: PyPuzzle,
        solution: String,
        difficulty: Option<String>,
        score: Option<u64>,
        technique: Option<String>,
        tries: u64,
        is_as_requested: bool,
    } {
        fn __repr__(&self) -> String {
            format!("GeneratedPuzzle({:?})", self.__str__())
        }

        fn __str__(&self) -> String {
            self.puzzle.0.to_string()
        }

        fn _repr_svg_(&self) -> PyResult<String> {
            picture::givens(&self.puzzle.0)
        }
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
    timeout: Option<Seconds>,
    generated: AtomicU64,
}

/// Returns an endless iterator over random puzzles, each of which has exactly one solution.
///
/// The same arguments always yield the same puzzles. By default, puzzles up to 16×16 have no redundant givens.
///
/// Args:
///     seed: The seed of the random numbers.
///     box: The rows and columns of a box. By default, the board is that of the solution, or has boxes of "3x3".
///     variants: Variants of the board, for example "x" or "windoku".
///     regions: The regions of a jigsaw, one letter per cell, instead of boxes.
///     givens: The number of givens, or the lowest and the highest number.
///     minimal: Whether no given may be redundant, even if givens or a difficulty is requested.
///     symmetry: The symmetry of the givens, for example "rotate180".
///     difficulty: "easy", "medium", "hard" or "extreme".
///     score: The cost of the most expensive step, or the lowest and the highest cost.
///     technique: The name of the most expensive step, for example "x-wing".
///     position: Whether to return the position in which the technique is the next step, instead of the puzzle.
///     rules: Kinds of rules that the puzzles have, for example "killercage", each of which is necessary.
///     tiles: Whether killer cages, which must be among the rules, cover the board.
///     rules_count: The number of rules, or the lowest and the highest number.
///     solution: A full grid that all puzzles share. By default, each puzzle has its own solution.
///     mask: The cells that may contain givens: one character per cell, "." for a cell without a given.
///     tries: The maximum number of attempts per puzzle.
///     timeout: The time limit per puzzle, in seconds.
///
/// Raises:
///     ValueError: An option is invalid.
///     TimeoutError: The time limit was reached. The iterator raises it, and then continues with the next puzzle.
#[pyfunction]
#[pyo3(signature = (
    seed = Number(0), *, r#box = None, variants = Strings::default(), regions = None, givens = None, minimal = false,
    symmetry = "none", difficulty = None, score = None, technique = None, position = false,
    rules = Strings::default(), tiles = false, rules_count = None, solution = None, mask = None, tries = None, timeout = None
), text_signature = "(seed=0, *, box=None, variants=[], regions=None, givens=None, minimal=False, symmetry='none', \
    difficulty=None, score=None, technique=None, position=False, rules=[], tiles=False, rules_count=None, \
    solution=None, mask=None, tries=None, timeout=None)")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn generate(
    seed: Number,
    r#box: Option<&str>,
    variants: Strings,
    regions: Option<&str>,
    givens: Option<Numbers>,
    minimal: bool,
    symmetry: &str,
    difficulty: Option<&str>,
    score: Option<Numbers>,
    technique: Option<&str>,
    position: bool,
    rules: Strings,
    tiles: bool,
    rules_count: Option<Numbers>,
    solution: Option<PuzzleInput>,
    mask: Option<&str>,
    tries: Option<Number>,
    timeout: Option<Seconds>,
) -> PyResult<PuzzleIterator> {
    let board = board(r#box, &variants.0, regions)?;
    let mut options = GeneratorOptions::new()
        .seed(seed.0)
        .minimal(minimal)
        .symmetry(symmetry.parse().map_err(error::value)?)
        .position(position)
        .tries(tries.map(|tries| tries.0));
    let has_board = r#box.is_some() || regions.is_some() || !variants.0.is_empty();
    let solution = solution.map(|solution| full_grid(solution.puzzle)).transpose()?;
    let geometry = match &solution {
        Some(solution) if !has_board => solution.grid().geometry().clone(),
        _ => board.geometry(BoxShape::STANDARD).map_err(error::value)?,
    };
    let size = geometry.size();
    if let Some(solution) = solution {
        options = options.solution(solution);
    }
    options = options.geometry(geometry);
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let counts = |Numbers(range): Numbers| count(*range.start())..=count(*range.end());
    let difficulty = difficulty.map(str::parse::<Difficulty>).transpose().map_err(error::value)?;
    options = options.givens_within(givens.map(counts)).rule_count(rules_count.map(counts));
    options = options.difficulty(difficulty).score(score.map(|Numbers(range)| range));
    if let Some(technique) = technique {
        options = options.technique(technique);
    }
    if let Some(mask) = mask {
        options = options.mask(mask.parse().map_err(error::value)?);
    }
    let kinds = rules.0.iter().map(|kind| kind.parse::<RuleKind>()).collect::<Result<Vec<_>, _>>();
    options = options.rules(kinds.map_err(error::value)?).tiles(tiles);
    options.check().map_err(error::value)?;
    Ok(PuzzleIterator { options, size, timeout, generated: AtomicU64::new(0) })
}

/// Checks that a puzzle is a full grid.
///
/// # Errors
/// Returns a `ValueError` if it has empty cells, clashes or rules.
fn full_grid(puzzle: Puzzle) -> PyResult<Solution> {
    if !puzzle.rules().is_empty() {
        return Err(error::value("puzzles with the rules of a solution cannot be generated"));
    }
    let empty = Puzzle::empty(puzzle.geometry().clone());
    Solution::check(puzzle.into_grid(), &empty)
        .map_err(|error| error::value(format!("solution must be a full grid: {error}")))
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
            let generated = generator.generate(number, &call.limits(self.size));
            generated.or_else(|error| match (error.stop_reason().cloned(), error) {
                (Some(reason), _) => Err(error::stopped(&reason)),
                (None, GenerateError::Shortfall(closest)) => Ok(*closest),
                (None, GenerateError::Solve(error)) => Err(error::solve(error)),
                (None, error) => Err(error::value(error)),
            })
        })?;
        Ok(GeneratedPuzzle {
            puzzle: PyPuzzle(generated.puzzle),
            solution: array::line(generated.solution.grid()),
            difficulty: generated.difficulty.map(|difficulty| difficulty.to_string()),
            score: generated.score.as_ref().map(|score| score.hardest),
            technique: generated.score.map(|score| score.technique),
            tries: generated.tries,
            is_as_requested: generated.shortfall.is_none(),
        })
    }
}
