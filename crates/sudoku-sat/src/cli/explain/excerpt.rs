//! Lines of the input with carets below some cells.

use sudoku_cnf::Candidate;
use sudoku_cnf::puzzle::check::Clash;
use sudoku_cnf::text::{Record, TextErrorKind};

use sudoku_cnf::puzzle::board::{HouseKind, HouseName};

/// Returns the lines of the input that contain `givens`, each followed by a line with carets below the givens.
///
/// Returns nothing if the input does not locate its cells.
pub(super) fn marked_lines(record: &Record, givens: &[Candidate]) -> Vec<String> {
    let Some(text) = &record.text else { return Vec::new() };
    let mut lines: Vec<(usize, String, String)> = Vec::new();
    for given in givens {
        // The position of a cell is available as the position of an error in this cell. Only the position is used.
        let house = HouseName { kind: HouseKind::Row, number: given.cell.row(), board: None };
        let clash = Clash { digit: given.digit, house, first: given.cell, second: given.cell };
        let Some(place) = text.error(record.puzzle.geometry().index(given.cell), TextErrorKind::Clash(clash))
        else {
            return Vec::new();
        };
        if lines.last().is_none_or(|(number, ..)| *number != place.line) {
            lines.push((place.line, place.text.clone(), String::new()));
        }
        let Some((.., carets)) = lines.last_mut() else { continue };
        let start = place.column.saturating_sub(place.text_column);
        let padding = start.saturating_sub(carets.chars().count());
        carets.push_str(&" ".repeat(padding));
        carets.push_str(&"^".repeat(place.length.max(1)));
    }
    let width = lines.iter().map(|(number, ..)| number.to_string().len()).max().unwrap_or(0);
    let draw =
        |(number, text, carets)| [format!("{number:>width$} | {text}"), format!("{:>width$} | {carets}", "")];
    lines.into_iter().flat_map(draw).collect()
}
