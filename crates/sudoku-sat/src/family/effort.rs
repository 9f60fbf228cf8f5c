//! The effort of a solver for an instance.

use sudoku_cnf::clock::Instant;

use super::{ExpectedAnswer, Instance};
use crate::ask::SolveOptions;
use crate::search::SolveError;
use crate::solver::{Statistics, StopReason};

/// The effort of a solver for an [`Instance`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct InstanceEffort {
    /// Whether the solver found an answer before it reached the time limit.
    pub is_solved: bool,
    /// Whether the solver found no solution, although there is one. A wrong solution is an error.
    pub is_wrong: bool,
    /// The time in seconds, which includes the encoding.
    pub seconds: f64,
    /// The steps of the solver, or `None` if it does not count them.
    pub statistics: Option<Statistics>,
}

impl Instance {
    /// Searches for one solution. `options` select the solver, the encoding and the limits. The whole board is encoded.
    ///
    /// # Errors
    /// Returns an error if the solver fails, or if a limit other than the time limit is reached.
    pub fn effort(&self, options: &SolveOptions) -> Result<InstanceEffort, SolveError> {
        let options = options.clone().reduce(false).extra_clauses(self.clauses.iter().cloned());
        let start = Instant::now();
        let mut solutions = options.solutions(&self.puzzle);
        let (is_solved, is_refuted) = match solutions.next().transpose() {
            Ok(solution) => (true, solution.is_none()),
            Err(SolveError::Unknown(StopReason::TimeLimit)) => (false, false),
            Err(error) => return Err(error),
        };
        let is_satisfiable =
            matches!(self.expected, Some(ExpectedAnswer::Satisfiable | ExpectedAnswer::Solutions(1..)));
        Ok(InstanceEffort {
            is_solved,
            is_wrong: is_refuted && is_satisfiable,
            seconds: start.elapsed().as_secs_f64(),
            statistics: solutions.statistics(),
        })
    }
}
