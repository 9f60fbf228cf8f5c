//! The candidates of a board that is divided into bands and stacks, and the lines that are interchangeable.

use sudoku_cnf::{CandidateBoard, Inference, Puzzle};

/// A set of digits. Bit d − 1 represents digit d.
pub(super) type Digits = u16;

/// The maximum number of rows and of columns of a box.
pub(super) const MAX_SIDE: usize = 5;

/// The maximum size n of a board.
///
/// To fill the rows of a band with given column sets, one after the other, is to choose a perfect matching of digits
/// and columns for each row. If k rows are left, every column has k digits left. By the Bregman–Minc inequality, there
/// are at most (k!)^(n/k) such matchings. The product for k = 1, …, [`MAX_SIDE`] is less than 2⁶⁴ for n = 16, so a
/// `u64` can represent the number of ways to fill a band with given column sets.
pub(super) const MAX_SIZE: usize = 16;

/// One set of digits for each row or each column of a box. The sets beyond the number of lines are empty.
pub(super) type DigitSets = [Digits; MAX_SIDE];

/// The candidates of a board whose boxes have `height` rows and `width` columns.
///
/// The board has `width` bands, each of `height` rows, and `height` stacks, each of `width` columns.
#[derive(Clone, Debug)]
pub(super) struct BandedBoard {
    pub(super) height: usize,
    pub(super) width: usize,
    /// The candidates of each cell, row by row.
    candidates: Vec<Digits>,
}

impl BandedBoard {
    /// Returns the candidates of `puzzle` after propagating singles.
    ///
    /// Returns `None` if propagation finds a contradiction, if the houses of the board are not exactly its rows,
    /// columns and rectangular boxes, or if the boxes are too large.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let geometry = puzzle.geometry();
        let is_plain = geometry.variants().is_empty() && geometry.layout().is_none();
        let shape = geometry.box_shape().filter(|_| is_plain && geometry.size() <= MAX_SIZE)?;
        let (height, width) = (shape.rows(), shape.columns());
        if [height, width].iter().any(|side| !(2..=MAX_SIDE).contains(side)) {
            return None;
        }
        let board = CandidateBoard::from_puzzle(puzzle, Inference::Singles).ok()?;
        let candidates = geometry.cells().map(|cell| board.mask(cell)[0] as Digits).collect();
        Some(Self { height, width, candidates })
    }

    /// Returns the board with rows and columns exchanged.
    pub(super) fn transposed(&self) -> Self {
        let n = self.size();
        let candidates = (0..n * n).map(|i| self.candidates(i % n, i / n)).collect();
        Self { height: self.width, width: self.height, candidates }
    }

    /// Returns the size of the board.
    pub(super) fn size(&self) -> usize {
        self.height * self.width
    }

    /// Returns the candidates of a cell. Rows and columns are numbered from 0.
    pub(super) fn candidates(&self, row: usize, column: usize) -> Digits {
        self.candidates[row * self.size() + column]
    }

    /// Returns whether two columns have the same candidates in every row. If they are in the same stack, exchanging
    /// them does not change the puzzle.
    pub(super) fn are_columns_alike(&self, a: usize, b: usize) -> bool {
        (0..self.size()).all(|row| self.candidates(row, a) == self.candidates(row, b))
    }

    /// Returns whether two rows have the same candidates in every column. If they are in the same band, exchanging them
    /// does not change the puzzle.
    pub(super) fn are_rows_alike(&self, a: usize, b: usize) -> bool {
        (0..self.size()).all(|column| self.candidates(a, column) == self.candidates(b, column))
    }

    /// Returns whether two digits are candidates of the same cells. Digits are numbered from 0.
    pub(super) fn are_digits_alike(&self, a: usize, b: usize) -> bool {
        self.candidates.iter().all(|digits| (digits >> a & 1) == (digits >> b & 1))
    }
}
