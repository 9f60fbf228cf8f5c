//! The candidates of every cell, as bit sets.

use std::sync::Arc;

use thiserror::Error;

use crate::bits::Bits;
use crate::board::{Candidate, Cell, Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};

/// What propagation concludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Inference {
    /// The digit of a decided cell leaves all its peers; a cell with one candidate left is decided
    /// (a naked single). Bird's `prune`.
    DecidedCells,
    /// And a digit with one place left in a house goes there (a hidden single). Norvig's `eliminate`, and
    /// what unit propagation finds on the complete encoding.
    Singles,
    /// And a digit whose places in a house all lie in another house leaves the rest of that one: what lines
    /// and boxes share (locked candidates, also known as pointing and claiming).
    Intersections,
    /// And k cells of a house that share k candidates keep them for themselves, as do k digits that share k
    /// places: naked and hidden pairs, triples and all larger subsets.
    Subsets,
    /// And a digit whose places in k rows all lie in k columns leaves the rest of these columns, and the other way
    /// round: X-wings, swordfish and all larger fish. Likewise with any two kinds of complete houses of which each
    /// covers the board: rows and boxes, columns and boxes, disjoint groups.
    Fish,
}

impl Inference {
    /// All of them, the weakest first.
    pub const ALL: [Self; 5] =
        [Self::DecidedCells, Self::Singles, Self::Intersections, Self::Subsets, Self::Fish];
}

/// A cell without candidates, or a digit without a place in a house: there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the candidates left allow no solution")]
pub struct Contradiction;

/// The candidates of every cell. Memory: n³ bits and some bytes a cell and a house.
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
    /// How many words of `masks` a cell has.
    pub(super) words: usize,
    /// A bit for each digit of each cell.
    pub(super) masks: Vec<u64>,
    /// How many candidates each cell has.
    pub(super) counts: Vec<u16>,
    /// In how many cells of a complete house a digit can go: `house · n + digit − 1`. Not there where only
    /// decided cells matter.
    pub(super) places: Vec<u16>,
    /// Cells whose digit has left their peers.
    pub(super) settled: Vec<bool>,
    pub(super) unsettled: usize,
    /// Placements that follow and have not been carried out yet.
    pub(super) pending: Vec<Candidate>,
    /// Where the places of a digit in a house have become fewer since intersections were looked for:
    /// as indices of `places`, and whether an index is among them.
    pub(super) fewer: Vec<u32>,
    pub(super) is_fewer: Vec<bool>,
}

impl CandidateBoard {
    /// The board on which every cell may hold every digit.
    #[must_use]
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
            places: vec![n as u16; if inference == Inference::DecidedCells { 0 } else { houses * n }],
            settled: vec![false; cells],
            unsettled: cells,
            pending: Vec::new(),
            fewer: Vec::new(),
            is_fewer: vec![false; if inference >= Inference::Intersections { houses * n } else { 0 }],
            geometry,
        }
    }

    /// The board of a puzzle, propagated to the fixpoint.
    ///
    /// # Errors
    /// If propagation shows that there is no solution.
    pub fn from_puzzle(puzzle: &Puzzle, inference: Inference) -> Result<Self, Contradiction> {
        let mut board = Self::new(puzzle.geometry().clone(), inference);
        board.start(puzzle)?;
        board.propagate()?;
        Ok(board)
    }

    /// The board of up to 64 digits on which these are left in each cell, and from which nothing more follows.
    ///
    /// # Panics
    /// If the board has more than 64 digits, or there is not one mask per cell.
    #[must_use]
    pub fn from_masks(geometry: Arc<Geometry>, inference: Inference, masks: Vec<u64>) -> Self {
        let mut board = Self { masks, ..Self::new(geometry, inference) };
        assert!(board.words == 1 && board.masks.len() == board.counts.len(), "one word per cell");
        board.places.fill(0);
        for index in 0..board.masks.len() {
            let mask = board.masks[index];
            board.counts[index] = mask.count_ones() as u16;
            board.settled[index] = board.counts[index] == 1;
            board.unsettled -= usize::from(board.settled[index]);
            let houses =
                board.geometry.houses_of(board.geometry.cell(index)).iter().map(|&house| house as usize);
            for house in houses.take_while(|&house| house < board.geometry.complete_houses()) {
                let places = &mut board.places[house * board.geometry.size()..];
                Bits(mask).for_each(|digit| places[digit] += 1);
            }
        }
        board
    }

    /// The geometry.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// In how many cells of a complete house `digit` can go, with an inference beyond decided cells.
    pub(crate) fn places(&self, house: usize, digit: Digit) -> usize {
        self.places[house * self.geometry.size() + digit.get() - 1].into()
    }

    /// How many candidates there are altogether.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// How many candidates `cell` has.
    #[must_use]
    pub fn count(&self, cell: Cell) -> usize {
        self.counts[self.index(cell)].into()
    }

    /// The candidates of `cell`, ascending.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let words = self.mask(cell).iter().enumerate();
        words.flat_map(|(i, &word)| Bits(word).filter_map(move |bit| Digit::new(64 * i + bit + 1)))
    }

    /// The candidates of `cell` as bits: digit d is bit (d − 1) mod 64 of word (d − 1) div 64.
    #[must_use]
    pub fn mask(&self, cell: Cell) -> &[u64] {
        let start = self.index(cell) * self.words;
        &self.masks[start..start + self.words]
    }

    /// Whether `candidate` is left.
    #[must_use]
    pub fn contains(&self, candidate: Candidate) -> bool {
        let (word, bit) = self.bit(candidate);
        self.masks[word] & bit != 0
    }

    /// Whether every cell is decided, and so the puzzle is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.unsettled == 0
    }

    /// The first of the undecided cells with the fewest candidates; `None` if all are decided.
    #[must_use]
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

    /// The grid of the decided cells.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.geometry.clone());
        for cell in self.geometry.cells().filter(|&cell| self.count(cell) == 1) {
            grid.set(cell, self.digits(cell).next());
        }
        grid
    }

    /// Decides a cell and propagates to the fixpoint.
    ///
    /// # Errors
    /// If there is no solution with this candidate. The board must not be used any further then.
    pub fn assign(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        self.pending.push(candidate);
        self.propagate()
    }

    /// Removes a candidate and propagates to the fixpoint.
    ///
    /// # Errors
    /// If there is no solution without this candidate. The board must not be used any further then.
    pub fn eliminate(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        self.remove(candidate)?;
        self.propagate()
    }

    pub(super) fn index(&self, cell: Cell) -> usize {
        cell.index(self.geometry.size())
    }

    pub(super) fn bit(&self, Candidate { cell, digit }: Candidate) -> (usize, u64) {
        let index = digit.get() - 1;
        (self.index(cell) * self.words + index / 64, 1 << (index % 64))
    }

    /// Propagates to the fixpoint of the inference level.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        self.intersect()?;
        while self.inference >= Inference::Subsets && !self.is_solved() {
            let before = self.total();
            self.find_subsets()?;
            self.intersect()?;
            if self.total() == before && self.inference >= Inference::Fish {
                self.find_fish()?;
                self.intersect()?;
            }
            if self.total() == before {
                break;
            }
        }
        Ok(())
    }
}
