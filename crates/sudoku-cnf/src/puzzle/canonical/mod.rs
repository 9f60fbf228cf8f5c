//! The canonical form of a 9×9 puzzle, which is equal for equivalent puzzles.
//!
//! Two puzzles are equivalent if a symmetry of the board turns one into the other: exchanging rows with columns,
//! permuting the bands, the stacks, the rows within a band or the columns within a stack, and renaming the digits.
//! There are 3,359,232 such rearrangements of the cells, and 9! ways to rename the digits.
//!
//! The canonical form is the least of all equivalent puzzles, compared as lines of 81 characters with `0` for empty
//! cells. The literature calls it the *minlex* form. Its digits are numbered in the order in which they first occur.
//!
//! # Algorithm
//!
//! The search fixes one row of the canonical form after the other and keeps all partial rearrangements that attain the
//! smallest rows so far. The order of the columns is decided as late as possible: columns of a stack that were empty in
//! all rows so far stay interchangeable, as do stacks that were empty so far. Of several empty rows or bands, only one
//! is tried. The number of partial rearrangements therefore stays small, even for a board without givens. See `search`
//! and `columns`.

#[cfg(test)]
mod brute_force;
mod columns;
mod full_grid;
mod node;
mod search;

use std::fmt;

use thiserror::Error;

use super::board::{BoxShape, Digit, Geometry};
use super::check::{self, Clash};
use super::{Grid, Puzzle};

/// The canonical form of a puzzle on the standard 9×9 board.
///
/// Two puzzles have the same canonical form if and only if they are equivalent. Canonical forms are compared like the
/// lines that represent them. A form takes 36 bytes, so a set of many forms needs little memory.
///
/// The format `{}` writes one line with `0` for open cells.
///
/// ```
/// use sudoku_cnf::Puzzle;
/// use sudoku_cnf::puzzle::canonical::CanonicalForm;
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let form = CanonicalForm::of(&puzzle)?;
/// assert!(form.to_string().starts_with("000000001000002034"));
///
/// // Turning the board and renaming the digits does not change the canonical form.
/// let cells = puzzle.to_string().replace('5', "x").replace('3', "5").replace('x', "3");
/// let turned: Puzzle = cells.chars().rev().collect::<String>().parse()?;
/// assert_eq!(CanonicalForm::of(&turned)?, form);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalForm {
    /// The rows as decimal numbers of nine digits, in which 0 represents an open cell.
    rows: [u32; 9],
}

/// An error for a puzzle that has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CanonicalError {
    /// The board is not 9×9 with 3×3 boxes, or has additional constraints.
    #[error("only plain 9x9 puzzles have a canonical form, but this board {0}")]
    Board(UnsupportedBoard),
    /// The puzzle excludes candidates, which the canonical form does not represent.
    #[error("only puzzles without excluded candidates have a canonical form")]
    ExcludedCandidates,
    /// The puzzle has rules.
    #[error("a puzzle with rules has no canonical form")]
    Rules,
    /// Two givens clash.
    #[error(transparent)]
    Clash(#[from] Clash),
}

/// The reason why puzzles on a board have no canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnsupportedBoard {
    /// The board does not have 9 rows and columns. The field contains the size of the board.
    #[error("is {0}x{0}")]
    Size(usize),
    /// The board is a jigsaw, or its boxes are not 3×3.
    #[error("has different boxes")]
    Boxes,
    /// The geometry consists of overlapping boards.
    #[error("consists of overlapping boards")]
    Layout,
    /// The board has the constraints of a variant.
    #[error("has the constraints of a variant")]
    Variant,
}

