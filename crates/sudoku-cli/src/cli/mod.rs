//! The command line of `sudoku-cli`, with one module per command.

pub(crate) mod args;
mod check;
mod convert;
mod decode;
mod explain_literal;
mod lesson;
mod lesson_trace;
mod many_args;
mod record_writer;
mod render;
mod render_args;
mod sample;
mod shares;
mod solver_output;
mod split;

use std::fmt::Display;

use sudoku_cnf::cli::limits::LimitArgs;
use sudoku_cnf::cli::messages;
use sudoku_sat::Limits;

pub(crate) use check::check;
pub(crate) use convert::convert;
pub(crate) use decode::decode;
pub(crate) use explain_literal::explain_literal;
pub(crate) use lesson::lesson;
pub(crate) use render::render;

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
