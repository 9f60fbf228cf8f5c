//! Processes many puzzles and prints their records in input order.
//!
//! Without `--strict`, an error in one puzzle does not affect the remaining puzzles.

use std::path::Path;
use std::time::Instant;

use sudoku_cnf::cli::files::InputError;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream};
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::run::{self, Run};
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::totals::Totals;
use sudoku_cnf::cli::{Failure, Style, exit_code, output};
use sudoku_cnf::text::Record;
use sudoku_sat::solver::cores;

use super::PROGRAM;
use super::args::{BatchArgs, PuzzleArgs, RecordArgs};
use super::csv_record::Column;
use super::input;
use super::record::{Answer, JsonRecord, Status};
use super::record_format::RecordFormat;

/// The options for producing and printing records.
pub(crate) struct RecordOptions<'a> {
    pub(crate) batch: &'a BatchArgs,
    pub(crate) style: Style,
    pub(crate) format: RecordFormat,
    /// The classes of results to print, or an empty list to print all results.
    pub(crate) only: &'a [ResultClass],
    /// The number of worker threads.
    pub(crate) jobs: usize,
    /// Returns the class under which the totals count a record.
    pub(crate) class: fn(&JsonRecord) -> Option<ResultClass>,
    /// The output file.
    pub(crate) output: Option<&'a Path>,
    /// The files that the command reads.
    pub(crate) inputs: &'a [&'a std::path::PathBuf],
}

/// A command that always prints one record per puzzle.
pub(crate) struct RecordCommand<'a> {
    pub(crate) args: &'a RecordArgs,
    pub(crate) batch: &'a BatchArgs,
    pub(crate) puzzles: &'a PuzzleArgs,
    /// The classes of results to print, or an empty list to print all results.
    pub(crate) only: &'a [ResultClass],
    /// The columns of CSV records.
    pub(crate) default_columns: &'a [Column],
    /// Returns the class under which the totals count a record.
    pub(crate) class: fn(&JsonRecord) -> Option<ResultClass>,
}

/// Returns the exit code of a command that prints records even for a single puzzle. If it was the only one and has no
/// solution, the exit code says so.
pub(crate) fn exit_code(totals: &Totals) -> u8 {
    if totals.items == 1 && totals.of_class(ResultClass::Unsatisfiable) == 1 {
        return exit_code::NO_SOLUTION;
    }
    totals.exit_code()
}

impl RecordCommand<'_> {
    /// Prints a record for each puzzle, even if there is only one puzzle, and returns the totals.
    pub(crate) fn answer_each<W: FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>>(
        &self,
        style: Style,
        worker: impl Fn() -> W + Sync,
    ) -> Result<Totals, Failure> {
        let Self { args, batch, puzzles, only, default_columns, class } = *self;
        let format = RecordFormat::from_options(args.format, &args.columns, default_columns, only)?;
        let format = format.unwrap_or(RecordFormat::Text { separator: "" });
        let items = input::many(&args.puzzles, puzzles, format.keeps_lines())?;
        let inputs: Vec<_> = args.puzzles.iter().chain(puzzles.read.board.regions_file()).collect();
        let (jobs, output) = (batch.jobs.map_or_else(cores, usize::from), args.output.output.as_deref());
        let options = RecordOptions { batch, style, format, only, jobs, class, output, inputs: &inputs };
        print_records(items, &options, worker)
    }
}