impl CanonicalForm {
    /// Computes the canonical form of a puzzle. The puzzle may have any number of solutions.
    ///
    /// The search takes about 10 µs for a puzzle with few givens, 0.1 ms for a full grid, and a few milliseconds for
    /// some puzzles with many symmetries.
    ///
    /// # Errors
    /// Returns an error if the board is not a plain 9×9 board, if the puzzle excludes candidates, or if two givens
    /// clash.
    pub fn of(puzzle: &Puzzle) -> Result<Self, CanonicalError> {
        check_board(puzzle.geometry()).map_err(CanonicalError::Board)?;
        if !puzzle.excluded().is_empty() {
            return Err(CanonicalError::ExcludedCandidates);
        }
        if !puzzle.rules().is_empty() {
            return Err(CanonicalError::Rules);
        }
        check::check_givens(puzzle)?;
        let mut cells = [[0; 9]; 9];
        for given in puzzle.givens() {
            cells[given.cell.row() - 1][given.cell.column() - 1] = given.digit.get() as u8;
        }
        Ok(Self { rows: search::least_rows(&cells) })
    }
}

fn check_board(geometry: &Geometry) -> Result<(), UnsupportedBoard> {
    match geometry {
        _ if geometry.layout().is_some() => Err(UnsupportedBoard::Layout),
        _ if geometry.size() != 9 => Err(UnsupportedBoard::Size(geometry.size())),
        _ if geometry.box_shape() != Some(BoxShape::STANDARD) => Err(UnsupportedBoard::Boxes),
        _ if !geometry.variants().is_empty() => Err(UnsupportedBoard::Variant),
        _ => Ok(()),
    }
}

impl fmt::Display for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.iter().try_for_each(|row| write!(f, "{row:09}"))
    }
}

impl From<CanonicalForm> for Puzzle {
    /// Returns the canonical form as a puzzle.
    fn from(form: CanonicalForm) -> Self {
        let powers = || (0..9).rev().map(|exponent| 10_u32.pow(exponent));
        let digits = form.rows.into_iter().flat_map(|row| powers().map(move |power| row / power % 10));
        let digits = digits.map(|digit| Digit::new(digit as usize)).collect();
        Grid::from_digits(Geometry::standard(), digits).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::{BoardOptions, Variant};

    #[track_caller]
    fn check(input: &str, expected: &str) {
        let form = CanonicalForm::of(&input.parse().unwrap()).unwrap();
        assert_eq!(form.to_string(), expected, "{input}");
        assert_eq!(Puzzle::from(form), expected.parse().unwrap());
    }

    /// The expected forms were published by others: two lines of the list of puzzles with 17 givens, an example of the
    /// minlex tool of sudoku.coach, and the smallest and the largest of all canonical full grids.
    #[test]
    fn agrees_with_published_forms() {
        for form in [
            "000000000000000001000002030000003020001040000005000060030000004070080009620007000",
            "000000000000000001000002030000003020004000050006010000030000006070080009520700000",
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
            "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
        ] {
            check(form, form);
            check(&form.chars().rev().collect::<String>(), form);
        }
        check(
            "001000090030604001809030042095000104740901020128706935900010063312860450576023810",
            "000001002003042056670300010000208160120690005790514283001020037047135608305987401",
        );
    }

    #[test]
    fn refuses_other_boards_and_clashes() {
        let error = |puzzle: &Puzzle| CanonicalForm::of(puzzle).unwrap_err().to_string();
        let plain = "only plain 9x9 puzzles have a canonical form, but this board ";
        assert_eq!(error(&"1...............".parse().unwrap()), format!("{plain}is 4x4"));
        let x = BoardOptions { variants: vec![Variant::X], ..BoardOptions::default() };
        let x = Puzzle::empty(x.geometry(BoxShape::STANDARD).unwrap());
        assert_eq!(error(&x), format!("{plain}has the constraints of a variant"));
        let clash = format!("11{}", ".".repeat(79)).parse().unwrap();
        assert_eq!(error(&clash), "1 occurs twice in row 1: at r1c1 and r1c2");
        let mut puzzle = Puzzle::empty(Geometry::standard());
        puzzle.exclude(["r1c1=1".parse().unwrap()]);
        assert_eq!(error(&puzzle), "only puzzles without excluded candidates have a canonical form");
    }
}
