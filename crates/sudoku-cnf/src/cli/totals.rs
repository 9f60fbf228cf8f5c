//! The totals of a run.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::checkpoint::Checkpoint;
use super::exit_code;
use super::numbers::{counted, grouped, grouped_rate};
use super::result_class::ResultClass;

/// The totals for all items processed so far.
#[derive(Debug, Default)]
pub struct Totals {
    /// The number of items, without those that an earlier run has completed.
    pub items: u64,
    /// The number of items with an error.
    pub errors: u64,
    /// The number of items for which a limit was reached before the answer was complete.
    pub unknown: u64,
    /// The number of answers in each class.
    classes: BTreeMap<ResultClass, u64>,
    start: Option<Instant>,
    /// The sum of the times for all answers.
    time: Duration,
    longest: Option<(Duration, u64)>,
    /// Whether a signal ended the run.
    pub is_interrupted: bool,
    /// Whether an error ended the run.
    pub is_stopped: bool,
    /// The state of the earlier run that this run continues, if the output stores checkpoints.
    earlier: Option<Checkpoint>,
}

impl Totals {
    /// Returns the totals at the beginning of a run that continues from `earlier`.
    pub fn new(earlier: Option<Checkpoint>) -> Self {
        Self { start: Some(Instant::now()), earlier, ..Self::default() }
    }

    pub(super) fn count(
        &mut self,
        id: u64,
        class: Option<ResultClass>,
        is_unknown: bool,
        is_error: bool,
        time: Duration,
    ) {
        if let Some(class) = class {
            *self.classes.entry(class).or_default() += 1;
        }
        self.items += 1;
        self.unknown += u64::from(is_unknown);
        self.errors += u64::from(is_error);
        self.time += time;
        self.longest = self.longest.max(Some((time, id)));
    }

    /// Returns the numbers of errors and of unknown answers, including those of the earlier run, or `None` if the
    /// output does not store checkpoints.
    pub(super) fn checkpoint(&self) -> Option<Checkpoint> {
        let earlier = self.earlier?;
        let (errors, unknown) = (earlier.errors + self.errors, earlier.unknown + self.unknown);
        Some(Checkpoint { errors, unknown, ..earlier })
    }

    /// Returns the number of answers in `class`.
    pub fn of_class(&self, class: ResultClass) -> u64 {
        self.classes.get(&class).copied().unwrap_or_default()
    }

    /// Returns the numbers of answers in `classes`, each with the name of the class, and the number of errors, without
    /// those that are 0.
    pub fn list(&self, classes: &[ResultClass]) -> Vec<String> {
        let counts = classes.iter().map(|class| (self.of_class(*class), class.name()));
        let counts = counts.filter(|(count, _)| *count > 0);
        let mut list: Vec<_> = counts.map(|(count, name)| format!("{} {name}", grouped(count))).collect();
        list.extend((self.errors > 0).then(|| counted(self.errors, "error", "errors")));
        list
    }

    /// Returns the numbers of errors and unknown answers as a remark for the progress bar.
    pub(super) fn remark(&self) -> String {
        let unknown = (self.unknown > 0).then(|| format!(", {} unknown", grouped(self.unknown)));
        let errors = (self.errors > 0).then(|| format!(", {}", counted(self.errors, "error", "errors")));
        unknown.unwrap_or_default() + &errors.unwrap_or_default()
    }

    /// Returns the time of the run, the number of items per second, and the mean and the longest time for an item.
    ///
    /// `what` is the noun for an item, for example "puzzle". Returns `None` if there are no items.
    pub fn times(&self, what: &str) -> Option<String> {
        let (longest, id) = self.longest?;
        let (all, mean) = (self.start?.elapsed(), self.time.div_f64(self.items as f64));
        let rate = grouped_rate(self.items as f64 / all.as_secs_f64());
        Some(format!(
            "time: {all:.1?}, {rate} {what}s per second; mean {mean:.1?}, longest {longest:.1?} ({what} {id})"
        ))
    }

    /// Returns whether neither this run nor the one that it continues had any items.
    pub fn is_empty(&self) -> bool {
        self.items == 0 && !self.is_interrupted && self.earlier.is_none_or(|earlier| earlier.items == 0)
    }

    /// Returns the exit code: interrupted, error, unknown or done.
    pub fn exit_code(&self) -> u8 {
        let earlier = self.earlier.unwrap_or_default();
        if self.is_interrupted {
            exit_code::INTERRUPTED
        } else if self.errors + earlier.errors > 0 {
            exit_code::ERROR
        } else if self.unknown + earlier.unknown > 0 {
            exit_code::UNKNOWN
        } else {
            exit_code::DONE
        }
    }
}
