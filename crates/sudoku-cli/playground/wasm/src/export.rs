//! The puzzle as text in other formats.

use serde::Serialize;
use sudoku_cnf::text::{Format, Record, Writer, lost_parts, words};

use crate::board::svg;

/// The address at which `SudokuPad` opens the data of a link to f-puzzles.
const SUDOKUPAD: &str = "https://sudokupad.app/fpuzzles";
/// The address of f-puzzles up to the data.
const FPUZZLES: &str = "https://www.f-puzzles.com/?load=";

/// A puzzle as text.
#[derive(Debug, Serialize)]
pub(crate) struct Exported {
    text: String,
    /// The usual extension of a file.
    extension: &'static str,
    /// A sentence that lists the parts of the puzzle that the format does not store, or an empty string.
    lost: String,
}

/// Writes the puzzle in a format: that of `sudoku-cli convert` with this name, `sudokupad-link` or `svg`.
pub(crate) fn export(record: &Record, name: &str) -> Result<Exported, String> {
    if name == "svg" {
        return Ok(Exported { text: svg(record, None)?, extension: "svg", lost: String::new() });
    }
    let is_sudokupad = name == "sudokupad-link";
    let format: Format = if is_sudokupad { "fpuzzles-link" } else { name }
        .parse()
        .map_err(|error: sudoku_cnf::UnknownName| error.to_string())?;
    let mut writer = Writer::new(format, Vec::new());
    writer.write(record).map_err(|error| error.to_string())?;
    let text = writer.finish().map_err(|error| error.to_string())?;
    let mut text = String::from_utf8(text).map_err(|error| error.to_string())?;
    if is_sudokupad {
        text = text.replacen(FPUZZLES, SUDOKUPAD, 1);
    }
    let lost = words::list(lost_parts(record, format), "and");
    let lost = if lost.is_empty() { lost } else { format!("This format does not store {lost}.") };
    Ok(Exported { text, extension: format.extension(), lost })
}
