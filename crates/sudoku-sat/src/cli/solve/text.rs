//! Solutions as text.

use std::io::Write;

use sudoku_cnf::Solution;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::text::{Alphabet, Format, Record, Writer};

use crate::cli::args::SolveArgs;
use sudoku_cnf::cli::output::{self, Output};

/// Returns the text format for solutions: the requested format, or `default` if no text format was requested.
pub(super) fn format(args: &SolveArgs, default: Format) -> Format {
    args.format.filter(|format| !matches!(format, Format::Json | Format::Csv)).unwrap_or(default)
}

/// Returns the text that separates two solutions: nothing for single-line solutions, and a blank line otherwise.
pub(super) fn separator(format: Format) -> &'static str {
    if format == Format::Line { "" } else { "\n" }
}

/// Returns the text of a solution.
pub(super) fn to_text(
    solution: &Solution,
    format: Format,
    alphabet: Option<Alphabet>,
) -> Result<String, Failure> {
    let mut writer = Writer::new(format, Vec::new());
    let record = Record { alphabet, ..Record::new(solution.grid().clone().into(), 1) };
    writer.write(&record).map_err(anyhow::Error::from)?;
    let text = writer.finish()?;
    Ok(String::from_utf8(text).map_err(anyhow::Error::from)?)
}

/// Prints a solution, preceded by a separator unless `index` is 1.
pub(super) fn print(
    index: u64,
    solution: &Solution,
    format: Format,
    alphabet: Option<Alphabet>,
) -> Result<(), Failure> {
    let separator = if index > 1 { separator(format) } else { "" };
    let text = to_text(solution, format, alphabet)?;
    write!(Output, "{separator}{text}").and_then(|()| Output.flush()).map_err(output::failure)
}
