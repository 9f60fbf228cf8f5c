//! `sudoku-cnf`: a puzzle in, its DIMACS CNF out.

#![allow(clippy::print_stderr, reason = "a program talks to people")]

mod args;

use std::io;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Parser;
use sudoku_cnf::files::{Input, write_whole};
use sudoku_cnf::{Grid, cnf_file, exit_code, rules, text};

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
    let puzzle = read(args)?;
    let write =
        |writer: &mut dyn io::Write| cnf_file::write(&puzzle, args.encoding, !args.no_comments, writer);
    match &args.output {
        Some(path) => write_whole(path, |file| write(file)).with_context(|| path.display().to_string()),
        None => write(&mut io::stdout().lock()).context("standard output"),
    }
}

fn read(args: &Args) -> anyhow::Result<Grid> {
    let input = Input::new(args.puzzle.clone());
    let reader = input.open().with_context(|| input.name())?;
    let record = args.record.map(|number| number as usize);
    let record = text::read_single(reader, args.shape, record)
        .map_err(|error| anyhow!(error.report(&input.name())))?;
    rules::check_givens(&record.puzzle).with_context(|| format!("{}:{}", input.name(), record.line))?;
    Ok(record.puzzle)
}

/// Whether the reader of standard output went away, which is a quiet end and no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
