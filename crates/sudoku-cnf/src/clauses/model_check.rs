//! Checks of models against clauses.

use itertools::Itertools;
use thiserror::Error;

use super::cnf::ClauseSink;
use super::model::Model;
use super::variable::Lit;

/// A clause sink that checks clauses against a model. It returns an error for the first clause that is false in the
/// model.
///
/// ```
/// use sudoku_cnf::clauses::model_check::ModelCheck;
/// use sudoku_cnf::{Lit, Model};
/// use sudoku_cnf::files::dimacs;
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
    /// Returns a sink that checks clauses against `model`.
    pub fn new(model: &'m Model) -> Self {
        Self { model, clauses: 0 }
    }
}

/// The error for a clause that is false in a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("clause {number} is false in the model: {} 0", clause.iter().join(" "))]
pub struct FalsifiedClause {
    /// The number of the clause, counting from 1.
    pub number: usize,
    /// The literals of the clause.
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
