//! Decodes models into solutions, which the rule checker verifies, and checks models against a CNF.

use sudoku_cnf::clauses::model;
pub use sudoku_cnf::clauses::model_check::{FalsifiedClause, ModelCheck};
use sudoku_cnf::clauses::numbering::Numbering;
use sudoku_cnf::puzzle::board::MAX_SIZE;
use sudoku_cnf::puzzle::check::RuleError;
use sudoku_cnf::{BoxShape, Candidate, DecodeError, Model, Puzzle, Solution, Var};
use thiserror::Error;

/// The reason why a model does not describe a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// The model does not describe a full grid.
    #[error(transparent)]
    NotAGrid(#[from] DecodeError),
    /// The grid violates a rule or contradicts the puzzle.
    #[error("the model is not a solution")]
    NotASolution(#[from] RuleError),
}

/// Decodes `model` into a solution of `puzzle`.
///
/// `numbering` is the variable numbering used in the CNF. If the puzzle is unknown, `puzzle` can be an empty board.
///
/// # Errors
/// Returns an error if a cell does not have exactly one digit, if the grid is not a solution of `puzzle`, or if
/// `numbering` is for a different board.
pub fn solution(model: &Model, numbering: &Numbering, puzzle: &Puzzle) -> Result<Solution, ModelError> {
    let grid = model.decode_numbered(puzzle.geometry(), numbering)?;
    Ok(Solution::check(grid, puzzle)?)
}

/// Returns the solution of `puzzle` that consists of `candidates`. SMT solvers name the candidates that are true.
///
/// # Errors
/// Returns an error if a cell does not have exactly one digit, or if the grid is not a solution of `puzzle`.
pub fn solution_of(
    candidates: impl IntoIterator<Item = Candidate>,
    puzzle: &Puzzle,
) -> Result<Solution, ModelError> {
    let grid = model::grid(puzzle.geometry(), candidates)?;
    Ok(Solution::check(grid, puzzle)?)
}

/// Returns the most nearly square box shape for a board of size n, where n³ is the largest variable number in `model`.
///
/// Returns `None` if the largest variable number is not the cube of a board size, or if n is 1 or prime.
pub fn fitting_shape(model: &Model) -> Option<BoxShape> {
    let variables = model.largest_variable();
    let n = (1..=MAX_SIZE).find(|n| n * n * n == variables)?;
    BoxShape::most_square(n)
}

/// Converts a model of a 9×9 board from the decimal numbering of variables to the arithmetic numbering.
///
/// Some other programs use the decimal numbering, in which a variable has the number `100 · row + 10 · column + digit`.
/// The other numbers up to 999 are unused variables, to which a solver assigns any value. Returns `None` if the model
/// does not use this numbering: the numbers of exactly 81 true variables must have this form.
///
/// A full grid in the arithmetic numbering is never mistaken for a decimal model: the variable that is true for its
/// first cell has a number less than 10, but the smallest decimal number is 111.
pub fn from_decimal(model: &Model) -> Option<Model> {
    let literal = |number: usize| {
        let digits = [number / 100, number / 10 % 10, number % 10];
        let [row, column, digit] = digits;
        let is_known = digits.iter().all(|digit| (1..=9).contains(digit));
        is_known.then(|| Var::new(((row - 1) * 9 + column - 1) * 9 + digit).map(Var::positive))?
    };
    let literals: Vec<_> = model.true_vars().filter_map(|var| literal(var.number())).collect();
    (literals.len() == 81 && model.largest_variable() <= 999).then(|| Model::from_literals(literals))
}
