//! JSON Lines output: one object per picture.

use std::io::{self, Write};

use serde::Serialize;
use sudoku_cnf::Digit;
use sudoku_cnf::text::{JsonPuzzle, Record, json_line};

use super::picture::Picture;

#[derive(Serialize)]
struct Object {
    #[serde(flatten)]
    puzzle: JsonPuzzle,
    /// One list of candidates for each cell, in row-major order. `None` if the picture has no candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<usize>>>,
    /// The row and column of each clashing given, both counted from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<[usize; 2]>,
}

/// Writes a picture as a JSON object on a single line.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_json(picture: &Picture, writer: &mut dyn Write) -> io::Result<()> {
    let geometry = picture.puzzle.geometry();
    let digits = |marks: &Vec<Digit>| marks.iter().map(|digit| digit.get()).collect();
    let clashing = geometry.cells().filter(|cell| picture.is_clashing[geometry.index(*cell)]);
    let record = Record {
        solution: picture.solution.as_ref().map(|solution| solution.grid().clone()),
        remark: picture.title.clone(),
        ..Record::new(picture.puzzle.clone(), 1)
    };
    let object = Object {
        puzzle: JsonPuzzle::of(&record),
        candidates: picture.marks.as_ref().map(|marks| marks.iter().map(digits).collect()),
        clashes: clashing.map(|cell| [cell.row(), cell.column()]).collect(),
    };
    writeln!(writer, "{}", json_line(&object)?)
}
