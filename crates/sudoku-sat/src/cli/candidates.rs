//! `sudoku-sat candidates`: prints the candidates of each cell in a puzzle.

use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::{self, Format, Record, Writer};
use sudoku_cnf::{Candidate, CandidateBoard, Inference, Puzzle};
use sudoku_sat::{Interrupt, SolveError};

use super::args::CandidatesArgs;
use super::{announce, input, report_unknown, solve_failure};
use sudoku_cnf::cli::output::{self, Output};

pub(crate) fn candidates(
    args: &CandidatesArgs,
    is_quiet: bool,
    interrupt: &Interrupt,
) -> Result<u8, Failure> {
    let record = input::puzzle(args.input.as_ref(), &args.puzzle, is_quiet)?;
    output::open(
        args.output.output.as_deref(),
        args.input.iter().chain(args.puzzle.read.board.regions_file()),
    )?;
    let alphabet = args.symbols.alphabet(record.alphabet);
    let puzzle = record.puzzle.clone();
    let board = if args.propagate_only {
        CandidateBoard::from_puzzle(&puzzle, Inference::Singles).ok()
    } else {
        let options = args.solver.options(interrupt);
        let n = puzzle.geometry().size();
        let solver = options.solver_for_size(n);
        announce(&args.solver, &solver, &puzzle, options.cnf_options_for(&solver, n).reduced());
        match options.true_candidates(&puzzle) {
            Err(SolveError::Unknown(reason)) => return Ok(report_unknown(&reason)),
            other => other.map_err(solve_failure)?,
        }
    };
    let Some(board) = board else { return input::no_solution(args.input.as_ref(), &record) };
    match args.format {
        None | Some(Format::Candidates) => {
            text::write_candidates(&board, alphabet, Output).map_err(output::failure)?;
        }
        Some(format) => {
            let mut writer = Writer::new(format, Output);
            let record = Record { alphabet, ..Record::new(restricted(puzzle, &board), 1) };
            writer.write(&record).map_err(anyhow::Error::from)?;
            writer.finish().map_err(output::failure)?;
        }
    }
    Ok(exit_code::DONE)
}

/// Excludes from `puzzle` all candidates that `board` does not contain. Cells with a single candidate become givens.
fn restricted(mut puzzle: Puzzle, board: &CandidateBoard) -> Puzzle {
    let geometry = puzzle.geometry().clone();
    for cell in geometry.cells() {
        let mut digits = board.digits(cell);
        if let (Some(digit), None) = (digits.next(), digits.next()) {
            puzzle.set(cell, Some(digit));
        }
    }
    let open = geometry.cells().filter(|&cell| puzzle.get(cell).is_none()).collect::<Vec<_>>();
    puzzle.exclude(open.into_iter().flat_map(|cell| {
        let left: Vec<_> = board.digits(cell).collect();
        let others = geometry.digits().filter(move |digit| !left.contains(digit));
        others.map(move |digit| Candidate { cell, digit })
    }));
    puzzle
}
