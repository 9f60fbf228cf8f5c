//! The step from constraints to clauses.

use super::erased_sink::Stopped;
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::clause_group::ClauseGroup;
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::{Auxiliaries, Lit, Var};
use crate::puzzle::rule::Relation;

/// Encodes constraints with an at-most-one scheme and adds the clauses to `sink`.
///
/// A sink that keeps cardinality constraints receives them whole if the scheme is pairwise.
pub(super) struct Emitter<'s> {
    pub(super) scheme: AtMostOne,
    pub(super) keeps_cardinality: bool,
    auxiliaries: Auxiliaries,
    sink: &'s mut dyn ClauseSink<Error = Stopped>,
}

impl<'s> Emitter<'s> {
    /// Returns an emitter whose auxiliary variables follow the first `used` variables.
    pub(super) fn new(scheme: AtMostOne, used: usize, sink: &'s mut dyn ClauseSink<Error = Stopped>) -> Self {
        let keeps_cardinality = scheme == AtMostOne::Pairwise && sink.keeps_cardinality();
        Self { scheme, keeps_cardinality, auxiliaries: Auxiliaries::after(used), sink }
    }

    /// Returns the number of variables so far.
    pub(super) fn variables(&self) -> usize {
        self.auxiliaries.largest()
    }

    /// Announces what the clauses that will be added next require.
    pub(super) fn group(&mut self, group: ClauseGroup<'_>) {
        self.sink.begin_group(group);
    }

    /// Returns an error if the sink stops the encoding. See [`ClauseSink::prepare`].
    pub(super) fn prepare(&mut self) -> Result<(), Stopped> {
        self.sink.prepare()
    }

    /// Adds a clause, which requires at least one of `literals` to be true.
    pub(super) fn clause(&mut self, literals: &[Lit]) -> Result<(), Stopped> {
        self.sink.add_clause(literals)
    }

    /// Adds the constraint that at most one of `literals` is true.
    pub(super) fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), Stopped> {
        if self.count(self.scheme.clauses(literals.len())) {
            self.auxiliaries.skip(self.scheme.auxiliaries(literals.len()));
            return self.sink.prepare();
        }
        match self.scheme {
            _ if literals.len() < 2 => Ok(()),
            AtMostOne::Pairwise => self.sink.add_at_most_one(literals),
            scheme => scheme.encode(literals, &mut self.auxiliaries, self.sink),
        }
    }

    /// Adds the constraint that exactly one of `literals` is true.
    pub(super) fn exactly_one(&mut self, literals: &[Lit]) -> Result<(), Stopped> {
        if self.keeps_cardinality && literals.len() > 1 {
            return self.sink.add_exactly_one(literals);
        }
        self.clause(literals)?;
        self.at_most_one(literals)
    }

    /// Returns whether the sink stores sums whole.
    pub(super) fn keeps_sums(&self) -> bool {
        self.sink.keeps_sums()
    }

    /// Adds a weighted sum, which the sink stores whole.
    pub(super) fn sum(
        &mut self,
        terms: &[(i128, Lit)],
        relation: Relation,
        total: i128,
    ) -> Result<(), Stopped> {
        self.sink.add_sum(terms, relation, total)
    }

    /// Adds the clause ¬`first` ∨ ¬`other` for each `other` in `others`.
    pub(super) fn exclude(&mut self, first: Lit, others: &[Lit]) -> Result<(), Stopped> {
        self.sink.add_exclusions(first, others)
    }

    /// Counts `clauses` clauses and returns `true` if the sink only counts clauses. Otherwise, the caller must add
    /// them.
    pub(super) fn count(&mut self, clauses: usize) -> bool {
        self.sink.count_clauses(clauses)
    }

    /// Counts binary clauses and returns `true` if the sink only measures clauses. See
    /// [`ClauseSink::count_exclusions`]. Otherwise, the caller must add them.
    pub(super) fn count_exclusions(
        &mut self,
        literals: &[Lit],
        occurrences: &[usize],
    ) -> Result<bool, Stopped> {
        let is_counted = self.sink.count_exclusions(literals, occurrences);
        if is_counted {
            self.prepare()?;
        }
        Ok(is_counted)
    }

    /// Returns the positive literal of a new auxiliary variable.
    pub(super) fn auxiliary(&mut self) -> Lit {
        if !self.count(0) {
            return self.auxiliaries.next_literal();
        }
        // Only the number of variables matters here, so all variables beyond the range of `Lit` can share one literal.
        self.auxiliaries.skip(1);
        Var::new(self.variables().min(i32::MAX as usize)).expect("in range").positive()
    }
}

/// A sink that only counts clauses. It calls `check` at regular intervals, and stops if `check` returns an error.
pub(super) struct ClauseCounter<F> {
    pub(super) clauses: usize,
    pub(super) check: F,
    /// The number of calls so far.
    pub(super) calls: usize,
}

/// The number of calls between two checks.
const CALLS_PER_CHECK: usize = 256;

impl<E, F: FnMut() -> Result<(), E>> ClauseSink for ClauseCounter<F> {
    type Error = E;

    fn add_clause(&mut self, _: &[Lit]) -> Result<(), E> {
        self.clauses += 1;
        self.prepare()
    }

    fn add_exclusions(&mut self, _: Lit, others: &[Lit]) -> Result<(), E> {
        self.clauses += others.len();
        self.prepare()
    }

    fn count_clauses(&mut self, clauses: usize) -> bool {
        self.clauses += clauses;
        true
    }

    fn count_exclusions(&mut self, _: &[Lit], occurrences: &[usize]) -> bool {
        self.clauses += occurrences.iter().sum::<usize>() / 2;
        true
    }

    fn prepare(&mut self) -> Result<(), E> {
        self.calls += 1;
        if self.calls.is_multiple_of(CALLS_PER_CHECK) { (self.check)() } else { Ok(()) }
    }
}
