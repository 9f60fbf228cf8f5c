//! Many puzzles: a record for each, in input order, whatever becomes of the others.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sudoku_cnf::files::InputError;
use sudoku_cnf::program::faults::Faults;
use sudoku_cnf::text::{Format, Record, Style};
use sudoku_sat::batch::{Event, Panicked, in_order};
use sudoku_sat::external::ExternalError;
use sudoku_sat::{BackendError, Interrupt, SolveError, cores};

use super::input::{self, Numbered, Stream};
use super::output;
use super::progress::Progress;
use super::record::{Answer, JsonRecord};
use super::tally::{Tally, tell_interrupted};
use crate::PROGRAM;
use crate::args::{BatchArgs, RecordArgs};

/// How records are made and shown.
pub(crate) struct Manner<'a> {
    pub(crate) batch: &'a BatchArgs,
    pub(crate) style: Style,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) as_json: bool,
    /// What stands between two records.
    pub(crate) separator: &'static str,
    /// How many threads work.
    pub(crate) jobs: usize,
}

/// Prints the record of each puzzle of a command that prints nothing else, even if there is only one; the exit code.
pub(crate) fn answer_each<W: FnMut(&Record, &mut JsonRecord) -> anyhow::Result<Answer>>(
    args: &RecordArgs,
    style: Style,
    interrupt: &Interrupt,
    worker: impl Fn() -> W + Sync,
) -> anyhow::Result<u8> {
    let as_json = args.format == Some(Format::Json);
    let wants_records = args.format.is_some() || args.batch.wants_records();
    let items = input::one_or_many(&args.puzzles, &args.puzzle, wants_records)?.into_stream();
    let jobs = args.batch.jobs.map_or_else(cores, usize::from);
    let manner = Manner { batch: &args.batch, style, interrupt, as_json, separator: "", jobs };
    let tally = print_records(items, &manner, worker)?;
    Ok(tally.exit_code())
}

/// Prints a record for each puzzle, and goes on after errors unless they are strict. These are told on standard
/// error as well. Workers fill in what they know of the JSON record.
///
/// # Errors
/// If printing fails, or an error would come again with every other puzzle.
pub(crate) fn print_records<W: FnMut(&Record, &mut JsonRecord) -> anyhow::Result<Answer>>(
    mut items: Stream,
    manner: &Manner<'_>,
    worker: impl Fn() -> W + Sync,
) -> anyhow::Result<Tally> {
    items.keep_shard(manner.batch.shard);
    let mut printer = Printer::new(&items, manner);
    let worker = || {
        let mut answer = worker();
        move |item: &Numbered| respond(item, manner, &mut answer)
    };
    let mut end = Ok(());
    in_order(items, manner.jobs, worker, |event| match printer.take(event) {
        Ok(flow) => flow,
        Err(error) => {
            end = Err(error);
            ControlFlow::Break(())
        }
    });
    let Printer { tally, faults, progress, .. } = printer;
    drop(progress);
    if let Some(rest) = faults.rest() {
        crate::say(rest);
    }
    let flushed = output::flush();
    end.and(flushed)?;
    if tally.is_interrupted {
        tell_interrupted();
    }
    Ok(tally)
}

/// What a worker says of a puzzle.
struct Response {
    status: &'static str,
    /// Whether a part of the question could not be answered.
    is_open: bool,
    /// The record, unless the worker printed it.
    text: Option<String>,
    /// What went wrong, unless the puzzle could not be read in the first place.
    error: Option<anyhow::Error>,
    time: Duration,
}

