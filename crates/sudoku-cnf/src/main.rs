//! `sudoku-cnf`: a puzzle in, its DIMACS CNF out.

#![allow(clippy::print_stderr, reason = "a program talks to people")]

mod args;

use std::io;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use sudoku_cnf::files::{Input, write_whole};
use sudoku_cnf::{cnf_file, exit_code};

use args::Args;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => exit_code::DONE.into(),
        Err(error) if is_broken_pipe(&error) => exit_code::DONE.into(),
        Err(error) => {
            eprintln!("sudoku-cnf: {error:#}");
            exit_code::ERROR.into()
        }
    }
}

fn run(args: &Args) -> anyhow::Result<()> {
    let record = args.record.map(|number| number as usize);
    let puzzle = Input::new(args.puzzle.clone()).valid_puzzle(args.shape, record)?.puzzle;
    let write =
        |writer: &mut dyn io::Write| cnf_file::write(&puzzle, args.encoding, !args.no_comments, writer);
    match &args.output {
        Some(path) => write_whole(path, |file| write(file)).with_context(|| path.display().to_string()),
        None => write(&mut io::stdout().lock()).context("standard output"),
    }
}

/// Whether the reader of standard output went away, which is a quiet end and no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
