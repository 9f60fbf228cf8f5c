//! `sudoku-sat minimize`: prints each puzzle without its redundant givens and rules, or lists them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;
use itertools::Itertools;
use sudoku_cnf::cli::lost_parts::LostParts;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::text::{Format, JsonCells, LostPart, Record, lost_parts};
use sudoku_cnf::{Candidate, CnfOptions, Puzzle};
use sudoku_sat::{SolveError, SolveOptions};

use super::args::MinimizeArgs;
use super::csv_record::Column;
use super::record::{Answer, JsonRecord};
use super::record_format::RecordFormat;
use super::records::{Form, RecordCommand};
use super::text::record_text;
use super::{PROGRAM, announce, announce_engine, solve_failure};

pub(crate) fn minimize(args: &MinimizeArgs, style: Style) -> Result<u8, Failure> {
    args.solver.check(false)?;
    let records = &args.records;
    if let (true, Some(format)) = (args.all, records.format)
        && !matches!(format, Format::Line | Format::Json | Format::Csv)
    {
        return Err(Failure::Usage(format!("--all cannot be combined with --format {format}")));
    }
    let result = if args.all { Column::Redundant } else { Column::Minimal };
    let format = RecordFormat::from_options(records, &[Column::Puzzle, result, Column::Status], &[])?;
    // The formats `json` and `csv` also store a single puzzle, but not a list of givens.
    let wants_records = records.selects_columns() || (args.all && format.is_some());
    let format = format.unwrap_or_else(|| RecordFormat::text(records.format.unwrap_or(Format::Line)));
    let lost = Mutex::new(BTreeMap::new());
    let code = RecordCommand::new(records.files(), &args.batch, &args.puzzle, style, format)
        .answer(wants_records, |record, json, form| answer(record, args, &lost, json, form))?;
    // A poisoned lock is harmless here: the collected data is always complete.
    for (format, lost) in lost.into_inner().unwrap_or_else(PoisonError::into_inner) {
        lost.warn(PROGRAM, format);
    }
    Ok(code)
}

/// For each output format, the parts of puzzles that it could not represent.
type Lost = Mutex<BTreeMap<&'static str, LostParts>>;

fn answer(
    record: &Record,
    args: &MinimizeArgs,
    lost: &Lost,
    json: &mut JsonRecord,
    form: Form,
) -> Result<Answer, Failure> {
    // Givens and rules share the time of the puzzle.
    let options = args.solver.batch_options(&args.batch).timeout(None).limits(args.solver.time.limits());
    announce_method(args, &options, &record.puzzle);
    let text = if args.all {
        redundant(&options, &record.puzzle).map_err(solve_failure)?.map(|(givens, rules)| {
            let rules: Vec<_> = rules.iter().map(ToString::to_string).collect();
            (json.redundant, json.redundant_rules) = (Some(givens.clone()), rules.clone());
            Ok(if form == Form::Document {
                let givens = givens.iter().map(|given| format!("{} {}", given.cell, given.digit));
                givens.chain(rules).join("\n")
            } else {
                Column::Redundant.text(json)
            })
        })
    } else {
        minimal(&options, &record.puzzle).map_err(solve_failure)?.map(|minimal| {
            json.minimal = Some(JsonCells::of(minimal.grid()));
            json.minimal_rules = minimal.rules().iter().map(ToString::to_string).collect();
            text(minimal, record, args, lost, form)
        })
    };
    Ok(text.transpose()?.map_or(Answer::Unsatisfiable(None), Answer::Solved))
}

/// The redundant givens and the redundant rules of a puzzle.
type Redundant = (Vec<Candidate>, Vec<Rule>);

/// Returns the givens and rules that are redundant on their own, or `None` if the puzzle has no solution.
fn redundant(options: &SolveOptions, puzzle: &Puzzle) -> Result<Option<Redundant>, SolveError> {
    let givens = options.redundant_givens(puzzle)?;
    givens.map(|givens| Ok((givens, options.redundant_rules(puzzle)?))).transpose()
}

/// Returns the puzzle without redundant givens, and then without redundant rules, or `None` if it has no solution.
fn minimal(options: &SolveOptions, puzzle: &Puzzle) -> Result<Option<Puzzle>, SolveError> {
    options.minimize(puzzle)?.map(|minimal| options.minimize_rules(&minimal)).transpose()
}

/// With `--verbose`, prints the engine or the solver.
fn announce_method(args: &MinimizeArgs, options: &SolveOptions, puzzle: &Puzzle) {
    if let Some(engine) = options.engine_for(puzzle) {
        announce_engine(&args.solver, engine, puzzle);
    } else {
        // The CNF does not contain the givens, which are passed to the solver as assumptions.
        announce(&args.solver, options, &puzzle.without_givens(), CnfOptions::whole);
    }
}

/// Returns the minimal puzzle as text, with the title and the presentation of `record`.
fn text(
    minimal: Puzzle,
    record: &Record,
    args: &MinimizeArgs,
    lost: &Lost,
    form: Form,
) -> Result<String, Failure> {
    let selected = args.records.format;
    let format = match (form, selected) {
        // The columns of CSV are selected.
        (Form::Fields, Some(Format::Json)) => Format::Json,
        (Form::Fields, _) if args.records.selects_columns() && !args.records.selects(Column::Minimal) => {
            return Ok(String::new());
        }
        (Form::Fields, _) => Format::Csv,
        (_, Some(format)) => format,
        (_, None) if !minimal.rules().is_empty() => Format::Json,
        (Form::Document, None) => Format::Grid,
        (Form::Text, None) => Format::Line,
    };
    if !minimal.rules().is_empty() && !format.stores_rules() {
        return Err(Failure::Puzzle(anyhow!(
            "the format {format} cannot represent rules\nhint: use --format json, which keeps the rules"
        )));
    }
    match form {
        Form::Fields => Ok(String::new()),
        Form::Text if format == Format::OpenSudoku => Err(Failure::Usage(
            "--format opensudoku requires a single puzzle\nhint: pipe the puzzles to 'sudoku-cli convert --to opensudoku'"
                .to_owned(),
        )),
        _ => {
            let alphabet = args.symbols.alphabet(record.alphabet);
            let (remark, presentation) = (record.remark.clone(), record.presentation.clone());
            let minimal = Record { alphabet, remark, presentation, ..Record::new(minimal, record.line) };
            let is_of_author = |part: &LostPart| matches!(part, LostPart::Remark | LostPart::Presentation(_));
            let parts = lost_parts(&minimal, format).into_iter().filter(is_of_author);
            lost.lock().unwrap_or_else(PoisonError::into_inner).entry(format.name()).or_default().count(parts);
            record_text(&minimal, format)
        }
    }
}
