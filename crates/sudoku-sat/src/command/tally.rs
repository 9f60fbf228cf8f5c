//! What came of many puzzles.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_cnf::exit_code;

use super::output;
use crate::{say, tell};

/// What came of the puzzles so far.
pub(crate) struct Tally {
    pub(crate) puzzles: u64,
    solved: u64,
    unknown: u64,
    errors: u64,
    start: Instant,
    /// How long the puzzles took, one by one.
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

    /// Counts the puzzle with the number `id`; `is_open` if a part of the question could not be answered.
    pub(crate) fn count(&mut self, id: u64, status: &str, is_open: bool, time: Duration) {
        self.puzzles += 1;
        self.solved += u64::from(status == "solved");
        self.unknown += u64::from(is_open);
        self.errors += u64::from(status == "error");
        self.time += time;
        self.longest = self.longest.max(Some((time, id)));
    }

    /// How it goes, for a person who waits.
    pub(crate) fn so_far(&self) -> String {
        let unsolved = self.puzzles - self.solved;
        format!("{} puzzles, {:.0} a second, {unsolved} unsolved", self.puzzles, self.rate())
    }

    fn rate(&self) -> f64 {
        self.puzzles as f64 / self.start.elapsed().as_secs_f64()
    }

    /// Tells a person how many were solved, and how long it took.
    pub(crate) fn tell(&self) {
        say(format_args!("solved {} of {}", self.solved, self.puzzles));
        if let Some((longest, id)) = self.longest {
            let mean = self.time.div_f64(self.puzzles as f64);
            let (all, rate) = (self.start.elapsed(), self.rate());
            say(format_args!(
                "time: mean {mean:.1?}, longest {longest:.1?} for puzzle {id}; {all:.1?} for all, {rate:.0} a second"
            ));
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

/// Whether many puzzles are being answered, and nobody was told yet that this was interrupted.
static IS_AT_WORK: AtomicBool = AtomicBool::new(false);

/// Hands on and tells what is finished: for a program that is about to be ended in the middle of its work.
pub(crate) fn tell_interrupted() {
    if IS_AT_WORK.swap(false, Ordering::Relaxed) {
        let records = output::flush_if_idle();
        tell(format_args!("interrupted; records printed: {records}"));
    }
}
