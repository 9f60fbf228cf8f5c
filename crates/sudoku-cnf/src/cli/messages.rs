//! Messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a message prefixed with the name of the program.
pub fn print(program: &str, message: impl Display) {
    print_line(format_args!("{program}: {message}"));
}

/// Prints a line. That nobody may be listening is not a reason to fail.
pub fn print_line(line: impl Display) {
    // In one call, so that the lines of several threads do not mix.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
