//! Cardinality constraints for solvers that support them natively, such as pseudo-Boolean solvers.

use super::constraints::ConstraintSink;
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::clause_group::ClauseGroup;
use crate::clauses::cnf::{ClauseKind, ClauseSink};
use crate::clauses::variable::{Auxiliaries, Lit};

/// A receiver of clauses and cardinality constraints, for example a writer for pseudo-Boolean problems.
///
/// [`Problem::encode_cardinality`](super::Problem::encode_cardinality) adds the constraints of a puzzle to a sink.
pub trait CardinalitySink: ClauseSink {
    /// Adds the constraint that at most one of `literals` is true. There are at least two literals.
    ///
    /// # Errors
    /// Returns an error if the sink rejects the constraint.
    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error>;

    /// Adds the constraint that exactly one of `literals` is true. There are at least two literals.
    ///
    /// # Errors
    /// Returns an error if the sink rejects the constraint.
    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error>;
}

/// A constraint sink that passes cardinality constraints on to `sink` unchanged.
pub(super) struct CardinalityEmitter<'s, S: ?Sized> {
    pub(super) auxiliaries: Auxiliaries,
    pub(super) sink: &'s mut S,
}

impl<S: CardinalitySink + ?Sized> ConstraintSink for CardinalityEmitter<'_, S> {
    type Error = S::Error;

    fn begin(&mut self, kind: ClauseKind) {
        self.sink.begin(kind);
    }

    fn group(&mut self, group: ClauseGroup<'_>) {
        self.sink.begin_group(group);
    }

    fn prepare(&mut self) -> Result<(), S::Error> {
        self.sink.prepare()
    }

    fn clause(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        self.sink.add_clause(literals)
    }

    fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        if literals.len() < 2 { Ok(()) } else { self.sink.add_at_most_one(literals) }
    }

    fn exactly_one(&mut self, literals: &[Lit]) -> Result<(), S::Error> {
        if literals.len() < 2 { self.clause(literals) } else { self.sink.add_exactly_one(literals) }
    }

    fn exclude(&mut self, first: Lit, others: &[Lit]) -> Result<(), S::Error> {
        self.sink.add_exclusions(first, others)
    }

    fn scheme(&self) -> AtMostOne {
        AtMostOne::Pairwise
    }

    fn keeps_cardinality(&self) -> bool {
        true
    }

    fn auxiliary(&mut self) -> Lit {
        self.auxiliaries.next_literal()
    }
}
