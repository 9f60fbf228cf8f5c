//! A sink without type parameters, so that encodings are compiled once and not again for each type of sink.

use crate::clauses::clause_group::ClauseGroup;
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::Lit;
use crate::puzzle::rule::Relation;

/// The error of a sink whose own error is stored in an [`ErasedSink`].
#[derive(Debug)]
pub(super) struct Stopped;

/// Passes everything on to another sink, and keeps the error of that sink.
pub(super) struct ErasedSink<'s, S: ClauseSink + ?Sized> {
    sink: &'s mut S,
    error: Option<S::Error>,
}

impl<'s, S: ClauseSink + ?Sized> ErasedSink<'s, S> {
    /// Calls `encode` with a sink that passes everything on to `sink`.
    pub(super) fn with<T>(
        sink: &'s mut S,
        encode: impl FnOnce(&mut dyn ClauseSink<Error = Stopped>) -> Result<T, Stopped>,
    ) -> Result<T, S::Error> {
        let mut erased = Self { sink, error: None };
        let result = encode(&mut erased);
        result.map_err(|Stopped| erased.error.expect("only the sink stops an encoding"))
    }

    fn keep(&mut self, result: Result<(), S::Error>) -> Result<(), Stopped> {
        result.map_err(|error| {
            self.error = Some(error);
            Stopped
        })
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for ErasedSink<'_, S> {
    type Error = Stopped;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Stopped> {
        let result = self.sink.add_clause(clause);
        self.keep(result)
    }

    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), Stopped> {
        let result = self.sink.add_exclusions(first, others);
        self.keep(result)
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), Stopped> {
        let result = self.sink.add_at_most_one(literals);
        self.keep(result)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), Stopped> {
        let result = self.sink.add_exactly_one(literals);
        self.keep(result)
    }

    fn keeps_cardinality(&self) -> bool {
        self.sink.keeps_cardinality()
    }

    fn keeps_sums(&self) -> bool {
        self.sink.keeps_sums()
    }

    fn add_sum(&mut self, terms: &[(i128, Lit)], relation: Relation, total: i128) -> Result<(), Stopped> {
        let result = self.sink.add_sum(terms, relation, total);
        self.keep(result)
    }

    fn count_clauses(&mut self, clauses: usize) -> bool {
        self.sink.count_clauses(clauses)
    }

    fn count_exclusions(&mut self, literals: &[Lit], occurrences: &[usize]) -> bool {
        self.sink.count_exclusions(literals, occurrences)
    }

    fn prepare(&mut self) -> Result<(), Stopped> {
        let result = self.sink.prepare();
        self.keep(result)
    }

    fn begin_group(&mut self, group: ClauseGroup<'_>) {
        self.sink.begin_group(group);
    }
}
