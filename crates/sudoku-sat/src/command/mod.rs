//! The commands: what each reads, asks and prints.

mod candidates;
mod count;
mod input;
mod minimize;
mod record;
mod solve;

use sudoku_cnf::{Grid, exit_code};
use sudoku_sat::Solver;
use sudoku_sat::outcome::Reason;

use crate::tell;
pub(crate) use candidates::candidates;
pub(crate) use count::count;
pub(crate) use minimize::minimize;
pub(crate) use solve::solve;

/// Tells a person what to know before a solver begins.
fn warn(solver: &Solver, puzzle: &Grid) {
    if let Solver::Engine(engine) = solver
        && let Some(warning) = engine.warning(puzzle)
    {
        tell(format_args!("warning: {warning}"));
    }
}

/// Tells a person that there is no answer, and why; the exit code.
fn tell_unknown(reason: &Reason) -> u8 {
    if *reason == Reason::Interrupted {
        return exit_code::INTERRUPTED;
    }
    tell(format_args!("unknown: {reason}"));
    exit_code::UNKNOWN
}

/// Tells a person that there is no solution; the exit code.
fn tell_no_solution() -> u8 {
    tell("no solution");
    exit_code::NO_SOLUTION
}
