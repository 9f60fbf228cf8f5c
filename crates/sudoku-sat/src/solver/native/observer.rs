//! Observation of the search: the trait [`Observer`], and views of the clauses that an observer receives.
//!
//! The search is generic over its observer. The views hold references only, and read the clauses when a method asks for
//! them. The compiler therefore removes all calls to the observer `()`.

use sudoku_cnf::Lit;

use super::clauses::Clauses;
use super::literal::Literal;
use super::trail::{Reason, ReasonKind, Trail};
use crate::solver::outcome::StopReason;

/// Receives the events of a CDCL search in the order in which they happen. By default, the methods do nothing.
///
/// Level 0 is the root, where only literals are true that follow from the clauses.
///
/// ```
/// use sudoku_cnf::{ClauseSink, Cnf, Lit};
/// use sudoku_sat::solver::{Literals, ObservedSearch, Observer};
/// use sudoku_sat::Limits;
///
/// #[derive(Default)]
/// struct Learned(Vec<Vec<Lit>>);
///
/// impl Observer for Learned {
///     fn learned(&mut self, clause: Literals<'_>) {
///         self.0.push(clause.to_vec());
///     }
/// }
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut cnf = Cnf::default();
/// for clause in [[a, b], [!a, b], [a, !b], [!a, !b]] {
///     cnf.add_clause(&clause)?;
/// }
/// let mut learned = Learned::default();
/// ObservedSearch::new(&cnf).solve(&Limits::none(), &mut learned);
/// assert_eq!(learned.0.len(), 1, "one unit clause refutes the formula");
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub trait Observer {
    /// The search has opened a new level and made `literal` true.
    fn decided(&mut self, literal: Lit) {
        let _ = literal;
    }

    /// Unit propagation has made literals true.
    fn propagated(&mut self, implied: Implied<'_>) {
        let _ = implied;
    }

    /// All literals of `clause` are false.
    fn conflicted(&mut self, clause: Antecedent<'_>) {
        let _ = clause;
    }

    /// Conflict analysis resolves the current clause with `reason`, which implied the true literal
    /// [`reason.literal()`](Antecedent::literal). The first current clause is the one in conflict.
    fn resolved(&mut self, reason: Antecedent<'_>) {
        let _ = reason;
    }

    /// Conflict analysis has reached `clause`, in which only the first literal is of the current level.
    fn reached_unique_implication_point(&mut self, clause: Literals<'_>) {
        let _ = clause;
    }

    /// The search has learned `clause`, the result of minimizing the clause of the unique implication point.
    fn learned(&mut self, clause: Literals<'_>) {
        let _ = clause;
    }

    /// All literals above `level` have become unassigned.
    fn backtracked(&mut self, level: usize, cause: Backtrack) {
        let _ = (level, cause);
    }

    /// The search has deleted a learned clause.
    fn deleted(&mut self, clause: Antecedent<'_>) {
        let _ = clause;
    }

    /// Returns a reason to stop the search, if any. The search asks before each propagation.
    fn stops(&self) -> Option<StopReason> {
        None
    }
}

/// The observer that ignores all events.
impl Observer for () {}

/// The cause of backtracking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backtrack {
    /// A learned clause implies a literal at a lower level.
    Backjump,
    /// The search starts again with the clauses learned so far.
    Restart,
    /// The search deletes learned clauses.
    Reduction,
    /// The search changes the values with which it prefers to decide.
    Rephasing,
}

/// Literals of the search.
#[derive(Clone, Copy, Debug)]
pub struct Literals<'s>(pub(super) &'s [Literal]);

impl Literals<'_> {
    /// Returns the literals.
    pub fn to_vec(&self) -> Vec<Lit> {
        self.0.iter().filter_map(|literal| literal.numbered()).collect()
    }
}

/// A clause that implies a literal, or would imply it if the literal were not false already.
#[derive(Clone, Copy, Debug)]
pub struct Antecedent<'s> {
    pub(super) literal: Literal,
    pub(super) reason: Reason,
    pub(super) clauses: &'s Clauses,
}

impl Antecedent<'_> {
    /// Returns the implied literal.
    pub fn literal(&self) -> Option<Lit> {
        self.literal.numbered()
    }

    /// Returns the literals of the clause.
    pub fn clause(&self) -> Vec<Lit> {
        let literals = match self.reason.kind() {
            ReasonKind::None => vec![self.literal],
            ReasonKind::Binary(other) => vec![self.literal, other],
            ReasonKind::Clause(clause) => self.clauses.literals(clause).collect(),
        };
        Literals(&literals).to_vec()
    }
}

/// Literals that unit propagation has made true.
#[derive(Clone, Copy, Debug)]
pub struct Implied<'s> {
    pub(super) trail: &'s Trail,
    /// The position of the first of the literals on the trail.
    pub(super) start: usize,
    pub(super) clauses: &'s Clauses,
}

impl<'s> Implied<'s> {
    /// Returns the reason of each literal, in the order of propagation.
    pub fn reasons(&self) -> impl Iterator<Item = Antecedent<'s>> {
        let Self { trail, start, clauses } = *self;
        trail.literals.iter().skip(start).map(|&literal| {
            let reason = trail.assignment(literal).reason;
            Antecedent { literal, reason, clauses }
        })
    }
}
