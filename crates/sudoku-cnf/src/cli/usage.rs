//! Errors in the command line, and requests for help.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ContextKind;

use super::diagnostics::Style;
use super::messages::foreign;
use super::{Failure, exit_code, messages};

/// The programs with commands, and their commands.
const COMMANDS: [(&str, &str); 2] = [
    (
        "sudoku-sat",
        "solve count candidates minimize rate explain generate family hardness compare trace cubes dimacs certify \
         verify",
    ),
    ("sudoku-cli", "decode check convert render lesson explain-literal"),
];

/// Reports that `command` is a command of another program than `program`, or what `sudoku-cnf` does without a command.
/// Returns `None` if it is neither.
pub fn report_other_program(program: &str, command: &str) -> Option<ExitCode> {
    if command == "encode" {
        let message = "no program has a command 'encode'\nhint: run 'sudoku-cnf FILE' to encode a puzzle";
        messages::print(program, message);
        return Some(exit_code::USAGE.into());
    }
    let mut others = COMMANDS.iter().filter(|(other, _)| *other != program);
    let (other, _) = others.find(|(_, commands)| commands.split(' ').any(|name| name == command))?;
    let message = format!("'{command}' is a command of {other}\nhint: run '{other} {command} …'");
    messages::print(program, message);
    Some(exit_code::USAGE.into())
}

/// Reports an error in the command line. If a file is in the place of a command, adds the hint that `hint` returns for
/// its path.
///
/// `error` may also be a request for help or for the version, which is printed to standard output.
pub fn report(program: &str, error: &clap::Error, hint: impl FnOnce(&str) -> String) -> ExitCode {
    let command = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
    if let Some(code) = command.as_ref().and_then(|name| report_other_program(program, name)) {
        return code;
    }
    let printed = error.print().and_then(|()| io::stdout().flush());
    if error.use_stderr() {
        // An error on standard error cannot be reported.
        if let Some(path) = command.filter(|name| Path::new(name).exists()) {
            messages::print_line(format_args!("hint: {}", hint(&foreign(path))));
        }
        return exit_code::USAGE.into();
    }
    let Err(error) = printed else { return exit_code::DONE.into() };
    let failure = Failure::stdout(error);
    failure.report(program, Style::Plain).into_iter().for_each(messages::print_line);
    failure.exit_code().into()
}
