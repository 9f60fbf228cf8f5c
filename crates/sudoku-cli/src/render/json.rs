//! JSON: an object a line, with what the picture shows.

use std::io::{self, Write};

use serde::Serialize;
use sudoku_cnf::Digit;
use sudoku_cnf::text::JsonCells;

use super::Picture;

#[derive(Serialize)]
struct Object<'a> {
    puzzle: JsonCells,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<JsonCells>,
    /// The candidates of each cell, row-major.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<usize>>>,
    /// Rows and columns of givens that clash.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
}

/// Writes a picture as a JSON object on a line.
///
/// # Errors
/// Those of `writer`.
pub fn write_json(picture: &Picture, writer: &mut dyn Write) -> io::Result<()> {
    let geometry = picture.puzzle.geometry();
    let digits = |marks: &Vec<Digit>| marks.iter().map(|digit| digit.get()).collect();
    let clashing = geometry.cells().filter(|cell| picture.is_clashing[cell.index()]);
    let object = Object {
        puzzle: JsonCells::of(&picture.puzzle),
        solution: picture.solution.as_ref().map(|solution| JsonCells::of(solution.grid())),
        candidates: picture.marks.as_ref().map(|marks| marks.iter().map(digits).collect()),
        clashes: clashing.map(|cell| geometry.position(cell)).map(|at| [at.row, at.column]).collect(),
        title: picture.title.as_deref(),
    };
    writeln!(writer, "{}", serde_json::to_string(&object)?)
}
