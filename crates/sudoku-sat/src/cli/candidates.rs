//! `sudoku-sat candidates`: prints the candidates of each cell of each puzzle.

use itertools::Itertools;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::text::{self, Format, Record};
use sudoku_cnf::{Candidate, CandidateBoard, CnfOptions, Contradiction, Inference, Puzzle};
use sudoku_sat::{SolveError, StopReason};

use super::args::CandidatesArgs;
use super::csv_record::Column;
use super::record::{Answer, JsonRecord};
use super::record_format::RecordFormat;
use super::records::{Form, RecordCommand};
use super::text::to_text;
use super::{announce, solve_failure};

pub(crate) fn candidates(args: &CandidatesArgs, style: Style) -> Result<u8, Failure> {
    args.solver.check(false)?;
    let records = &args.records;
    let columns = [Column::Puzzle, Column::Candidates, Column::Status];
    let format = RecordFormat::from_options(records, &columns, &[])?;
    let wants_records = format.as_ref().is_some_and(|format| !matches!(format, RecordFormat::Json));
    let format = format.unwrap_or_else(|| RecordFormat::text(records.format.unwrap_or(Format::Candidates)));
    RecordCommand::new(records.files(), &args.batch, &args.puzzle, style, format)
        .answer(wants_records, |record, json, form| answer(record, args, json, form))
}

fn answer(
    record: &Record,
    args: &CandidatesArgs,
    json: &mut JsonRecord,
    form: Form,
) -> Result<Answer, Failure> {
    let puzzle = &record.puzzle;
    let Some(board) = board(puzzle, args).map_err(solve_failure)? else {
        return Ok(Answer::Unsatisfiable(None));
    };
    if form == Form::Fields {
        let separator = if puzzle.geometry().size() > 9 { "," } else { "" };
        let cells = puzzle.geometry().cells().map(|cell| board.digits(cell).join(separator));
        json.candidates = Some(cells.format(" ").to_string());
        return Ok(Answer::Solved(String::new()));
    }
    let alphabet = args.symbols.alphabet(record.alphabet);
    match args.records.format {
        None | Some(Format::Candidates) => {
            let mut text = Vec::new();
            text::write_candidates(&board, alphabet, &mut text)?;
            Ok(Answer::Solved(String::from_utf8_lossy(&text).trim_end_matches('\n').to_owned()))
        }
        Some(format) => to_text(restricted(puzzle.clone(), &board), format, alphabet).map(Answer::Solved),
    }
}

/// Returns the candidates that are left, or `None` if the puzzle has no solution.
fn board(puzzle: &Puzzle, args: &CandidatesArgs) -> Result<Option<CandidateBoard>, SolveError> {
    if args.propagate_only {
        let limits = args.solver.time.limits();
        // The text has up to four characters for each candidate, and is copied once.
        limits.check_memory(8 * puzzle.geometry().candidate_count() as u64)?;
        let mut is_stopped = || limits.reached().is_some();
        return match CandidateBoard::from_puzzle_unless(puzzle, Inference::Singles, &mut is_stopped) {
            Ok(Some(board)) => Ok(Some(board)),
            Ok(None) => Err(SolveError::Unknown(limits.reached().unwrap_or(StopReason::TimeLimit))),
            Err(Contradiction) => Ok(None),
        };
    }
    let options = args.solver.batch_options(&args.batch);
    if args.unit_propagation {
        return options.unit_propagation(puzzle);
    }
    announce(&args.solver, &options, puzzle, CnfOptions::reduced);
    options.true_candidates(puzzle)
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
