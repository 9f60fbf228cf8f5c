//! `sudoku-sat minimize`: which givens a puzzle needs.

use std::io;

use anyhow::Context;
use sudoku_cnf::{Grid, exit_code, text};
use sudoku_sat::{Interrupt, SolveError, minimize as minimal_puzzle, redundant_givens};

use super::print_line;
use super::{announce, input, tell_no_solution, tell_unknown};
use crate::args::Minimize;

pub(crate) fn minimize(args: &Minimize, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let puzzle = input::puzzle(args.input.as_ref(), &args.puzzle)?.puzzle;
    let (solver, options) = (args.solver.solver(), args.solver.cnf(&puzzle));
    // The solver gets the rules alone, and the givens come and go.
    announce(&args.solver, &solver, &Grid::empty(puzzle.geometry().clone()), options.whole());
    let limits = args.solver.time.limits(interrupt);
    let printed = if args.all {
        redundant_givens(&puzzle, &solver, options, limits).map(|redundant| {
            redundant.map(|givens| {
                givens.iter().try_for_each(|given| {
                    print_line(&format!("{} {}", puzzle.geometry().position(given.cell), given.digit))
                })
            })
        })
    } else {
        minimal_puzzle(&puzzle, &solver, options, limits).map(|minimal| {
            minimal.map(|minimal| {
                text::write(&minimal, args.format, io::stdout().lock()).context("standard output")
            })
        })
    };
    match printed {
        Ok(Some(printed)) => printed.map(|()| exit_code::DONE),
        Ok(None) => Ok(tell_no_solution()),
        Err(SolveError::Unknown(reason)) => Ok(tell_unknown(&reason)),
        Err(error) => Err(error.into()),
    }
}
