//! Processes many puzzles and prints their records in input order.
//!
//! Without `--strict`, an error in one puzzle does not affect the remaining puzzles.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sudoku_cnf::batch::{Event, Panicked, in_order};
use sudoku_cnf::cli::error_reports::ErrorReports;
use sudoku_cnf::cli::files::InputError;
use sudoku_cnf::cli::hints::note_text;
use sudoku_cnf::cli::progress::Progress;
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::{Failure, Style, messages};
use sudoku_cnf::text::Record;
use sudoku_sat::{Interrupt, cores};

use super::PROGRAM;
use super::args::{BatchArgs, PuzzleArgs, RecordArgs};
use super::csv_record::Column;
use super::input::{self, Numbered, Stream};
use super::output;
use super::record::{Answer, JsonRecord, Status};
use super::record_format::RecordFormat;
use super::tally::{Tally, report_interruption};

/// The options for producing and printing records.
pub(crate) struct RecordOptions<'a> {
    pub(crate) batch: &'a BatchArgs,
    pub(crate) style: Style,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) format: RecordFormat,
    /// The classes of results to print, or an empty list to print all results.
    pub(crate) only: &'a [ResultClass],
    /// The number of worker threads.
    pub(crate) jobs: usize,
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
}

impl RecordCommand<'_> {
    /// Prints a record for each puzzle, even if there is only one puzzle, and returns the totals.
    pub(crate) fn answer_each<W: FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>>(
        &self,
        style: Style,
        interrupt: &Interrupt,
        worker: impl Fn() -> W + Sync,
    ) -> Result<Tally, Failure> {
        let Self { args, batch, puzzles, only, default_columns } = *self;
        let format = RecordFormat::from_options(args.format, &args.columns, default_columns, only)?;
        let wants_records = args.format.is_some() || format.is_some() || batch.wants_records();
        let format = format.unwrap_or(RecordFormat::Text { separator: "" });
        let keeps_lines = matches!(format, RecordFormat::Source);
        let items = input::one_or_many(&args.puzzles, puzzles, wants_records, keeps_lines)?.into_stream();
        let jobs = batch.jobs.map_or_else(cores, usize::from);
        let options = RecordOptions { batch, style, interrupt, format, only, jobs };
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
    mut items: Stream,
    options: &RecordOptions<'_>,
    worker: impl Fn() -> W + Sync,
) -> Result<Tally, Failure> {
    items.keep_shard(options.batch.shard);
    if let Some(header) = options.format.header() {
        output::write_header(&header)?;
    }
    let mut printer = Printer::new(&items, options);
    let worker = || {
        let mut answer = worker();
        move |item: &Numbered| respond(item, options, &mut answer)
    };
    let mut end = Ok(());
    let started = in_order(items, options.jobs, worker, |event| match printer.take(event) {
        Ok(flow) => flow,
        Err(error) => {
            end = Err(error);
            ControlFlow::Break(())
        }
    });
    let Printer { tally, error_reports, progress, .. } = printer;
    drop(progress);
    if !options.batch.quiet {
        messages::note_fewer_threads(PROGRAM, started, options.jobs);
    }
    if let Some(summary) = error_reports.summary() {
        messages::print_line(summary);
    }
    let flushed = output::flush();
    end.and(flushed)?;
    if tally.is_interrupted {
        report_interruption();
    }
    Ok(tally)
}

/// A worker's result for a puzzle.
struct Response {
    status: Status,
    /// Whether a limit was reached before the answer was complete.
    is_open: bool,
    /// The class of the result that is counted in the totals, if any.
    outcome: Option<ResultClass>,
    /// The text of the record, or `None` if there is nothing to print: the worker has already printed the record, or
    /// the result is not one of the requested classes.
    text: Option<String>,
    /// The failure, if any. If the puzzle could not be read, the input item contains the error instead.
    failure: Option<Failure>,
    time: Duration,
}

/// Processes one puzzle and returns the response, or returns `None` after an interrupt.
///
/// # Errors
/// Returns an error if the solver would fail on every puzzle.
fn respond(
    Numbered { id, item }: &Numbered,
    options: &RecordOptions<'_>,
    answer: &mut impl FnMut(&Record, &mut JsonRecord) -> Result<Answer, Failure>,
) -> Result<Option<Response>, Failure> {
    if options.interrupt.is_triggered() {
        return Ok(None);
    }
    #[cfg(debug_assertions)]
    panic_if_requested(*id);
    let start = Instant::now();
    let mut json = JsonRecord::new(*id, item, options.format.has_fields());
    let answered = match (&item.puzzle, item.clash()) {
        (Ok(record), None) => match answer(record, &mut json) {
            Err(failure @ (Failure::Puzzle(_) | Failure::Input(_))) => Err(Some(failure)),
            Err(failure) => return Err(failure),
            Ok(answer) => Ok(answer),
        },
        (Ok(_), Some(clash)) => {
            json.is_invalid = true;
            Err(Some(Failure::Input(clash)))
        }
        (Err(error), _) => {
            json.message = Some(error.to_string());
            Err(None)
        }
    };
    let time = start.elapsed();
    let is_open = matches!(answered, Ok(Answer::Unknown(_) | Answer::PartlyKnown(_)));
    let (status, text, failure) = match answered {
        Ok(Answer::Solved(text) | Answer::PartlyKnown(text)) => (Status::Solved, Some(text), None),
        Ok(Answer::Unsatisfiable(text)) => (Status::Unsatisfiable, Some(text), None),
        Ok(Answer::Unknown(text)) => (Status::Unknown, Some(text), None),
        Ok(Answer::Listed) => (Status::Solved, None, None),
        Ok(Answer::Interrupted) => return Ok(None),
        Err(failure) => {
            json.message = json.message.or_else(|| failure.as_ref().and_then(Failure::message));
            (Status::Error, Some("error".to_owned()), failure)
        }
    };
    (json.status, json.seconds) = (status, Some(time.as_secs_f64()));
    let is_printed = options.only.is_empty() || options.only.iter().any(|&outcome| json.is_in(outcome));
    let text = text.filter(|_| is_printed).map(|text| options.format.line(&json, text));
    let outcome = json.counted_outcome();
    Ok(Some(Response { status, is_open, outcome, text, failure, time }))
}

