//! From a solver's model to a grid that the rule checker has passed.

use itertools::Itertools;
use sudoku_cnf::geometry::MAX_SIZE;
use sudoku_cnf::numbering::Numbering;
use sudoku_cnf::rules::RuleError;
use sudoku_cnf::{BoxShape, ClauseSink, DecodeError, Grid, Lit, Model, Solution};
use thiserror::Error;

/// Why a model gives no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// It describes no full grid.
    #[error(transparent)]
    NoGrid(#[from] DecodeError),
    /// The grid breaks a rule or a given.
    #[error("the model's grid is no solution")]
    NoSolution(#[from] RuleError),
}

/// The solution of `puzzle` that a model describes.
///
/// The puzzle gives the board and the givens that must stand; an empty grid gives the board alone. The
/// numbering is that of the CNF.
///
/// # Errors
/// At the first cell without exactly one digit, or the first rule or given that is broken.
pub fn solution(model: &Model, numbering: &Numbering, puzzle: &Grid) -> Result<Solution, ModelError> {
    let grid = model.decode_numbered(puzzle.geometry(), numbering)?;
    Ok(Solution::check(grid, puzzle)?)
}

/// The box shape of the board that has exactly as many candidate variables as the model mentions.
#[must_use]
pub fn fitting_shape(model: &Model) -> Option<BoxShape> {
    let variables = model.largest_variable();
    let n = (1..=MAX_SIZE).find(|n| n * n * n == variables)?;
    BoxShape::most_square(n)
}

/// The model with variables by this project's arithmetic, if its true ones are numbered in decimal, as is common elsewhere:
/// `100 · row + 10 · column + digit` on a 9×9 board, so 111 to 999.
///
/// No model of the usual numbering looks like that: the digit of its first cell has a number below 10.
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

/// Judges a model clause by clause: a sink that refuses the first clause it falsifies.
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
    /// A check of `model`.
    #[must_use]
    pub fn new(model: &'m Model) -> Self {
        Self { model, clauses: 0 }
    }
}

/// A clause of which no literal is true in the model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("clause {number} is false in the model: {} 0", clause.iter().join(" "))]
pub struct FalsifiedClause {
    /// The clause's number, from 1.
    pub number: usize,
    /// Its literals.
    pub clause: Vec<Lit>,
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
