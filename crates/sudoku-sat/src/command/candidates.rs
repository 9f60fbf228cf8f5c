//! `sudoku-sat candidates`: the board of candidates.

use std::io;

use anyhow::Context;
use sudoku_cnf::{Candidates as Board, Inference, exit_code, text};
use sudoku_sat::{Interrupt, SolveError, true_candidates};

use super::{announce, input, tell_no_solution, tell_unknown};
use crate::args::Candidates;

pub(crate) fn candidates(args: &Candidates, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let puzzle = input::puzzle(args.input.as_ref(), &args.puzzle)?.puzzle;
    let board = if args.propagate_only {
        Board::of_puzzle(&puzzle, Inference::Singles).ok()
    } else {
        let (solver, options) = (args.solver.solver(), args.solver.cnf(&puzzle).reduced());
        announce(&args.solver, &solver, &puzzle, options);
        match true_candidates(&puzzle, &solver, options, args.solver.time.limits(interrupt)) {
            Err(SolveError::Unknown(reason)) => return Ok(tell_unknown(&reason)),
            other => other?,
        }
    };
    let Some(board) = board else { return Ok(tell_no_solution()) };
    text::write_candidates(&board, io::stdout().lock()).context("standard output")?;
    Ok(exit_code::DONE)
}
