//! A puzzle's CNF file: comments that say what it is, and its clauses as a stream.

use std::io::{self, BufRead, Write};

use crate::dimacs::DimacsWriter;
use crate::encoding::{self, CnfOptions};
use crate::geometry::BoxShape;
use crate::grid::Grid;

/// How a comment that names the box shape begins; [`box_shape`] looks for it.
const BOX_COMMENT: &str = "box shape ";

/// Writes `puzzle` as DIMACS CNF, with comments that say what the file is if `comments` is set.
///
/// The clauses are a stream: memory stays O(n²) whatever their number.
///
/// # Errors
/// The writer's, and if there are more variables than solvers can number.
///
/// ```
/// use sudoku_cnf::{Encoding, Grid, cnf_file};
///
/// let puzzle: Grid = "1..............4".parse()?;
/// let mut text = Vec::new();
/// cnf_file::write(&puzzle, Encoding::Complete, false, &mut text)?;
/// assert!(text.starts_with(b"p cnf 64 386\n1 0\n64 0\n1 2 3 4 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    puzzle: &Grid,
    options: impl Into<CnfOptions>,
    comments: bool,
    writer: impl Write,
) -> io::Result<()> {
    let options = options.into();
    let size = encoding::size(puzzle, options).map_err(io::Error::other)?;
    let mut writer = DimacsWriter::new(writer);
    if comments {
        let geometry = puzzle.geometry();
        let (n, shape) = (geometry.size(), geometry.box_shape());
        writer.comment(concat!("written by sudoku-cnf ", env!("CARGO_PKG_VERSION")))?;
        writer.comment(&format!("a Sudoku of {n}x{n} cells with {} givens", puzzle.given_count()))?;
        writer.comment(&format!("{BOX_COMMENT}{shape} (rows x columns)"))?;
        writer.comment(&format!("encoding {}, at most one {}", options.encoding, options.at_most_one))?;
        writer.comment(&format!(
            "variable = cell * {n} + digit, cells row by row from 0, digits from 1: 1 to {} say which digit is where",
            geometry.candidate_count()
        ))?;
    }
    writer.header(size.variables, size.clauses)?;
    encoding::encode(puzzle, options, &mut writer)?;
    writer.finish()?;
    Ok(())
}

/// The box shape that the comments of a CNF name; `None` where they name none.
///
/// Reads up to the header and no further.
///
/// # Errors
/// The reader's.
///
/// ```
/// use sudoku_cnf::cnf_file;
///
/// let comments = &b"c box shape 2x3 (rows x columns)\np cnf 216 0\n"[..];
/// assert_eq!(cnf_file::box_shape(comments)?.unwrap().to_string(), "2x3");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn box_shape(mut cnf: impl BufRead) -> io::Result<Option<BoxShape>> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if cnf.read_until(b'\n', &mut line)? == 0 || line.starts_with(b"p") {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let shape = text.strip_prefix("c ").and_then(|comment| comment.strip_prefix(BOX_COMMENT));
        if let Some(shape) = shape.and_then(|rest| rest.split_whitespace().next()?.parse().ok()) {
            return Ok(Some(shape));
        }
    }
}
