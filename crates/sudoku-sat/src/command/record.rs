//! Records: one answer a puzzle, in input order, whatever becomes of the others.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::Serialize;
use sudoku_cnf::files::InputError;
use sudoku_cnf::program::faults::Faults;
use sudoku_cnf::program::puzzles::Item;
use sudoku_cnf::text::{Format, JsonCells, Record, Style};
use sudoku_cnf::{Grid, exit_code};
use sudoku_sat::external::ExternalError;
use sudoku_sat::{BackendError, SolveError};

use super::input::{self, noted};
use crate::args::RecordArgs;
use crate::{PROGRAM, say, tell_error};

/// What a record says of a puzzle.
pub(crate) enum Answer {
    /// It has solutions; the text of the record.
    Solved(String),
    /// It has none; the text of the record.
    Unsatisfiable(String),
    /// It has solutions, and its records are printed already.
    Listed,
    /// A limit was reached; the text of the record.
    Unknown(String),
    /// Somebody interrupted: there is no record, and no further puzzle.
    Interrupted,
}

/// What becomes of errors.
#[derive(Clone, Copy)]
pub(crate) struct Errors {
    /// How they are told.
    pub(crate) style: Style,
    /// Whether the first one ends it all.
    pub(crate) strict: bool,
}

/// Prints the record of each puzzle of a command that prints nothing else, even if there is only one; the exit code.
pub(crate) fn answer_each(
    args: &RecordArgs,
    style: Style,
    mut answer: impl FnMut(&Grid, &mut JsonRecord) -> anyhow::Result<Answer>,
) -> anyhow::Result<u8> {
    let as_json = args.format == Some(Format::Json);
    let items = input::one_or_many(&args.puzzles, &args.puzzle, args.format.is_some())?.into_iter();
    let errors = Errors { style, strict: args.strict };
    let tally = print_records(items, as_json, "", errors, |record, json| answer(&record.puzzle, json))?;
    Ok(tally.exit_code())
}

/// Prints a record for each puzzle and goes on after errors unless they are strict, which are told on standard error as well.
/// `separator` stands between them; `answer` fills in what it knows of the JSON record.
///
/// # Errors
/// If printing fails, or an error would come again with every other puzzle.
pub(crate) fn print_records(
    items: impl Iterator<Item = Item>,
    as_json: bool,
    separator: &str,
    errors: Errors,
    mut answer: impl FnMut(&Record, &mut JsonRecord) -> anyhow::Result<Answer>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut faults = Faults::new(PROGRAM, errors.style);
    for item in items {
        let start = Instant::now();
        let mut json = JsonRecord { id: tally.puzzles + 1, file: item.file, ..JsonRecord::default() };
        let answered = match item.puzzle {
            Ok(record) => {
                let record = noted(record);
                json.line = Some(record.line);
                json.puzzle = Some(JsonCells::of(&record.puzzle));
                match answer(&record, &mut json) {
                    Err(error) if !is_about_one_puzzle(&error) => return Err(error),
                    other => other,
                }
            }
            Err(error) => {
                json.line = error.line();
                Err(error.into())
            }
        };
        json.seconds = Some(start.elapsed().as_secs_f64());
        let (status, text) = match answered {
            Ok(Answer::Solved(text)) => ("solved", text),
            Ok(Answer::Unsatisfiable(text)) => ("unsatisfiable", text),
            Ok(Answer::Unknown(text)) => ("unknown", text),
            Ok(Answer::Listed) => {
                tally.count("solved", start.elapsed());
                continue;
            }
            Ok(Answer::Interrupted) => {
                tally.is_interrupted = true;
                return Ok(tally);
            }
            Err(error) => {
                match error.downcast_ref::<InputError>() {
                    Some(error) => faults.tell(error).into_iter().for_each(say),
                    None => tell_error(&error, errors.style),
                }
                json.message = Some(format!("{error:#}"));
                ("error", "error".to_owned())
            }
        };
        json.status = status;
        let separator = if tally.puzzles > 0 { separator } else { "" };
        let text = if as_json { serde_json::to_string(&json)? } else { text };
        print_line(&format!("{separator}{text}"))?;
        tally.count(status, start.elapsed());
        if errors.strict && status == "error" {
            break;
        }
    }
    if let Some(rest) = faults.rest() {
        say(rest);
    }
    Ok(tally)
}

