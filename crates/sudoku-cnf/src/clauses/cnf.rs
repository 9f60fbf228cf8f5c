//! The [`ClauseSink`] trait, implemented by DIMACS writers, in-memory formulas and SAT solvers.
//!
//! Encodings are generic over the sink, so they can stream a CNF that does not fit in memory, or add clauses directly
//! to an embedded solver. The design follows varisat's `ExtendFormula` and MiniSat's DIMACS parser, which is likewise
//! generic over the receiver of the clauses.

use std::convert::Infallible;

use super::clause_group::ClauseGroup;
use super::variable::Lit;

/// A receiver of clauses, for example a SAT solver or a DIMACS writer.
pub trait ClauseSink {
    /// The error type of the sink. Use [`Infallible`] if adding a clause cannot fail.
    type Error;

    /// Adds a clause, which is a disjunction of literals.
    ///
    /// # Errors
    /// Returns an error if the sink rejects the clause. Encodings stop at the first error.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error>;

    /// Adds the clause ¬`first` ∨ ¬`other` for each `other` in `others`, in order.
    ///
    /// Pairwise encodings add most of their clauses with this method. A sink can override the default implementation
    /// with a faster one.
    ///
    /// # Errors
    /// Returns an error if the sink rejects a clause.
    #[inline]
    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), Self::Error> {
        others.iter().try_for_each(|&other| self.add_clause(&[!first, !other]))
    }

    /// Called regularly while an encoding prepares constraints without adding clauses.
    ///
    /// A sink can return an error to stop the encoding, for example because a time limit was reached. The default
    /// implementation does nothing.
    ///
    /// # Errors
    /// Returns an error if the encoding must stop.
    fn prepare(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Announces the kind of the clauses that will be added next. The default implementation does nothing.
    fn begin(&mut self, _: ClauseKind) {}

    /// Announces what the clauses that will be added next require, for example of one cell. A group may have no
    /// clauses. The default implementation does nothing.
    fn begin_group(&mut self, _: ClauseGroup<'_>) {}
}

/// The kind of constraint that a clause encodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ClauseKind {
    /// A unit clause for a given, an excluded candidate, or a result of propagation.
    Unit,
    /// The constraint that a cell contains at least one digit.
    CellAtLeastOne,
    /// The constraint that a cell contains at most one digit.
    CellAtMostOne,
    /// The constraint that a house contains a digit at least once.
    HouseAtLeastOne,
    /// The constraint that a house contains a digit at most once.
    HouseAtMostOne,
    /// A constraint on segments in the triad encoding. A segment is the intersection of a row or column with a box.
    Segment,
}

impl ClauseKind {
    /// Returns the name of this kind, as it appears in statistics.
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

    fn prepare(&mut self) -> Result<(), S::Error> {
        (**self).prepare()
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), S::Error> {
        (**self).add_clause(clause)
    }

    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), S::Error> {
        (**self).add_exclusions(first, others)
    }

    fn begin(&mut self, kind: ClauseKind) {
        (**self).begin(kind);
    }

    fn begin_group(&mut self, group: ClauseGroup<'_>) {
        (**self).begin_group(group);
    }
}

/// An in-memory formula that stores the literals of all clauses in one flat buffer.
///
/// A formula takes up 4 bytes per literal and 8 bytes per clause.
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

    /// Returns whether the formula has no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of variables, which is the largest variable number used or declared so far.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.variables
    }

    /// Declares that the formula has at least `count` variables, even if some of them occur in no clause.
    pub fn declare_variables(&mut self, count: usize) {
        self.variables = self.variables.max(count);
    }

    /// Returns the clauses in the order in which they were added.
    #[must_use]
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// Returns the clause at `index`. The first clause has index 0.
    ///
    /// # Panics
    /// Panics if `index` is out of range.
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
