//! The same clauses under other names and in another order, at random: for solvers whose way depends on both.

use sudoku_cnf::{Cnf, Lit, Model, Var};

use crate::backend::{Backend, BackendError};
use crate::random::Random;

/// Other names for variables.
pub(crate) struct Names {
    /// The new number of each variable, which stands at its old one; 0 at 0.
    new: Vec<u32>,
}

impl Names {
    /// Names for variables up to `largest`.
    pub(crate) fn new(largest: usize, random: &mut Random) -> Self {
        let new = [0].into_iter().chain(order(largest, random).into_iter().map(|place| place + 1));
        Self { new: new.collect() }
    }

    /// Hands renamed clauses to a solver, in random order.
    pub(crate) fn load(
        &self,
        clauses: &Cnf,
        backend: &mut dyn Backend,
        random: &mut Random,
    ) -> Result<(), BackendError> {
        let mut clause = Vec::new();
        for place in order(clauses.clauses().len(), random) {
            clause.clear();
            clause.extend(clauses.clause(place as usize).iter().map(|&literal| self.rename(literal)));
            backend.add_clause(&clause)?;
        }
        Ok(())
    }

    /// A literal by its new name.
    pub(crate) fn rename(&self, literal: Lit) -> Lit {
        let new = Var::new(self.new[literal.var().number()] as usize);
        let new = new.map_or(literal, Var::positive);
        if literal.is_positive() { new } else { !new }
    }

    /// The model of the variables by their old names.
    pub(crate) fn restore(&self, model: &Model) -> Model {
        let literals = (1..self.new.len()).filter_map(|number| {
            let old = Var::new(number)?.positive();
            Some(if model.satisfies(self.rename(old)) { old } else { !old })
        });
        Model::from_literals(literals)
    }
}

/// The numbers below `count` in random order.
fn order(count: usize, random: &mut Random) -> Vec<u32> {
    let mut order: Vec<_> = (0..count as u32).collect();
    random.shuffle(&mut order);
    order
}
