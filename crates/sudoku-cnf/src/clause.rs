//! Where clauses go: one trait for the DIMACS stream, the counter, a formula in memory, and the
//! solvers of `sudoku-sat`.
//!
//! An encoding does not know which of them it feeds, so a CNF larger than memory can be written as
//! a stream, and clauses reach an embedded solver without any text between. The idea is that of
//! varisat's `ExtendFormula` and of MiniSat's DIMACS parser, which is generic over its receiver.

use std::convert::Infallible;

use crate::variable::Lit;

/// A receiver of clauses.
pub trait ClauseSink {
    /// Why a clause could not be taken: an I/O error, an elapsed time limit, or
    /// [`Infallible`].
    type Error;

    /// Takes one clause, a disjunction of literals.
    ///
    /// # Errors
    /// As the sink defines; whoever feeds it stops at the first error.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error>;
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    type Error = S::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), S::Error> {
        (**self).add_clause(clause)
    }
}

/// Counts clauses and forgets them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    clauses: usize,
}

impl Counter {
    /// How many clauses came.
    #[must_use]
    pub fn clauses(&self) -> usize {
        self.clauses
    }
}

impl ClauseSink for Counter {
    type Error = Infallible;

    fn add_clause(&mut self, _: &[Lit]) -> Result<(), Infallible> {
        self.clauses += 1;
        Ok(())
    }
}

/// A formula in memory: the literals of all clauses in one flat buffer. Memory: 4 bytes a literal
/// and 8 a clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// The clauses in the order in which they came.
    #[must_use]
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        self.ends.iter().enumerate().map(|(i, &end)| {
            let start = if i == 0 { 0 } else { self.ends[i - 1] };
            &self.literals[start..end]
        })
    }
}

impl ClauseSink for Cnf {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        Ok(())
    }
}
