//! Records for many puzzles.

use sudoku_cnf::Solution;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::puzzles::PuzzleStream;
use sudoku_cnf::text::{Format, JsonCells, Record};
use sudoku_sat::{BatchSolver, Incomplete, SolveError, Solver, StopReason, cores};

use super::proven;
use super::search::{options, run, uniqueness};
use super::text::format;
use crate::cli::args::{Method, SolveArgs};
use crate::cli::record::{Answer, JsonRecord};
use crate::cli::record_format::RecordFormat;
use crate::cli::records::{RecordCommand, print_summary};
use crate::cli::text::to_text;
use crate::cli::{print_message, solve_failure, warn_about_missing_members};

/// Returns the number of worker threads.
pub(super) fn jobs(args: &SolveArgs) -> usize {
    match args.batch.jobs {
        // Workers print solutions directly. With several workers, solutions of different puzzles could be interleaved.
        _ if args.lists_all() => 1,
        Some(jobs) => jobs.into(),
        // A portfolio already runs on several threads.
        None if matches!(args.solver.chosen(), Some(Method::Sat(Solver::Portfolio(_)))) => 1,
        None => cores(),
    }
}

/// Prints a record for each puzzle.
pub(super) fn solve_many(
    puzzles: PuzzleStream,
    args: &SolveArgs,
    command: &RecordCommand<'_>,
) -> Result<u8, Failure> {
    let text_format = format(args, Format::Line);
    announce_many(args);
    let totals = command.print_records(puzzles, || {
        let mut solver = BatchSolver::new(options(args));
        move |record: &Record, json: &mut JsonRecord| {
            answer(record, args, &command.format, text_format, &mut solver, json)
        }
    })?;
    if !args.batch.quiet {
        print_summary(&totals);
    }
    Ok(totals.exit_code())
}

/// Before a batch run, warns about portfolio members that are not installed. With `--verbose`, also prints the solver's
/// name, or the default solvers by board size.
fn announce_many(args: &SolveArgs) {
    let options = options(args);
    if args.proof.wants_proof() {
        return;
    }
    if args.solver.verbose {
        let title = |n| {
            options
                .engine_for_size(n)
                .map_or_else(|| options.solver_for_size(n).title(), |engine| engine.to_string())
        };
        match args.solver.chosen() {
            Some(Method::Search(engine)) => print_message(format_args!("solver: {engine}")),
            Some(Method::Sat(solver)) => print_message(format_args!("solver: {}", solver.title())),
            None => {
                let (medium, large) = (title(16), title(17));
                let medium = if medium == large { String::new() } else { format!("{medium} up to 16x16, ") };
                print_message(format_args!("solver: {} up to 9x9, {medium}otherwise {large}", title(9)));
            }
        }
    }
    warn_about_missing_members(&options.solver_or_default());
}

/// Returns the answer for one puzzle, and fills in its JSON record.
fn answer(
    record: &Record,
    args: &SolveArgs,
    record_format: &RecordFormat,
    format: Format,
    solver: &mut BatchSolver,
    json: &mut JsonRecord,
) -> Result<Answer, Failure> {
    let puzzle = &record.puzzle;
    let number = usize::try_from(json.id).unwrap_or(usize::MAX);
    let mut first = None;
    let show = |index, solution: Solution| {
        if args.lists_all() {
            return record_format.print_solution(json, index, solution.grid());
        }
        first.get_or_insert(solution);
        Ok(())
    };
    let (found, end) = match args.solver.engine() {
        _ if args.proof.wants_proof() => proven::search(puzzle, number, args, show),
        Some(engine) => run(engine.solutions(puzzle, args.solver.time.limits()), args, show),
        None => run(solver.solutions(puzzle), args, show),
    }?;
    if let Some(solution) = first
        && end != Some(Incomplete::Stopped(StopReason::Interrupted))
    {
        json.solution = record_format.has_fields().then(|| JsonCells::of(solution.grid()));
        let alphabet = args.symbols.alphabet(record.alphabet);
        let mut text = to_text(solution.into_grid().into(), format, alphabet)?;
        if args.checks_unique() {
            let uniqueness = uniqueness(found, end.as_ref());
            json.unique = Some(uniqueness);
            text.push(if format == Format::Line { ' ' } else { '\n' });
            text.push_str(uniqueness.name());
        }
        return Ok(match end {
            Some(Incomplete::Stopped(reason)) => {
                json.message = Some(reason.to_string());
                Answer::PartlyKnown(text)
            }
            _ => Answer::Solved(text),
        });
    }
    Ok(match end {
        Some(Incomplete::Stopped(reason)) => return Err(solve_failure(SolveError::Unknown(reason))),
        _ if found > 0 => Answer::Listed,
        _ => Answer::Unsatisfiable(None),
    })
}
