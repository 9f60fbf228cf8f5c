//! A run over many items: threads, order, notes, errors, progress, checkpoints, interrupts, totals and exit code.
//!
//! Every command that processes more than one item uses [`Run::each`] and supplies two functions: one that computes an
//! answer on a worker thread, and one that writes the answers in the order of the items.

#[cfg(debug_assertions)]
use std::env;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use super::checkpoint::Checkpoint;
use super::diagnostics::Style;
use super::digest::Digest;
use super::document_notes::DocumentNotes;
use super::error_reports::ErrorReports;
use super::failure::Failure;
use super::files::InputError;
use super::numbers::grouped;
use super::output::Remains;
use super::progress::{Expected, Progress};
use super::totals::Totals;
use super::{messages, output, signals};
use crate::batch::{Event, ItemSource, Panicked, cores, in_order};
use crate::cli::result_class::ResultClass;

/// Whether a run has started.
static HAS_STARTED: AtomicBool = AtomicBool::new(false);

/// Returns whether the program runs over many items, rather than processing a single one.
pub(super) fn has_started() -> bool {
    HAS_STARTED.load(Ordering::Relaxed)
}

/// An item of a run.
pub trait RunItem: Send {
    /// Returns the number of the item, starting at 1.
    fn id(&self) -> u64;

    /// Returns the error that occurred while the item was being read, if any. Such an item has no answer.
    fn error(&self) -> Option<&InputError> {
        None
    }

    /// Returns a note about the item, if any.
    fn note(&self) -> Option<String> {
        None
    }

    /// Returns the name of the input and the number of the line if the item was found in a document.
    fn document(&self) -> Option<(&str, usize)> {
        None
    }

    /// Returns the name of the input if two givens of the item clash. This takes a fraction of the time of
    /// [`clash`](Self::clash).
    fn clashing_input(&self) -> Option<&str> {
        None
    }

    /// Returns an error for the first two givens of the item that clash, or `None` if none clash.
    fn clash(&self) -> Option<InputError> {
        None
    }

    /// Returns a hash of `previous`, the digest of all items before this one, and this item.
    fn digest(&self, previous: u64) -> u64 {
        Digest::new(previous).number(self.id()).finish()
    }
}

/// A source of the items of a run.
pub trait RunSource: ItemSource<Item: RunItem> + Send + 'static {
    /// Returns the number of items, as far as it is known.
    fn expected(&self) -> Arc<Expected>;
}

/// The number of a generated puzzle. Together with the seed, it determines the puzzle.
impl RunItem for u64 {
    fn id(&self) -> u64 {
        *self
    }
}

impl RunSource for RangeInclusive<u64> {
    fn expected(&self) -> Arc<Expected> {
        Arc::new(Expected::of_items(self.clone().count() as u64))
    }
}

/// Returns the numbers from 1 to `count`, without those that an earlier run has completed.
///
/// # Errors
/// Returns an error if the options of the earlier run were different.
pub fn numbers(count: u64) -> Result<RangeInclusive<u64>, Failure> {
    let Some(checkpoint) = output::checkpoint() else { return Ok(1..=count) };
    let completed = 1..=checkpoint.items;
    let digest = completed.fold(options_digest(), |digest, number| number.digest(digest));
    checkpoint.verify(checkpoint.items, digest)?;
    Ok(checkpoint.items + 1..=count)
}

/// Returns the value of `--jobs`, or the number of threads that can run in parallel on this machine.
pub fn jobs_or_cores(jobs: Option<u16>) -> usize {
    jobs.map_or_else(cores, usize::from)
}

/// The answer to an item, and what the totals of a run count of it.
#[derive(Debug)]
pub struct Answer<T> {
    /// The value to write.
    pub value: T,
    /// The class of the answer, or `None` if only the number of items is counted.
    pub class: Option<ResultClass>,
    /// Whether to report givens that clash, although the item has an answer.
    pub reports_clash: bool,
    /// Whether a limit was reached before the answer was complete.
    pub is_unknown: bool,
}

impl<T> Answer<T> {
    /// Returns an answer. It is unknown if its class is.
    pub fn new(value: T, class: impl Into<Option<ResultClass>>) -> Self {
        let class = class.into();
        Self { value, class, reports_clash: false, is_unknown: class == Some(ResultClass::Unknown) }
    }
}

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The name of the program, which is a prefix of its messages.
    pub program: &'static str,
    /// The style of error messages.
    pub style: Style,
    /// Whether to omit progress and notes.
    pub is_quiet: bool,
    /// Whether to stop at the first error.
    pub is_strict: bool,
    /// The number of worker threads.
    pub jobs: usize,
    /// The noun for an item, for example "puzzle".
    pub what: &'static str,
}

