//! Mappings between candidates and variables.
//!
//! The arithmetic numbering covers all candidates of a board. The compact numbering covers only the candidates that
//! remain after propagation. The shuffled numbering assigns the variables at random.

mod shuffled;

pub use shuffled::ShuffledNumbering;

use crate::board::{Candidate, Cell, Digit, Geometry};
use crate::propagate::CandidateBoard;
use crate::variable::{Lit, Var};

/// A gapless numbering of the candidates that remain after propagation, ordered by cell and then by digit.
///
/// Variable numbers start at 1. The numbering takes up 2 bytes per candidate and 4 bytes per cell.
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
    /// For each cell, the index in `digits` at which the digits of the cell start. The last element is the length of
    /// `digits`.
    starts: Vec<u32>,
    /// The candidate digits of all cells, ordered by cell and then by digit.
    digits: Vec<Digit>,
}

impl CompactNumbering {
    /// Creates a numbering of the candidates that remain on `board`.
    #[must_use]
    pub fn from_board(board: &CandidateBoard) -> Self {
        let mut numbering = Self::empty(board.geometry().size(), board.candidate_count());
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

    /// Adds the next cell with its candidate digits, which must be in ascending order.
    pub(crate) fn push_cell(&mut self, digits: impl IntoIterator<Item = Digit>) {
        self.digits.extend(digits);
        self.starts.push(self.digits.len() as u32);
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of candidates that have a variable.
    #[must_use]
    pub fn len(&self) -> usize {
        self.digits.len()
    }

    /// Returns whether no candidate has a variable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.digits.is_empty()
    }

    /// Returns the variable number of the first candidate of `cell`, and the candidate digits of the cell in ascending
    /// order.
    ///
    /// The candidates of a cell have consecutive variable numbers.
    ///
    /// # Panics
    /// May panic if the board has no such cell.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> (usize, &[Digit]) {
        let index = cell.index(self.size);
        let (start, end) = (self.starts[index] as usize, self.starts[index + 1] as usize);
        (start + 1, &self.digits[start..end])
    }

    /// Returns the literal for a candidate, or `None` if propagation removed the candidate.
    #[must_use]
    pub fn literal(&self, Candidate { cell, digit }: Candidate) -> Option<Lit> {
        let (first, digits) = self.cell(cell);
        let offset = digits.binary_search(&digit).ok()?;
        Var::new(first + offset).map(Var::positive)
    }

    /// Returns the candidate that `var` represents, or `None` for an auxiliary variable.
    #[must_use]
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let index = var.number() - 1;
        let digit = *self.digits.get(index)?;
        let cell = self.starts.partition_point(|&start| start as usize <= index) - 1;
        Some(Candidate { cell: Cell::from_index(cell, self.size), digit })
    }
}

/// A mapping between candidates and variables.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Numbering {
    /// A numbering of all candidates. The variable number of a candidate is `cell · n + digit`, where `cell` is the
    /// row-major index of the cell and n is the size of the board.
    Arithmetic,
    /// A gapless numbering of the candidates that remain after propagation.
    Compact(CompactNumbering),
    /// A numbering whose variables were renamed at random. Auxiliary variables can have any number.
    Shuffled(ShuffledNumbering),
}

impl Numbering {
    /// Returns the number of variables that represent candidates. Auxiliary variables have larger numbers, unless the
    /// variables are shuffled.
    #[must_use]
    pub fn candidate_count(&self, geometry: &Geometry) -> usize {
        match self {
            Self::Arithmetic => geometry.candidate_count(),
            Self::Compact(compact) => compact.len(),
            Self::Shuffled(shuffled) => shuffled.len(),
        }
    }

    /// Returns the literal for a candidate, or `None` if the candidate has no variable.
    #[must_use]
    pub fn literal(&self, geometry: &Geometry, candidate: Candidate) -> Option<Lit> {
        match self {
            Self::Arithmetic => Some(geometry.literal(candidate.cell, candidate.digit)),
            Self::Compact(compact) => compact.literal(candidate),
            Self::Shuffled(shuffled) => shuffled.literal(candidate),
        }
    }

    /// Returns the candidate that `var` represents, or `None` for an auxiliary variable.
    #[must_use]
    pub fn candidate(&self, geometry: &Geometry, var: Var) -> Option<Candidate> {
        match self {
            Self::Arithmetic => geometry.candidate(var),
            Self::Compact(compact) => compact.candidate(var),
            Self::Shuffled(shuffled) => shuffled.candidate(var),
        }
    }
}
