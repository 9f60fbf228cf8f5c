//! `sudoku-sat compare`: compares encodings and solvers by CNF size and time.

mod combinations;
mod plot;
mod records;
mod row;
mod rows;
mod table;

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use itertools::Itertools;
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::progress::{Expected, Progress};
use sudoku_cnf::cli::puzzles::{Item, no_puzzle};
use sudoku_cnf::cli::run::{Answer, Run};
use sudoku_cnf::cli::{Failure, Style, exit_code, output};
use sudoku_cnf::text::Record;
use sudoku_cnf::{CnfOptions, Encoding};
use sudoku_sat::compare::{Measurement, measure, measure_by};
use sudoku_sat::{EncodingPolicy, SolveError};

use super::args::{CompareArgs, Method};
use super::plot::check_path as plot_to;
use super::{PROGRAM, input, print_message, solve_failure};
pub(super) use plot::PlotKind;
use records::Records;
use row::Row;
use rows::Output;
use table::Layout;

pub(crate) fn compare(args: &CompareArgs, style: Style) -> Result<u8, Failure> {
    args.solver.check(true)?;
    if args.records {
        return summarize(args);
    }
    let methods = methods(args);
    if args.solver.verbose {
        for (name, _) in &methods {
            print_message(format_args!("solver: {name}"));
        }
    }
    let mut puzzles = input::many(&args.puzzles, &args.puzzle, false)?;
    let encodings: Vec<CnfOptions> =
        args.solver.policies().into_iter().flat_map(EncodingPolicy::all).collect();
    let is_external = |method: &Option<Method>| matches!(method, Some(Method::Sat(solver)) if solver.runs_external_program());
    let layout = Layout {
        several_puzzles: puzzles.has(2),
        several_solvers: methods.len() > 1,
        several_combinations: methods.len() * encodings.len() > 1,
        several_runs: args.repeat > 1,
        has_timeout: args.solver.time.timeout().is_some(),
        has_memory: methods.iter().any(|(_, method)| is_external(method)),
    };
    if let Some(kind) = args.plot {
        plot::check(kind, methods.len() * encodings.len())?;
    }
    let format = open(args)?;
    puzzles.skip_completed(|_| {})?;
    // The measurements of a puzzle are printed one by one.
    let output = Mutex::new(Output::new(format, layout, plot(args))?);
    let output = || output.lock().unwrap_or_else(PoisonError::into_inner);
    let run = Run::new(PROGRAM, style, args.quiet || !layout.several_puzzles);
    let worker = || {
        |item: &Item| {
            let record = item.record()?;
            let mut answer = Answer::new(false, None);
            // Encodings that a limit has stopped.
            let mut stopped: Vec<CnfOptions> = Vec::new();
            let combinations = methods.iter().cartesian_product(&encodings);
            let expected = Expected::of_items((methods.len() * encodings.len()) as u64);
            let progress = Progress::new(expected.into(), args.quiet || layout.several_puzzles);
            for (done, ((solver, method), &options)) in (0..).zip(combinations) {
                progress.show(done, "combination", &String::new);
                let skipped = |reason: &dyn Display| {
                    progress.print(format_args!(
                        "{PROGRAM}: puzzle {}, {}: {reason}",
                        item.id,
                        title(options)
                    ));
                };
                if let Some(smaller) = stopped.iter().find(|smaller| contains(options, **smaller)) {
                    skipped(&format_args!("skipped, because {} was stopped", title(*smaller)));
                    continue;
                }
                let measurement = measurement(record, options, method.as_ref(), args);
                let measurement = match measurement.map_err(solve_failure) {
                    Err(Failure::Unknown(reason)) => {
                        answer.is_unknown = true;
                        stopped.push(options);
                        skipped(&format_args!("{reason} before the CNF was encoded"));
                        continue;
                    }
                    measurement => measurement?,
                };
                answer.value |= measurement.solved_by_propagation;
                output().write(&Row::new(item, record.line, solver, args, &measurement))?;
            }
            Ok(answer)
        }
    };
    // The number of puzzles that propagation solves.
    let mut propagated = 0;
    let totals = run.each(puzzles, worker, |_, is_propagated| {
        propagated += u64::from(is_propagated.is_ok_and(|is_propagated| is_propagated));
        Ok(())
    })?;
    if totals.is_empty() {
        return Err(no_puzzle().into());
    }
    output().finish(totals.is_interrupted)?;
    if propagated > 0 && !args.quiet {
        print_message(propagation_note(propagated, totals.items - totals.errors));
    }
    Ok(totals.exit_code())
}

