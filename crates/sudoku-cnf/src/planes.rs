//! The board of candidates by digit, for boards small enough to work on many cells at once.
//!
//! A plane is the set of cells that may still hold a digit. Singles are found for all cells of the board
//! by a few operations on sets of bits, and a board is copied without allocation. What propagation
//! concludes is the same as [`Inference::Singles`](crate::Inference::Singles) on
//! [`Candidates`](crate::Candidates), which has no limit of size.

use std::array;

use crate::candidates::Contradiction;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::grid::Grid;

/// A set of up to 64 · W cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    /// No cell.
    pub const EMPTY: Self = Self([0; W]);

    /// Whether there is no cell in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether there is exactly one cell in it.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() == 1
    }

    /// Whether `cell` is in it.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] & (1 << (cell.index() % 64)) != 0
    }

    /// Adds `cell`.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes `cell` out.
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// The first cell.
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Cell::new(64 * word + self.0[word].trailing_zeros() as usize))
    }

    /// The cells of both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells of either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The cells, ascending.
    pub fn cells(mut self) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let cell = self.first()?;
            self.remove(cell);
            Some(cell)
        })
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The complete houses and the peers of a geometry as sets.
#[derive(Clone, Debug)]
pub struct Masks<const W: usize> {
    cells: CellSet<W>,
    houses: Vec<CellSet<W>>,
    peers: Vec<CellSet<W>>,
}

impl<const W: usize> Masks<W> {
    /// The sets of `geometry`.
    ///
    /// # Panics
    /// If it has more than 64 · W cells.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let complete_houses = geometry.houses().filter(|house| house.is_complete);
        Self {
            cells: geometry.cells().collect(),
            houses: complete_houses.map(|house| house.cells.iter().copied().collect()).collect(),
            peers: geometry.cells().map(|cell| geometry.peers(cell).collect()).collect(),
        }
    }

    /// The peers of `cell`.
    #[must_use]
    pub fn peers(&self, cell: Cell) -> &CellSet<W> {
        &self.peers[cell.index()]
    }
}

/// The candidates of a board with up to N digits and 64 · W cells.
#[derive(Clone, Debug)]
pub struct Planes<const N: usize, const W: usize> {
    /// The cells that may hold each digit.
    by_digit: [CellSet<W>; N],
    /// The cells whose digit has left their peers.
    settled: CellSet<W>,
    /// The digits, as bits, whose plane has changed since hidden singles were looked for.
    changed: u64,
    size: usize,
}

impl<const N: usize, const W: usize> Planes<N, W> {
    /// The board of a puzzle, propagated to the fixpoint of singles.
    ///
    /// # Errors
    /// If propagation shows that there is no solution.
    ///
    /// # Panics
    /// If the board has more than N digits or 64 · W cells.
    pub fn of_puzzle(puzzle: &Grid, masks: &Masks<W>) -> Result<Self, Contradiction> {
        let size = puzzle.geometry().size();
        let by_digit = array::from_fn(|digit| if digit < size { masks.cells } else { CellSet::EMPTY });
        let mut board = Self { by_digit, settled: CellSet::EMPTY, changed: (1 << size) - 1, size };
        puzzle.givens().for_each(|given| board.decide(given));
        for excluded in puzzle.excluded() {
            board.by_digit[excluded.digit.get() - 1].remove(excluded.cell);
        }
        board.propagate(masks)?;
        Ok(board)
    }

    /// The cells that may hold `digit`.
    #[must_use]
    pub fn plane(&self, digit: Digit) -> &CellSet<W> {
        &self.by_digit[digit.get() - 1]
    }

    /// The candidates of the cells in `cells` alone: what tells two parts of boards apart.
    #[must_use]
    pub fn restricted(&self, cells: &CellSet<W>) -> [CellSet<W>; N] {
        array::from_fn(|digit| self.by_digit[digit].and(cells))
    }

    /// The cells that are decided.
    #[must_use]
    pub fn settled(&self) -> &CellSet<W> {
        &self.settled
    }

    /// Decides a cell and propagates to the fixpoint.
    ///
    /// # Errors
    /// If there is no solution with this candidate. The board must not be used any further then.
    pub fn assign(&mut self, candidate: Candidate, masks: &Masks<W>) -> Result<(), Contradiction> {
        self.decide(candidate);
        self.propagate(masks)
    }

    fn decide(&mut self, Candidate { cell, digit }: Candidate) {
        for (i, plane) in self.by_digit.iter_mut().enumerate() {
            if i != digit.get() - 1 && plane.contains(cell) {
                plane.remove(cell);
                self.changed |= 1 << i;
            }
        }
    }

    fn propagate(&mut self, masks: &Masks<W>) -> Result<(), Contradiction> {
        loop {
            self.settle_naked_singles(masks)?;
            if self.changed == 0 {
                return Ok(());
            }
            self.decide_hidden_singles(masks)?;
        }
    }

    /// Takes the digits of cells with one candidate from their peers, until no such cell is new.
    fn settle_naked_singles(&mut self, masks: &Masks<W>) -> Result<(), Contradiction> {
        loop {
            let (mut some, mut several) = (CellSet::EMPTY, CellSet::EMPTY);
            for plane in &self.by_digit {
                several = several.or(&some.and(plane));
                some = some.or(plane);
            }
            if some != masks.cells {
                return Err(Contradiction);
            }
            let singles = some.without(&several).without(&self.settled);
            if singles.is_empty() {
                return Ok(());
            }
            self.settled = self.settled.or(&singles);
            for (i, plane) in self.by_digit.iter_mut().enumerate() {
                let before = *plane;
                for cell in before.and(&singles).cells() {
                    *plane = plane.without(&masks.peers[cell.index()]);
                }
                self.changed |= u64::from(*plane != before) << i;
            }
        }
    }

    /// Decides the cells that are the only place for a digit in a house.
    fn decide_hidden_singles(&mut self, masks: &Masks<W>) -> Result<(), Contradiction> {
        while self.changed != 0 {
            let i = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            let mut singles = CellSet::EMPTY;
            for house in &masks.houses {
                let places = self.by_digit[i].and(house);
                if places.is_empty() {
                    return Err(Contradiction);
                }
                if places.is_single() {
                    singles = singles.or(&places);
                }
            }
            let digit = Digit::new(i + 1).ok_or(Contradiction)?;
            for cell in singles.without(&self.settled).cells() {
                self.decide(Candidate { cell, digit });
            }
        }
        Ok(())
    }

    /// The digits of the board.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + use<N, W> {
        (1..=self.size).filter_map(Digit::new)
    }
}
