//! The command line of `sudoku-cli`, with one module per command.

pub(crate) mod args;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod explain_literal;
pub(crate) mod lesson;
mod lesson_trace;
mod many_args;
mod record_writer;
pub(crate) mod render;
mod render_args;
pub(crate) mod rules;
mod sample;
mod shares;
mod solver_output;
mod split;

use std::fmt::Display;

use sudoku_cnf::cli::limits::LimitArgs;
use sudoku_cnf::cli::messages;
use sudoku_sat::Limits;

/// The program name, which precedes each message.
pub(crate) const PROGRAM: &str = "sudoku-cli";

/// Returns the limits of one puzzle, whose time starts now.
fn limits(args: LimitArgs) -> Limits {
    Limits::none().within(args.timeout).with_memory(args.memory_limit())
}

/// Prints a message prefixed with the program name.
fn print_message(message: impl Display) {
    messages::print(PROGRAM, message);
}
