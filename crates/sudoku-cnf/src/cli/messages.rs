//! Messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a message prefixed with the name of the program.
pub fn print(program: &str, message: impl Display) {
    print_line(format_args!("{program}: {message}"));
}

/// Prints a line. Errors are ignored, because there is nowhere to report them.
pub fn print_line(line: impl Display) {
    // A single write keeps the lines of several threads apart.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
