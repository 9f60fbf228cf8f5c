//! The literals of a model that is being read.

use sudoku_cnf::{Lit, Model};

use super::error::OutputError;

/// The literals of a model. Repeated literals take up little memory.
#[derive(Debug, Default)]
pub(super) struct LiteralSet {
    literals: Vec<Lit>,
    /// The number of literals that remained when the repeated ones were last removed.
    distinct: usize,
}

impl LiteralSet {
    /// The number of literals up to which repeated ones are not removed.
    const SHORT: usize = 1 << 16;

    pub(super) fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// Adds a literal.
    ///
    /// # Errors
    /// May return an error if a variable is both true and false. Otherwise, [`into_model`](Self::into_model) does.
    pub(super) fn push(&mut self, literal: Lit) -> Result<(), OutputError> {
        self.literals.push(literal);
        if self.literals.len() > Self::SHORT.max(2 * self.distinct) {
            self.remove_repeated()?;
        }
        Ok(())
    }

    /// Returns the number of variables that the literals assign.
    ///
    /// # Errors
    /// Returns an error if a variable is both true and false.
    pub(super) fn distinct(&mut self) -> Result<usize, OutputError> {
        self.remove_repeated()?;
        Ok(self.distinct)
    }

    /// Builds the model.
    ///
    /// # Errors
    /// Returns an error if a variable is both true and false.
    pub(super) fn into_model(mut self) -> Result<Model, OutputError> {
        self.remove_repeated()?;
        Ok(Model::from_literals(self.literals))
    }

    fn remove_repeated(&mut self) -> Result<(), OutputError> {
        self.literals.sort_unstable_by_key(|literal| literal.var());
        self.literals.dedup();
        self.distinct = self.literals.len();
        match self.literals.windows(2).find(|pair| pair[0] == !pair[1]) {
            Some(pair) => Err(OutputError::Contradiction(pair[0].var().number())),
            None => Ok(()),
        }
    }
}
