//! The commands: what each reads, asks and prints.

mod candidates;
mod compare;
mod count;
mod input;
mod minimize;
mod record;
mod solve;

use sudoku_cnf::{Grid, Problem, exit_code};
use sudoku_sat::Solver;
use sudoku_sat::outcome::Reason;

use crate::args::SolverArgs;
use crate::tell;
pub(crate) use candidates::candidates;
pub(crate) use compare::compare;
pub(crate) use count::count;
pub(crate) use minimize::minimize;
pub(crate) use solve::solve;

/// Tells a person what to know before a solver begins, and with `--verbose` what was chosen.
fn announce(args: &SolverArgs, solver: &Solver, puzzle: &Grid) {
    if args.verbose {
        tell(format_args!("solver {}", solver.title()));
        if let Ok(size) = Problem::new(puzzle, args.cnf(puzzle.geometry().size())).size()
            && !matches!(solver, Solver::Engine(_))
        {
            let options = args.cnf(puzzle.geometry().size());
            let (variables, clauses) = (size.variables, size.clauses);
            tell(format_args!(
                "encoding {}, at most one {}, {}: {variables} variables, {clauses} clauses",
                options.encoding,
                options.scheme(),
                if options.reduce { "reduced" } else { "of the whole board" },
            ));
        }
    }
    for missing in solver.missing_members() {
        tell(format_args!(
            "warning: {missing} is not installed, and the rest of the portfolio goes on without it"
        ));
    }
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
