//! The candidate board, which stores the candidates of every cell as bit sets.

use std::sync::Arc;

use thiserror::Error;

use crate::puzzle::board::{Candidate, Cell, Digit, Geometry};
use crate::puzzle::{Bits, Grid, Puzzle};

/// The inference level of propagation. Each level adds one rule to those of the previous level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Inference {
    /// Naked singles: a cell with one candidate left is decided, and the digit of a decided cell is removed from all
    /// peers of the cell. The function `prune` in R. Bird's Sudoku solver applies this rule.
    DecidedCells,
    /// Hidden singles: if only one cell in a house of n cells can still contain a digit, the digit is placed in that
    /// cell. P. Norvig's function `eliminate` and unit propagation on the complete encoding reach the same fixpoint.
    Singles,
    /// Intersections, also known as locked candidates or as pointing and claiming: if, in a house of n cells, all cells
    /// that can contain a digit also belong to a second house, the digit is removed from the rest of the second house.
    Intersections,
    /// Subsets that place a digit at once: if the [subsets](Self::Subsets) of a house of n cells leave a single place
    /// for a digit in the house, the digit is placed there. Nothing else is removed, so a person needs no notes.
    DirectSubsets,
    /// Naked and hidden pairs, triples and larger subsets: if k cells in a house of n cells have only k distinct
    /// candidates in total, these k digits are removed from the other cells of the house.
    Subsets,
    /// X-wings, swordfish and larger fish: if, in k rows, all cells that can contain a digit lie in only k columns, the
    /// digit is removed from the rest of these columns. The rule applies to any two of rows, columns, boxes and
    /// disjoint groups, not only to rows and columns.
    Fish,
}

impl Inference {
    /// All levels, from weakest to strongest.
    pub const ALL: [Self; 6] = [
        Self::DecidedCells,
        Self::Singles,
        Self::Intersections,
        Self::DirectSubsets,
        Self::Subsets,
        Self::Fish,
    ];
}

/// The error returned if propagation proves that no solution exists, for example because a cell has no candidates left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the remaining candidates allow no solution")]
pub struct Contradiction;

/// A board with the candidates of every cell.
///
/// The candidates of each cell take up ⌈n/64⌉ words of 64 bits. All other data takes up O(n²) bytes.
///
/// ```
/// use sudoku_cnf::{CandidateBoard, Cell, Inference, Puzzle};
///
/// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let board = CandidateBoard::from_puzzle(&puzzle, Inference::Singles)?;
/// assert!(board.is_solved(), "an easy puzzle");
/// assert_eq!(board.digits(Cell::new(1, 1).unwrap()).next().unwrap().get(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CandidateBoard {
    pub(super) geometry: Arc<Geometry>,
    pub(super) inference: Inference,
    /// The number of 64-bit words per cell in `masks`.
    pub(super) words: usize,
    /// The candidates of each cell, with a bit for each digit.
    pub(super) masks: Vec<u64>,
    /// The number of candidates of each cell.
    pub(super) counts: Vec<u16>,
    /// For each house of n cells and each digit, the number of cells in the house that can contain the digit. The index
    /// is `house · n + digit − 1`. Empty at the level `DecidedCells`.
    pub(super) place_counts: Vec<u16>,
    /// For each cell, whether it is settled. A settled cell is decided, and its digit has been removed from its peers.
    pub(super) settled: Vec<bool>,
    /// The number of cells that are not settled.
    pub(super) unsettled: usize,
    /// Placements that have been inferred but not yet carried out.
    pub(super) pending: Vec<Candidate>,
    /// The pairs of a house and a digit that must be checked for intersections, as indices into `place_counts`.
    pub(super) to_intersect: Vec<u32>,
    /// For each index into `place_counts`, whether `to_intersect` contains the index.
    pub(super) is_queued: Vec<bool>,
}

