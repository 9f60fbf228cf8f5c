//! The `sudoku-sat` program, which solves, analyzes, rates and generates puzzles, and counts their solutions.

mod cli;

use std::env;
use std::io;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::{CommandFactory, FromArgMatches};
use sudoku_cnf::cli::args::shorten_help;
use sudoku_cnf::cli::output_file::reject_input;
use sudoku_cnf::cli::{Failure, exit_code, messages, signals, usage};
use sudoku_sat::Interrupt;
use sudoku_sat::solver::external;

use crate::cli::args::{Cli, Command};
use crate::cli::{PROGRAM, output};

/// The grace period after a signal, during which workers can finish their work before the process exits.
const GRACE: Duration = Duration::from_millis(300);
/// The additional grace period while external solvers are running.
///
/// Stopping the solvers and removing their temporary files, which may be large, can take several seconds.
const GRACE_WITH_FILES: Duration = Duration::from_secs(5);
/// The interval between two checks whether external solvers are running.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

fn main() -> ExitCode {
    let matches = match shorten_help(Cli::command(), env::args_os()).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            return usage::report(PROGRAM, &error, |path| {
                format!("to solve the puzzle in this file, run 'sudoku-sat solve {path}'")
            });
        }
    };
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let style = cli.messages.style();
    let run = cli.command.set_format_from_output().and_then(|()| run_with_output(&cli));
    let failure = match run {
        Ok(code) => return code.into(),
        Err(failure) => failure,
    };
    if let Some(report) = failure.report(PROGRAM, style) {
        messages::print_line(report);
    }
    failure.exit_code().into()
}

/// Runs the command. An output file appears only if the command finishes.
fn run_with_output(cli: &Cli) -> Result<u8, Failure> {
    cli.command.check()?;
    let inputs = cli.command.inputs();
    for path in cli.command.other_outputs() {
        reject_input(&path, &inputs)?;
    }
    if let Some(path) = cli.command.output() {
        output::redirect(path, &inputs)?;
    }
    let code = run(cli).inspect_err(|_| output::discard())?;
    if code == exit_code::INTERRUPTED {
        output::discard();
    }
    output::finish()?;
    Ok(code)
}

fn run(cli: &Cli) -> Result<u8, Failure> {
    let (style, is_quiet) = (cli.messages.style(), cli.messages.is_quiet());
    let interrupt = end_on_signals().map_err(anyhow::Error::from)?;
    match &cli.command {
        Command::Solve(args) => cli::solve(args, style, &interrupt),
        Command::Count(args) => cli::count(args, style, &interrupt),
        Command::Candidates(args) => cli::candidates(args, is_quiet, &interrupt),
        Command::Minimize(args) => cli::minimize(args, is_quiet, &interrupt),
        Command::Rate(args) => cli::rate(args, style, cli.verbose, &interrupt),
        Command::Explain(args) => cli::explain(args, is_quiet, &interrupt),
        Command::Generate(args) => cli::generate(args, &interrupt),
        Command::Compare(args) => cli::compare(args, style, &interrupt),
        Command::Certify(args) => cli::certify(args, style, &interrupt),
        Command::Verify(args) => cli::verify(args, &interrupt),
        Command::Extra(extra) => {
            extra.write::<Cli>(&mut io::stdout().lock())?;
            Ok(exit_code::DONE)
        }
    }
}

/// Returns an interrupt that is triggered when a signal ends the program.
///
/// Commands then have a grace period to print their results. The period is longer while an external solver is running,
/// so that the solver can be stopped and its temporary files removed.
fn end_on_signals() -> io::Result<Interrupt> {
    let interrupt = Interrupt::default();
    let triggered = interrupt.clone();
    signals::end_on_signals(move || {
        triggered.trigger();
        thread::sleep(GRACE);
        let start = Instant::now();
        while external::has_temporary_files() && start.elapsed() < GRACE_WITH_FILES {
            thread::sleep(POLL_INTERVAL);
        }
        cli::report_interruption();
    })?;
    Ok(interrupt)
}
