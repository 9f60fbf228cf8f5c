//! Errors in the command line.

use std::path::Path;
use std::process::ExitCode;

use clap::error::ContextKind;

use super::{exit_code, messages};

/// Reports an error in the command line. If a file is in the place of a command, adds the hint that `hint` returns for
/// its path.
///
/// Ends the process after a request for help or for the version.
pub fn report(error: &clap::Error, hint: impl FnOnce(&str) -> String) -> ExitCode {
    let command = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
    let Some(path) = command.filter(|name| Path::new(name).exists()) else { error.exit() };
    // An error on standard error cannot be reported.
    let _ = error.print();
    messages::print_line(format_args!("hint: {}", hint(&path)));
    exit_code::USAGE.into()
}
