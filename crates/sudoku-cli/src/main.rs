//! `sudoku-cli`: commands on the files that people hold.

mod args;
mod command;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use sudoku_cnf::exit_code;
use sudoku_cnf::files::{InputError, is_broken_pipe};
use sudoku_cnf::program::args::ExtraError;
use sudoku_cnf::program::puzzles::SeveralInputs;
use sudoku_cnf::text::Style;

use args::{Cli, Command};
use command::{Interrupted, NothingRight};

/// The name that messages begin with.
pub(crate) const PROGRAM: &str = "sudoku-cli";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let style = cli.messages.style();
    let result = match &cli.command {
        Command::Decode(args) => command::decode(args),
        Command::Check(args) => command::check(args, style),
        Command::Convert(args) => command::convert(args, style),
        Command::Render(args) => command::render(args, style),
        Command::Extra(extra) => extra
            .write::<Cli>(&mut io::stdout().lock())
            .map(|()| exit_code::DONE)
            .map_err(anyhow::Error::from),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) if is_broken_pipe(error.as_ref()) => exit_code::DONE.into(),
        Err(error) if error.is::<NothingRight>() => exit_code::ERROR.into(),
        Err(error) if error.is::<Interrupted>() => exit_code::INTERRUPTED.into(),
        Err(error)
            if error.is::<SeveralInputs>()
                || matches!(error.downcast_ref(), Some(ExtraError::NoCommand { .. })) =>
        {
            tell(&error);
            exit_code::USAGE.into()
        }
        Err(error) => {
            tell_error(&error, style);
            exit_code::ERROR.into()
        }
    }
}

/// Tells a person what went wrong: a fault of a text by its place, anything else by the program's name.
pub(crate) fn tell_error(error: &anyhow::Error, style: Style) {
    match error.downcast_ref::<InputError>() {
        Some(error) => say(error.told_by(PROGRAM, style)),
        None => tell(format_args!("{error:#}")),
    }
}

/// Tells a person something by the program's name.
pub(crate) fn tell(message: impl Display) {
    say(format_args!("{PROGRAM}: {message}"));
}

/// Says something to a person. Nobody may be listening, which is no reason to fail.
pub(crate) fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}
