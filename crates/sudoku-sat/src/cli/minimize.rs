//! `sudoku-sat minimize`: prints a puzzle without its redundant givens, or lists the redundant givens.

use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::{Format, Record, Writer};
use sudoku_sat::{Interrupt, SolveError};

use super::args::MinimizeArgs;
use super::{announce, announce_engine, input, print_data, report_unknown, solve_failure};

pub(crate) fn minimize(args: &MinimizeArgs, is_quiet: bool, interrupt: &Interrupt) -> Result<u8, Failure> {
    let record = input::puzzle(args.input.as_ref(), &args.puzzle, is_quiet)?;
    output::open(
        args.output.output.as_deref(),
        args.input.iter().chain(args.puzzle.read.board.regions_file()),
    )?;
    let puzzle = &record.puzzle;
    let options = args.solver.options(interrupt);
    let n = puzzle.geometry().size();
    if let Some(engine) = options.engine_for_size(n) {
        announce_engine(&args.solver, engine, puzzle);
    } else {
        // The CNF does not contain the givens, which are passed to the solver as assumptions.
        let solver = options.solver_for_size(n);
        announce(
            &args.solver,
            &solver,
            &puzzle.without_givens(),
            options.cnf_options_for(&solver, n).whole(),
        );
    }
    let is_solvable = if args.all {
        options.redundant_givens(puzzle).map(|redundant| {
            redundant.map(|givens| {
                let mut lines = givens.iter().map(|given| format!("{} {}", given.cell, given.digit));
                lines.try_for_each(|line| print_data(&line))
            })
        })
    } else {
        options.minimize(puzzle).map(|minimal| {
            minimal.map(|minimal| {
                let alphabet = args.symbols.alphabet(record.alphabet);
                let mut writer = Writer::new(args.format.unwrap_or(Format::Grid), Output);
                writer.write(&Record { alphabet, ..Record::new(minimal, 1) }).map_err(anyhow::Error::from)?;
                writer.finish().map(drop).map_err(output::failure)
            })
        })
    };
    match is_solvable {
        Ok(Some(printed)) => printed.map(|()| exit_code::DONE),
        Ok(None) => input::no_solution(args.input.as_ref(), &record),
        Err(SolveError::Unknown(reason)) => Ok(report_unknown(&reason)),
        Err(error) => Err(solve_failure(error)),
    }
}