impl Run {
    /// Returns the options of a run over puzzles on one thread that continues after errors.
    pub fn new(program: &'static str, style: Style, is_quiet: bool) -> Self {
        Self { program, style, is_quiet, is_strict: false, jobs: 1, what: "puzzle" }
    }

    /// Processes all items of `source` and returns the totals.
    ///
    /// `worker` creates a function that computes the answer to an item. Items run in parallel. `write` receives the
    /// items in order, each with its answer, or with the message of the error that occurred instead.
    ///
    /// An error that concerns only one item ([`Failure::Puzzle`] or [`Failure::Input`]) is reported, and the run
    /// continues, unless it is strict. [`Failure::Interrupted`] and signals end the run.
    ///
    /// # Errors
    /// Returns an error if `write` fails, or if a worker fails in a way that would affect every item.
    pub fn each<S: RunSource, A: Send + 'static, W: FnMut(&S::Item) -> Result<Answer<A>, Failure>>(
        &self,
        source: S,
        worker: impl Fn() -> W + Sync,
        write: impl FnMut(&S::Item, Result<A, String>) -> Result<(), Failure>,
    ) -> Result<Totals, Failure> {
        HAS_STARTED.store(true, Ordering::Relaxed);
        if let Some(checkpoint) = output::checkpoint().filter(|from| from.items > 0 && !self.is_quiet) {
            let last = grouped(checkpoint.items);
            messages::print(self.program, format_args!("note: continuing after {} {last}", self.what));
        }
        let mut taker = Taker {
            run: self,
            write,
            totals: Totals::new(output::checkpoint()),
            reports: ErrorReports::new(self.program, self.style),
            documents: DocumentNotes::default(),
            progress: Progress::new(source.expected(), self.is_quiet),
            digest: output::checkpoint().map_or(0, |checkpoint| {
                if checkpoint.items == 0 { options_digest() } else { checkpoint.digest }
            }),
        };
        let worker = || {
            let mut answer = worker();
            // A quiet run prints no times.
            move |item: &S::Item| Response::of(item, &mut answer, !self.is_quiet)
        };
        let mut end = Ok(());
        let started = in_order(source, self.jobs, worker, |event| match taker.take(event) {
            Ok(flow) => flow,
            Err(error) => {
                end = Err(error);
                ControlFlow::Break(())
            }
        });
        let Taker { totals, mut reports, mut documents, progress, .. } = taker;
        drop(progress);
        documents.take().into_iter().for_each(|note| messages::print(self.program, note));
        if !self.is_quiet && started < self.jobs {
            let jobs = self.jobs;
            let note = format_args!("note: the system could start only {started} of {jobs} worker threads");
            messages::print(self.program, note);
        }
        reports.summary().into_iter().for_each(messages::print_line);
        let flushed = output::flush();
        end.and(flushed)?;
        if totals.is_stopped {
            abandon(self.program);
        }
        Ok(totals)
    }
}

/// A worker's response to an item.
struct Response<A> {
    /// The answer, or the failure, or `Err(None)` for an item that could not be read.
    answer: Result<Answer<A>, Option<Failure>>,
    time: Duration,
}

impl<A> Response<A> {
    fn of<T: RunItem>(
        item: &T,
        answer: &mut impl FnMut(&T) -> Result<Answer<A>, Failure>,
        is_timed: bool,
    ) -> Self {
        if signals::is_interrupted() {
            return Self { answer: Err(Some(Failure::Interrupted)), time: Duration::ZERO };
        }
        #[cfg(debug_assertions)]
        panic_if_requested(item.id());
        let start = is_timed.then(Instant::now);
        let answer = if item.error().is_some() { Err(None) } else { answer(item).map_err(Some) };
        Self { answer, time: start.map_or(Duration::ZERO, |start| start.elapsed()) }
    }
}

/// Panics if the environment variable `SUDOKU_TEST_PANIC_AT` is set to `id`.
///
/// Tests use this variable to check that a run survives a panic. Only debug builds contain this function.
#[cfg(debug_assertions)]
fn panic_if_requested(id: u64) {
    let number = env::var("SUDOKU_TEST_PANIC_AT").ok();
    assert!(number.is_none_or(|number| number != id.to_string()), "panic requested at puzzle {id}");
}

