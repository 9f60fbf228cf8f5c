//! The search for the solutions of one puzzle.

use std::time::Instant;

use sudoku_cnf::cli::Failure;
use sudoku_cnf::{Puzzle, Solution};
use sudoku_sat::{Incomplete, SolveError, SolveOptions};

use super::{extra_clauses, proven};
use crate::cli::args::SolveArgs;
use crate::cli::record::Uniqueness;
use crate::cli::{announce, announce_engine, print_message, solve_failure};

/// Returns the maximum number of solutions to search for.
fn max_solutions(args: &SolveArgs) -> u64 {
    match args.limit {
        Some(limit) => limit,
        None if args.all => u64::MAX,
        None if args.checks_unique() => 2,
        None => 1,
    }
}

/// Returns the options for the search. With `--jobs`, the solver of a puzzle does not start its own threads.
pub(super) fn options(args: &SolveArgs) -> SolveOptions {
    args.solver.batch_options(&args.batch).max_solutions(max_solutions(args))
}

/// Searches for the requested number of solutions of `puzzle`, and calls `show` with each solution and its number.
///
/// Returns the number of solutions found, and the reason why the search is incomplete, if it is.
pub(super) fn search(
    puzzle: &Puzzle,
    args: &SolveArgs,
    show: impl FnMut(u64, Solution) -> Result<(), Failure>,
) -> Result<(u64, Option<Incomplete>), Failure> {
    if args.proof.wants_proof() {
        let number = args.puzzle.puzzle_number.unwrap_or(1);
        let (found, end) = proven::search(puzzle, number, args, show)?;
        if end == Some(Incomplete::MaxReached) {
            proven::report_no_proof(args, found);
        }
        return Ok((found, end));
    }
    let mut options = options(args);
    if let Some(path) = &args.extra_clauses {
        if let Some(engine) = args.solver.engine() {
            return Err(Failure::Usage(format!(
                "--extra-clauses requires a SAT solver, but {engine} is not one"
            )));
        }
        options = options.extra_clauses(extra_clauses::read(path, puzzle.geometry())?);
    }
    let mut solutions = match args.solver.engine() {
        Some(engine) => engine.solutions(puzzle, args.solver.time.limits()),
        None => options.solutions(puzzle),
    };
    if let Some(engine) = args.solver.engine().or_else(|| options.engine_for(puzzle)) {
        announce_engine(&args.solver, engine, puzzle);
    } else {
        announce(&args.solver, &options, puzzle, |cnf| cnf);
    }
    let start = Instant::now();
    let result = run(solutions.by_ref(), args, show);
    if args.solver.verbose {
        if let Some(statistics) = solutions.statistics() {
            print_message(format_args!("search: {statistics}"));
        }
        print_message(format_args!("time: {:.1?}", start.elapsed()));
    }
    result
}

/// Calls `show` with each requested solution and its number. With `--sorted`, the solutions are sorted first.
///
/// Returns the number of solutions, and the reason why the search is incomplete, if it is.
pub(super) fn run(
    solutions: impl Iterator<Item = Result<Solution, SolveError>>,
    args: &SolveArgs,
    mut show: impl FnMut(u64, Solution) -> Result<(), Failure>,
) -> Result<(u64, Option<Incomplete>), Failure> {
    let mut found = 0;
    let mut sorted = Vec::new();
    let mut end = None;
    let max = usize::try_from(max_solutions(args)).unwrap_or(usize::MAX);
    for solution in solutions.take(max) {
        match solution {
            Err(SolveError::Unknown(reason)) => end = Some(Incomplete::Stopped(reason)),
            Err(error) => return Err(solve_failure(error)),
            Ok(solution) => {
                found += 1;
                if args.sorted {
                    sorted.push(solution);
                } else {
                    show(found, solution)?;
                }
            }
        }
    }
    if found == max_solutions(args) {
        end = Some(Incomplete::MaxReached);
    }
    sorted.sort_by_cached_key(|solution| solution.grid().digits().collect::<Vec<_>>());
    for (index, solution) in (1..).zip(sorted) {
        show(index, solution)?;
    }
    Ok((found, end))
}

/// Returns whether the solution is unique, based on the result of a search for two solutions.
pub(super) fn uniqueness(found: u64, end: Option<&Incomplete>) -> Uniqueness {
    match end {
        None if found == 1 => Uniqueness::Unique,
        None | Some(Incomplete::MaxReached) => Uniqueness::Several,
        Some(Incomplete::Stopped(_)) => Uniqueness::Unknown,
    }
}
