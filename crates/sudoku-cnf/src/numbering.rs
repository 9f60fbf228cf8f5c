//! Which variables stand for the candidates of a board: arithmetic over all of them, or dense numbers for
//! those that are left.

use crate::board::{Candidate, Cell, Digit, Geometry};
use crate::propagate::CandidateBoard;
use crate::variable::{Lit, Var};

/// A dense numbering of the candidates that are left, in the order of cells and digits from 1. Memory: 2 bytes
/// a candidate and 4 a cell.
///
/// ```
/// use sudoku_cnf::{CandidateBoard, Inference, Var};
/// use sudoku_cnf::numbering::CompactNumbering;
///
/// let board = CandidateBoard::from_puzzle(&"1..............4".parse()?, Inference::Singles)?;
/// let numbering = CompactNumbering::from_board(&board);
/// assert!(numbering.len() < 64);
/// let first = numbering.candidate(Var::new(1).unwrap()).unwrap();
/// assert_eq!(first.to_string(), "r1c1=1");
/// assert_eq!(numbering.literal(first).unwrap().dimacs(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactNumbering {
    /// The size n of the board.
    size: usize,
    /// How many candidates the cells before each cell have, and one entry more for the end.
    starts: Vec<u32>,
    /// The digits of cell 0, ascending, then of cell 1, …
    digits: Vec<Digit>,
}

impl CompactNumbering {
    /// Numbers the candidates that `board` leaves.
    #[must_use]
    pub fn from_board(board: &CandidateBoard) -> Self {
        let mut numbering = Self::empty(board.geometry().size(), board.total());
        for cell in board.geometry().cells() {
            numbering.push_cell(board.digits(cell));
        }
        numbering
    }

    pub(crate) fn empty(size: usize, candidates: usize) -> Self {
        let mut starts = Vec::with_capacity(size * size + 1);
        starts.push(0);
        Self { size, starts, digits: Vec::with_capacity(candidates) }
    }

    /// Numbers the candidates of the next cell.
    pub(crate) fn push_cell(&mut self, digits: impl IntoIterator<Item = Digit>) {
        self.digits.extend(digits);
        self.starts.push(self.digits.len() as u32);
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many candidates there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.digits.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.digits.is_empty()
    }

    /// The candidates of a cell, ascending, and the number of the variable of the first.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> (usize, &[Digit]) {
        let index = cell.index(self.size);
        let (start, end) = (self.starts[index] as usize, self.starts[index + 1] as usize);
        (start + 1, &self.digits[start..end])
    }

    /// The literal of a candidate; `None` if it is not left.
    #[must_use]
    pub fn literal(&self, Candidate { cell, digit }: Candidate) -> Option<Lit> {
        let (first, digits) = self.cell(cell);
        let place = digits.binary_search(&digit).ok()?;
        Var::new(first + place).map(Var::positive)
    }

    /// The candidate that a variable stands for; `None` for an auxiliary variable.
    #[must_use]
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let index = var.number() - 1;
        let digit = *self.digits.get(index)?;
        let cell = self.starts.partition_point(|&start| start as usize <= index) - 1;
        Some(Candidate { cell: Cell::from_index(cell, self.size), digit })
    }
}

/// Which variables stand for candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// `cell · n + digit` for all candidates of the geometry.
    Arithmetic,
    /// Dense, for the candidates that are left.
    Compact(CompactNumbering),
}

impl Numbering {
    /// How many variables stand for candidates; auxiliary ones follow.
    #[must_use]
    pub fn candidate_count(&self, geometry: &Geometry) -> usize {
        match self {
            Self::Arithmetic => geometry.candidate_count(),
            Self::Compact(compact) => compact.len(),
        }
    }

    /// The literal of a candidate; `None` if it has no variable.
    #[must_use]
    pub fn literal(&self, geometry: &Geometry, candidate: Candidate) -> Option<Lit> {
        match self {
            Self::Arithmetic => Some(geometry.literal(candidate.cell, candidate.digit)),
            Self::Compact(compact) => compact.literal(candidate),
        }
    }

    /// The candidate that a variable stands for; `None` for an auxiliary variable.
    #[must_use]
    pub fn candidate(&self, geometry: &Geometry, var: Var) -> Option<Candidate> {
        match self {
            Self::Arithmetic => geometry.candidate(var),
            Self::Compact(compact) => compact.candidate(var),
        }
    }
}
