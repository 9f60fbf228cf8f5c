//! Processes many puzzles and prints their records in input order.
//!
//! Without `--strict`, an error in one puzzle does not affect the remaining puzzles.

use std::path::{Path, PathBuf};
use std::time::Instant;

use sudoku_cnf::cli::hints::print_note;
use sudoku_cnf::cli::numbers::grouped;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, no_puzzle};
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::run::{self, Run, RunItem, jobs_or_cores};
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::totals::Totals;
use sudoku_cnf::cli::{Failure, Style, exit_code, messages, output};
use sudoku_cnf::text::Record;

use super::args::{BatchArgs, PuzzleArgs};
use super::csv_record;
use super::input;
use super::record::{Answer, JsonRecord, Status};
use super::record_format::RecordFormat;
use super::{PROGRAM, print_message};

/// A command that prints one record per puzzle.
pub(crate) struct RecordCommand<'a> {
    /// The files that contain the puzzles.
    pub(crate) paths: &'a [PathBuf],
    /// The output file, or `None` for standard output.
    pub(crate) output: Option<&'a Path>,
    pub(crate) batch: &'a BatchArgs,
    pub(crate) puzzles: &'a PuzzleArgs,
    /// A file that the command reads besides those of the puzzles.
    pub(crate) more_input: Option<&'a PathBuf>,
    pub(crate) style: Style,
    pub(crate) format: RecordFormat,
    /// The classes of results to print, or an empty list to print all results.
    pub(crate) only: &'a [ResultClass],
    /// The number of worker threads.
    pub(crate) jobs: usize,
    /// Returns the class under which the totals count a record.
    pub(crate) class: fn(&JsonRecord) -> Option<ResultClass>,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The text of the only puzzle.
    Document,
    /// The text of a record.
    Text,
    /// The fields of a record.
    Fields,
}

/// Returns the exit code of a command that prints records even for a single puzzle. If the only puzzle has no solution,
/// the code is `NO_SOLUTION`.
pub(crate) fn exit_code(totals: &Totals) -> u8 {
    if totals.items == 1 && totals.of_class(ResultClass::Unsatisfiable) == 1 {
        return exit_code::NO_SOLUTION;
    }
    totals.exit_code()
}

/// Prints the number of puzzles with each status and the times.
pub(crate) fn print_summary(totals: &Totals) {
    let solved = totals.of_class(ResultClass::Solved);
    let mut parts = vec![format!("solved {} of {}", grouped(solved), grouped(totals.items))];
    parts.extend(totals.list(&[ResultClass::Unsatisfiable, ResultClass::Unknown]));
    messages::print_line(parts.join(", "));
    totals.times("puzzle").into_iter().for_each(messages::print_line);
}

impl<'a> RecordCommand<'a> {
    /// Creates a command that prints all records in `format`. Its totals count each status.
    pub(crate) fn new(
        (paths, output): (&'a [PathBuf], Option<&'a Path>),
        batch: &'a BatchArgs,
        puzzles: &'a PuzzleArgs,
        style: Style,
        format: RecordFormat,
    ) -> Self {
        let jobs = jobs_or_cores(batch.jobs);
        let class = JsonRecord::status_class;
        Self { paths, output, batch, puzzles, style, format, only: &[], jobs, class, more_input: None }
    }

