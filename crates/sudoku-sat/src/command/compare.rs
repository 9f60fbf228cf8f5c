//! `sudoku-sat compare`: a table of the encodings of a puzzle.

use sudoku_cnf::exit_code;
use sudoku_sat::Interrupt;
use sudoku_sat::compare::{Measurement, measure};

use super::input;
use super::print_line;
use crate::args::Compare;
use crate::tell;

pub(crate) fn compare(args: &Compare, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let puzzle = input::puzzle(args.input.as_ref(), &args.puzzle)?.puzzle;
    let as_json = args.format == "json";
    if !as_json {
        print_line(&format!(
            "{:<9}{:<10}{:>10}{:>12}{:>12}{:>13}{:>11}{:>11}",
            "encoding", "amo", "variables", "clauses", "literals", "bytes", "encode s", "solve s"
        ))?;
    }
    let solver = args.solver.solver();
    if args.solver.verbose {
        tell(format_args!("solver {}", solver.title()));
    }
    for options in args.solver.choice().all() {
        let measured = measure(&puzzle, &solver, options, &args.solver.time.limits(interrupt))?;
        if interrupt.is_triggered() {
            return Ok(exit_code::INTERRUPTED);
        }
        print_line(&if as_json { serde_json::to_string(&measured)? } else { row(&measured) })?;
    }
    Ok(exit_code::DONE)
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
