//! The formula of a problem, collected within limits.

use sudoku_cnf::{ClauseSink, Cnf, Lit, Problem};

use crate::search::SolveError;
use crate::solver::{LimitedCnf, Limits, StopReason};

/// The memory that an observed search needs for each literal of the CNF: the clause, its watches, and the table of
/// clause numbers of a trace.
const OBSERVED_BYTES_PER_LITERAL: u64 = 64;

/// Returns the clauses of `problem`, and the clause `blocking`, for an
/// [`ObservedSearch`](crate::solver::ObservedSearch).
///
/// # Errors
/// Returns an error if the CNF has too many variables, a limit is reached, or the search would need too much memory.
pub(crate) fn observed_cnf(
    problem: &Problem,
    blocking: Option<&[Lit]>,
    limits: &Limits,
) -> Result<Cnf, SolveError> {
    let size = problem.interruptible_size(|| limits.check())??;
    let mut cnf = limited_cnf(problem, blocking, limits)?;
    cnf.declare_variables(size.variables);
    let literals: usize = cnf.clauses().map(<[Lit]>::len).sum();
    limits.check_memory(literals as u64 * OBSERVED_BYTES_PER_LITERAL)?;
    Ok(cnf)
}

/// Returns the clauses of `problem`, and the clause `blocking`.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(crate) fn limited_cnf(
    problem: &Problem,
    blocking: Option<&[Lit]>,
    limits: &Limits,
) -> Result<Cnf, StopReason> {
    let mut sink = LimitedCnf::new(limits);
    problem.encode(&mut sink)?;
    blocking.map_or(Ok(()), |clause| sink.add_clause(clause))?;
    Ok(sink.into_cnf())
}
