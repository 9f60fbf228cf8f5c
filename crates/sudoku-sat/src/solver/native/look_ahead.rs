//! Lookahead: unit propagation of decisions without a search.

use sudoku_cnf::Lit;

use super::literal::Literal;
use super::search::Search;
use super::trail::Reason;
use super::{Native, Variable};

impl Native {
    /// Makes `decisions` true one after the other, with unit propagation but without learning. Returns the number of
    /// assigned variables, or `None` if there is a conflict. Calls with a common prefix do not repeat its propagation.
    pub(crate) fn look_ahead(&mut self, decisions: &[Lit]) -> Option<usize> {
        let satisfied = self.translate(decisions);
        let has_false = satisfied + self.buffer.len() < decisions.len();
        (!has_false && self.search.look_ahead(&self.buffer)).then_some(self.search.trail.literals.len())
    }

    /// Returns the value of `literal` after [`look_ahead`](Self::look_ahead), or `None` if it has none.
    pub(crate) fn value(&self, literal: Lit) -> Option<bool> {
        match *self.variables.get(literal.var().number())? {
            Variable::Unused => None,
            Variable::Fixed(value) => Some(value == literal.is_positive()),
            Variable::Searched(index) => {
                let value = self.search.trail.value(Literal::new(index as usize, literal.is_positive()));
                (value != 0).then_some(value > 0)
            }
        }
    }
}

impl Search {
    /// Makes `decisions` true one after the other, with unit propagation. Returns whether there is no conflict.
    pub(super) fn look_ahead(&mut self, decisions: &[Literal]) -> bool {
        self.keep_assumptions(decisions);
        self.index_new_groups(&mut ());
        loop {
            if self.is_refuted || self.propagate(&mut ()).is_some() {
                match self.trail.level() {
                    0 => self.is_refuted = true,
                    // The propagation at this level is incomplete.
                    level => self.backtrack(level - 1),
                }
                return false;
            }
            let Some(&decision) = decisions.get(self.trail.level()) else { return true };
            if self.trail.value(decision) < 0 {
                return false;
            }
            self.trail.new_level();
            if self.trail.value(decision) == 0 {
                self.trail.assign(decision, Reason::NONE);
            }
        }
    }
}