    /// Returns the files that the command reads.
    fn inputs(&self) -> impl Iterator<Item = &'a PathBuf> {
        self.paths.iter().chain(self.puzzles.read.files()).chain(self.more_input)
    }

    /// Opens the inputs.
    pub(crate) fn puzzles(&self) -> Result<PuzzleStream, Failure> {
        input::many(self.paths, self.puzzles, self.format.keeps_lines())
    }

    /// Opens the output for a single puzzle, and prints the note about it.
    pub(crate) fn open_single<'i>(&self, item: &'i Item) -> Result<&'i Record, Failure> {
        let record = item.record()?;
        print_note(PROGRAM, record, self.batch.quiet);
        output::open(self.output, self.inputs())?;
        Ok(record)
    }

    /// Prints the answer to a single puzzle as a document. If there are several puzzles, or if the options select
    /// records, prints a record for each puzzle.
    pub(crate) fn answer(
        &self,
        wants_records: bool,
        answer: impl Fn(&Record, &mut JsonRecord, Form) -> Result<Answer, Failure> + Sync,
    ) -> Result<u8, Failure> {
        let mut puzzles = self.puzzles()?;
        if let Some(item) = puzzles.only_unless(wants_records || self.batch.wants_records())? {
            let record = self.open_single(&item)?;
            return self.print_document(record, |record, json| answer(record, json, Form::Document));
        }
        let form = if self.format.has_fields() { Form::Fields } else { Form::Text };
        let worker = || |record: &Record, json: &mut JsonRecord| answer(record, json, form);
        let totals = self.print_records(puzzles, worker)?;
        if !self.batch.quiet {
            print_summary(&totals);
        }
        Ok(totals.exit_code())
    }

    /// Prints the answer to a single puzzle, and returns the exit code.
    fn print_document(
        &self,
        record: &Record,
        answer: impl Fn(&Record, &mut JsonRecord) -> Result<Answer, Failure>,
    ) -> Result<u8, Failure> {
        let mut json = JsonRecord::default();
        let (text, code) = match answer(record, &mut json) {
            Err(Failure::Interrupted) => return Ok(exit_code::INTERRUPTED),
            Err(failure @ Failure::Unknown(_)) => {
                failure.message().into_iter().for_each(print_message);
                return Ok(exit_code::UNKNOWN);
            }
            Err(failure) => return Err(failure),
            Ok(Answer::Unsatisfiable(None)) => return input::no_solution(self.paths.first(), record),
            Ok(Answer::Unsatisfiable(Some(text))) => (text, exit_code::NO_SOLUTION),
            Ok(Answer::Unknown(text)) => (text.unwrap_or_default(), exit_code::UNKNOWN),
            Ok(Answer::PartlyKnown(text)) => (text, exit_code::UNKNOWN),
            Ok(Answer::Solved(text)) => (text, exit_code::DONE),
            Ok(Answer::Listed) => (String::new(), exit_code::DONE),
        };
        if !text.is_empty() {
            output::write_line(&text)?;
        }
        if let Some(message) = json.message {
            let status = if code == exit_code::UNKNOWN { "result unknown: " } else { "" };
            print_message(format_args!("{status}{message}"));
        }
        Ok(code)
    }

    /// Prints a record for each puzzle, even if there is only one puzzle, and returns the totals.
    ///
    /// # Errors
    /// Returns the errors of [`print_records`](Self::print_records). Unless the options select records, also returns an
    /// error if there is no puzzle.
    pub(crate) fn answer_each<W: FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>>(
        &self,
        wants_records: bool,
        worker: impl Fn() -> W + Sync,
    ) -> Result<Totals, Failure> {
        let totals = self.print_records(self.puzzles()?, worker)?;
        let may_be_empty = wants_records || self.batch.wants_records() || !self.only.is_empty();
        if totals.is_empty() && !may_be_empty { Err(no_puzzle().into()) } else { Ok(totals) }
    }

    /// Prints a record for each puzzle and returns the totals of the run.
    ///
    /// `worker` creates a worker. For each puzzle, a worker returns the answer and fills in the JSON record. Errors are
    /// reported both in the records and on standard error. With `--strict`, the first error ends the run.
    ///
    /// # Errors
    /// Returns an error if printing fails, or if the solver would fail on every puzzle.
    pub(crate) fn print_records<W: FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>>(
        &self,
        mut items: PuzzleStream,
        worker: impl Fn() -> W + Sync,
    ) -> Result<Totals, Failure> {
        let Self { batch, style, format, jobs, .. } = self;
        output::open_records(self.output, self.inputs(), batch.resume.resume)?;
        items.keep_shard(batch.shard);
        items.skip_completed(|_| {})?;
        let mut printer = Printer { format, lines: SourceLines::resumed(), has_printed: !output::is_empty() };
        if let Some(header) = format.header().filter(|_| !printer.has_printed) {
            output::write_line(&header)?;
        }
        let run = Run { is_strict: batch.strict, jobs: *jobs, ..Run::new(PROGRAM, *style, batch.quiet) };
        let worker = || {
            let mut answer = worker();
            move |item: &Item| self.respond(item, &mut answer)
        };
        run.each(items, worker, |item, response| {
            let text = match response {
                Ok(text) => text,
                Err(message) => self.text(&JsonRecord::of_error(item, message, format.has_fields()), "error"),
            };
            text.map_or(Ok(()), |text| printer.print(item, &text))
        })
    }

    /// Returns the text of a record, or `None` if `--only` omits it. `text` is the record as text.
    fn text(&self, json: &JsonRecord, text: impl Into<String>) -> Option<String> {
        let is_printed = self.only.is_empty() || self.only.iter().any(|&class| json.is_in(class));
        is_printed.then(|| self.format.line(json, text.into()))
    }

    /// Processes one puzzle and returns the text of its record, or `None` if there is nothing to print: the worker has
    /// already printed the record, or the result is not one of the requested classes.
    ///
    /// # Errors
    /// Returns an error if the solver fails.
    fn respond(
        &self,
        item: &Item,
        answer: &mut impl FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>,
    ) -> Result<run::Answer<Option<String>>, Failure> {
        // Only records with fields contain the time.
        let start = self.format.has_fields().then(Instant::now);
        let mut json = JsonRecord::new(item, self.format.has_fields());
        let record = item.record()?;
        self.format.check_input(&json)?;
        let answer = match answer(record, &mut json) {
            Err(Failure::Unknown(reason)) => {
                json.message = Some(reason);
                Answer::Unknown(None)
            }
            answer => answer?,
        };
        let is_unknown = matches!(answer, Answer::Unknown(_) | Answer::PartlyKnown(_));
        let (status, text) = match answer {
            Answer::Solved(text) | Answer::PartlyKnown(text) => (Status::Solved, Some(text)),
            Answer::Unsatisfiable(text) => {
                if self.format.has_fields() {
                    json.message = item.clash().map(|error| error.to_string());
                }
                (Status::Unsatisfiable, text.or_else(|| Some("unsatisfiable".to_owned())))
            }
            Answer::Unknown(text) => (Status::Unknown, text.or_else(|| Some("unknown".to_owned()))),
            Answer::Listed => (Status::Solved, None),
        };
        (json.status, json.seconds) = (status, start.map(|start| start.elapsed().as_secs_f64()));
        let text = text.and_then(|text| self.text(&json, text));
        let reports_clash = status == Status::Unsatisfiable;
        Ok(run::Answer { value: text, class: (self.class)(&json), is_unknown, reports_clash })
    }
}

