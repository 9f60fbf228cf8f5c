//! `sudoku-sat minimize`: prints each puzzle without its redundant givens, or lists the redundant givens.

use itertools::Itertools;
use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::text::{Format, JsonCells, Record};
use sudoku_sat::{Interrupt, SolveError, SolveOptions};

use super::args::MinimizeArgs;
use super::csv_record::Column;
use super::explain::json::JsonCandidate;
use super::record::{Answer, JsonRecord};
use super::record_format::RecordFormat;
use super::records::{Form, RecordCommand};
use super::text::to_text;
use super::{announce, announce_engine, solve_failure};

pub(crate) fn minimize(args: &MinimizeArgs, style: Style, interrupt: &Interrupt) -> Result<u8, Failure> {
    let records = &args.records;
    let result = if args.all { Column::Redundant } else { Column::Minimal };
    let format = RecordFormat::from_options(records, &[Column::Puzzle, result, Column::Status], &[])?;
    // The formats `json` and `csv` also store a single puzzle, but not a list of givens.
    let wants_records = !records.columns.is_empty() || (args.all && format.is_some());
    let format = format.unwrap_or_else(|| RecordFormat::text(records.format.unwrap_or(Format::Line)));
    RecordCommand::new(records.files(), &args.batch, &args.puzzle, style, format)
        .answer(wants_records, |record, json, form| answer(record, args, interrupt, json, form))
}

fn answer(
    record: &Record,
    args: &MinimizeArgs,
    interrupt: &Interrupt,
    json: &mut JsonRecord,
    form: Form,
) -> Result<Answer, Failure> {
    let mut options = args.solver.options(interrupt);
    if args.batch.jobs.is_some() {
        options = options.single_threaded();
    }
    announce_method(args, &options, &record.puzzle);
    let result = if args.all {
        options.redundant_givens(&record.puzzle).map(|givens| {
            givens.map(|givens| {
                json.redundant = Some(givens.iter().map(JsonCandidate::from).collect());
                Ok(match form {
                    Form::Document => {
                        givens.iter().map(|given| format!("{} {}", given.cell, given.digit)).join("\n")
                    }
                    Form::Text | Form::Fields => givens.iter().join(" "),
                })
            })
        })
    } else {
        options.minimize(&record.puzzle).map(|minimal| {
            minimal.map(|minimal| {
                json.minimal = Some(JsonCells::of(minimal.grid()));
                text(minimal, record, args, form)
            })
        })
    };
    match result {
        Ok(Some(text)) => text.map(Answer::Solved),
        Ok(None) => Ok(Answer::Unsatisfiable(None)),
        Err(SolveError::Unknown(reason)) => json.unknown(&reason),
        Err(error) => Err(solve_failure(error)),
    }
}

/// With `--verbose`, prints the engine or the solver.
fn announce_method(args: &MinimizeArgs, options: &SolveOptions, puzzle: &Puzzle) {
    let n = puzzle.geometry().size();
    if let Some(engine) = options.engine_for_size(n) {
        announce_engine(&args.solver, engine, puzzle);
    } else {
        // The CNF does not contain the givens, which are passed to the solver as assumptions.
        let solver = options.solver_for_size(n);
        let whole = options.cnf_options_for(&solver, n).whole();
        announce(&args.solver, &solver, &puzzle.without_givens(), whole);
    }
}

/// Returns the minimal puzzle as text.
fn text(minimal: Puzzle, record: &Record, args: &MinimizeArgs, form: Form) -> Result<String, Failure> {
    let format = match (form, args.records.format) {
        (Form::Fields, _) => return Ok(String::new()),
        (Form::Text, Some(Format::OpenSudoku)) => {
            return Err(Failure::Usage(
                "--format opensudoku requires a single puzzle\nhint: pipe the puzzles to 'sudoku-cli convert --to opensudoku'"
                    .to_owned(),
            ));
        }
        (_, Some(format)) => format,
        (Form::Document, None) => Format::Grid,
        (Form::Text, None) => Format::Line,
    };
    to_text(minimal, format, args.symbols.alphabet(record.alphabet))
}
