//! The totals of a batch run.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_cnf::cli::numbers::{counted, grouped, grouped_rate};
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::{exit_code, messages};

use super::record::Status;
use super::{output, print_message};

/// The totals for all puzzles processed so far.
pub(crate) struct Tally {
    pub(crate) puzzles: u64,
    solved: u64,
    unsatisfiable: u64,
    unknown: u64,
    errors: u64,
    /// The number of results in each class.
    outcomes: BTreeMap<ResultClass, u64>,
    start: Instant,
    /// The sum of the solving times of all puzzles.
    time: Duration,
    longest: Option<(Duration, u64)>,
    pub(crate) is_interrupted: bool,
}

impl Tally {
    pub(crate) fn new() -> Self {
        IS_AT_WORK.store(true, Ordering::Relaxed);
        Self {
            puzzles: 0,
            solved: 0,
            unsatisfiable: 0,
            unknown: 0,
            errors: 0,
            outcomes: BTreeMap::new(),
            start: Instant::now(),
            time: Duration::ZERO,
            longest: None,
            is_interrupted: false,
        }
    }

    /// Adds puzzle number `id` to the totals.
    ///
    /// `outcome` is the class of the result, if any. `is_open` indicates whether a limit was reached before the answer
    /// for the puzzle was complete.
    pub(crate) fn count(
        &mut self,
        id: u64,
        status: Status,
        outcome: Option<ResultClass>,
        is_open: bool,
        time: Duration,
    ) {
        if let Some(outcome) = outcome {
            *self.outcomes.entry(outcome).or_default() += 1;
        }
        self.puzzles += 1;
        self.solved += u64::from(status == Status::Solved);
        self.unsatisfiable += u64::from(status == Status::Unsatisfiable);
        self.unknown += u64::from(is_open);
        self.errors += u64::from(status == Status::Error);
        self.time += time;
        self.longest = self.longest.max(Some((time, id)));
    }

    /// Returns a summary of the totals for the progress bar.
    pub(crate) fn so_far(&self) -> String {
        let (puzzles, unsolved) = (grouped(self.puzzles), grouped(self.puzzles - self.solved));
        format!("{puzzles} puzzles, {} per second, {unsolved} unsolved", grouped_rate(self.rate()))
    }

    /// Returns the number of puzzles per second.
    fn rate(&self) -> f64 {
        self.puzzles as f64 / self.start.elapsed().as_secs_f64()
    }

    /// Prints the number of puzzles with each status, followed by timing statistics.
    pub(crate) fn print(&self) {
        let mut parts = vec![format!("solved {} of {}", grouped(self.solved), grouped(self.puzzles))];
        let unknown = self.puzzles - self.solved - self.unsatisfiable - self.errors;
        let others = [(self.unsatisfiable, "unsatisfiable"), (unknown, "unknown")];
        let others = others.into_iter().filter(|(count, _)| *count > 0);
        parts.extend(others.map(|(count, name)| format!("{} {name}", grouped(count))));
        parts.extend(self.error_text());
        messages::print_line(parts.join(", "));
        if let Some((longest, id)) = self.longest {
            let mean = self.time.div_f64(self.puzzles as f64);
            let (all, rate) = (self.start.elapsed(), grouped_rate(self.rate()));
            messages::print_line(format_args!(
                "time: {all:.1?}, {rate} puzzles per second; mean {mean:.1?}, longest {longest:.1?} (puzzle {id})"
            ));
        }
    }

    /// Prints the number of results in each class.
    pub(crate) fn print_outcomes(&self) {
        let counts = self.outcomes.iter().map(|(outcome, &count)| format!("{} {outcome}", grouped(count)));
        messages::print_line(counts.chain(self.error_text()).collect::<Vec<_>>().join(", "));
    }

    /// Returns the number of errors as text, or `None` if there are none.
    fn error_text(&self) -> Option<String> {
        (self.errors > 0).then(|| counted(self.errors, "error", "errors"))
    }

    /// Returns the exit code of a run with these totals.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self { is_interrupted: true, .. } => exit_code::INTERRUPTED,
            Self { errors: 1.., .. } => exit_code::ERROR,
            Self { unknown: 1.., .. } => exit_code::UNKNOWN,
            _ => exit_code::DONE,
        }
    }
}

/// Whether a batch run has started and no interruption has been reported yet.
static IS_AT_WORK: AtomicBool = AtomicBool::new(false);

/// Flushes the finished records and reports that the batch run was interrupted.
///
/// The interruption is reported at most once, and only if a batch run has started. The signal handler calls this
/// function before it ends the process.
pub(crate) fn report_interruption() {
    if IS_AT_WORK.swap(false, Ordering::Relaxed) {
        let records = output::end_if_idle();
        print_message(format_args!("interrupted; records printed: {}", grouped(records)));
    }
}
