//! The program `sudoku-cli`: its command line, and one file per command.

pub(crate) mod args;
mod check;
mod convert;
mod decode;
mod puzzles;
mod render;

use std::fmt::Display;

use sudoku_cnf::cli::messages;

pub(crate) use check::check;
pub(crate) use convert::convert;
pub(crate) use decode::decode;
pub(crate) use render::render;

/// The prefix of messages.
pub(crate) const PROGRAM: &str = "sudoku-cli";

/// Prints a message prefixed with the name of the program.
fn print_message(message: impl Display) {
    messages::print(PROGRAM, message);
}