impl CandidateBoard {
    /// Creates a board on which every digit is a candidate of every cell.
    pub fn new(geometry: Arc<Geometry>, inference: Inference) -> Self {
        let (n, cells) = (geometry.size(), geometry.cell_count());
        let words = n.div_ceil(64);
        let houses = geometry.complete_houses();
        let mut mask = vec![u64::MAX; words];
        if !n.is_multiple_of(64) {
            mask[words - 1] = (1 << (n % 64)) - 1;
        }
        Self {
            inference,
            words,
            masks: mask.repeat(cells),
            counts: vec![n as u16; cells],
            place_counts: vec![n as u16; if inference == Inference::DecidedCells { 0 } else { houses * n }],
            settled: vec![false; cells],
            unsettled: cells,
            pending: Vec::new(),
            to_intersect: Vec::new(),
            is_queued: vec![false; if inference >= Inference::Intersections { houses * n } else { 0 }],
            geometry,
        }
    }

    /// Creates a board for `puzzle` and propagates until the fixpoint of `inference` is reached.
    ///
    /// # Errors
    /// Returns an error if propagation proves that there is no solution.
    pub fn from_puzzle(puzzle: &Puzzle, inference: Inference) -> Result<Self, Contradiction> {
        let mut board = Self::new(puzzle.geometry().clone(), inference);
        board.apply_givens(puzzle)?;
        board.propagate()?;
        Ok(board)
    }

    /// Like [`from_puzzle`](Self::from_puzzle), but ends early if `is_stopped` returns `true`, and then returns `None`.
    ///
    /// On large boards, propagation takes long. It calls `is_stopped` at regular intervals.
    ///
    /// # Errors
    /// Returns an error if propagation proves that there is no solution.
    pub fn from_puzzle_unless(
        puzzle: &Puzzle,
        inference: Inference,
        is_stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, Contradiction> {
        let mut board = Self::new(puzzle.geometry().clone(), inference);
        board.apply_givens(puzzle)?;
        board.propagate_unless(is_stopped)?;
        Ok((!is_stopped()).then_some(board))
    }

    /// Creates a board from one bit mask per cell.
    ///
    /// Bit d − 1 of a mask is set if the digit d is a candidate of the cell. The candidates must already be at the
    /// fixpoint of `inference`, which must not be [`Inference::DecidedCells`].
    ///
    /// # Panics
    /// Panics if the board has more than 64 digits, if the number of masks differs from the number of cells, if a mask
    /// contains a digit that the board does not have, or if `inference` is `DecidedCells`.
    pub fn from_masks(geometry: Arc<Geometry>, inference: Inference, masks: Vec<u64>) -> Self {
        let full = Self::new(geometry, inference);
        assert!(full.words == 1 && masks.len() == full.masks.len(), "one word per cell");
        assert!(
            masks.iter().zip(&full.masks).all(|(mask, all)| mask & !all == 0),
            "only digits of the board"
        );
        let mut board = Self { masks, ..full };
        board.place_counts.fill(0);
        for index in 0..board.masks.len() {
            let mask = board.masks[index];
            board.counts[index] = mask.count_ones() as u16;
            board.settled[index] = board.counts[index] == 1;
            board.unsettled -= usize::from(board.settled[index]);
            let houses =
                board.geometry.houses_of(board.geometry.cell(index)).iter().map(|&house| house as usize);
            for house in houses.take_while(|&house| house < board.geometry.complete_houses()) {
                let counts = &mut board.place_counts[house * board.geometry.size()..];
                Bits(mask).for_each(|digit| counts[digit] += 1);
            }
        }
        board
    }

    /// Returns the geometry of the board.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Returns the number of cells in `house` that can contain `digit`.
    ///
    /// The house must have n cells, and the inference level must be above `DecidedCells`.
    pub(crate) fn places(&self, house: usize, digit: Digit) -> usize {
        self.place_counts[house * self.geometry.size() + digit.get() - 1].into()
    }

    /// Returns the total number of candidates in all cells.
    pub fn candidate_count(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// Returns the number of candidates of `cell`.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn count(&self, cell: Cell) -> usize {
        self.counts[self.index(cell)].into()
    }

    /// Returns the candidates of `cell` in ascending order.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let words = self.mask(cell).iter().enumerate();
        words.flat_map(|(i, &word)| Bits(word).filter_map(move |bit| Digit::new(64 * i + bit + 1)))
    }

