//! `sudoku-sat rate`: prints the difficulty of each puzzle.

use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::formats::Record;
use sudoku_sat::analysis::Rating;
use sudoku_sat::{Interrupt, SolveError, Solver, StopReason};

use super::args::RateArgs;
use super::csv_record::Column;
use super::record::{Answer, JsonRating, JsonRecord, Uniqueness};
use super::records::RecordCommand;
use super::{print_message, solve_failure};

pub(crate) fn rate(
    args: &RateArgs,
    style: Style,
    is_verbose: bool,
    interrupt: &Interrupt,
) -> Result<u8, Failure> {
    if is_verbose {
        print_message(format_args!("solver: {}", Solver::Varisat.title()));
    }
    let command = RecordCommand {
        args: &args.records,
        batch: &args.batch,
        puzzles: &args.puzzle,
        only: &args.only,
        default_columns: &[
            Column::Puzzle,
            Column::Difficulty,
            Column::Step,
            Column::LearnedClauses,
            Column::Status,
            Column::Unique,
        ],
    };
    let tally = command.answer_each(style, interrupt, || {
        |record: &Record, json: &mut JsonRecord| answer(&record.puzzle, args, interrupt, json)
    })?;
    if !args.batch.quiet && tally.puzzles > 1 {
        tally.print_outcomes();
    }
    Ok(tally.exit_code())
}

fn answer(
    puzzle: &Puzzle,
    args: &RateArgs,
    interrupt: &Interrupt,
    json: &mut JsonRecord,
) -> Result<Answer, Failure> {
    Ok(match sudoku_sat::rate(puzzle, &args.time.limits(interrupt)) {
        Ok(Rating::Proper { step, learned_clauses }) => {
            let difficulty = step.difficulty().name();
            json.unique = Some(Uniqueness::Unique);
            json.rating = Some(JsonRating { difficulty, step: step.to_string(), learned_clauses });
            Answer::Solved(format!("{difficulty} {step} {learned_clauses}"))
        }
        Ok(Rating::Several) => {
            json.unique = Some(Uniqueness::Several);
            Answer::Solved("several".to_owned())
        }
        Ok(Rating::Unsatisfiable) => Answer::Unsatisfiable("unsatisfiable".to_owned()),
        Err(SolveError::Unknown(StopReason::Interrupted)) => Answer::Interrupted,
        Err(SolveError::Unknown(reason)) => {
            json.message = Some(reason.to_string());
            Answer::Unknown("unknown".to_owned())
        }
        Err(error) => return Err(solve_failure(error)),
    })
}
