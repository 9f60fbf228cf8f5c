//! The help texts of `-h`.

use std::ffi::OsString;

use clap::{Arg, Command};

/// Places the examples of the help text first, and removes the lists of possible values if the arguments contain `-h`.
///
/// The short help then has one line per option. `--help`, man pages and error messages still list the values.
pub fn shorten_help(command: Command, arguments: impl IntoIterator<Item = OsString>) -> Command {
    let command = with_examples_first(command);
    if arguments.into_iter().any(|argument| argument == "-h") { without_values(command) } else { command }
}

/// Places the sections of the help text, which start with examples, in front of the options.
fn with_examples_first(command: Command) -> Command {
    let template = "{before-help}{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}";
    command.help_template(template).mut_subcommands(with_examples_first)
}

fn without_values(command: Command) -> Command {
    let hide = |argument: Arg| {
        let takes_values = argument.get_action().takes_values();
        if takes_values { argument.hide_possible_values(true) } else { argument }
    };
    command.mut_args(hide).mut_subcommands(without_values)
}
