//! A search on the clauses of a CNF that an [`Observer`] watches.

use sudoku_cnf::{Cnf, Lit, Model, Var};

use super::config::Config;
use super::literal::Literal;
use super::observer::{Antecedent, Implied, Observer};
use super::search::{Answer, Search};
use super::trail::Reason;
use crate::solver::limits::Limits;
use crate::solver::outcome::Outcome;
use crate::solver::statistics::Statistics;

/// The search of the [`Native`](super::Native) solver on the clauses of a CNF.
///
/// Every clause keeps its literals, so an observer can find the clauses that it receives in the CNF. `Native` itself
/// stores the same constraints as groups and removes literals that are false at the root.
#[derive(Clone, Debug)]
pub struct ObservedSearch {
    search: Search,
    units: Vec<Literal>,
    has_empty_clause: bool,
}

impl ObservedSearch {
    /// Creates a search on the clauses of `cnf`.
    #[must_use]
    pub fn new(cnf: &Cnf) -> Self {
        Self::with_config(cnf, Config::default())
    }

    /// Creates a search that makes different choices for each seed.
    #[must_use]
    pub fn with_seed(cnf: &Cnf, seed: u64) -> Self {
        Self::with_config(cnf, Config::with_seed(seed))
    }

    fn with_config(cnf: &Cnf, mut config: Config) -> Self {
        config.shortens_clauses = false;
        let mut observed = Self { search: Search::new(config), units: Vec::new(), has_empty_clause: false };
        for _ in 0..cnf.variable_count() {
            observed.search.add_variable();
        }
        for clause in cnf.clauses() {
            let literal = |&literal: &Lit| Literal::new(literal.var().number() - 1, literal.is_positive());
            let mut literals: Vec<_> = clause.iter().map(literal).collect();
            literals.sort_unstable();
            literals.dedup();
            let is_tautology = literals.windows(2).any(|pair| pair[0] == !pair[1]);
            match *literals {
                [] => observed.has_empty_clause = true,
                [unit] => observed.units.push(unit),
                _ if is_tautology => {}
                // The variables are still unassigned, so all literals stay in the clause.
                _ => observed.search.clauses.add_original(&literals),
            }
        }
        observed
    }

    /// Searches for a model.
    ///
    /// The outcome is unknown if a limit is reached or `observer` [stops](Observer::stops) the search.
    pub fn solve(&mut self, limits: &Limits, observer: &mut impl Observer) -> Outcome {
        if self.has_empty_clause || !self.assign_units(observer) {
            return Outcome::Unsatisfiable(Vec::new());
        }
        match self.search.solve(&[], || limits.reached(), observer) {
            Answer::Satisfiable => Outcome::Satisfiable(self.model()),
            Answer::Unsatisfiable => Outcome::Unsatisfiable(Vec::new()),
            Answer::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    /// Returns the literals that unit propagation derives from the clauses, or `None` if it makes a clause false.
    pub fn propagate(&mut self) -> Option<Vec<Lit>> {
        if self.has_empty_clause || !self.assign_units(&mut ()) || self.search.propagate_at_root(&mut ()) {
            return None;
        }
        Some(self.search.trail.literals.iter().filter_map(|literal| literal.numbered()).collect())
    }

    /// Makes the literals of unit clauses true. Returns whether they do not contradict each other.
    fn assign_units(&mut self, observer: &mut impl Observer) -> bool {
        let Search { trail, clauses, .. } = &mut self.search;
        let start = trail.literals.len();
        let mut contradiction = None;
        for unit in self.units.drain(..) {
            match trail.value(unit) {
                0 => trail.assign(unit, Reason::NONE),
                1 => {}
                _ => contradiction = contradiction.or(Some(unit)),
            }
        }
        observer.propagated(Implied { trail, start, clauses });
        let Some(literal) = contradiction else { return true };
        observer.conflicted(Antecedent { literal, reason: Reason::NONE, clauses });
        false
    }

    /// Returns the statistics of the search so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.search.statistics
    }

    fn model(&self) -> Model {
        let trail = &self.search.trail;
        Model::from_literals((0..trail.variables()).filter_map(|index| {
            let positive = Var::new(index + 1)?.positive();
            Some(if trail.value(Literal::new(index, true)) > 0 { positive } else { !positive })
        }))
    }
}
