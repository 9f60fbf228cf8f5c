//! Errors in the command line, and requests for help.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ContextKind;

use super::diagnostics::Style;
use super::{Failure, exit_code, messages};

/// Reports an error in the command line. If a file is in the place of a command, adds the hint that `hint` returns for
/// its path.
///
/// `error` may also be a request for help or for the version, which is printed to standard output.
pub fn report(program: &str, error: &clap::Error, hint: impl FnOnce(&str) -> String) -> ExitCode {
    let command = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
    let printed = error.print().and_then(|()| io::stdout().flush());
    if error.use_stderr() {
        // An error on standard error cannot be reported.
        if let Some(path) = command.filter(|name| Path::new(name).exists()) {
            messages::print_line(format_args!("hint: {}", hint(&path)));
        }
        return exit_code::USAGE.into();
    }
    let Err(error) = printed else { return exit_code::DONE.into() };
    let failure = Failure::stdout(error);
    failure.report(program, Style::Plain).into_iter().for_each(messages::print_line);
    failure.exit_code().into()
}
