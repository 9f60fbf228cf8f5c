//! Puzzles from files.

use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use sudoku_cnf::text::{Format, ReadError, ReadOptions, Reader};
use sudoku_sat::StopReason;

use crate::args::Strings;
use crate::call::run;
use crate::error;
use crate::puzzle::{PyPuzzle, read_options};

/// The number of bytes that are read ahead to determine the symbols of large boards.
const LOOK_AHEAD: usize = 1 << 16;
/// The number of puzzles between two checks for signals.
const PUZZLES_PER_CHECK: usize = 256;

/// Reads all puzzles of a file in any format that `sudoku-cli convert` reads, and returns them as a list of Puzzle.
///
/// Args:
///     file: The path of a file, or an open file, for example that of `gzip.open(path)`.
///     rules, box, variants, regions: The board and the rules of all puzzles, as in `Puzzle`.
///
/// Raises:
///     ValueError: The file contains no puzzle, or a malformed one. The message starts with its line.
///     OSError: The file cannot be read.
#[pyfunction]
#[pyo3(signature = (
    file, *, rules = Strings::default(), r#box = None, variants = Strings::default(), regions = None
))]
pub(crate) fn read(
    file: &Bound<'_, PyAny>,
    rules: Strings,
    r#box: Option<&str>,
    variants: Strings,
    regions: Option<&str>,
) -> PyResult<Vec<PyPuzzle>> {
    let (content, hint) = content(file)?;
    let board = read_options(rules, r#box, variants, regions)?;
    let options = ReadOptions { hint, look_ahead: LOOK_AHEAD, ..board };
    run(file.py(), None, |call| {
        let interrupt = call.interrupt_at_deadline();
        let mut puzzles = Vec::new();
        for record in Reader::new(&content[..], options) {
            if puzzles.len().is_multiple_of(PUZZLES_PER_CHECK) && interrupt.is_triggered() {
                return Err(error::stopped(&StopReason::Interrupted));
            }
            puzzles.push(PyPuzzle(record.map_err(|error| error::read(&error, r#box.is_some()))?.puzzle));
        }
        if puzzles.is_empty() { Err(error::read(&ReadError::NoPuzzle, false)) } else { Ok(puzzles) }
    })
}

/// Returns the content of a file, and the format that its name indicates.
fn content(file: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, Option<Format>)> {
    if let Ok(path) = file.extract::<PathBuf>() {
        let content = std::fs::read(&path);
        let content = content.map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        return Ok((content, Format::from_path(&path)));
    }
    let content = file.call_method0("read")?;
    let text = content.extract::<String>().map(String::into_bytes);
    Ok((text.or_else(|_| content.extract())?, None))
}
