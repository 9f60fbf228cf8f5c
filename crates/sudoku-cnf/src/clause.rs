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

    /// Takes the clause ¬`first` ∨ ¬`other` for each of `others`, in their order. Most clauses of a pairwise
    /// encoding come this way, so a sink may have a faster one.
    ///
    /// # Errors
    /// As the sink defines.
    #[inline]
    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), Self::Error> {
        others.iter().try_for_each(|&other| self.add_clause(&[!first, !other]))
    }

    /// Hears what the clauses from here on say. Most sinks do not care.
    fn begin(&mut self, _: ClauseKind) {}
}

/// What a clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseKind {
    /// A cell holds this digit, or does not: a given, or what follows from the givens.
    Unit,
    /// A cell holds some digit.
    CellAtLeastOne,
    /// A cell holds no two digits.
    CellAtMostOne,
    /// A digit is somewhere in a house.
    HouseAtLeastOne,
    /// A digit is not twice in a house.
    HouseAtMostOne,
    /// A digit is in a segment that a line and a box share, or not.
    Segment,
}

impl ClauseKind {
    /// The name in statistics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::CellAtLeastOne => "cell at least one",
            Self::CellAtMostOne => "cell at most one",
            Self::HouseAtLeastOne => "house at least one",
            Self::HouseAtMostOne => "house at most one",
            Self::Segment => "segment",
        }
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    type Error = S::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), S::Error> {
        (**self).add_clause(clause)
    }

    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), S::Error> {
        (**self).add_exclusions(first, others)
    }

    fn begin(&mut self, kind: ClauseKind) {
        (**self).begin(kind);
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
        (0..self.ends.len()).map(|index| self.clause(index))
    }

    /// The clause that came as number `index`, from 0.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
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
