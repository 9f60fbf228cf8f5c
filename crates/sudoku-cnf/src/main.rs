//! `sudoku-cnf`: a puzzle in, its DIMACS CNF out.

mod args;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use clap::Parser;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use sudoku_cnf::files::{Input, InputError, Stoppable, is_broken_pipe, write_whole};
use sudoku_cnf::program::args::ExtraError;
use sudoku_cnf::stats::Stats;
use sudoku_cnf::text::Style;
use sudoku_cnf::{Problem, cnf_file, exit_code};

use args::Args;

/// The name that messages begin with.
const PROGRAM: &str = "sudoku-cnf";

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let args = Args::parse();
    match run(&args, &stop) {
        Ok(()) => exit_code::DONE.into(),
        Err(_) if stop.load(Ordering::Relaxed) => exit_code::INTERRUPTED.into(),
        Err(error) if is_broken_pipe(error.as_ref()) => exit_code::DONE.into(),
        Err(error) if matches!(error.downcast_ref(), Some(ExtraError::NoCommand { .. })) => {
            tell(&error);
            exit_code::USAGE.into()
        }
        Err(error) => {
            tell_error(&error, args.messages.style());
            exit_code::ERROR.into()
        }
    }
}

fn run(args: &Args, stop: &Arc<AtomicBool>) -> anyhow::Result<()> {
    if let Some(extra) = &args.extra {
        return extra.write::<Args>(&mut io::stdout().lock()).map_err(anyhow::Error::from);
    }
    let input = Input::new(args.puzzle.clone());
    if let Some(waiting) = input.waiting() {
        tell(waiting);
    }
    let record = input.valid_puzzle(&args.read.options()?, args.record)?;
    if let Some(note) = record.note {
        tell(format_args!("note: {note}"));
    }
    let puzzle = record.puzzle;
    let start = Instant::now();
    let problem = Problem::new(&puzzle, args.options());
    let write = |writer: &mut dyn io::Write| cnf_file::write(&problem, !args.no_comments, writer);
    if let Some(format) = &args.stats {
        return print_stats(&problem, start, format);
    }
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            // A signal ends the writing, and the unfinished file goes.
            for signal in [SIGINT, SIGTERM, SIGHUP] {
                signal_hook::flag::register(signal, stop.clone())?;
            }
            write_whole(path, |file| write(&mut Stoppable::new(file, stop)))
                .with_context(|| path.display().to_string())
        }
        None => write(&mut io::stdout().lock()).context("standard output"),
    }
}

fn print_stats(problem: &Problem, start: Instant, format: &str) -> anyhow::Result<()> {
    let mut stats = Stats::of(problem)?;
    stats.seconds = start.elapsed().as_secs_f64();
    let text = if format == "json" { serde_json::to_string(&stats)? } else { stats.to_string() };
    writeln!(io::stdout().lock(), "{text}").context("standard output")
}

/// Tells a person what went wrong: a fault of a text by its place, anything else by the program's name.
fn tell_error(error: &anyhow::Error, style: Style) {
    match error.downcast_ref::<InputError>() {
        Some(error) => say(error.told_by(PROGRAM, style)),
        None => tell(format_args!("{error:#}")),
    }
}

/// Tells a person something by the program's name.
fn tell(message: impl Display) {
    say(format_args!("{PROGRAM}: {message}"));
}

/// Says something to a person. Nobody may be listening, which is no reason to fail.
fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}