    /// Returns the candidates of `cell` as a bit mask. Bit (d − 1) mod 64 of word (d − 1) div 64 represents digit d.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn mask(&self, cell: Cell) -> &[u64] {
        let start = self.index(cell) * self.words;
        &self.masks[start..start + self.words]
    }

    /// Returns whether `candidate` is still possible.
    ///
    /// # Panics
    /// Panics if the cell or the digit is not on the board.
    pub fn contains(&self, candidate: Candidate) -> bool {
        let (word, bit) = self.bit(candidate);
        self.masks[word] & bit != 0
    }

    /// Returns whether the puzzle is solved, that is, whether every cell is decided.
    pub fn is_solved(&self) -> bool {
        self.unsettled == 0
    }

    /// Returns the undecided cell with the fewest candidates, or `None` if all cells are decided.
    ///
    /// If there are several such cells, returns the first one.
    pub fn most_constrained_cell(&self) -> Option<Cell> {
        let mut best = None;
        let mut fewest = u16::MAX;
        for (index, &count) in self.counts.iter().enumerate() {
            if count < fewest && count > 1 {
                (best, fewest) = (Some(index), count);
                if count == 2 {
                    break;
                }
            }
        }
        best.map(|index| self.geometry.cell(index))
    }

    /// Returns a grid with the digits of the decided cells.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.geometry.clone());
        for cell in self.geometry.cells().filter(|&cell| self.count(cell) == 1) {
            grid.set(cell, self.digits(cell).next());
        }
        grid
    }

    /// Places the digit of `candidate` in its cell and propagates until a fixpoint is reached.
    ///
    /// # Errors
    /// Returns an error if propagation proves that no solution contains this candidate. The board must not be used
    /// after an error.
    ///
    /// # Panics
    /// Panics if the cell or the digit is not on the board.
    pub fn assign(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        self.pending.push(candidate);
        self.propagate()
    }

    /// Removes `candidate` and propagates until a fixpoint is reached.
    ///
    /// # Errors
    /// Returns an error if propagation proves that there is no solution without this candidate. The board must not be
    /// used after an error.
    ///
    /// # Panics
    /// Panics if the cell or the digit is not on the board.
    pub fn eliminate(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        self.remove(candidate)?;
        self.propagate()
    }

    pub(super) fn index(&self, cell: Cell) -> usize {
        self.geometry.index(cell)
    }

    pub(super) fn bit(&self, Candidate { cell, digit }: Candidate) -> (usize, u64) {
        assert!(digit.get() <= self.geometry.size(), "the board has no digit {digit}");
        let index = digit.get() - 1;
        (self.index(cell) * self.words + index / 64, 1 << (index % 64))
    }

    /// Carries out all pending placements and propagates until the fixpoint of the inference level is reached.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        self.propagate_unless(&mut || false)
    }

    /// Like [`propagate`](Self::propagate), but ends early if `is_stopped` returns `true`.
    fn propagate_unless(&mut self, is_stopped: &mut dyn FnMut() -> bool) -> Result<(), Contradiction> {
        self.intersect(is_stopped)?;
        while self.inference >= Inference::DirectSubsets && !self.is_solved() {
            let before = self.candidate_count();
            self.find_subsets(is_stopped)?;
            self.intersect(is_stopped)?;
            if self.candidate_count() == before && self.inference >= Inference::Fish {
                self.find_fish(is_stopped)?;
                self.intersect(is_stopped)?;
            }
            if self.candidate_count() == before || is_stopped() {
                break;
            }
        }
        Ok(())
    }
}
