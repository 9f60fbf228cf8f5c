//! The command-line interface of `sudoku-sat`, with one module for each subcommand.

pub(crate) mod args;
mod bundles;
pub(crate) mod candidates;
pub(crate) mod certify;
pub(crate) mod compare;
pub(crate) mod count;
mod csv_record;
pub(crate) mod cubes;
pub(crate) mod dimacs;
pub(crate) mod explain;
pub(crate) mod family;
pub(crate) mod generate;
pub(crate) mod hardness;
mod help;
mod histogram;
mod input;
mod input_fields;
mod interrupt;
pub(crate) mod minimize;
mod plot;
pub(crate) mod rate;
mod record;
mod record_format;
mod records;
mod result_class;
mod serialized;
pub(crate) mod solve;
mod text;
pub(crate) mod trace;
pub(crate) mod verify;
mod warnings;

use std::fmt::Display;
use std::io::Write;

use anyhow::anyhow;
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::{Failure, exit_code, messages};
use sudoku_cnf::{CnfOptions, CnfSize, Problem, Puzzle};
use sudoku_sat::solver::{ExternalError, SolverError};
use sudoku_sat::{Engine, SolveError, SolveOptions, Solver, StopReason};

use args::SolverArgs;
pub(crate) use interrupt::INTERRUPT;

/// The name of the program, which is used as a prefix for messages.
pub(crate) const PROGRAM: &str = "sudoku-sat";

/// Prints a message prefixed with the name of the program.
pub(crate) fn print_message(message: impl Display) {
    messages::print(PROGRAM, message);
}

/// Prints a line of data to standard output.
fn print_data(line: &str) -> Result<(), Failure> {
    writeln!(Output, "{line}").and_then(|()| Output.flush()).map_err(output::failure)
}

/// Warns about portfolio members that are not installed. With `--verbose`, also prints the solver, the encoding, and
/// the CNF size. `adapt` adapts the options of the CNF to the command.
fn announce(args: &SolverArgs, options: &SolveOptions, puzzle: &Puzzle, adapt: fn(CnfOptions) -> CnfOptions) {
    let solver = options.solver_for(puzzle);
    let options = adapt(options.cnf_options_for(&solver, puzzle.geometry().size()));
    if args.verbose {
        print_message(format_args!("solver: {}", solver.title()));
        if let Ok(CnfSize { variables, clauses }) = Problem::new(puzzle, options).size() {
            print_message(format_args!(
                "encoding: {}; at-most-one: {}; {}: {variables} variables, {clauses} clauses",
                options.encoding,
                options.scheme(),
                if options.reduce { "reduced" } else { "whole board" },
            ));
        }
    }
    warn_about_missing_members(&solver);
}

/// Warns if a search engine may take a very long time. With `--verbose`, also prints the name of the engine.
fn announce_engine(args: &SolverArgs, engine: Engine, puzzle: &Puzzle) {
    if args.verbose {
        print_message(format_args!("solver: {engine}"));
    }
    if engine.may_take_long(puzzle) {
        let open = puzzle.geometry().cell_count() - puzzle.given_count();
        let hint = if args.time.timeout().is_some() { "" } else { "\nhint: set a limit with --timeout" };
        print_message(format_args!(
            "warning: brute force on {open} open cells can take an extremely long time{hint}"
        ));
    }
}

fn warn_about_missing_members(solver: &Solver) {
    for missing in solver.missing_members() {
        print_message(format_args!("warning: {missing} is not installed; running the portfolio without it"));
    }
}

/// Converts an error into a failure of one puzzle, or of the whole run if the solver would fail on every puzzle.
fn solve_failure(error: SolveError) -> Failure {
    match &error {
        SolveError::Solver(SolverError::External(external)) if external.is_permanent() => {
            let hint = match external {
                ExternalError::NotFound { install_hint: None, .. } => {
                    "\nhint: --solver-command must start with a program in PATH or a path to one"
                }
                _ => "",
            };
            Failure::Other(anyhow!("{:#}{hint}", anyhow::Error::from(error)))
        }
        SolveError::Unknown(StopReason::Interrupted) => Failure::Interrupted,
        SolveError::Unknown(reason) => Failure::Unknown(reason.to_string()),
        _ => Failure::Puzzle(error.into()),
    }
}

/// Reports why the answer is unknown, and returns the exit code. Nothing is reported after an interrupt.
fn report_unknown(reason: &StopReason) -> u8 {
    if *reason == StopReason::Interrupted {
        return exit_code::INTERRUPTED;
    }
    print_message(format_args!("result unknown: {reason}"));
    exit_code::UNKNOWN
}