/// Prints the records of earlier runs.
fn summarize(args: &CompareArgs) -> Result<u8, Failure> {
    let Records { rows, repeated } = Records::read(&args.puzzles)?;
    if rows.is_empty() {
        return Err(Failure::Usage("the input contains no records".to_owned()));
    }
    let mut output = Output::new(open(args)?, Layout::of(&rows), plot(args))?;
    rows.iter().try_for_each(|row| output.write(row))?;
    output.finish(false)?;
    if repeated > 0 && !args.quiet {
        let records = counted(repeated as u64, "record", "records");
        print_message(format_args!("note: {records} occurred before and did not count again"));
    }
    Ok(exit_code::DONE)
}

/// Opens the output, and returns the format. With `--plot`, the records or the table go to standard output.
fn open(args: &CompareArgs) -> Result<&str, Failure> {
    let inputs = args.puzzles.iter().chain(args.puzzle.read.files());
    let (path, format) = (args.output.output.as_deref(), args.format.as_deref().unwrap_or("table"));
    match (path, args.plot) {
        (Some(path), Some(_)) => plot_to(path, inputs)?,
        _ if matches!(format, "csv" | "json") => output::open_records(path, inputs, args.resume)?,
        _ if args.resume => {
            return Err(Failure::Usage("--resume requires --format csv or json".to_owned()));
        }
        _ => output::open(path, inputs)?,
    }
    Ok(format)
}

/// Returns the kind and the file of the plot to write, if any.
fn plot(args: &CompareArgs) -> Option<(PlotKind, PathBuf)> {
    args.plot.zip(args.output.output.clone())
}

/// Returns the name of an encoding with its at-most-one scheme.
fn title(options: CnfOptions) -> String {
    format!("encoding {} with {}", options.encoding, options.scheme())
}

/// Returns whether the clauses of `options` contain all clauses of `smaller`.
fn contains(options: CnfOptions, smaller: CnfOptions) -> bool {
    let includes = |encoding, other| match other {
        Encoding::Minimal => matches!(encoding, Encoding::Natural | Encoding::Complete | Encoding::Classic),
        Encoding::Natural => encoding == Encoding::Complete,
        _ => false,
    };
    let (larger, smaller_encoding) = (options.encoding, smaller.encoding);
    options.scheme() == smaller.scheme() && (larger == smaller_encoding || includes(larger, smaller_encoding))
}

/// Returns the methods to compare, with their names. `None` stands for the default solver.
fn methods(args: &CompareArgs) -> Vec<(String, Option<Method>)> {
    let chosen = match &args.solvers[..] {
        [] => vec![args.solver.chosen()],
        several => several.iter().cloned().map(Some).collect(),
    };
    let name = |method: &Option<Method>| match method {
        None => args.solver.options().solver_or_default().title(),
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
) -> Result<Measurement, SolveError> {
    let puzzle = &record.puzzle;
    let solve = args.solver.options();
    match method {
        None => measure(puzzle, options, &solve, args.repeat),
        Some(Method::Sat(solver)) => {
            measure(puzzle, options, &solve.solver(solver.clone().with_statistics()), args.repeat)
        }
        Some(Method::Search(engine)) => measure_by(puzzle, options, &solve, args.repeat, || {
            engine.solutions(puzzle, args.solver.time.limits())
        }),
    }
}

/// Returns the note for `propagated` of `measured` puzzles, whose CNF contains no search problem.
fn propagation_note(propagated: u64, measured: u64) -> String {
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
