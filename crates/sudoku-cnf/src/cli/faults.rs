//! Which faults a person is told of, where there may be very many.

use crate::cli::files::InputError;
use crate::formats::{MOST_ERRORS, Style};

/// Tells the first faults of each input, and counts the others.
#[derive(Debug)]
pub struct Faults {
    program: &'static str,
    style: Style,
    input: String,
    told: usize,
    left_out: usize,
}

impl Faults {
    /// None so far, for a program of this name to tell.
    #[must_use]
    pub fn new(program: &'static str, style: Style) -> Self {
        Self { program, style, input: String::new(), told: 0, left_out: 0 }
    }

    /// What to tell of a fault, or `None` where enough of its input was told.
    pub fn tell(&mut self, error: &InputError) -> Option<String> {
        if self.input != error.input_name() {
            error.input_name().clone_into(&mut self.input);
            self.told = 0;
        }
        let (text, told, left_out) = error.report_up_to(self.style, MOST_ERRORS - self.told);
        self.told += told;
        self.left_out += left_out;
        (told > 0).then(|| error.introduced(self.program, text))
    }

    /// How many faults were not told, in words, if any.
    #[must_use]
    pub fn rest(&self) -> Option<String> {
        (self.left_out > 0).then(|| format!("{}: {} more faults", self.program, self.left_out))
    }
}
