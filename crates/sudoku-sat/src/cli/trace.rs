//! `sudoku-sat trace`: prints the events of a search as JSON Lines.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_sat::SolveError;
use sudoku_sat::trace::TraceEnd;

use super::args::TraceArgs;
use super::{input, print_message, report_unknown, solve_failure};

pub(crate) fn trace(args: &TraceArgs) -> Result<u8, Failure> {
    let record = input::single(args.puzzle.as_ref(), &args.input, args.quiet)?;
    let inputs = args.puzzle.iter().chain(args.input.read.files());
    output::open(args.output.output.as_deref(), inputs)?;
    let mut out = BufWriter::new(Output);
    let mut error = None;
    let limits = args.time.limits();
    let traced = sudoku_sat::trace::trace(&record.puzzle, &args.options(), &limits, |event| {
        let written = serde_json::to_writer(&mut out, event).map_err(Into::into);
        match written.and_then(|()| writeln!(out)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failed) => {
                error = Some(failed);
                ControlFlow::Break(())
            }
        }
    });
    error.map_or_else(|| out.flush(), Err).map_err(output::failure)?;
    match traced {
        Ok(TraceEnd { stopped: Some(reason), .. }) | Err(SolveError::Unknown(reason)) => {
            Ok(report_unknown(&reason))
        }
        Err(error) => Err(solve_failure(error)),
        Ok(TraceEnd { solution: Some(_), .. }) => {
            if args.refute && !args.quiet {
                print_message("note: the puzzle has another solution");
            }
            Ok(exit_code::DONE)
        }
        Ok(end) if args.refute && end.excluded.is_some() => {
            if !args.quiet {
                print_message("note: the clauses have been refuted, so the solution is unique");
            }
            Ok(exit_code::DONE)
        }
        Ok(_) => input::no_solution(args.puzzle.as_ref(), &record),
    }
}
