//! Totals over many puzzles.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_cnf::cli::{exit_code, messages};

use super::record::Status;
use super::{output, print_message};

/// The totals so far.
pub(crate) struct Tally {
    pub(crate) puzzles: u64,
    solved: u64,
    unknown: u64,
    errors: u64,
    start: Instant,
    /// The sum of the times per puzzle.
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
            unknown: 0,
            errors: 0,
            start: Instant::now(),
            time: Duration::ZERO,
            longest: None,
            is_interrupted: false,
        }
    }

    /// Counts the puzzle with the number `id`. `is_open` is set if a part of the question was not answered.
    pub(crate) fn count(&mut self, id: u64, status: Status, is_open: bool, time: Duration) {
        self.puzzles += 1;
        self.solved += u64::from(status == Status::Solved);
        self.unknown += u64::from(is_open);
        self.errors += u64::from(status == Status::Error);
        self.time += time;
        self.longest = self.longest.max(Some((time, id)));
    }

    /// Returns a summary for the progress bar.
    pub(crate) fn so_far(&self) -> String {
        let unsolved = self.puzzles - self.solved;
        format!("{} puzzles, {:.0} a second, {unsolved} unsolved", self.puzzles, self.rate())
    }

    fn rate(&self) -> f64 {
        self.puzzles as f64 / self.start.elapsed().as_secs_f64()
    }

    /// Prints how many puzzles were solved, and how long it took.
    pub(crate) fn print(&self) {
        messages::print_line(format_args!("solved {} of {}", self.solved, self.puzzles));
        if let Some((longest, id)) = self.longest {
            let mean = self.time.div_f64(self.puzzles as f64);
            let (all, rate) = (self.start.elapsed(), self.rate());
            messages::print_line(format_args!(
                "time: mean {mean:.1?}, longest {longest:.1?} for puzzle {id}; {all:.1?} for all, {rate:.0} a second"
            ));
        }
    }

    /// Returns the exit code of a command that printed these records.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self { is_interrupted: true, .. } => exit_code::INTERRUPTED,
            Self { errors: 1.., .. } => exit_code::ERROR,
            Self { unknown: 1.., .. } => exit_code::UNKNOWN,
            _ => exit_code::DONE,
        }
    }
}

/// Whether records are being printed, and an interruption has not been reported yet.
static IS_AT_WORK: AtomicBool = AtomicBool::new(false);

/// Flushes the finished records and reports the interruption. To be called before the program exits early.
pub(crate) fn report_interruption() {
    if IS_AT_WORK.swap(false, Ordering::Relaxed) {
        let records = output::flush_if_idle();
        print_message(format_args!("interrupted; records printed: {records}"));
    }
}
