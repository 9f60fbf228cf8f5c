//! The trait that all SAT solvers implement.

use sudoku_cnf::puzzle::rule::Relation;
use sudoku_cnf::{ClauseSink, Lit, Problem};

use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::outcome::Outcome;
use super::statistics::Statistics;

/// An incremental SAT solver.
///
/// The methods of [`ClauseSink`] add clauses and cardinality constraints. Clauses are permanent. Assumptions and limits
/// apply to a single call to [`solve`](Self::solve). A solver can be moved to another thread between two calls.
///
/// To use an implementation with the functions of this crate, wrap it with [`Solver::custom`](super::Solver::custom)
/// and pass the result to [`SolveOptions::solver`](crate::SolveOptions::solver). The `own_solver.rs` example implements
/// a SAT solver in a few lines. `solver-comparison/examples/rustsat.rs` adapts any solver of the crate `rustsat`.
pub trait SatSolver: ClauseSink<Error = SolverError> + Send {
    /// Searches for a model that satisfies all clauses and assumptions.
    ///
    /// # Errors
    /// Returns an error if the solver fails. Reaching a limit is not an error: in this case, the outcome is
    /// [`Outcome::Unknown`], and `solve` can be called again.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError>;

    /// Returns statistics of all searches so far, or `None` if the solver does not count its steps.
    ///
    /// The default is `None`.
    fn statistics(&self) -> Option<Statistics> {
        None
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
        // A refuted problem consists of two clauses.
        if self.solver.keeps_cardinality() && !problem.is_refuted() {
            let candidates = problem.numbering().candidate_count(problem.puzzle().geometry()) as u64;
            let bytes = candidates * BYTES_PER_CANDIDATE;
            self.poller.limits.check_memory(bytes).map_err(SolverError::Stopped)?;
        }
        problem.encode(self)
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

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.poller.steps(literals.len()).map_err(SolverError::Stopped)?;
        self.solver.add_at_most_one(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.poller.steps(literals.len()).map_err(SolverError::Stopped)?;
        self.solver.add_exactly_one(literals)
    }

    fn keeps_cardinality(&self) -> bool {
        self.solver.keeps_cardinality()
    }

    fn keeps_sums(&self) -> bool {
        self.solver.keeps_sums()
    }

    fn add_sum(&mut self, terms: &[(i128, Lit)], relation: Relation, total: i128) -> Result<(), SolverError> {
        self.poller.steps(terms.len()).map_err(SolverError::Stopped)?;
        self.solver.add_sum(terms, relation, total)
    }
}
