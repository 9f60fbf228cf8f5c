//! `sudoku-cnf`: writes a puzzle as DIMACS CNF.

mod args;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Parser;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use sudoku_cnf::Problem;
use sudoku_cnf::cli::files::{Input, Stoppable, write_whole};
use sudoku_cnf::cli::{Failure, exit_code, messages};
use sudoku_cnf::stats::Stats;

use args::Args;

/// The name that messages begin with.
const PROGRAM: &str = "sudoku-cnf";

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let args = Args::parse();
    let failure = match run(&args, &stop) {
        Ok(()) => return exit_code::DONE.into(),
        Err(_) if stop.load(Ordering::Relaxed) => Failure::Interrupted,
        Err(failure) => failure,
    };
    if let Some(report) = failure.report(PROGRAM, args.messages.style()) {
        messages::print_line(report);
    }
    failure.exit_code().into()
}

fn run(args: &Args, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    if let Some(extra) = &args.extra {
        return Ok(extra.write::<Args>(&mut io::stdout().lock())?);
    }
    let input = Input::new(args.puzzle.clone());
    if let Some(waiting) = input.waiting() {
        messages::print(PROGRAM, waiting);
    }
    let record = input.valid_puzzle(&args.read.options()?, args.record)?;
    if let Some(note) = record.note {
        messages::print(PROGRAM, format_args!("note: {note}"));
    }
    let start = Instant::now();
    let problem = Problem::new(&record.puzzle, args.options());
    if let Some(format) = &args.stats {
        return print_stats(&problem, start, format);
    }
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            // A signal stops the writing, and the unfinished file is removed.
            for signal in [SIGINT, SIGTERM, SIGHUP] {
                signal_hook::flag::register(signal, stop.clone())?;
            }
            write_whole(path, |file| problem.write_dimacs(!args.no_comments, Stoppable::new(file, stop)))
                .map_err(|error| Failure::from(error).at(path.display().to_string()))
        }
        None => problem.write_dimacs(!args.no_comments, io::stdout().lock()).map_err(Failure::stdout),
    }
}

fn print_stats(problem: &Problem, start: Instant, format: &str) -> Result<(), Failure> {
    let mut stats = Stats::of(problem).map_err(anyhow::Error::from)?;
    stats.seconds = start.elapsed().as_secs_f64();
    let text = if format == "json" {
        serde_json::to_string(&stats).map_err(io::Error::from)?
    } else {
        stats.to_string()
    };
    writeln!(io::stdout().lock(), "{text}").map_err(Failure::stdout)
}