/// Takes the responses in the order of the items.
struct Taker<'a, F> {
    run: &'a Run,
    write: F,
    totals: Totals,
    reports: ErrorReports,
    documents: DocumentNotes,
    progress: Progress,
    /// A hash of the options and of all items so far, if the output stores checkpoints.
    digest: u64,
}

impl<F> Taker<'_, F> {
    fn take<T: RunItem, A>(&mut self, event: Event<'_, T, Response<A>>) -> Result<ControlFlow<()>, Failure>
    where
        F: FnMut(&T, Result<A, String>) -> Result<(), Failure>,
    {
        let (item, response) = match event {
            Event::Waiting if signals::is_interrupted() => return Ok(self.interrupt()),
            Event::Idle | Event::Waiting => return output::flush().map(ControlFlow::Continue),
            Event::Result(item, response) => {
                (item, response.unwrap_or_else(|panic| self.panicked(item, &panic)))
            }
        };
        if !self.run.is_quiet {
            let document = item.document().and_then(|(file, line)| self.documents.add(file, line));
            for note in item.note().into_iter().chain(document) {
                self.progress.print(format_args!("{}: {note}", self.run.program));
            }
        }
        let mut counted = (None, false);
        let written = match response.answer {
            Ok(answer) => {
                counted = (answer.class, answer.is_unknown);
                if answer.reports_clash
                    && let Some(input) = item.clashing_input()
                {
                    self.report(|reports| reports.report_with(input, || item.clash()));
                }
                (self.write)(item, Ok(answer.value))
            }
            Err(None) => {
                let error = item.error();
                if let Some(error) = error {
                    self.report(|reports| reports.report(error));
                }
                let message = error.map(ToString::to_string).unwrap_or_default();
                (self.write)(item, Err(message)).and(Err(Failure::Reported))
            }
            Err(Some(Failure::Interrupted)) => return Ok(self.interrupt()),
            Err(Some(failure)) if failure.concerns_one_item() => {
                (self.write)(item, Err(failure.message().unwrap_or_default())).and(Err(failure))
            }
            Err(Some(failure)) => return Err(failure),
        };
        let is_error = written.is_err();
        match written {
            Ok(()) | Err(Failure::Reported) => {}
            Err(failure) if failure.concerns_one_item() => {
                counted = (None, false);
                self.report(|reports| reports.report_failure(&failure));
            }
            Err(failure) => return Err(failure),
        }
        let (class, is_unknown) = counted;
        self.totals.count(item.id(), class, is_unknown, is_error, response.time);
        self.complete(item);
        let totals = &self.totals;
        self.progress.show(totals.items, self.run.what, &|| totals.remark());
        if is_error && self.run.is_strict {
            self.totals.is_stopped = true;
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn panicked<A>(&self, item: &impl RunItem, panicked: &Panicked) -> Response<A> {
        let failure = Failure::Puzzle(anyhow!("{} {}: {panicked}", self.run.what, item.id()));
        Response { answer: Err(Some(failure)), time: Duration::ZERO }
    }

    fn interrupt(&mut self) -> ControlFlow<()> {
        self.totals.is_interrupted = true;
        ControlFlow::Break(())
    }

    fn report(&mut self, report: impl FnOnce(&mut ErrorReports) -> Option<String>) {
        if let Some(text) = report(&mut self.reports) {
            self.progress.print(text);
        }
    }

    /// Stores a checkpoint after `item`.
    fn complete(&mut self, item: &impl RunItem) {
        if let Some(Checkpoint { errors, unknown, .. }) = self.totals.checkpoint() {
            self.digest = item.digest(self.digest);
            let (items, digest) = (item.id(), self.digest);
            output::complete(Checkpoint { items, digest, errors, unknown, ..Checkpoint::default() });
        }
    }
}

/// Keeps the finished records of the output file, if any, and prints where they are.
pub(super) fn abandon(program: &str) {
    if let Remains::Part(part) = output::abandon() {
        messages::print(program, kept_records(&part));
    }
}

/// Returns the message that the finished records are in the file at `part`.
pub(super) fn kept_records(part: &Path) -> String {
    let part = messages::foreign(part.display());
    format!("the finished records are in {part}\nhint: add --resume to continue from there")
}

/// The digest of the options of the run.
static OPTIONS: OnceLock<u64> = OnceLock::new();

/// Sets the digest of the options of the run.
pub(super) fn set_options_digest(digest: u64) {
    OPTIONS.get_or_init(|| digest);
}

/// Returns the digest of all options that the records depend on: those on the command line except the number of
/// threads, limits, options for messages, and the name of the output file.
pub fn options_digest() -> u64 {
    OPTIONS.get().copied().unwrap_or_default()
}
