//! A limit on the number of errors that are printed for each input.

use std::mem;

use super::Failure;
use super::diagnostics::Style;
use super::files::InputError;
use super::numbers::counted;
use crate::text::{Hint, MAX_REPORTED_ERRORS};

/// The number of consecutive errors with the same cause that are reported one by one.
const MAX_REPEATED: usize = 3;

/// A filter that limits the number of error messages per input.
///
/// The first [`MAX_REPORTED_ERRORS`] errors of each input are reported. Further errors are only counted. Each
/// hint appears at most once per input.
#[derive(Debug, Default)]
pub struct ErrorReports {
    program: &'static str,
    style: Style,
    /// The name of the current input.
    input: String,
    /// The number of errors that have been reported for the current input.
    reported: usize,
    /// The hints that have been shown for the current input.
    hints: Vec<Hint>,
    /// The number of reported failures other than input errors.
    failures: usize,
    left_out: usize,
    /// The text of the last error, without its position.
    last: String,
    /// The number of consecutive errors with this text.
    repeated: usize,
}

impl ErrorReports {
    /// Creates a filter for the messages of `program`.
    pub fn new(program: &'static str, style: Style) -> Self {
        Self { program, style, ..Self::default() }
    }

    /// Returns the message for `error`, or `None` if the limit for the input has already been reached.
    ///
    /// Errors beyond the limit are counted for the [`summary`](Self::summary). After the first three
    /// consecutive errors with the same cause, the next message gives the number of the others.
    pub fn report(&mut self, error: &InputError) -> Option<String> {
        if self.is_full(&error.name) {
            self.left_out += error.report_up_to(self.style, 0, &mut self.hints).2;
            return None;
        }
        if self.input != error.name {
            error.name.clone_into(&mut self.input);
            self.reported = 0;
            self.hints.clear();
            self.last.clear();
        }
        let cause = error.cause().unwrap_or_default();
        let more = if cause == self.last && !cause.is_empty() {
            self.repeated += 1;
            None
        } else {
            self.last = cause;
            self.take_repeated()
        };
        if self.repeated >= MAX_REPEATED {
            return None;
        }
        let most = MAX_REPORTED_ERRORS - self.reported;
        let (text, reported, left_out) = error.report_up_to(self.style, most, &mut self.hints);
        self.reported += reported;
        self.left_out += left_out;
        let text = (reported > 0).then(|| error.with_program(self.program, text));
        more.into_iter().chain(text).reduce(|more, text| more + "\n" + &text)
    }

    /// Returns whether the limit for the input with this name has been reached.
    fn is_full(&self, input: &str) -> bool {
        self.input == input && self.reported == MAX_REPORTED_ERRORS
    }

    /// Like [`report`](Self::report) for the error that `error` returns, which is in the input with the name `input`.
    ///
    /// Beyond the limit, `error` is not called, because creating an error takes longer than solving an easy puzzle.
    pub fn report_with(&mut self, input: &str, error: impl FnOnce() -> Option<InputError>) -> Option<String> {
        if self.is_full(input) {
            self.left_out += 1;
            return None;
        }
        error().and_then(|error| self.report(&error))
    }

    /// Returns a message that counts the hidden errors with the same cause as the last reported error, or `None` if
    /// there are none.
    fn take_repeated(&mut self) -> Option<String> {
        let hidden = (mem::take(&mut self.repeated) + 1).saturating_sub(MAX_REPEATED) as u64;
        (hidden > 0)
            .then(|| format!("{}: and {}", self.program, counted(hidden, "more like this", "more like this")))
    }

    /// Returns the message for a failure to process one puzzle, or `None` if there is nothing to report or
    /// the limit has already been reached.
    ///
    /// Input errors count toward the limit for their input. Other failures share a separate limit of
    /// [`MAX_REPORTED_ERRORS`].
    pub fn report_failure(&mut self, failure: &Failure) -> Option<String> {
        match failure {
            Failure::Input(error) => self.report(error),
            _ if self.failures == MAX_REPORTED_ERRORS => {
                self.left_out += 1;
                None
            }
            _ => {
                self.failures += 1;
                failure.report(self.program, self.style)
            }
        }
    }

    /// Returns a message with the number of errors that were not reported, or `None` if all errors were
    /// reported.
    pub fn summary(&mut self) -> Option<String> {
        let left_out = (self.left_out > 0).then(|| {
            format!("{}: {}", self.program, counted(self.left_out as u64, "more error", "more errors"))
        });
        self.take_repeated().into_iter().chain(left_out).reduce(|more, text| more + "\n" + &text)
    }
}
