//! Random renaming of variables and reordering of clauses, both of which affect a solver's running time.

use sudoku_cnf::{ClauseSink, Cnf, Lit, Model, Var};

use sudoku_cnf::puzzle::random::Random;

/// A random permutation of the variables of a formula.
pub(crate) struct VariableShuffle {
    /// The new number of each variable, indexed by its old number. `new[0]` is unused.
    new: Vec<u32>,
}

impl VariableShuffle {
    /// Returns a random permutation of the variables 1 to `largest`.
    pub(crate) fn new(largest: usize, random: &mut Random) -> Self {
        let new = random.permutation(largest).into_iter().map(|index| index + 1);
        Self { new: [0].into_iter().chain(new).collect() }
    }

    /// Renames the variables in `clauses` and adds the clauses to `sink` in random order.
    ///
    /// # Errors
    /// Returns the first error from `sink`.
    pub(crate) fn load<S: ClauseSink>(
        &self,
        clauses: &Cnf,
        sink: &mut S,
        random: &mut Random,
    ) -> Result<(), S::Error> {
        let mut clause = Vec::new();
        for index in random.permutation(clauses.len()) {
            clause.clear();
            clause.extend(clauses.clause(index as usize).iter().map(|&literal| self.rename(literal)));
            sink.add_clause(&clause)?;
        }
        Ok(())
    }

    /// Returns `literal` with its variable renamed.
    pub(crate) fn rename(&self, literal: Lit) -> Lit {
        let new = Var::new(self.new[literal.var().number()] as usize);
        new.map_or(literal, |new| new.literal(literal.is_positive()))
    }

    /// Translates a model of the renamed clauses back to the original variables.
    pub(crate) fn restore(&self, model: &Model) -> Model {
        let literals = (1..self.new.len()).filter_map(|number| {
            let old = Var::new(number)?;
            Some(old.literal(model.satisfies(self.rename(old.positive()))))
        });
        Model::from_literals(literals)
    }
}
