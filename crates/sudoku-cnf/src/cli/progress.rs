//! Progress bars for terminals.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::numbers::{grouped, grouped_rate};
use super::{messages, output};

/// The minimum time between two updates of a progress bar.
const INTERVAL: Duration = Duration::from_millis(200);
/// The size in bytes of an input that is read as a whole before its first puzzle is returned.
const SMALL: u64 = 1 << 21;

/// The number of items that a run will process, as far as it is known. The source of the items updates it.
#[derive(Debug, Default)]
pub struct Expected {
    items: AtomicU64,
    /// The number of these items that an earlier run has completed.
    completed: AtomicU64,
    has_ended: AtomicBool,
    bytes_read: Arc<AtomicU64>,
    /// The total size of the inputs, or `None` if the size of an input is unknown.
    bytes: Option<u64>,
}

impl Expected {
    /// Returns a counter for the items in inputs of `bytes` bytes.
    pub fn of_bytes(bytes: Option<u64>) -> Self {
        Self { bytes, ..Self::default() }
    }

    /// Returns the number of items if it is known in advance.
    pub fn of_items(items: u64) -> Self {
        Self { items: items.into(), has_ended: true.into(), ..Self::default() }
    }

    /// Counts an item that was read.
    pub fn add_item(&self) {
        self.items.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that an earlier run has completed an item.
    pub fn skip_completed(&self) {
        self.completed.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that all items have been read.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
    }

    /// Returns the counter of the bytes that have been read.
    pub(super) fn bytes_read(&self) -> &Arc<AtomicU64> {
        &self.bytes_read
    }

    /// Returns whether [`total`](Self::total) is exact, because all items have been read.
    fn is_exact(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    /// Returns the number of items that an earlier run has completed.
    fn completed(&self) -> u64 {
        self.completed.load(Ordering::Relaxed)
    }

    /// Returns the number of all items that this run will process: exactly if all have been read, or else estimated
    /// from the part of the bytes that has been read. Returns `None` if there is no basis for an estimate yet.
    pub(super) fn total(&self) -> Option<u64> {
        let items = self.items.load(Ordering::Relaxed);
        let completed = self.completed();
        if self.is_exact() {
            return Some(items.saturating_sub(completed));
        }
        let read = self.bytes_read.load(Ordering::Relaxed);
        let bytes = self.bytes.filter(|_| read > SMALL)?;
        let all = u128::from(items) * u128::from(bytes.max(read)) / u128::from(read);
        Some(u64::try_from(all).unwrap_or(u64::MAX).saturating_sub(completed))
    }
}

/// A progress bar on standard error that counts the items done.
///
/// It is visible if standard error is a terminal, unless the output appears on a terminal, too.
#[derive(Debug)]
pub struct Progress {
    /// The bar, or `None` if it is invisible.
    bar: Option<ProgressBar>,
    expected: Arc<Expected>,
    start: Instant,
    last: Cell<Option<Instant>>,
}

impl Progress {
    /// Returns a bar for `expected` items. If `is_hidden` is set, it is invisible.
    pub fn new(expected: Arc<Expected>, is_hidden: bool) -> Self {
        let bar = if is_hidden || output::is_on_terminal() || !io::stderr().is_terminal() {
            None
        } else {
            let bar = ProgressBar::no_length().with_style(style("{spinner} {wide_msg}"));
            bar.enable_steady_tick(INTERVAL);
            Some(bar)
        };
        Self { bar, expected, start: Instant::now(), last: Cell::new(None) }
    }

    /// Shows that `done` items are done, unless the last update was less than `INTERVAL` ago. `what` is the noun for an
    /// item, and `remark` returns further text.
    pub fn show(&self, done: u64, what: &str, remark: &dyn Fn() -> String) {
        let Some(bar) = &self.bar else { return };
        if self.last.get().is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        let rate = grouped_rate(done as f64 / self.start.elapsed().as_secs_f64());
        // The bar of a continued run starts where the earlier run ended.
        let completed = self.expected.completed();
        let total = self.expected.total().map(|total| completed + total.max(done));
        let about = if self.expected.is_exact() { "" } else { "~" };
        let of_total = total.map(|total| format!(" of {about}{}", grouped(total))).unwrap_or_default();
        if let Some(total) = total {
            if bar.length().is_none() {
                bar.set_style(style("{bar:14} {percent:>3}% {wide_msg} {eta} left"));
                bar.set_position(completed);
                bar.reset_eta();
            }
            bar.set_length(total);
        }
        let done = completed + done;
        bar.set_position(done);
        // The message comes last, because the bar may be drawn after each change.
        bar.set_message(format!("{}{of_total} {what}s, {rate} per second{}", grouped(done), remark()));
        self.last.set(Some(Instant::now()));
    }

    /// Temporarily hides the bar and prints a message.
    pub fn print(&self, message: impl Display) {
        match &self.bar {
            Some(bar) => bar.suspend(|| messages::print_line(message)),
            None => messages::print_line(message),
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_items_is_estimated_until_all_have_been_read() {
        let expected = Expected::of_bytes(Some(10 * SMALL));
        assert_eq!(expected.total(), None);
        expected.bytes_read().store(2 * SMALL, Ordering::Relaxed);
        expected.items.store(100, Ordering::Relaxed);
        assert_eq!(expected.total(), Some(500));
        expected.skip_completed();
        assert_eq!(expected.total(), Some(499));
        expected.end();
        assert_eq!(expected.total(), Some(99));
        assert_eq!(Expected::of_items(7).total(), Some(7));
    }
}
