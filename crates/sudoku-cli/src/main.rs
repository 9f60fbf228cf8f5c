//! `sudoku-cli`: decodes solver output; checks, converts and renders puzzles.

mod cli;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use sudoku_cnf::cli::{Failure, exit_code, messages};

use cli::PROGRAM;
use cli::args::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
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
    let style = cli.messages.style();
    match &cli.command {
        Command::Decode(args) => cli::decode(args),
        Command::Check(args) => cli::check(args, style),
        Command::Convert(args) => cli::convert(args, style),
        Command::Render(args) => cli::render(args, style),
        Command::Extra(extra) => {
            extra.write::<Cli>(&mut io::stdout().lock())?;
            Ok(exit_code::DONE)
        }
    }
}
