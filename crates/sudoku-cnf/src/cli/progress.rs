//! Progress bars for terminals.

use std::cell::Cell;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::messages;
use super::numbers::grouped_rate;

/// The minimum time between two updates of a progress bar.
const INTERVAL: Duration = Duration::from_millis(200);

/// A progress bar on standard error, which is visible only if standard error is a terminal.
///
/// If the command prints its results to standard output, the bar is hidden if standard output is also a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    last: Cell<Option<Instant>>,
}

impl Progress {
    /// Returns a bar for `count` items. `what` is the plural noun for the items, for example "puzzles".
    #[must_use]
    pub fn of_count(count: u64, what: &'static str) -> Self {
        if count < 2 {
            return Self::hidden();
        }
        let template = format!(
            "{{bar:30}} {{percent:>3}}% {{human_pos}} of {{human_len}} {what}, {{rate}} per second, {{eta}} left"
        );
        let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
            // Writing to a progress bar cannot fail.
            let _ = write!(to, "{}", grouped_rate(state.per_sec()));
        };
        let is_visible = !io::stdout().is_terminal();
        Self::new(Some(count), style(&template).with_key("rate", rate), is_visible)
    }

    /// Returns a bar with a message for an input of `total` bytes, or a spinner with a message if `total` is
    /// `None`.
    #[must_use]
    pub fn of_bytes(total: Option<u64>) -> Self {
        Self::of_bytes_if(!io::stdout().is_terminal(), total)
    }

    /// Like [`of_bytes`](Self::of_bytes), but for a command that prints nothing to standard output. The bar is
    /// therefore visible even if standard output is a terminal.
    #[must_use]
    pub fn of_input(total: Option<u64>) -> Self {
        Self::of_bytes_if(true, total)
    }

    fn of_bytes_if(is_visible: bool, total: Option<u64>) -> Self {
        let template =
            if total.is_some() { "{bar:30} {percent:>3}% {msg}, {eta} left" } else { "{spinner} {msg}" };
        let progress = Self::new(total, style(template), is_visible);
        progress.bar.set_message("0 puzzles");
        progress
    }

    fn new(length: Option<u64>, style: ProgressStyle, is_visible: bool) -> Self {
        if !is_visible || !io::stderr().is_terminal() {
            return Self::hidden();
        }
        let bar = ProgressBar::no_length().with_style(style);
        if let Some(length) = length {
            bar.set_length(length);
        }
        bar.enable_steady_tick(INTERVAL);
        Self { bar, last: Cell::new(None) }
    }

    /// Returns an invisible bar.
    #[must_use]
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), last: Cell::new(None) }
    }

    /// Advances the bar by one item.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Shows the position and the message that `state` returns, unless the last update was less than
    /// `INTERVAL` ago.
    pub fn show(&self, state: impl FnOnce() -> (u64, String)) {
        let is_due = || self.last.get().is_none_or(|last| last.elapsed() >= INTERVAL);
        if !self.bar.is_hidden() && is_due() {
            let (position, message) = state();
            self.bar.set_position(position);
            self.bar.set_message(message);
            self.last.set(Some(Instant::now()));
        }
    }

    /// Temporarily hides the bar and prints a message.
    pub fn print(&self, message: impl Display) {
        self.bar.suspend(|| messages::print_line(message));
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
