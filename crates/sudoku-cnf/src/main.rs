//! `sudoku-cnf`: a puzzle in, its DIMACS CNF out.

mod args;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::Parser;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use sudoku_cnf::files::{Input, Stoppable, is_broken_pipe, write_whole};
use sudoku_cnf::{CnfOptions, cnf_file, exit_code};

use args::Args;

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    match run(&Args::parse(), &stop) {
        Ok(()) => exit_code::DONE.into(),
        Err(_) if stop.load(Ordering::Relaxed) => exit_code::INTERRUPTED.into(),
        Err(error) if is_broken_pipe(error.as_ref()) => exit_code::DONE.into(),
        Err(error) => {
            tell(format_args!("{error:#}"));
            exit_code::ERROR.into()
        }
    }
}

fn run(args: &Args, stop: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let record = args.record.map(|number| number as usize);
    let puzzle = Input::new(args.puzzle.clone()).valid_puzzle(args.shape, record)?.puzzle;
    let options = CnfOptions { encoding: args.encoding, at_most_one: args.at_most_one };
    let write = |writer: &mut dyn io::Write| cnf_file::write(&puzzle, options, !args.no_comments, writer);
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

/// Tells a person something. Nobody may be listening, which is no reason to fail.
fn tell(message: impl Display) {
    let _ = writeln!(io::stderr(), "sudoku-cnf: {message}");
}
