//! How far a command is, for a person at a terminal.

use std::fmt::{self, Display};
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::say;

/// A bar on standard error if that is a terminal and standard output is none, whose lines it would disturb; else nothing.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// The bar of `count` things to do, each counted as one of `what`.
    pub(crate) fn new(count: u64, what: &'static str) -> Self {
        if count < 2 || io::stdout().is_terminal() || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let template =
            format!("{{bar:30}} {{human_pos}} of {{human_len}} {what}, {{rate}} a second, {{eta}} left");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
            // A bar that cannot be drawn is no loss.
            let _ = write!(to, "{:.0}", state.per_sec());
        };
        let style = style.with_key("rate", rate);
        let bar = ProgressBar::new(count).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// One more is done.
    pub(crate) fn advance(&self) {
        self.0.inc(1);
    }

    /// Says something to a person beside the bar.
    pub(crate) fn say(&self, message: impl Display) {
        self.0.suspend(|| say(message));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
