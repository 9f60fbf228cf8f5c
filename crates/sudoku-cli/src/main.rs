//! `sudoku-cli`: commands on the files that people hold.

mod args;
mod command;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use sudoku_cnf::exit_code;
use sudoku_cnf::files::is_broken_pipe;

use args::{Cli, Command};

fn main() -> ExitCode {
    let result = match &Cli::parse().command {
        Command::Decode(args) => command::decode(args),
        Command::Check(args) => command::check(args),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) if is_broken_pipe(error.as_ref()) => exit_code::DONE.into(),
        Err(error) => {
            tell(format_args!("{error:#}"));
            exit_code::ERROR.into()
        }
    }
}

/// Tells a person something. Nobody may be listening, which is no reason to fail.
pub(crate) fn tell(message: impl Display) {
    let _ = writeln!(io::stderr(), "sudoku-cli: {message}");
}
