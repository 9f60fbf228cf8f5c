//! Messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a message to standard error, prefixed with the program name.
pub fn print(program: &str, message: impl Display) {
    print_line(format_args!("{program}: {message}"));
}

/// Prints a line to standard error. Write errors are ignored, because there is nowhere to report them.
pub fn print_line(line: impl Display) {
    // A single write prevents the output of several threads from being interleaved within a line.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
