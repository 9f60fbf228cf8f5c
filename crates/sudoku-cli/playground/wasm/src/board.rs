//! Boards: drawings and edits.

use serde::Serialize;
use sudoku_cli::render::{Picture, write_svg};
use sudoku_cnf::text::{Format, Record, Writer, lost_parts};
use sudoku_cnf::{BoxShape, Digit, Geometry, Puzzle, Solution};

use crate::input::{PuzzleText, check_size};

/// The formats in which an edited puzzle is written: the first one that stores all its parts.
const FORMATS: [Format; 3] = [Format::Rows, Format::Grid, Format::Json];

/// A drawing of a board.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Board {
    /// The number of rows and columns.
    size: usize,
    /// The drawing. A cell is 100 units wide, and the corner of the board has the coordinates 0, 0.
    svg: String,
    /// The symbols of the digits from 1.
    symbols: Vec<String>,
    /// The text of the puzzle after an edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What the reader of the page should know about the puzzle.
    remarks: Vec<String>,
}

pub(crate) fn draw(record: &Record) -> Result<Board, String> {
    let geometry = record.puzzle.geometry();
    let givens = record.puzzle.given_count();
    let mut remarks = vec![format!("{} × {} cells, {givens} givens", geometry.size(), geometry.size())];
    remarks.extend(record.note.as_ref().map(|note| format!("note: {note}")));
    remarks.extend(record.puzzle.rules().iter().map(|rule| rule.sentence()));
    Ok(Board {
        size: geometry.size(),
        svg: svg(record, None)?,
        symbols: geometry.digits().map(|digit| symbol(record, digit)).collect(),
        text: None,
        remarks,
    })
}

/// Returns the drawing of a puzzle, with its solution if there is one.
pub(crate) fn svg(record: &Record, solution: Option<&Solution>) -> Result<String, String> {
    let picture =
        Picture::new(record.puzzle.clone()).with_alphabet(alphabet(record)).with_solution(solution.cloned());
    let mut svg = Vec::new();
    write_svg(&picture, &mut svg).map_err(|error| error.to_string())?;
    String::from_utf8(svg).map_err(|error| error.to_string())
}

/// Returns the alphabet of the puzzle if it has enough symbols.
pub(crate) fn alphabet(record: &Record) -> Option<sudoku_cnf::text::Alphabet> {
    record.alphabet.filter(|alphabet| alphabet.largest() >= record.puzzle.geometry().size())
}

fn symbol(record: &Record, digit: Digit) -> String {
    alphabet(record).map_or_else(|| digit.to_string(), |alphabet| alphabet.symbol(digit.get()).to_string())
}

/// Changes the digit of a cell, or removes it.
pub(crate) fn edit(puzzle: &PuzzleText, cell: usize, digit: Option<usize>) -> Result<Board, String> {
    let mut record = puzzle.read_alone()?;
    let geometry = record.puzzle.geometry().clone();
    if cell >= geometry.cell_count() || digit.is_some_and(|digit| digit > geometry.size()) {
        return Err("this cell or digit does not exist".to_owned());
    }
    record.puzzle.set(geometry.cell(cell), digit.and_then(Digit::new));
    let text = text(&record)?;
    let edited = PuzzleText { text: text.clone(), rules: puzzle.rules.clone() };
    Ok(Board { text: Some(text), ..draw(&edited.read()?)? })
}

/// Returns an empty board of this size.
pub(crate) fn empty(size: usize) -> Result<Board, String> {
    check_size(size)?;
    let shape = BoxShape::most_square(size).ok_or_else(|| format!("no boxes fit a board of size {size}"))?;
    let record = Record::new(Puzzle::empty(Geometry::new(shape).into()), 1);
    Ok(Board { text: Some(text(&record)?), ..draw(&record)? })
}

fn text(record: &Record) -> Result<String, String> {
    let is_complete = |format: &Format| lost_parts(record, *format).is_empty();
    let format = FORMATS.into_iter().find(is_complete).unwrap_or(Format::Json);
    let mut writer = Writer::new(format, Vec::new());
    writer.write(record).map_err(|error| error.to_string())?;
    let text = writer.finish().map_err(|error| error.to_string())?;
    String::from_utf8(text).map_err(|error| error.to_string())
}
