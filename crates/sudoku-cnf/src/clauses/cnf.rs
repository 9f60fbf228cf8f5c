//! The [`ClauseSink`] trait, implemented by DIMACS writers, in-memory formulas and SAT solvers.
//!
//! Encodings accept any sink, so they can stream a CNF that does not fit in memory, or add clauses directly to an
//! embedded solver. The design follows varisat's `ExtendFormula` and MiniSat's DIMACS parser, which is likewise generic
//! over the receiver of the clauses. Inside an encoding, the sink is a trait object, so that each encoding is compiled
//! once.

use std::convert::Infallible;

use super::clause_group::ClauseGroup;
use super::variable::Lit;
use crate::puzzle::rule::Relation;

/// A receiver of clauses, for example a SAT solver or a DIMACS writer.
///
/// Implementations only need [`add_clause`](Self::add_clause). Solvers and writers that support cardinality constraints
/// also implement [`add_at_most_one`](Self::add_at_most_one) and [`add_exactly_one`](Self::add_exactly_one), and return
/// `true` from [`keeps_cardinality`](Self::keeps_cardinality).
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

    /// Adds the constraint that at most one of `literals` is true.
    ///
    /// The default implementation adds a binary clause for each pair of literals.
    ///
    /// # Errors
    /// Returns an error if the sink rejects the constraint.
    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error> {
        (1..).zip(literals).try_for_each(|(next, &first)| self.add_exclusions(first, &literals[next..]))
    }

    /// Adds the constraint that exactly one of `literals` is true.
    ///
    /// The default implementation adds a clause and an at-most-one constraint.
    ///
    /// # Errors
    /// Returns an error if the sink rejects the constraint.
    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), Self::Error> {
        self.add_clause(literals)?;
        self.add_at_most_one(literals)
    }

    /// Returns whether the sink stores at-most-one and exactly-one constraints whole. The default is `false`.
    ///
    /// If so, encodings with the pairwise scheme add each of them with a single call, even if another constraint
    /// implies a part of it.
    fn keeps_cardinality(&self) -> bool {
        false
    }

    /// Returns whether the sink stores the sums of rules whole, as a pseudo-Boolean solver does. The default is
    /// `false`, and encodings then add clauses.
    fn keeps_sums(&self) -> bool {
        false
    }

    /// Adds the constraint that a weighted sum of literals equals `total`, or is at least `total`. A literal counts as
    /// 1 if it is true.
    ///
    /// Encodings call this method only if [`keeps_sums`](Self::keeps_sums) returns `true`.
    ///
    /// # Errors
    /// Returns an error if the sink rejects the constraint.
    ///
    /// # Panics
    /// The default implementation panics.
    fn add_sum(
        &mut self,
        _terms: &[(i128, Lit)],
        _relation: Relation,
        _total: i128,
    ) -> Result<(), Self::Error> {
        panic!("a sink that stores sums must implement `add_sum`")
    }

    /// Counts `clauses` clauses without receiving them, and returns `true`.
    ///
    /// Only sinks that merely count clauses do so. The default implementation returns `false`, and the encoding then
    /// adds the clauses.
    #[inline]
    fn count_clauses(&mut self, _clauses: usize) -> bool {
        false
    }

    /// Counts binary clauses without receiving them, and returns `true`. The negation of the literal `literals[i]`
    /// occurs in `occurrences[i]` of the clauses.
    ///
    /// Only sinks that merely measure clauses do so. The default implementation returns `false`, and the encoding then
    /// adds the clauses.
    fn count_exclusions(&mut self, _literals: &[Lit], _occurrences: &[usize]) -> bool {
        false
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

    /// Announces what the clauses that will be added next require, for example of one cell. A group may have no
    /// clauses. The default implementation does nothing.
    fn begin_group(&mut self, _: ClauseGroup<'_>) {}
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
/// assert_eq!(cnf, Cnf::from_iter([vec![a, b], vec![!a]]));
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
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the formula has no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of variables, which is the largest variable number used or declared so far.
    pub fn variable_count(&self) -> usize {
        self.variables
    }

    /// Declares that the formula has at least `count` variables, even if some of them occur in no clause.
    pub fn declare_variables(&mut self, count: usize) {
        self.variables = self.variables.max(count);
    }

    /// Returns the clauses in the order in which they were added.
    pub fn clauses(&self) -> impl DoubleEndedIterator<Item = &[Lit]> + ExactSizeIterator + Clone + use<'_> {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// Returns the clause at `index`. The first clause has index 0.
    ///
    /// # Panics
    /// Panics if `index` is out of range.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }
}

impl<C: AsRef<[Lit]>> FromIterator<C> for Cnf {
    fn from_iter<I: IntoIterator<Item = C>>(clauses: I) -> Self {
        let mut cnf = Self::default();
        for clause in clauses {
            let Ok(()) = cnf.add_clause(clause.as_ref());
        }
        cnf
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
