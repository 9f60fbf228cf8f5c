//! The trait that all SAT solvers implement.

use sudoku_cnf::clauses::encoding::CardinalitySink;
use sudoku_cnf::{ClauseSink, Lit, Problem};

use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::outcome::Outcome;
use super::statistics::Statistics;

/// An incremental SAT solver.
///
/// Clauses are permanent. Assumptions and limits apply to a single call to [`solve`](Self::solve).
///
/// To use an implementation with the functions of this crate, wrap it with [`Solver::custom`](super::Solver::custom)
/// and pass the result to [`SolveOptions::solver`](crate::SolveOptions::solver). The `own_solver.rs` example implements
/// a SAT solver in a few lines.
pub trait SatSolver {
    /// Adds a clause, which is a disjunction of literals. The empty clause is always false.
    ///
    /// # Errors
    /// Returns an error if the solver cannot store the clause.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError>;

    /// Searches for a model that satisfies all clauses and assumptions.
    ///
    /// # Errors
    /// Returns an error if the solver fails. Reaching a limit is not an error: in this case, the outcome is
    /// [`Outcome::Unknown`], and `solve` can be called again.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError>;

    /// Adds the constraint that at most one of `literals` is true.
    ///
    /// The default implementation adds a binary clause for each pair of literals.
    ///
    /// # Errors
    /// Returns an error if the solver cannot store the constraint.
    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        for (index, &first) in literals.iter().enumerate() {
            literals[index + 1..].iter().try_for_each(|&second| self.add_clause(&[!first, !second]))?;
        }
        Ok(())
    }

    /// Adds the constraint that exactly one of `literals` is true.
    ///
    /// The default implementation adds a clause and an at-most-one constraint.
    ///
    /// # Errors
    /// Returns an error if the solver cannot store the constraint.
    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.add_clause(literals)?;
        self.add_at_most_one(literals)
    }

    /// Returns whether the solver stores at-most-one and exactly-one constraints whole.
    ///
    /// If so, it receives pairwise at-most-one constraints through [`add_at_most_one`](Self::add_at_most_one) and
    /// [`add_exactly_one`](Self::add_exactly_one) instead of one binary clause per pair. The default is `false`.
    fn keeps_cardinality(&self) -> bool {
        false
    }

    /// Returns statistics of all searches so far, or `None` if the solver does not count its steps.
    ///
    /// The default is `None`.
    fn statistics(&self) -> Option<Statistics> {
        None
    }
}

impl<S: SatSolver + ?Sized> SatSolver for Box<S> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        (**self).add_clause(clause)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        (**self).solve(assumptions, limits)
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        (**self).add_at_most_one(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        (**self).add_exactly_one(literals)
    }

    fn keeps_cardinality(&self) -> bool {
        (**self).keeps_cardinality()
    }

    fn statistics(&self) -> Option<Statistics> {
        (**self).statistics()
    }
}

/// The memory that the native solver needs for each candidate, measured on empty boards from 200×200 to 400×400.
const BYTES_PER_CANDIDATE: u64 = 170;

/// A clause sink that adds clauses to a solver and returns an error once a limit is reached.
pub(crate) struct ClauseLoader<'s> {
    solver: &'s mut dyn SatSolver,
    poller: LimitPoller,
}

impl<'s> ClauseLoader<'s> {
    pub(crate) fn new(solver: &'s mut dyn SatSolver, limits: &Limits) -> Self {
        Self { solver, poller: LimitPoller::new(limits.clone()) }
    }

    /// Adds the constraints of `problem` in the form that the solver supports best.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the solver cannot store the constraints.
    pub(crate) fn load(&mut self, problem: &Problem) -> Result<(), SolverError> {
        if !self.solver.keeps_cardinality() {
            return problem.encode(self);
        }
        let candidates = problem.numbering().candidate_count(problem.puzzle().geometry()) as u64;
        self.poller.check_memory(candidates * BYTES_PER_CANDIDATE).map_err(SolverError::Stopped)?;
        problem.encode_cardinality(self)
    }
}

impl ClauseSink for ClauseLoader<'_> {
    type Error = SolverError;

    fn prepare(&mut self) -> Result<(), SolverError> {
        self.poller.step().map_err(SolverError::Stopped)
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.poller.step().map_err(SolverError::Stopped)?;
        self.solver.add_clause(clause)
    }
}

impl CardinalitySink for ClauseLoader<'_> {
    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.poller.step().map_err(SolverError::Stopped)?;
        self.solver.add_at_most_one(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.poller.step().map_err(SolverError::Stopped)?;
        self.solver.add_exactly_one(literals)
    }
}
