//! A search on the clauses of a CNF that an [`Observer`] watches.

use sudoku_cnf::{Cnf, Lit, Model, Var};

use super::config::Config;
use super::literal::Literal;
use super::observer::{Antecedent, Implied, Observer};
use super::search::{Answer, Search, is_tautology, sort_literals};
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
}

/// The outcome of [`ObservedSearch::decide`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionsEnd {
    /// All decisions were made, and unit propagation has found no conflict.
    Complete,
    /// This decision already had a value, so it was not made.
    Assigned(Lit),
    /// Unit propagation has found a conflict.
    Conflict,
}

impl ObservedSearch {
    /// Creates a search on the clauses of `cnf`.
    pub fn new(cnf: &Cnf) -> Self {
        Self::with_config(cnf, Config::default())
    }

    /// Creates a search that makes different choices for each seed.
    pub fn with_seed(cnf: &Cnf, seed: u64) -> Self {
        Self::with_config(cnf, Config::with_seed(seed))
    }

    fn with_config(cnf: &Cnf, mut config: Config) -> Self {
        config.keeps_false_literals = true;
        let mut observed = Self { search: Search::new(config), units: Vec::new() };
        for _ in 0..cnf.variable_count() {
            observed.search.add_variable();
        }
        for clause in cnf.clauses() {
            let literal = |&literal: &Lit| Literal::new(literal.var().number() - 1, literal.is_positive());
            let mut literals: Vec<_> = clause.iter().map(literal).collect();
            sort_literals(&mut literals);
            if is_tautology(&literals) {
                continue;
            }
            match *literals {
                [] => observed.search.is_refuted = true,
                [unit] => observed.units.push(unit),
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
        self.assign_units(observer);
        match self.search.solve(&[], || limits.reached(), observer) {
            Answer::Satisfiable => Outcome::Satisfiable(self.model()),
            Answer::Unsatisfiable => Outcome::Unsatisfiable(Vec::new()),
            Answer::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    /// Makes the literals in `decisions` true, each on a new level, with unit propagation before and after each of
    /// them.
    ///
    /// The decisions end early at a literal that already has a value, or at a conflict, from which the search learns a
    /// clause.
    pub fn decide(&mut self, decisions: &[Lit], observer: &mut impl Observer) -> DecisionsEnd {
        self.assign_units(observer);
        if self.search.is_refuted || self.search.propagate_at_root(observer) {
            return DecisionsEnd::Conflict;
        }
        for &decision in decisions {
            let literal = Literal::new(decision.var().number() - 1, decision.is_positive());
            if self.search.trail.value(literal) != 0 {
                return DecisionsEnd::Assigned(decision);
            }
            self.search.trail.new_level();
            self.search.trail.assign(literal, Reason::NONE);
            observer.decided(decision);
            if let Some(conflict) = self.search.propagate(observer) {
                self.search.learn(conflict, observer);
                return DecisionsEnd::Conflict;
            }
        }
        DecisionsEnd::Complete
    }

    /// Returns the literals that unit propagation derives from the clauses, or `None` if it makes a clause false.
    pub fn propagate(&mut self) -> Option<Vec<Lit>> {
        self.assign_units(&mut ());
        if self.search.is_refuted || self.search.propagate_at_root(&mut ()) {
            return None;
        }
        Some(self.search.trail.literals.iter().filter_map(|literal| literal.numbered()).collect())
    }

    /// Makes the literals of unit clauses true. The search is refuted if they contradict each other.
    fn assign_units(&mut self, observer: &mut impl Observer) {
        let Search { trail, clauses, is_refuted, .. } = &mut self.search;
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
        if let Some(literal) = contradiction {
            observer.conflicted(Antecedent { literal, reason: Reason::NONE, clauses });
            *is_refuted = true;
        }
    }

    /// Returns the statistics of the search so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics
    }

    fn model(&self) -> Model {
        let trail = &self.search.trail;
        let literal = |index| Some(Var::new(index + 1)?.literal(trail.value(Literal::new(index, true)) > 0));
        Model::from_literals((0..trail.variables()).filter_map(literal))
    }
}
