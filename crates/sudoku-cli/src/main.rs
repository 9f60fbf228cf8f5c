//! The `sudoku-cli` program, which decodes solver output and checks, converts and renders puzzles.

mod cli;

use std::env;
use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use sudoku_cnf::cli::args::shorten_help;
use sudoku_cnf::cli::signals::end_on_signals;
use sudoku_cnf::cli::{Failure, exit_code, messages, usage};

use crate::cli::PROGRAM;
use crate::cli::args::{Cli, Command};

fn main() -> ExitCode {
    let matches = match shorten_help(Cli::command(), env::args_os()).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            return usage::report(PROGRAM, &error, |path| {
                format!("to check the puzzle in this file, run 'sudoku-cli check {path}'")
            });
        }
    };
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let style = cli.messages.style();
    let failure = match run(&cli) {
        Ok(code) => return code.into(),
        Err(failure) => failure,
    };
    if let Some(report) = failure.report(PROGRAM, style) {
        messages::print_line(report);
    }
    failure.exit_code().into()
}

fn run(cli: &Cli) -> Result<u8, Failure> {
    end_on_signals(|| {})?;
    let style = cli.messages.style();
    match &cli.command {
        Command::Decode(args) => cli::decode(args),
        Command::Check(args) => cli::check(args, style),
        Command::Convert(args) => cli::convert(args, style),
        Command::Render(args) => cli::render(args, style, cli.messages.is_quiet()),
        Command::Lesson(args) => cli::lesson(args, cli.messages.is_quiet()),
        Command::ExplainLiteral(args) => cli::explain_literal(args),
        Command::Extra(extra) => {
            extra.write::<Cli>(&mut io::stdout().lock())?;
            Ok(exit_code::DONE)
        }
    }
}
