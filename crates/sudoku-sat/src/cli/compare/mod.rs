//! `sudoku-sat compare`: compares encodings and solvers by CNF size and time.

mod output;

use std::fmt::Display;
use std::sync::atomic::Ordering;

use sudoku_cnf::CnfOptions;
use sudoku_cnf::cli::error_reports::ErrorReports;
use sudoku_cnf::cli::progress::Progress;
use sudoku_cnf::cli::{Failure, Style, exit_code, messages};
use sudoku_cnf::text::Record;
use sudoku_sat::compare::{Measurement, measure, measure_by};
use sudoku_sat::{Interrupt, SolveError};

use super::args::{CompareArgs, Method};
use super::input::{self, Numbered, OneOrMany};
use super::{PROGRAM, print_message, solve_failure};
use output::{Layout, Output, Row};

pub(crate) fn compare(args: &CompareArgs, style: Style, interrupt: &Interrupt) -> Result<u8, Failure> {
    let methods = methods(args, interrupt);
    if args.solver.verbose {
        for (name, _) in &methods {
            print_message(format_args!("solver: {name}"));
        }
    }
    let puzzles = input::one_or_many(&args.puzzles, &args.puzzle, false, false)?;
    let layout = Layout {
        several_puzzles: matches!(puzzles, OneOrMany::Many(_)),
        several_solvers: methods.len() > 1,
        several_runs: args.repeat > 1,
    };
    let mut puzzles = puzzles.into_stream();
    let mut output = Output::new(args.format.as_deref().unwrap_or("table"), layout)?;
    let progress = match (layout.several_puzzles && !args.quiet, output.is_delayed()) {
        (false, _) => Progress::hidden(),
        (true, true) => Progress::of_input(puzzles.total_bytes()),
        (true, false) => Progress::of_bytes(puzzles.total_bytes()),
    };
    let bytes_read = puzzles.bytes_read();
    let mut reports = ErrorReports::new(PROGRAM, style);
    let (mut measured, mut errors, mut propagated, mut unencoded) = (0, 0, 0, 0);
    for Numbered { id, item } in puzzles.by_ref() {
        let file = item.file.clone();
        match item.valid() {
            Err(error) => {
                errors += 1;
                reports.report(&error).into_iter().for_each(|text| progress.print(text));
            }
            Ok(record) => {
                let record = input::noted(record, args.quiet);
                let mut is_propagated = false;
                for (solver, method) in &methods {
                    for options in args.solver.policy().all() {
                        let measurement = measurement(&record, options, method.as_ref(), args, interrupt);
                        if interrupt.is_triggered() {
                            return Ok(exit_code::INTERRUPTED);
                        }
                        if let Err(SolveError::Unknown(_)) = measurement {
                            unencoded += 1;
                            progress.print(format_args!("{PROGRAM}: {}", unencoded_text(id, options)));
                            continue;
                        }
                        let measurement = measurement.map_err(solve_failure)?;
                        is_propagated |= measurement.solved_by_propagation;
                        let row = Row::new(id, &file, record.line, solver, args.repeat, &measurement);
                        output.write(&row)?;
                    }
                }
                measured += 1;
                propagated += usize::from(is_propagated);
            }
        }
        progress.show(|| (bytes_read.load(Ordering::Relaxed), format!("{id} puzzles")));
    }
    drop(progress);
    output.finish()?;
    reports.summary().into_iter().for_each(messages::print_line);
    if propagated > 0 && !args.quiet {
        print_message(propagation_note(propagated, measured));
    }
    Ok(match (errors, unencoded) {
        (0, 0) => exit_code::DONE,
        (0, _) => exit_code::UNKNOWN,
        _ => exit_code::ERROR,
    })
}

/// Returns the message for a puzzle that could not be encoded within the time limit.
fn unencoded_text(id: impl Display, options: CnfOptions) -> String {
    let (encoding, scheme) = (options.encoding, options.scheme());
    format!(
        "puzzle {id}, encoding {encoding} with {scheme}: the time limit was reached before the CNF was encoded"
    )
}

/// Returns the methods to compare, with their names. `None` stands for the default solver.
fn methods(args: &CompareArgs, interrupt: &Interrupt) -> Vec<(String, Option<Method>)> {
    let chosen = match &args.solvers[..] {
        [] => vec![args.solver.chosen()],
        several => several.iter().cloned().map(Some).collect(),
    };
    let name = |method: &Option<Method>| match method {
        None => args.solver.options(interrupt).solver_or_default().title(),
        Some(Method::Sat(solver)) => solver.title(),
        Some(Method::Search(engine)) => engine.to_string(),
    };
    chosen.into_iter().map(|method| (name(&method), method)).collect()
}

/// Measures one combination of a puzzle, an encoding and a solver.
fn measurement(
    record: &Record,
    options: CnfOptions,
    method: Option<&Method>,
    args: &CompareArgs,
    interrupt: &Interrupt,
) -> Result<Measurement, SolveError> {
    let puzzle = &record.puzzle;
    let solve = args.solver.options(interrupt);
    match method {
        None => measure(puzzle, options, &solve, args.repeat),
        Some(Method::Sat(solver)) => measure(puzzle, options, &solve.solver(solver.clone()), args.repeat),
        Some(Method::Search(engine)) => measure_by(puzzle, options, &solve, args.repeat, || {
            let found = engine.solutions(puzzle, args.solver.time.limits(interrupt)).next();
            Ok(!matches!(found, Some(Err(_))))
        }),
    }
}

/// Returns the note for `propagated` of `measured` puzzles, whose CNF contains no search problem.
fn propagation_note(propagated: usize, measured: usize) -> String {
    let subject = match (propagated, measured) {
        (1, 1) => "the puzzle, so its CNF contains".to_owned(),
        (1, _) => format!("1 of {measured} puzzles, so its CNF contains"),
        _ => format!("{propagated} of {measured} puzzles, so their CNFs contain"),
    };
    format!(
        "note: propagation solves {subject} only unit clauses\nhint: --no-reduce encodes the whole board instead"
    )
}

#[cfg(test)]
mod tests {
    use super::propagation_note;

    #[test]
    fn the_note_counts_puzzles() {
        let first_line =
            |propagated, measured| propagation_note(propagated, measured).lines().next().unwrap().to_owned();
        assert_eq!(
            first_line(1, 1),
            "note: propagation solves the puzzle, so its CNF contains only unit clauses"
        );
        assert_eq!(
            first_line(1, 3),
            "note: propagation solves 1 of 3 puzzles, so its CNF contains only unit clauses"
        );
        assert_eq!(
            first_line(2, 3),
            "note: propagation solves 2 of 3 puzzles, so their CNFs contain only unit clauses"
        );
    }
}
