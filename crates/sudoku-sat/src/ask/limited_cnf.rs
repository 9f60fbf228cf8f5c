//! The formula of a problem, collected within limits.

use sudoku_cnf::{ClauseSink, Cnf, Lit, Problem};

use crate::solver::{LimitPoller, Limits, StopReason};

/// Returns the clauses of `problem`, and the clause `blocking`.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(crate) fn limited_cnf(
    problem: &Problem,
    blocking: Option<&[Lit]>,
    limits: &Limits,
) -> Result<Cnf, StopReason> {
    let mut sink = LimitedCnf { cnf: Cnf::default(), poller: LimitPoller::new(limits.clone()) };
    problem.encode(&mut sink)?;
    blocking.map_or(Ok(()), |clause| sink.add_clause(clause))?;
    Ok(sink.cnf)
}

/// Collects the clauses of a formula until a limit is reached.
struct LimitedCnf {
    cnf: Cnf,
    poller: LimitPoller,
}

impl ClauseSink for LimitedCnf {
    type Error = StopReason;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), StopReason> {
        self.poller.step()?;
        let Ok(()) = self.cnf.add_clause(clause);
        Ok(())
    }
}
