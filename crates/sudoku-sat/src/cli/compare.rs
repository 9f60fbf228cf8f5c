//! `sudoku-sat compare`: prints a table that compares different encodings of a puzzle.

use std::time::Instant;

use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::{CnfOptions, Puzzle};
use sudoku_sat::compare::{Measurement, measure, measure_cnf};
use sudoku_sat::{Interrupt, SolveError};

use super::args::CompareArgs;
use super::{input, print_data, print_message, solve_failure};

pub(crate) fn compare(args: &CompareArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let puzzle = input::puzzle(args.input.as_ref(), &args.puzzle)?.puzzle;
    let as_json = args.format == "json";
    if !as_json {
        print_data(&format!(
            "{:<9}{:<10}{:>10}{:>12}{:>12}{:>13}{:>11}{:>11}",
            "encoding", "amo", "variables", "clauses", "literals", "bytes", "encode (s)", "solve (s)"
        ))?;
    }
    if args.solver.verbose {
        let solver = args.solver.engine().map_or_else(
            || args.solver.options(interrupt).solver_or_default().title(),
            |engine| engine.to_string(),
        );
        print_message(format_args!("solver: {solver}"));
    }
    for options in args.solver.policy().all() {
        let measured = measured(&puzzle, options, args, interrupt).map_err(solve_failure)?;
        if interrupt.is_triggered() {
            return Ok(exit_code::INTERRUPTED);
        }
        let line = if as_json {
            serde_json::to_string(&measured).map_err(anyhow::Error::from)?
        } else {
            row(&measured)
        };
        print_data(&line)?;
    }
    Ok(exit_code::DONE)
}

fn measured(
    puzzle: &Puzzle,
    options: CnfOptions,
    args: &CompareArgs,
    interrupt: &Interrupt,
) -> Result<Measurement, SolveError> {
    let Some(engine) = args.solver.engine() else {
        return measure(puzzle, options, &args.solver.options(interrupt));
    };
    let measured = measure_cnf(puzzle, options)?;
    let start = Instant::now();
    let found = engine.solutions(puzzle, args.solver.time.limits(interrupt)).next();
    let is_known = !matches!(found, Some(Err(_)));
    Ok(Measurement { solve_seconds: is_known.then(|| start.elapsed().as_secs_f64()), ..measured })
}

fn row(measured: &Measurement) -> String {
    let solve = measured.solve_seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.4}"));
    format!(
        "{:<9}{:<10}{:>10}{:>12}{:>12}{:>13}{:>11.4}{solve:>11}",
        measured.encoding,
        measured.at_most_one,
        measured.variables,
        measured.clauses,
        measured.literals,
        measured.bytes,
        measured.encode_seconds,
    )
}