/// Whether the next puzzle may fare better: not so where the solver is missing or printing fails.
fn is_about_one_puzzle(error: &anyhow::Error) -> bool {
    match error.downcast_ref() {
        Some(SolveError::Backend(BackendError::External(error))) => !matches!(
            error,
            ExternalError::NotFound { .. } | ExternalError::Start { .. } | ExternalError::Files(_)
        ),
        Some(SolveError::Backend(BackendError::NoSat(_))) | None => false,
        Some(_) => true,
    }
}

/// Prints a line of data.
pub(crate) fn print_line(text: &str) -> anyhow::Result<()> {
    writeln!(io::stdout().lock(), "{text}").context("standard output")
}

/// What came of the puzzles.
#[derive(Default)]
pub(crate) struct Tally {
    puzzles: u64,
    solved: u64,
    unknown: u64,
    errors: u64,
    time: Duration,
    longest: Option<(Duration, u64)>,
    is_interrupted: bool,
}

impl Tally {
    fn count(&mut self, status: &str, time: Duration) {
        self.puzzles += 1;
        self.solved += u64::from(status == "solved");
        self.unknown += u64::from(status == "unknown");
        self.errors += u64::from(status == "error");
        self.time += time;
        self.longest = self.longest.max(Some((time, self.puzzles)));
    }

    /// Tells a person how many were solved, and how long it took.
    pub(crate) fn tell(&self) {
        // Nobody may be listening, which is no reason to fail.
        let mut person = io::stderr();
        let _ = writeln!(person, "solved {} of {}", self.solved, self.puzzles);
        if let Some((longest, number)) = self.longest {
            let mean = self.time.div_f64(self.puzzles as f64);
            let _ = writeln!(person, "time: mean {mean:.1?}, longest {longest:.1?} for puzzle {number}");
        }
    }

    /// The exit code of a command that printed these records.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self { is_interrupted: true, .. } => exit_code::INTERRUPTED,
            Self { errors: 1.., .. } => exit_code::ERROR,
            Self { unknown: 1.., .. } => exit_code::UNKNOWN,
            _ => exit_code::DONE,
        }
    }
}

/// A record as a JSON object. Fields that were not asked for are left out.
#[derive(Serialize, Default)]
pub(crate) struct JsonRecord {
    /// The number of the puzzle, from 1, over all inputs.
    pub(crate) id: u64,
    file: String,
    /// The line of the puzzle or of the fault in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<JsonCells>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<JsonCells>,
    /// The number of the solution, from 1, where several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution_index: Option<u64>,
    /// Whether there is no other solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<JsonCount>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub(crate) rating: Option<JsonRating>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
}

impl JsonRecord {
    /// Prints this record as one of several of a puzzle's.
    pub(crate) fn print_solution(&mut self, index: u64, solution: &Grid) -> anyhow::Result<()> {
        self.status = "solved";
        self.solution = Some(JsonCells::of(solution));
        self.solution_index = Some(index);
        print_line(&serde_json::to_string(self)?)?;
        (self.solution, self.solution_index) = (None, None);
        Ok(())
    }
}

/// A number of solutions.
#[derive(Serialize)]
pub(crate) struct JsonCount {
    pub(crate) value: u128,
    /// Whether there are no more.
    pub(crate) exact: bool,
}

/// How hard a puzzle is.
#[derive(Serialize)]
pub(crate) struct JsonRating {
    pub(crate) difficulty: &'static str,
    pub(crate) step: String,
    pub(crate) learned_clauses: u64,
}
