//! Computes the candidates of each cell and writes them as a table.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use super::cell_text::join_digits;
use super::frame::{Strokes, write_bars, write_frame};
use crate::puzzle::Puzzle;
use crate::puzzle::board::{Candidate, Digit, Geometry};
use crate::puzzle::propagate::CandidateBoard;

/// Returns the candidates of every cell, in row-major order.
///
/// The only candidate of a cell with a given is the given digit. The candidates of an open cell are the
/// digits that are neither given in a peer of the cell nor excluded.
pub fn pencilmarks(puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let geometry = puzzle.geometry();
    let marks = |cell| {
        if let Some(given) = puzzle.get(cell) {
            return vec![given];
        }
        let houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize));
        let taken: Vec<_> =
            houses.flat_map(|house| house.cells).filter_map(|&peer| puzzle.get(peer)).collect();
        let is_left =
            |digit: &Digit| !taken.contains(digit) && !puzzle.is_excluded(Candidate { cell, digit: *digit });
        geometry.digits().filter(is_left).collect()
    };
    geometry.cells().map(marks).collect()
}

/// Writes a candidate board as a table, in the layout used in Norvig's essay *Solving Every Sudoku Puzzle*
/// (2006).
///
/// All columns have the same width. The candidates are centered within each cell, and lines have no trailing
/// spaces. If `alphabet` is `None`, digits are decimal numbers, and commas separate the candidates of a cell on boards
/// larger than 9×9. Otherwise, digits are characters of the alphabet. Solved boards up to 9×9 look
/// the same as in [`Format::Grid`](super::Format::Grid).
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_candidates(
    board: &CandidateBoard,
    alphabet: Option<Alphabet>,
    mut writer: impl Write,
) -> io::Result<()> {
    let geometry = board.geometry();
    let marks: Vec<_> = geometry.cells().map(|cell| board.digits(cell).collect()).collect();
    write_marks(&marks, geometry, alphabet, &mut writer)
}

/// Writes the candidate lists `marks` in the layout that [`write_candidates`] uses.
///
/// `marks` contains one list per cell, in row-major order.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_marks(
    marks: &[Vec<Digit>],
    geometry: &Geometry,
    alphabet: Option<Alphabet>,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let cells: Vec<_> =
        marks.iter().map(|digits| candidate_list(digits, geometry.size(), alphabet)).collect();
    let width = 1 + cells.iter().map(String::len).max().unwrap_or(0);
    if geometry.layout().is_some() {
        let text = |cell| format!("{:^width$}", cells[geometry.index(cell)], width = width - 1);
        return write_frame(geometry, Strokes::Ascii, width - 1, text, writer);
    }
    write_bars(&cells, geometry.box_shape(), width, writer, |cell| format!("{cell:^width$}"))
}

/// Returns the list of candidates of a cell on an n×n board: characters of `alphabet`, or decimal numbers, which commas
/// separate on boards larger than 9×9.
pub fn candidate_list(digits: &[Digit], n: usize, alphabet: Option<Alphabet>) -> String {
    match alphabet {
        Some(alphabet) => digits.iter().map(|digit| alphabet.symbol(digit.get())).collect(),
        None => join_digits(digits, if n > 9 { "," } else { "" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_of_peers_and_exclusions_remove_candidates() {
        let mut puzzle: Puzzle = "1.........2.....".parse().unwrap();
        puzzle.exclude(["r4c4=3".parse().unwrap()]);
        let marks = pencilmarks(&puzzle);
        let text = |cell: usize| join_digits(&marks[cell], "");
        assert_eq!([text(0), text(1), text(15)], ["1", "234", "14"]);
    }

    #[test]
    fn candidates_are_centered() {
        let puzzle: Puzzle = "1234341221434321".parse().unwrap();
        let mut marks = pencilmarks(&puzzle);
        marks[5] = Digit::new(1).into_iter().chain(Digit::new(4)).chain(Digit::new(2)).collect();
        let mut text = Vec::new();
        write_marks(&marks, puzzle.geometry(), None, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with(" 1   2  | 3   4\n 3  142 | 1   2\n--------+--------\n"), "{text}");
    }
}
