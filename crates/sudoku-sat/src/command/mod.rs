//! The commands: what each reads, asks and prints.

mod candidates;
mod compare;
mod count;
mod generate;
mod input;
mod many;
mod minimize;
mod output;
mod progress;
mod rate;
mod record;
mod solve;
mod tally;

use std::io::{self, Write};

use anyhow::Context;
use sudoku_cnf::{CnfOptions, CnfSize, Grid, Problem, exit_code};
use sudoku_sat::Solver;
use sudoku_sat::outcome::Reason;

use crate::args::SolverArgs;
use crate::tell;
pub(crate) use candidates::candidates;
pub(crate) use compare::compare;
pub(crate) use count::count;
pub(crate) use generate::generate;
pub(crate) use minimize::minimize;
pub(crate) use rate::rate;
pub(crate) use solve::solve;
pub(crate) use tally::tell_interrupted;

/// Tells a person what to know before a solver begins, and with `--verbose` what was chosen: the solver and the
/// clauses that it gets.
fn announce(args: &SolverArgs, solver: &Solver, puzzle: &Grid, options: CnfOptions) {
    if args.verbose {
        tell(format_args!("solver {}", solver.title()));
        if !matches!(solver, Solver::Engine(_))
            && let Ok(CnfSize { variables, clauses }) = Problem::new(puzzle, options).size()
        {
            tell(format_args!(
                "encoding {}, at most one {}, {}: {variables} variables, {clauses} clauses",
                options.encoding,
                options.scheme(),
                if options.reduce { "reduced" } else { "of the whole board" },
            ));
        }
    }
    warn_of_missing(solver);
    if let Solver::Engine(engine) = solver
        && let Some(warning) = engine.warning(puzzle)
    {
        tell(format_args!("warning: {warning}"));
    }
}

/// As [`announce`], once for many puzzles.
fn announce_many(args: &SolverArgs) {
    let solver = args.solver();
    if args.verbose {
        tell(format_args!("solver {}, after probing where it is built in", solver.title()));
    }
    warn_of_missing(&solver);
}

fn warn_of_missing(solver: &Solver) {
    for missing in solver.missing_members() {
        tell(format_args!(
            "warning: {missing} is not installed, and the rest of the portfolio goes on without it"
        ));
    }
}

/// Prints a line of data, at once.
fn print_line(text: &str) -> anyhow::Result<()> {
    writeln!(io::stdout().lock(), "{text}").context("standard output")
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