/// Panics if the environment variable `SUDOKU_TEST_PANIC_AT` is set to `id`.
///
/// Tests use this variable to check that a run survives a panic. Only debug builds contain this function.
#[cfg(debug_assertions)]
fn panic_if_requested(id: u64) {
    let number = std::env::var("SUDOKU_TEST_PANIC_AT").ok();
    assert!(number.is_none_or(|number| number != id.to_string()), "panic requested at puzzle {id}");
}

/// Prints records, errors and progress.
struct Printer<'a> {
    options: &'a RecordOptions<'a>,
    tally: Tally,
    error_reports: ErrorReports,
    progress: Progress,
    /// The number of input bytes read so far.
    bytes_read: Arc<AtomicU64>,
    /// The lines of the printed puzzles, if puzzles are printed unchanged.
    lines: SourceLines,
    has_printed: bool,
}

impl<'a> Printer<'a> {
    fn new(items: &Stream, options: &'a RecordOptions<'a>) -> Self {
        let progress = match options.batch.quiet {
            true => Progress::hidden(),
            false if output::is_file() => Progress::of_input(items.total_bytes()),
            false => Progress::of_bytes(items.total_bytes()),
        };
        let error_reports = ErrorReports::new(PROGRAM, options.style);
        Self {
            options,
            tally: Tally::new(),
            error_reports,
            progress,
            bytes_read: items.bytes_read(),
            lines: SourceLines::default(),
            has_printed: false,
        }
    }

    fn take(
        &mut self,
        event: Event<'_, Numbered, Result<Option<Response>, Failure>>,
    ) -> Result<ControlFlow<()>, Failure> {
        match event {
            Event::Waiting if self.options.interrupt.is_triggered() => Ok(self.interrupt()),
            Event::Idle | Event::Waiting => output::flush().map(ControlFlow::Continue),
            Event::Result(item, Ok(response)) => match response? {
                Some(response) => self.print(item, response),
                None => Ok(self.interrupt()),
            },
            Event::Result(item, Err(panicked)) => {
                let response = self.response_to_panic(item, &panicked);
                self.print(item, response)
            }
        }
    }

    fn interrupt(&mut self) -> ControlFlow<()> {
        self.tally.is_interrupted = true;
        ControlFlow::Break(())
    }

    fn print(&mut self, item: &Numbered, response: Response) -> Result<ControlFlow<()>, Failure> {
        let Numbered { id, item } = item;
        match &item.puzzle {
            Ok(Record { note: Some(note), .. }) if !self.options.batch.quiet => {
                self.progress.print(format_args!("{PROGRAM}: note: {}", note_text(note)));
            }
            Ok(_) => {}
            Err(error) => self.report_input_error(error),
        }
        if let Some(failure) = &response.failure {
            self.error_reports.report_failure(failure).into_iter().for_each(|text| self.progress.print(text));
        }
        if let Some(text) = response.text {
            match (&self.options.format, &item.puzzle) {
                (RecordFormat::Source, Ok(record)) => output::write_line("", &self.lines.text(record))?,
                (RecordFormat::Text { separator }, _) if self.has_printed => {
                    output::write_line(separator, &text)?;
                }
                _ => output::write_line("", &text)?,
            }
            self.has_printed = true;
        }
        self.tally.count(*id, response.status, response.outcome, response.is_open, response.time);
        self.progress.show(|| (self.bytes_read.load(Ordering::Relaxed), self.tally.so_far()));
        let is_end = self.options.batch.strict && response.status == Status::Error;
        Ok(if is_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn report_input_error(&mut self, error: &InputError) {
        self.error_reports.report(error).into_iter().for_each(|text| self.progress.print(text));
    }

    fn response_to_panic(&self, Numbered { id, item }: &Numbered, panicked: &Panicked) -> Response {
        let message = Some(panicked.to_string());
        let format = &self.options.format;
        let record =
            JsonRecord { status: Status::Error, message, ..JsonRecord::new(*id, item, format.has_fields()) };
        let text = self.options.only.is_empty().then(|| format.line(&record, "error".to_owned()));
        let failure = Failure::Puzzle(anyhow::anyhow!("puzzle {id}: {panicked}"));
        let time = Duration::ZERO;
        Response { status: Status::Error, is_open: false, outcome: None, text, failure: Some(failure), time }
    }
}
