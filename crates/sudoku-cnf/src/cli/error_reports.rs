//! A limit on the number of errors that are printed for each input.

use super::Failure;
use super::diagnostics::Style;
use super::files::InputError;
use super::numbers::counted;
use crate::text::{Hint, MAX_REPORTED_ERRORS};

/// A filter that limits the number of error messages per input.
///
/// The first [`MAX_REPORTED_ERRORS`] errors of each input are reported. Further errors are only counted. Each
/// hint appears at most once per input.
#[derive(Debug)]
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
}

impl ErrorReports {
    /// Creates a filter for the messages of `program`.
    #[must_use]
    pub fn new(program: &'static str, style: Style) -> Self {
        Self {
            program,
            style,
            input: String::new(),
            reported: 0,
            hints: Vec::new(),
            failures: 0,
            left_out: 0,
        }
    }

    /// Returns the message for `error`, or `None` if the limit for the input has already been reached.
    ///
    /// Errors beyond the limit are counted for the [`summary`](Self::summary).
    pub fn report(&mut self, error: &InputError) -> Option<String> {
        if self.input != error.input_name() {
            error.input_name().clone_into(&mut self.input);
            self.reported = 0;
            self.hints.clear();
        }
        let most = MAX_REPORTED_ERRORS - self.reported;
        let (text, reported, left_out) = error.report_up_to(self.style, most, &mut self.hints);
        self.reported += reported;
        self.left_out += left_out;
        (reported > 0).then(|| error.with_program(self.program, text))
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
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!("{}: {}", self.program, counted(self.left_out as u64, "more error", "more errors"))
        })
    }
}
