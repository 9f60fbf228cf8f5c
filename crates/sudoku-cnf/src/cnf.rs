//! Where clauses go: one trait for the DIMACS stream, a formula in memory, and SAT solvers.
//!
//! An encoding does not know which sink it feeds. So a CNF larger than memory can be written as a stream, and
//! clauses reach an embedded solver without text in between. The idea is that of varisat's `ExtendFormula` and
//! of MiniSat's DIMACS parser, which is generic over its receiver.

use std::convert::Infallible;

use crate::variable::Lit;

/// A receiver of clauses.
pub trait ClauseSink {
    /// Why a clause was not accepted: an I/O error, an elapsed time limit, or [`Infallible`].
    type Error;

    /// Adds one clause, a disjunction of literals.
    ///
    /// # Errors
    /// Defined by the sink; an encoding stops at the first error.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error>;

    /// Adds the clause ¬`first` ∨ ¬`other` for each of `others`, in order.
    ///
    /// Most clauses of a pairwise encoding are added this way, so a sink may implement it faster.
    ///
    /// # Errors
    /// Defined by the sink.
    #[inline]
    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), Self::Error> {
        others.iter().try_for_each(|&other| self.add_clause(&[!first, !other]))
    }

    /// Announces the kind of the clauses that follow. Most sinks ignore it.
    fn begin(&mut self, _: ClauseKind) {}
}

/// What a clause expresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ClauseKind {
    /// A cell contains a digit, or does not: a given, or a consequence of the givens.
    Unit,
    /// A cell contains some digit.
    CellAtLeastOne,
    /// A cell does not contain two digits.
    CellAtMostOne,
    /// A house contains a digit.
    HouseAtLeastOne,
    /// A house does not contain a digit twice.
    HouseAtMostOne,
    /// A segment that a line and a box share contains a digit, or does not.
    Segment,
}

impl ClauseKind {
    /// Returns the name in statistics.
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

/// A formula in memory: the literals of all clauses in one flat buffer. Memory: 4 bytes per literal and 8 per
/// clause.
///
/// ```
/// use sudoku_cnf::{Cnf, ClauseSink, Lit};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut cnf = Cnf::default();
/// cnf.add_clause(&[a, b])?;
/// cnf.add_clause(&[!a])?;
/// assert_eq!((cnf.variable_count(), cnf.len()), (2, 2));
/// for clause in cnf.clauses() {
///     assert!(!clause.is_empty());
/// }
/// let mut text = Vec::new();
/// cnf.write_dimacs(&mut text)?;
/// assert_eq!(text, b"p cnf 2 2\n1 2 0\n-1 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    literals: Vec<Lit>,
    ends: Vec<usize>,
    variables: usize,
}

impl Cnf {
    /// Returns the number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of variables: the largest one that occurs or was declared.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.variables
    }

    /// Declares that the formula has at least `count` variables, whether they occur in a clause or not.
    pub fn declare_variables(&mut self, count: usize) {
        self.variables = self.variables.max(count);
    }

    /// Returns the clauses in the order in which they were added.
    #[must_use]
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// Returns the clause with this index, from 0.
    ///
    /// # Panics
    /// If there is no such clause.
    #[must_use]
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }
}

impl ClauseSink for Cnf {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        for literal in clause {
            self.variables = self.variables.max(literal.var().number());
        }
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        Ok(())
    }
}
