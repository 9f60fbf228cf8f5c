//! Errors in the command line, and requests for help.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::diagnostics::Style;
use super::messages::foreign;
use super::{Failure, exit_code, messages};

/// The programs and their commands, except those that every program has.
pub(super) const COMMANDS: [(&str, &str); 3] = [
    ("sudoku-cnf", ""),
    (
        "sudoku-sat",
        "solve count candidates minimize rate explain generate family hardness compare trace cubes dimacs certify \
         verify",
    ),
    ("sudoku-cli", "decode check convert render lesson explain-literal rules"),
];

/// Prints a hint if `command` belongs to another program than `program`, or is `encode`, and returns the exit code.
/// Otherwise, returns `None`.
pub fn report_other_program(program: &str, command: &str) -> Option<ExitCode> {
    if command == "encode" {
        let message = "no program has a command 'encode'\nhint: run 'sudoku-cnf FILE' to encode a puzzle";
        messages::print(program, message);
        return Some(exit_code::USAGE.into());
    }
    let mut others = COMMANDS.iter().filter(|(other, _)| *other != program);
    let (other, _) = others.find(|(_, commands)| commands.split_whitespace().any(|name| name == command))?;
    let message = format!("'{command}' is a command of {other}\nhint: run '{other} {command} …'");
    messages::print(program, message);
    Some(exit_code::USAGE.into())
}

/// Reports an error in the command line of `command`. If a file is in the place of a command, adds the hint that `hint`
/// returns for its path. If there is a second file instead of a command, only this hint is printed.
///
/// `error` may also be a request for help or for the version, which is printed to standard output.
pub fn report(mut error: clap::Error, mut program: Command, hint: impl FnOnce(&str) -> String) -> ExitCode {
    let name = program.get_name().to_owned();
    let command = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
    if let Some(code) = command.as_ref().and_then(|command| report_other_program(&name, command)) {
        return code;
    }
    if let (ErrorKind::ArgumentConflict, Some(second)) = (error.kind(), &command) {
        messages::print(&name, format_args!("unexpected argument '{}'", foreign(second)));
        messages::print_line(format_args!("hint: {}", hint(&foreign(second))));
        return exit_code::USAGE.into();
    }
    show_whole_usage(&mut error, &mut program);
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
    failure.report(&name, Style::Plain).into_iter().for_each(messages::print_line);
    failure.exit_code().into()
}

/// Replaces the usage in an error message by that of the help text. The usage that clap derives from the command line
/// shows all of its arguments as required.
fn show_whole_usage(error: &mut clap::Error, program: &mut Command) {
    let Some(usage) = error.get(ContextKind::Usage).map(ToString::to_string) else { return };
    program.build();
    let mut command = program;
    for word in usage.split_whitespace().skip(2) {
        if command.find_subcommand(word).is_none() {
            break;
        }
        command = command.find_subcommand_mut(word).expect("the command was found");
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
}
