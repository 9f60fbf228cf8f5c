//! Solutions as text.

use sudoku_cnf::Solution;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::text::{Alphabet, Format};

use crate::cli::args::SolveArgs;
use crate::cli::print_data;
use crate::cli::text::{separator, to_text};

/// Returns the text format for solutions: the requested format, or `default` if no text format was requested.
pub(super) fn format(args: &SolveArgs, default: Format) -> Format {
    args.records.format.filter(|format| !matches!(format, Format::Json | Format::Csv)).unwrap_or(default)
}

/// Prints a solution, preceded by a separator unless `index` is 1.
pub(super) fn print(
    index: u64,
    solution: &Solution,
    format: Format,
    alphabet: Option<Alphabet>,
) -> Result<(), Failure> {
    let separator = if index > 1 { separator(format) } else { "" };
    let text = to_text(solution.grid().clone().into(), format, alphabet)?;
    print_data(&format!("{separator}{text}"))
}
