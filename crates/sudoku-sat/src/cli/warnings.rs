//! Prints warnings of solvers.

use std::sync::{Mutex, PoisonError};

use sudoku_sat::solver::{ExternalError, SolverError, Warning};

use super::print_message;

/// Prints `warning`, but only one warning per failed portfolio member in the whole run.
pub(crate) fn warn(warning: &Warning) {
    static NAMED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    if let Warning::MemberFailed { solver, error } = warning {
        // Missing members are reported before the first puzzle.
        if matches!(error, SolverError::External(ExternalError::NotFound { .. })) {
            return;
        }
        // A panic elsewhere does not damage the list.
        let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
        if named.contains(solver) {
            return;
        }
        named.push(solver.clone());
    }
    print_message(format_args!("warning: {warning}"));
}
