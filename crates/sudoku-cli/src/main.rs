//! The `sudoku-cli` program, which decodes solver output and checks, converts and renders puzzles.

mod cli;

use std::process::ExitCode;

use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::program::App;

use cli::PROGRAM;
use cli::args::{Cli, Command};

fn main() -> ExitCode {
    let app = App {
        name: PROGRAM,
        hint: |path| format!("to check the puzzle in this file, run 'sudoku-cli check {path}'"),
        messages: |cli: &Cli| cli.messages,
        stop: || {},
        run,
    };
    app.main()
}

fn run(cli: &mut Cli) -> Result<u8, Failure> {
    let (style, is_quiet) = (cli.messages.style(), cli.messages.is_quiet());
    match &cli.command {
        Command::Decode(args) => cli::decode::decode(args),
        Command::Check(args) => cli::check::check(args, style),
        Command::Convert(args) => cli::convert::convert(args, style),
        Command::Render(args) => cli::render::render(args, style, is_quiet),
        Command::Lesson(args) => cli::lesson::lesson(args, is_quiet),
        Command::ExplainLiteral(args) => cli::explain_literal::explain_literal(args),
        Command::Rules(args) => cli::rules::rules(args),
        Command::Extra(extra) => extra.run::<Cli>(),
    }
}
