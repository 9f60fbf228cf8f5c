//! `sudoku-sat`: questions about puzzles, answered by solvers.

#![allow(clippy::print_stderr, reason = "a program talks to people")]

mod args;
mod command;

use std::io;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Parser;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use sudoku_cnf::exit_code;
use sudoku_sat::Interrupt;

use args::{Cli, Command};

/// How long after a signal the work in progress may tidy up by itself.
const GRACE: Duration = Duration::from_millis(300);

fn main() -> ExitCode {
    let cli = Cli::parse();
    let code = end_on_signals().map_err(anyhow::Error::from).and_then(|interrupt| match &cli.command {
        Command::Solve(args) => command::solve(args, &interrupt),
        Command::Count(args) => command::count(args, &interrupt),
        Command::Candidates(args) => command::candidates(args, &interrupt),
        Command::Minimize(args) => command::minimize(args, &interrupt),
    });
    match code {
        Ok(code) => code.into(),
        Err(error) if is_broken_pipe(&error) => exit_code::DONE.into(),
        Err(error) => {
            eprintln!("sudoku-sat: {error:#}");
            exit_code::ERROR.into()
        }
    }
}

/// Lets SIGINT and SIGTERM trigger the interrupt, which ends external solvers and removes their files,
/// and end this process a moment later whatever it does, with what was printed so far.
fn end_on_signals() -> io::Result<Interrupt> {
    let interrupt = Interrupt::default();
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let triggered = interrupt.clone();
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            triggered.trigger();
            thread::sleep(GRACE);
            signal_hook::low_level::exit(exit_code::INTERRUPTED.into());
        }
    });
    Ok(interrupt)
}

/// Whether the reader of standard output went away, which is a quiet end and no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
