//! `sudoku-sat`: questions about puzzles, answered by solvers.

mod args;
mod command;
mod help;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Parser;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use sudoku_cnf::exit_code;
use sudoku_cnf::files::{InputError, is_broken_pipe};
use sudoku_cnf::program::args::ExtraError;
use sudoku_cnf::program::puzzles::SeveralInputs;
use sudoku_cnf::text::Style;
use sudoku_sat::Interrupt;

use args::{Cli, Command, Usage};

/// How long after a signal the work in progress may take to tidy up by itself.
const GRACE: Duration = Duration::from_millis(300);
/// As long again where an external solver has to be ended and its files removed, which may be large.
const GRACE_WITH_FILES: Duration = Duration::from_secs(5);

/// The name that messages begin with.
pub(crate) const PROGRAM: &str = "sudoku-sat";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let style = cli.messages.style();
    let grace = if cli.command.runs_a_program() { GRACE_WITH_FILES } else { GRACE };
    let checked = cli.command.check().map_err(anyhow::Error::from);
    let interrupt = checked.and_then(|()| Ok(end_on_signals(grace)?));
    let code = interrupt.and_then(|interrupt| match &cli.command {
        Command::Solve(args) => command::solve(args, style, &interrupt),
        Command::Count(args) => command::count(args, style, &interrupt),
        Command::Candidates(args) => command::candidates(args, &interrupt),
        Command::Minimize(args) => command::minimize(args, &interrupt),
        Command::Rate(args) => command::rate(args, style, &interrupt),
        Command::Generate(args) => command::generate(args, &interrupt),
        Command::Compare(args) => command::compare(args, &interrupt),
        Command::Extra(extra) => extra
            .write::<Cli>(&mut io::stdout().lock())
            .map(|()| exit_code::DONE)
            .map_err(anyhow::Error::from),
    });
    match code {
        Ok(code) => code.into(),
        Err(error) if is_broken_pipe(error.as_ref()) => exit_code::DONE.into(),
        Err(error) => {
            tell_error(&error, style);
            let is_usage = error.is::<Usage>()
                || error.is::<SeveralInputs>()
                || matches!(error.downcast_ref(), Some(ExtraError::NoCommand { .. }));
            (if is_usage { exit_code::USAGE } else { exit_code::ERROR }).into()
        }
    }
}

/// Lets SIGINT, SIGTERM and their like trigger the interrupt, which ends external solvers and removes their files,
/// and end this process a moment later whatever it does, with what was printed so far; a second one ends it at once.
fn end_on_signals(grace: Duration) -> io::Result<Interrupt> {
    let interrupt = Interrupt::default();
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    let triggered = interrupt.clone();
    thread::spawn(move || {
        let mut signals = signals.forever();
        if signals.next().is_some() {
            triggered.trigger();
            thread::spawn(move || {
                thread::sleep(grace);
                command::tell_interrupted();
                signal_hook::low_level::exit(exit_code::INTERRUPTED.into());
            });
        }
        if signals.next().is_some() {
            signal_hook::low_level::exit(exit_code::INTERRUPTED.into());
        }
    });
    Ok(interrupt)
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
    // At once, so that no other thread's words come in between.
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}
