//! The solutions of a single puzzle.

use std::time::Duration;

use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::terminal::BoardPainter;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::{Format, Record};
use sudoku_sat::{Count, Incomplete, SolveOptions};

use super::search::{search, uniqueness};
use super::text::{format, print};
use crate::cli::args::SolveArgs;
use crate::cli::{input, print_message, report_unknown};
use sudoku_cnf::cli::output::{self, Output};

/// The largest board size for which a note about further solutions is possible: `solve` briefly looks for a second one.
const SECOND_SOLUTION_SIZE: usize = 16;
/// The maximum duration of the search for a second solution.
const SECOND_SOLUTION_TIME: Duration = Duration::from_millis(50);

/// Prints one solution.
pub(super) fn solve_one(record: &Record, args: &SolveArgs) -> Result<u8, Failure> {
    let puzzle = &record.puzzle;
    let alphabet = args.symbols.alphabet(record.alphabet);
    let format = format(args, Format::Grid);
    let painter = BoardPainter::for_stdout().filter(|_| args.records.format.is_none() && !output::is_file());
    let (found, end) = search(puzzle, args, |index, solution| match painter {
        // With `--check-unique`, a second solution is counted but not printed.
        _ if index > 1 => Ok(()),
        Some(painter) => painter.write(puzzle, Some(solution.grid()), &mut Output).map_err(output::failure),
        None => print(index, &solution, format, alphabet),
    })?;
    if args.check_unique && found > 0 {
        print_message(format_args!("solutions: {}", uniqueness(found, end.as_ref()).name()));
    } else if found > 0
        && !args.batch.quiet
        && args.extra_clauses.is_none()
        && has_obvious_second_solution(puzzle)
    {
        print_message(
            "note: the puzzle has other solutions; print them with --all or count them with 'sudoku-sat count'",
        );
    }
    let (code, sat_code) = match end {
        // With `--check-unique`, the answer is unknown until the search for a second solution is complete.
        Some(Incomplete::Stopped(reason)) if found == 0 || args.check_unique => (report_unknown(&reason), 0),
        _ if found > 0 => (exit_code::DONE, 10),
        _ => (input::no_solution(args.records.puzzles.first(), record)?, 20),
    };
    Ok(if args.sat_exit_codes && code != exit_code::INTERRUPTED { sat_code } else { code })
}

/// Returns whether a second solution is found within a moment.
fn has_obvious_second_solution(puzzle: &Puzzle) -> bool {
    let options = SolveOptions::new().max_solutions(2).timeout(SECOND_SOLUTION_TIME);
    puzzle.geometry().size() <= SECOND_SOLUTION_SIZE
        && matches!(options.count(puzzle), Ok(Count::Exactly(2..) | Count::AtLeast(2.., _)))
}

/// Prints the requested number of solutions.
pub(super) fn solve_all(record: &Record, args: &SolveArgs) -> Result<u8, Failure> {
    let alphabet = args.symbols.alphabet(record.alphabet);
    let format = format(args, Format::Line);
    let (found, end) =
        search(&record.puzzle, args, |index, solution| print(index, &solution, format, alphabet))?;
    Ok(match end {
        Some(Incomplete::Stopped(reason)) => {
            print_message(format_args!("the list may be incomplete; solutions found: {found}"));
            report_unknown(&reason)
        }
        _ if found == 0 => input::no_solution(args.records.puzzles.first(), record)?,
        Some(Incomplete::MaxReached) => {
            print_message(format_args!("stopped at --limit; solutions found: {found}"));
            exit_code::DONE
        }
        None => exit_code::DONE,
    })
}
