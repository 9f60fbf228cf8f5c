//! Decoding a solver's model into a grid that the rule checker has passed.

use sudoku_cnf::board::MAX_SIZE;
use sudoku_cnf::numbering::Numbering;
use sudoku_cnf::rules::RuleError;
use sudoku_cnf::{BoxShape, ClauseSink, DecodeError, Lit, Model, Puzzle, Solution};
use thiserror::Error;

/// Why a model does not describe a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// It does not describe a full grid.
    #[error(transparent)]
    NotAGrid(#[from] DecodeError),
    /// The grid violates a rule or a given.
    #[error("the model's grid is no solution")]
    NotASolution(#[from] RuleError),
}

/// Decodes a model as a solution of `puzzle`, which may be empty. The numbering is that of the CNF.
///
/// # Errors
/// At the first cell without exactly one digit, or the first violated rule or given.
pub fn solution(model: &Model, numbering: &Numbering, puzzle: &Puzzle) -> Result<Solution, ModelError> {
    let grid = model.decode_numbered(puzzle.geometry(), numbering)?;
    Ok(Solution::check(grid, puzzle)?)
}

/// Returns the most square box shape of the board whose candidate variables are exactly those of the model.
#[must_use]
pub fn fitting_shape(model: &Model) -> Option<BoxShape> {
    let variables = model.largest_variable();
    let n = (1..=MAX_SIZE).find(|n| n * n * n == variables)?;
    BoxShape::most_square(n)
}

/// Renumbers a model whose true variables are decimal, as is common elsewhere: `100 · row + 10 · column + digit` on a
/// 9×9 board, so 111 to 999. Returns `None` for other models.
///
/// A model with the usual numbering is never mistaken: its first cell has a variable below 10.
#[must_use]
pub fn from_decimal(model: &Model) -> Option<Model> {
    let literal = |number: usize| {
        let digits = [number / 100, number / 10 % 10, number % 10];
        let [row, column, digit] = digits;
        let is_known = digits.iter().all(|digit| (1..=9).contains(digit));
        is_known.then(|| Lit::from_dimacs((((row - 1) * 9 + column - 1) * 9 + digit) as i32))?
    };
    let literals: Vec<_> = model.true_vars().map(|var| literal(var.number())).collect::<Option<_>>()?;
    (literals.len() == 81).then(|| Model::from_literals(literals))
}

/// A clause sink that rejects the first clause that a model falsifies.
///
/// ```
/// use sudoku_cli::decode::ModelCheck;
/// use sudoku_cnf::{Lit, Model, dimacs};
///
/// let model = Model::from_literals([1, -2].map(|number| Lit::from_dimacs(number).unwrap()));
/// let error = dimacs::read(&b"p cnf 2 2\n1 2 0\n-1 2 0\n"[..], &mut ModelCheck::new(&model)).unwrap_err();
/// assert_eq!(error.to_string(), "clause 2 is false in the model: -1 2 0");
/// ```
#[derive(Debug)]
pub struct ModelCheck<'m> {
    model: &'m Model,
    clauses: usize,
}

impl<'m> ModelCheck<'m> {
    /// Returns a check of `model`.
    #[must_use]
    pub fn new(model: &'m Model) -> Self {
        Self { model, clauses: 0 }
    }
}

/// A clause without a literal that is true in the model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("clause {number} is false in the model: {} 0", join(clause))]
pub struct FalsifiedClause {
    /// The clause's number, from 1.
    pub number: usize,
    /// Its literals.
    pub clause: Vec<Lit>,
}

fn join(clause: &[Lit]) -> String {
    clause.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl ClauseSink for ModelCheck<'_> {
    type Error = FalsifiedClause;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), FalsifiedClause> {
        self.clauses += 1;
        if clause.iter().any(|&literal| self.model.satisfies(literal)) {
            return Ok(());
        }
        Err(FalsifiedClause { number: self.clauses, clause: clause.to_vec() })
    }
}
