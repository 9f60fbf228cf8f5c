//! `sudoku-sat count`: prints the number of solutions of each puzzle.

use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::text::{Format, Record};
use sudoku_sat::{Count, EncodingPolicy, Incomplete, StopReason};

use super::args::{CountArgs, Method};
use super::csv_record::Column;
use super::record::{Answer, JsonCount, JsonRecord};
use super::record_format::RecordFormat;
use super::records::{RecordCommand, exit_code};
use super::{announce, announce_engine, print_message, solve_failure};

pub(crate) fn count(args: &CountArgs, style: Style) -> Result<u8, Failure> {
    args.solver.check(false)?;
    let columns = [Column::Puzzle, Column::Count, Column::Status];
    let format = RecordFormat::from_options(&args.records, &columns, &[])?;
    let format = format.unwrap_or_else(|| RecordFormat::text(Format::Line));
    let command = RecordCommand::new(args.records.files(), &args.batch, &args.puzzle, style, format);
    let totals = command.answer_each(args.records.selects_records(), || {
        |record: &Record, json: &mut JsonRecord| answer(&record.puzzle, args, json)
    })?;
    Ok(exit_code(&totals))
}

fn answer(puzzle: &Puzzle, args: &CountArgs, json: &mut JsonRecord) -> Result<Answer, Failure> {
    let count = match args.solver.chosen() {
        Some(Method::Search(engine)) => {
            announce_engine(&args.solver, engine, puzzle);
            let solutions = engine.solutions(puzzle, args.solver.time.limits());
            solutions.count_up_to(args.limit.unwrap_or(u64::MAX))
        }
        method => {
            let options = args.solver.batch_options(&args.batch).max_solutions(args.limit);
            let enumerates = method.is_some()
                || args.solver.policies() != [EncodingPolicy::default()]
                || !puzzle.rules().is_empty();
            if enumerates {
                announce(&args.solver, &options, puzzle, |cnf| cnf);
            } else if args.solver.verbose {
                print_message("solver: counting search, after the first solutions by the method of 'solve'");
            }
            options.count(puzzle)
        }
    };
    let count = count.map_err(solve_failure)?;
    let (Count::Exactly(value) | Count::AtLeast(value, _)) = count;
    json.count = Some(JsonCount { value, exact: count.exact().is_some() });
    // The count may contain the message of a solver.
    let text = foreign(&count);
    Ok(match count {
        Count::Exactly(0) => Answer::Unsatisfiable(Some(text)),
        Count::Exactly(_) | Count::AtLeast(_, Incomplete::MaxReached) => Answer::Solved(text),
        Count::AtLeast(_, Incomplete::Stopped(StopReason::Interrupted)) => return Err(Failure::Interrupted),
        Count::AtLeast(_, Incomplete::Stopped(_)) => Answer::Unknown(Some(text)),
    })
}