/// Prints records in the selected format, with separators.
struct Printer<'a> {
    format: &'a RecordFormat,
    /// The lines of the printed puzzles, if puzzles are printed unchanged.
    lines: SourceLines,
    has_printed: bool,
}

impl Printer<'_> {
    fn print(&mut self, item: &Item, text: &str) -> Result<(), Failure> {
        let has_printed = std::mem::replace(&mut self.has_printed, true);
        match (self.format, &item.puzzle) {
            (RecordFormat::Source, Ok(record)) => output::write_record("", &self.lines.text(record)),
            (RecordFormat::Source, Err(_)) => {
                item.source().map_or(Ok(()), |source| output::write_record("", &self.lines.line(source)))
            }
            (RecordFormat::Appended(columns), _) => {
                // A file that cannot be read has no line.
                let Some(source) = item.source() else { return Ok(()) };
                let header = self.lines.starts(source);
                let header = header.map(|header| csv_record::extended_header(header, columns) + "\n");
                let object = source.text.trim_end().strip_suffix('}');
                let object = object.filter(|_| source.header.is_none() && !text.is_empty());
                let line = object.unwrap_or(&source.text);
                output::write_record(&(header.unwrap_or_default() + line), text)
            }
            (RecordFormat::Text { separator, has_heading }, _) => {
                let separator = if has_printed { separator } else { "" };
                if *has_heading {
                    output::write_record(&format!("{separator}{}:\n", item.place()), text)
                } else {
                    output::write_record(separator, text)
                }
            }
            _ => output::write_record("", text),
        }
    }
}
