//! Limits on the number of errors that are printed.

use crate::cli::diagnostics::Style;
use crate::cli::files::InputError;
use crate::formats::MAX_REPORTED_ERRORS;

/// Returns the messages of the first errors of each input, and counts the others.
#[derive(Debug)]
pub struct Faults {
    program: &'static str,
    style: Style,
    /// The name of the current input.
    input: String,
    /// The number of errors of this input that were returned.
    told: usize,
    left_out: usize,
}

impl Faults {
    /// Returns a counter for the program `program`, without errors so far.
    #[must_use]
    pub fn new(program: &'static str, style: Style) -> Self {
        Self { program, style, input: String::new(), told: 0, left_out: 0 }
    }

    /// Counts an error and returns its message; `None` if its input had too many errors before.
    pub fn tell(&mut self, error: &InputError) -> Option<String> {
        if self.input != error.input_name() {
            error.input_name().clone_into(&mut self.input);
            self.told = 0;
        }
        let (text, told, left_out) = error.report_up_to(self.style, MAX_REPORTED_ERRORS - self.told);
        self.told += told;
        self.left_out += left_out;
        (told > 0).then(|| error.introduced(self.program, text))
    }

    /// Returns a message with the number of errors that were not returned, if there are any.
    #[must_use]
    pub fn rest(&self) -> Option<String> {
        (self.left_out > 0).then(|| format!("{}: {} more faults", self.program, self.left_out))
    }
}