/// Prints a record for each puzzle and returns the totals of the run.
///
/// `worker` creates a worker. For each puzzle, a worker returns the answer and fills in the JSON record. Errors are
/// reported both in the records and on standard error. With `--strict`, the first error ends the run.
///
/// # Errors
/// Returns an error if printing fails, or if the solver would fail on every puzzle.
pub(crate) fn print_records<W: FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>>(
    mut items: PuzzleStream,
    options: &RecordOptions<'_>,
    worker: impl Fn() -> W + Sync,
) -> Result<Totals, Failure> {
    let RecordOptions { batch, style, format, jobs, .. } = options;
    output::open_records(options.output, options.inputs.iter().copied(), batch.resume.resume)?;
    items.keep_shard(batch.shard);
    items.skip_completed(|_| {})?;
    let mut printer = Printer { format, lines: SourceLines::resumed(), has_printed: !output::is_empty() };
    if let Some(header) = format.header().filter(|_| !printer.has_printed) {
        output::write_line(&header)?;
    }
    let run = Run {
        program: PROGRAM,
        style: *style,
        is_quiet: batch.quiet,
        is_strict: batch.strict,
        jobs: *jobs,
        what: "puzzle",
    };
    let worker = || {
        let mut answer = worker();
        move |item: &Item| respond(item, options, &mut answer)
    };
    run.each(items, worker, |item, response| {
        let text = match response {
            Ok(response) => response.text,
            Err(message) => options.text(&JsonRecord::of_error(item, message, format.has_fields()), "error"),
        };
        text.map_or(Ok(()), |text| printer.print(item, &text))
    })
}

impl RecordOptions<'_> {
    /// Returns the text of a record, or `None` if `--only` omits it. `text` is the record as text.
    fn text(&self, json: &JsonRecord, text: impl Into<String>) -> Option<String> {
        let is_printed = self.only.is_empty() || self.only.iter().any(|&class| json.is_in(class));
        is_printed.then(|| self.format.line(json, text.into()))
    }
}

/// A worker's response to a puzzle.
struct Response {
    class: Option<ResultClass>,
    is_unknown: bool,
    /// The two givens that clash, if any.
    clash: Option<InputError>,
    /// The text of the record, or `None` if there is nothing to print: the worker has already printed the record, or
    /// the result is not one of the requested classes.
    text: Option<String>,
}

impl run::Answer for Response {
    fn class(&self) -> Option<ResultClass> {
        self.class
    }

    fn complaint(&self) -> Option<&InputError> {
        self.clash.as_ref()
    }

    fn is_unknown(&self) -> bool {
        self.is_unknown
    }
}

/// Processes one puzzle and returns the response.
///
/// # Errors
/// Returns an error if the solver fails.
fn respond(
    item: &Item,
    options: &RecordOptions<'_>,
    answer: &mut impl FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>,
) -> Result<Response, Failure> {
    let start = Instant::now();
    let mut json = JsonRecord::new(item, options.format.has_fields());
    let answer = answer(item.record()?, &mut json)?;
    let is_unknown = matches!(answer, Answer::Unknown(_) | Answer::PartlyKnown(_));
    let mut clash = None;
    let (status, text) = match answer {
        Answer::Solved(text) | Answer::PartlyKnown(text) => (Status::Solved, Some(text)),
        Answer::Unsatisfiable(text) => {
            clash = item.clash();
            json.message = clash.as_ref().map(ToString::to_string);
            (Status::Unsatisfiable, Some(text))
        }
        Answer::Unknown(text) => (Status::Unknown, Some(text)),
        Answer::Listed => (Status::Solved, None),
    };
    (json.status, json.seconds) = (status, Some(start.elapsed().as_secs_f64()));
    let text = text.and_then(|text| options.text(&json, text));
    Ok(Response { class: (options.class)(&json), is_unknown, clash, text })
}

/// Prints the records.
struct Printer<'a> {
    format: &'a RecordFormat,
    /// The lines of the printed puzzles, if puzzles are printed unchanged.
    lines: SourceLines,
    has_printed: bool,
}

impl Printer<'_> {
    fn print(&mut self, item: &Item, text: &str) -> Result<(), Failure> {
        let separator = match self.format {
            RecordFormat::Text { separator } if self.has_printed => separator,
            _ => "",
        };
        self.has_printed = true;
        match (self.format, &item.puzzle) {
            (RecordFormat::Source, Ok(record)) => output::write_record("", &self.lines.text(record)),
            (RecordFormat::Source, Err(error)) => output::write_record("", error.text().unwrap_or_default()),
            _ => output::write_record(separator, text),
        }
    }
}
