//! The steps of the three programs before and after a command: arguments, signals, the output file and the exit code.

use std::env;
use std::process::ExitCode;
use std::sync::Once;

use clap::{CommandFactory, FromArgMatches};

use super::args::{MessageArgs, shorten_help};
use super::failure::Failure;
use super::numbers::grouped;
use super::options_digest::options_digest;
use super::output::Remains;
use super::{exit_code, messages, output, run, signals, usage};

/// The command line of a program, whose arguments have the type `C`.
#[derive(Debug)]
pub struct App<C> {
    /// The name, which is a prefix of messages.
    pub name: &'static str,
    /// Returns the hint for a command line that has the path of a file in the place of a command.
    pub hint: fn(path: &str) -> String,
    /// Returns the options for messages.
    pub messages: fn(&C) -> MessageArgs,
    /// Stops the work in progress after a signal.
    pub stop: fn(),
    /// Runs the command and returns the exit code.
    pub run: fn(&mut C) -> Result<u8, Failure>,
}

impl<C: CommandFactory + FromArgMatches + 'static> App<C> {
    /// Parses the command line, runs the command, completes the output file, and reports a failure.
    pub fn main(self) -> ExitCode {
        let matches = match shorten_help(C::command(), env::args_os()).try_get_matches() {
            Ok(matches) => matches,
            Err(error) => return usage::report(error, C::command(), self.hint),
        };
        run::set_options_digest(options_digest(&C::command(), &matches));
        let mut cli = C::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let style = (self.messages)(&cli).style();
        let failure = match self.run(&mut cli) {
            Ok(code) => return code.into(),
            Err(failure) => failure,
        };
        if let Some(report) = failure.report(self.name, style) {
            messages::print_line(report);
        }
        failure.exit_code().into()
    }

    fn run(&self, cli: &mut C) -> Result<u8, Failure> {
        let (name, stop) = (self.name, self.stop);
        signals::end_on_signals(move || {
            stop();
            report_interruption(name);
        })?;
        let finish =
            |code| if code == exit_code::INTERRUPTED { Ok(code) } else { output::finish().map(|()| code) };
        let code = (self.run)(cli).and_then(finish).inspect_err(|failure| {
            if !matches!(failure, Failure::Interrupted) {
                run::abandon(self.name);
            }
        })?;
        if code == exit_code::INTERRUPTED {
            report_interruption(self.name);
        }
        Ok(code)
    }
}

/// Saves the finished records and reports that the run was interrupted. If another thread does this already, waits for
/// it.
///
/// Commands that process a single item report nothing.
fn report_interruption(program: &str) {
    static REPORT: Once = Once::new();
    REPORT.call_once(|| {
        let remains = output::abandon();
        if !run::has_started() {
            return;
        }
        let text = match remains {
            Remains::Part(part) => run::kept_records(&part),
            Remains::Nothing => "the output file was not written".to_owned(),
            Remains::Printed(records) => format!("records printed: {}", grouped(records)),
        };
        messages::print(program, format_args!("interrupted; {text}"));
    });
}
