//! `sudoku-sat candidates`: prints the candidates of each cell in a puzzle.

use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::{CandidateBoard, Inference, formats};
use sudoku_sat::{Interrupt, SolveError};

use super::args::CandidatesArgs;
use super::output::{self, Output};
use super::{announce, input, report_no_solution, report_unknown, solve_failure};

pub(crate) fn candidates(
    args: &CandidatesArgs,
    is_quiet: bool,
    interrupt: &Interrupt,
) -> Result<u8, Failure> {
    let puzzle = input::puzzle(args.input.as_ref(), &args.puzzle, is_quiet)?.puzzle;
    let board = if args.propagate_only {
        CandidateBoard::from_puzzle(&puzzle, Inference::Singles).ok()
    } else {
        let options = args.solver.sat_options(interrupt)?;
        let cnf = options.cnf_options(puzzle.geometry().size()).reduced();
        announce(&args.solver, &options.solver_or_default(), &puzzle, cnf);
        match options.true_candidates(&puzzle) {
            Err(SolveError::Unknown(reason)) => return Ok(report_unknown(&reason)),
            other => other.map_err(solve_failure)?,
        }
    };
    let Some(board) = board else { return Ok(report_no_solution()) };
    formats::write_candidates(&board, Output).map_err(output::failure)?;
    Ok(exit_code::DONE)
}