/// Answers one puzzle; `None` if somebody interrupted.
///
/// # Errors
/// If the next puzzle would fare no better.
fn respond(
    Numbered { id, item }: &Numbered,
    manner: &Manner<'_>,
    answer: &mut impl FnMut(&Record, &mut JsonRecord) -> anyhow::Result<Answer>,
) -> anyhow::Result<Option<Response>> {
    if manner.interrupt.is_triggered() {
        return Ok(None);
    }
    #[cfg(debug_assertions)]
    panic_if_wanted(*id);
    let start = Instant::now();
    let mut json = JsonRecord::new(*id, item, manner.as_json);
    let answered = match (&item.puzzle, item.clash()) {
        (Ok(record), None) => match answer(record, &mut json) {
            Err(error) if !is_about_one_puzzle(&error) => return Err(error),
            answered => answered.map_err(Some),
        },
        (Ok(_), Some(clash)) => Err(Some(clash.into())),
        (Err(error), _) => {
            json.message = Some(error.to_string());
            Err(None)
        }
    };
    let time = start.elapsed();
    let is_open = matches!(answered, Ok(Answer::Unknown(_) | Answer::PartlyKnown(_)));
    let (status, text, error) = match answered {
        Ok(Answer::Solved(text) | Answer::PartlyKnown(text)) => ("solved", Some(text), None),
        Ok(Answer::Unsatisfiable(text)) => ("unsatisfiable", Some(text), None),
        Ok(Answer::Unknown(text)) => ("unknown", Some(text), None),
        Ok(Answer::Listed) => ("solved", None, None),
        Ok(Answer::Interrupted) => return Ok(None),
        Err(error) => {
            json.message = json.message.or_else(|| error.as_ref().map(|error| format!("{error:#}")));
            ("error", Some("error".to_owned()), error)
        }
    };
    (json.status, json.seconds) = (status, Some(time.as_secs_f64()));
    let text = text.map(|text| if manner.as_json { json.to_line() } else { text });
    Ok(Some(Response { status, is_open, text, error, time }))
}

/// A fault for tests: programs built for them panic at the puzzle with this number.
#[cfg(debug_assertions)]
fn panic_if_wanted(id: u64) {
    let number = std::env::var("SUDOKU_TEST_PANIC_AT").ok();
    assert!(number.is_none_or(|number| number != id.to_string()), "as wanted at puzzle {id}");
}

/// Prints records and tells what there is to tell.
struct Printer<'a> {
    manner: &'a Manner<'a>,
    tally: Tally,
    faults: Faults,
    progress: Progress,
    /// How much of the inputs was read.
    bytes_read: Arc<AtomicU64>,
}

impl<'a> Printer<'a> {
    fn new(items: &Stream, manner: &'a Manner<'a>) -> Self {
        let progress =
            if manner.batch.quiet { Progress::hidden() } else { Progress::of_bytes(items.total_bytes()) };
        let faults = Faults::new(PROGRAM, manner.style);
        Self { manner, tally: Tally::new(), faults, progress, bytes_read: items.bytes_read() }
    }

    fn take(
        &mut self,
        event: Event<'_, Numbered, anyhow::Result<Option<Response>>>,
    ) -> anyhow::Result<ControlFlow<()>> {
        match event {
            Event::Waiting if self.manner.interrupt.is_triggered() => Ok(self.interrupt()),
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

    fn print(&mut self, item: &Numbered, response: Response) -> anyhow::Result<ControlFlow<()>> {
        let Numbered { id, item } = item;
        match &item.puzzle {
            Ok(Record { note: Some(note), .. }) => {
                self.progress.say(format_args!("{PROGRAM}: note: {note}"));
            }
            Ok(_) => {}
            Err(error) => self.tell_fault(error),
        }
        if let Some(error) = &response.error {
            match error.downcast_ref() {
                Some(error) => self.tell_fault(error),
                None => self.progress.say(format_args!("{PROGRAM}: {error:#}")),
            }
        }
        if let Some(text) = response.text {
            let separator = if self.tally.puzzles > 0 { self.manner.separator } else { "" };
            output::write_line(separator, &text)?;
        }
        self.tally.count(*id, response.status, response.is_open, response.time);
        self.progress.show(|| (self.bytes_read.load(Ordering::Relaxed), self.tally.so_far()));
        let is_end = self.manner.batch.strict && response.status == "error";
        Ok(if is_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn tell_fault(&mut self, error: &InputError) {
        self.faults.tell(error).into_iter().for_each(|text| self.progress.say(text));
    }

    fn response_to_panic(&self, Numbered { id, item }: &Numbered, panicked: &Panicked) -> Response {
        let message = Some(panicked.to_string());
        let json = JsonRecord { status: "error", message, ..JsonRecord::new(*id, item, self.manner.as_json) };
        let text = if self.manner.as_json { json.to_line() } else { "error".to_owned() };
        let error = anyhow::anyhow!("puzzle {id}: {panicked}");
        let time = Duration::ZERO;
        Response { status: "error", is_open: false, text: Some(text), error: Some(error), time }
    }
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
