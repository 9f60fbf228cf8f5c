//! Mappings between candidates and variables.
//!
//! The arithmetic numbering covers all candidates of a board. The compact numbering covers only the candidates that
//! remain after propagation. The shuffled numbering assigns the variables at random.

mod shuffled;

pub use shuffled::ShuffledNumbering;

use std::sync::Arc;

use super::variable::{Lit, Var};
use crate::puzzle::Bits;
use crate::puzzle::board::{Candidate, Cell, Digit, Geometry};
use crate::puzzle::propagate::CandidateBoard;

/// A gapless numbering of the candidates that remain after propagation, ordered by cell and then by digit.
///
/// Variable numbers start at 1. The numbering takes up ⌈n/64⌉ words of 64 bits and 4 bytes per cell.
///
/// ```
/// use sudoku_cnf::{CandidateBoard, Inference, Var};
/// use sudoku_cnf::clauses::numbering::CompactNumbering;
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
    geometry: Arc<Geometry>,
    /// The number of 64-bit words per cell in `masks`.
    words: usize,
    /// For each cell, the number of candidates in all cells before it. The last element is the number of all
    /// candidates.
    starts: Vec<u32>,
    /// The candidates of each cell, with a bit for each digit.
    masks: Vec<u64>,
}

impl CompactNumbering {
    /// Creates a numbering of the candidates that remain on `board`.
    pub fn from_board(board: &CandidateBoard) -> Self {
        let mut numbering = Self::empty(board.geometry().clone());
        let cells = board.geometry().cell_count();
        numbering.starts.reserve_exact(cells);
        numbering.masks.reserve_exact(cells * numbering.words);
        for cell in board.geometry().cells() {
            numbering.masks.extend_from_slice(board.mask(cell));
            numbering.starts.push((numbering.len() + board.count(cell)) as u32);
        }
        numbering
    }

    pub(crate) fn empty(geometry: Arc<Geometry>) -> Self {
        let words = geometry.size().div_ceil(64);
        Self { geometry, words, starts: vec![0], masks: Vec::new() }
    }

    /// Adds the next cell with its candidate digits, which must be in ascending order. Digits larger than n are
    /// ignored.
    pub(crate) fn push_cell(&mut self, digits: impl IntoIterator<Item = Digit>) {
        let start = self.masks.len();
        self.masks.resize(start + self.words, 0);
        let mut count = self.len();
        for digit in digits.into_iter().filter(|digit| digit.get() <= self.geometry.size()) {
            self.masks[start + (digit.get() - 1) / 64] |= 1 << ((digit.get() - 1) % 64);
            count += 1;
        }
        self.starts.push(count as u32);
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of candidates that have a variable.
    pub fn len(&self) -> usize {
        self.starts.last().map_or(0, |&count| count as usize)
    }

    /// Returns whether no candidate has a variable.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the variable number of the first candidate of `cell`, and the candidate digits of the cell in ascending
    /// order.
    ///
    /// The candidates of a cell have consecutive variable numbers.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn cell(&self, cell: Cell) -> (usize, impl Iterator<Item = Digit> + '_) {
        let index = self.geometry.index(cell);
        let masks = self.mask(index).iter().enumerate();
        let digits =
            masks.flat_map(|(i, &word)| Bits(word).filter_map(move |bit| Digit::new(64 * i + bit + 1)));
        (self.starts[index] as usize + 1, digits)
    }

    /// Returns the literal for a candidate, or `None` if propagation removed it or the board does not have it.
    pub fn literal(&self, Candidate { cell, digit }: Candidate) -> Option<Lit> {
        let index = self.geometry.contains(cell).then(|| self.geometry.index(cell))?;
        let (word, bit) = ((digit.get() - 1) / 64, 1 << ((digit.get() - 1) % 64));
        let mask = self.mask(index);
        if mask.get(word)? & bit == 0 {
            return None;
        }
        let before = mask[..word].iter().map(|word| word.count_ones()).sum::<u32>()
            + (mask[word] & (bit - 1)).count_ones();
        Var::new((self.starts[index] + before) as usize + 1).map(Var::positive)
    }

    /// Returns the candidate that `var` represents, or `None` for an auxiliary variable.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let index = var.number() - 1;
        if index >= self.len() {
            return None;
        }
        let cell = self.starts.partition_point(|&start| start as usize <= index) - 1;
        let cell = self.geometry.cell(cell);
        let (first, mut digits) = self.cell(cell);
        let digit = digits.nth(var.number() - first)?;
        Some(Candidate { cell, digit })
    }

    fn mask(&self, index: usize) -> &[u64] {
        &self.masks[index * self.words..][..self.words]
    }
}

/// A mapping between candidates and variables.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub fn candidate_count(&self, geometry: &Geometry) -> usize {
        match self {
            Self::Arithmetic => geometry.candidate_count(),
            Self::Compact(compact) => compact.len(),
            Self::Shuffled(shuffled) => shuffled.len(),
        }
    }

    /// Returns the literal for a candidate, or `None` if the candidate has no variable.
    pub fn literal(&self, geometry: &Geometry, candidate: Candidate) -> Option<Lit> {
        match self {
            Self::Arithmetic => geometry.try_literal(candidate.cell, candidate.digit),
            Self::Compact(compact) => compact.literal(candidate),
            Self::Shuffled(shuffled) => shuffled.literal(candidate),
        }
    }

    /// Returns the candidate that `var` represents, or `None` for an auxiliary variable.
    pub fn candidate(&self, geometry: &Geometry, var: Var) -> Option<Candidate> {
        match self {
            Self::Arithmetic => geometry.candidate(var),
            Self::Compact(compact) => compact.candidate(var),
            Self::Shuffled(shuffled) => shuffled.candidate(var),
        }
    }
}
