//! The board of candidates by digit, for boards small enough to work on many cells at once.
//!
//! A plane is the set of cells that may still hold a digit. Singles are found for all cells of the board
//! by a few operations on sets of bits, and a board is copied without allocation. What propagation
//! concludes is the same as [`Inference::Singles`], and where it is asked for
//! [`Inference::Intersections`], on [`Candidates`], which
//! has no limit of size.

mod masks;
mod sizes;

use std::array;
use std::sync::Arc;

use crate::bits::{Bits, Set};
use crate::candidates::{Candidates, Contradiction, Inference};
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::grid::Grid;
pub use masks::Masks;

/// The cells of each digit in a grid of up to N digits and 64 · W cells.
///
/// # Panics
/// If there are more.
#[must_use]
pub fn by_digit<const N: usize, const W: usize>(grid: &Grid) -> [Set<W>; N] {
    let mut by_digit = [Set::EMPTY; N];
    for placed in grid.givens() {
        by_digit[placed.digit.get() - 1].insert(placed.cell.index());
    }
    by_digit
}

/// The candidates of a board with up to N digits, which is below 64, 64 · W cells and 64 · H complete houses.
#[derive(Clone, Debug)]
pub struct Planes<const N: usize, const W: usize, const H: usize> {
    /// The cells that may hold each digit.
    by_digit: [Set<W>; N],
    /// The complete houses in which the place of each digit is settled.
    placed: [Set<H>; N],
    /// The cells whose digit has left their peers.
    settled: Set<W>,
    /// The digits, as bits, whose plane has changed since hidden singles were looked for.
    changed: u64,
    /// The digits, as bits, whose plane has changed since intersections were looked for.
    unclaimed: u64,
    size: usize,
}

impl<const N: usize, const W: usize, const H: usize> Planes<N, W, H> {
    /// The board of a puzzle, propagated to the fixpoint of singles.
    ///
    /// # Errors
    /// If propagation shows that there is no solution.
    ///
    /// # Panics
    /// If the board has more than N digits, 64 · W cells or 64 · H complete houses.
    pub fn of_puzzle(puzzle: &Grid, masks: &Masks<W, H>) -> Result<Self, Contradiction> {
        Self::start(&by_digit(puzzle), puzzle.excluded(), &Set::EMPTY, masks)
    }

    /// The board of a puzzle in which each digit is given in these cells, propagated to the fixpoint of singles; or no
    /// further than to where all cells of `goal` are decided, if it has any.
    ///
    /// # Errors
    /// If propagation shows that there is no solution.
    pub fn of_givens(
        givens: &[Set<W>; N],
        goal: &Set<W>,
        masks: &Masks<W, H>,
    ) -> Result<Self, Contradiction> {
        Self::start(givens, &[], goal, masks)
    }

    /// The board of such a puzzle without one more candidate, propagated to the fixpoint of singles.
    ///
    /// # Errors
    /// If propagation shows that there is no solution.
    pub fn of_givens_without(
        givens: &[Set<W>; N],
        excluded: Candidate,
        masks: &Masks<W, H>,
    ) -> Result<Self, Contradiction> {
        Self::start(givens, &[excluded], &Set::EMPTY, masks)
    }

    fn start(
        givens: &[Set<W>; N],
        excluded: &[Candidate],
        goal: &Set<W>,
        masks: &Masks<W, H>,
    ) -> Result<Self, Contradiction> {
        // Digits are bits of a word.
        const { assert!(N < 64) };
        let given = givens.iter().fold(Set::EMPTY, |all, cells| all.or(cells));
        let open = masks.cells.without(&given);
        let size = masks.size;
        let by_digit = array::from_fn(|i| if i < size { open.or(&givens[i]) } else { Set::EMPTY });
        let placed = [Set::EMPTY; N];
        let changed = (1 << size) - 1;
        let mut board = Self { by_digit, placed, settled: Set::EMPTY, changed, unclaimed: changed, size };
        for excluded in excluded {
            board.by_digit[excluded.digit.get() - 1].remove(excluded.cell.index());
        }
        for (digit, cells) in givens.iter().enumerate() {
            for cell in cells.iter() {
                board.settle(cell, digit, masks)?;
            }
        }
        board.propagate(goal, masks)?;
        Ok(board)
    }

    /// The cells that may hold each digit, from 1: where it stands, if the board is solved.
    #[must_use]
    pub fn by_digit(&self) -> &[Set<W>; N] {
        &self.by_digit
    }

    /// The open cells with the fewest candidates; none if the board is solved.
    #[must_use]
    pub fn most_constrained(&self) -> Set<W> {
        // The candidates of all cells are counted at once: bit i of every cell's count stands in set i.
        let mut counts = [Set::EMPTY; u64::BITS.ilog2() as usize];
        let bits = N.ilog2() as usize + 1;
        let mut all = Set::EMPTY;
        for plane in &self.by_digit {
            all = all.or(plane);
            let mut carry = *plane;
            for count in &mut counts[..bits] {
                let both = count.and(&carry);
                *count = count.or(&carry).without(&both);
                carry = both;
            }
        }
        let mut fewest = all.without(&self.settled);
        for count in counts[..bits].iter().rev() {
            let fewer = fewest.without(count);
            if !fewer.is_empty() {
                fewest = fewer;
            }
        }
        fewest
    }

    /// The digits that `cell` may hold: digit d is bit d − 1.
    #[must_use]
    pub fn digits_of(&self, cell: usize) -> u64 {
        (0..self.size).fold(0, |digits, i| digits | u64::from(self.by_digit[i].contains(cell)) << i)
    }

    /// The cells that may hold `digit`.
    #[must_use]
    pub fn plane(&self, digit: Digit) -> &Set<W> {
        &self.by_digit[digit.get() - 1]
    }

    /// The candidates of the cells in `cells` alone: what tells two parts of boards apart.
    #[must_use]
    pub fn restricted(&self, cells: &Set<W>) -> [Set<W>; N] {
        array::from_fn(|digit| self.by_digit[digit].and(cells))
    }

    /// The cells that are decided.
    #[must_use]
    pub fn settled(&self) -> &Set<W> {
        &self.settled
    }

    /// Whether every cell is decided, and so the puzzle is solved.
    #[must_use]
    pub fn is_solved(&self, masks: &Masks<W, H>) -> bool {
        self.settled == masks.cells
    }

    /// Decides a cell and propagates to the fixpoint.
    ///
    /// # Errors
    /// If there is no solution with this candidate. The board must not be used any further then.
    pub fn assign(&mut self, candidate: Candidate, masks: &Masks<W, H>) -> Result<(), Contradiction> {
        let (cell, digit) = (candidate.cell.index(), candidate.digit.get() - 1);
        self.decide(cell, digit);
        self.settle(cell, digit, masks)?;
        self.propagate(&Set::EMPTY, masks)
    }

    /// Takes a candidate away and propagates to the fixpoint.
    ///
    /// # Errors
    /// If there is no solution without this candidate. The board must not be used any further then.
    pub fn eliminate(&mut self, candidate: Candidate, masks: &Masks<W, H>) -> Result<(), Contradiction> {
        let digit = candidate.digit.get() - 1;
        self.by_digit[digit].remove(candidate.cell.index());
        self.changed |= 1 << digit;
        self.propagate(&Set::EMPTY, masks)
    }

    /// Propagates to the fixpoint of intersections: a digit whose places in a complete house all lie in another one
    /// leaves the rest of that.
    ///
    /// # Errors
    /// If there is no solution. The board must not be used any further then.
    pub fn intersect(&mut self, masks: &Masks<W, H>) -> Result<(), Contradiction> {
        while self.unclaimed != 0 {
            let digit = self.unclaimed.trailing_zeros() as usize;
            self.unclaimed &= self.unclaimed - 1;
            self.claim(digit, masks);
            self.propagate(&Set::EMPTY, masks)?;
        }
        Ok(())
    }

    /// Takes a digit from the rest of each house that all its places in another house lie in.
    fn claim(&mut self, digit: usize, masks: &Masks<W, H>) {
        let open = self.by_digit[digit].without(&self.settled);
        // The houses that all places in each house have in common.
        let mut common = [[masks.all_houses; 64]; H];
        let common = common.as_flattened_mut();
        for cell in open.iter() {
            let houses = &masks.houses_of[cell];
            houses.iter().for_each(|house| common[house] = common[house].and(houses));
        }
        for house in masks.all_houses.without(&self.placed[digit]).iter() {
            for other in common[house].iter().filter(|&other| other != house) {
                let rest = masks.houses[other].without(&masks.houses[house]);
                let plane = &mut self.by_digit[digit];
                if !plane.and(&rest).is_empty() {
                    *plane = plane.without(&rest);
                    self.changed |= 1 << digit;
                }
            }
        }
    }

    /// Leaves a cell no other candidate than this.
    fn decide(&mut self, cell: usize, digit: usize) {
        for (i, plane) in self.by_digit.iter_mut().enumerate() {
            if i != digit {
                self.changed |= u64::from(plane.contains(cell)) << i;
                plane.remove(cell);
            }
        }
    }

    /// Takes the digit of a decided cell from the peers.
    fn settle(&mut self, cell: usize, digit: usize, masks: &Masks<W, H>) -> Result<(), Contradiction> {
        let plane = &mut self.by_digit[digit];
        if !plane.contains(cell) {
            return Err(Contradiction);
        }
        *plane = plane.without(&masks.peers[cell]);
        self.changed |= 1 << digit;
        self.placed[digit] = self.placed[digit].or(&masks.houses_of[cell]);
        self.settled.insert(cell);
        Ok(())
    }

    /// Follows singles to the fixpoint, or until all cells of `goal` are settled if it has any.
    fn propagate(&mut self, goal: &Set<W>, masks: &Masks<W, H>) -> Result<(), Contradiction> {
        loop {
            self.settle_naked_singles(masks)?;
            if self.changed == 0 || self.has_reached(goal) {
                return Ok(());
            }
            self.unclaimed |= self.changed;
            for digit in Bits(self.changed) {
                self.changed &= !(1 << digit);
                self.settle_hidden_singles(digit, masks)?;
                if self.has_reached(goal) {
                    return Ok(());
                }
            }
        }
    }

    /// Whether all cells of `goal` are settled, if it has any.
    fn has_reached(&self, goal: &Set<W>) -> bool {
        !goal.is_empty() && goal.without(&self.settled).is_empty()
    }

    /// Settles the cells with one candidate, until no such cell is new.
    fn settle_naked_singles(&mut self, masks: &Masks<W, H>) -> Result<(), Contradiction> {
        loop {
            let (mut some, mut several) = (Set::EMPTY, Set::EMPTY);
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
            for cell in singles.iter() {
                let digit = self.by_digit.iter().position(|plane| plane.contains(cell));
                self.settle(cell, digit.ok_or(Contradiction)?, masks)?;
            }
        }
    }

    /// Settles the cells that are the only place for a digit in a house.
    fn settle_hidden_singles(&mut self, digit: usize, masks: &Masks<W, H>) -> Result<(), Contradiction> {
        let open = self.by_digit[digit].without(&self.settled);
        let (mut some, mut several) = (self.placed[digit], self.placed[digit]);
        open.iter().for_each(|cell| {
            let houses = &masks.houses_of[cell];
            several = several.or(&some.and(houses));
            some = some.or(houses);
        });
        if some != masks.all_houses {
            return Err(Contradiction);
        }
        for house in some.without(&several).iter() {
            if let Some(cell) = open.and(&masks.houses[house]).first() {
                // A cell may be the only place in several of its houses.
                if !self.settled.contains(cell) {
                    self.decide(cell, digit);
                    self.settle(cell, digit, masks)?;
                }
            }
        }
        Ok(())
    }

    /// The same board by cell, on which nothing more follows by intersections if it has been propagated so far.
    /// `geometry` is that of the masks.
    #[must_use]
    pub fn by_cell(&self, geometry: Arc<Geometry>) -> Candidates {
        let cells = 0..geometry.cell_count();
        Candidates::of_masks(
            geometry,
            Inference::Intersections,
            cells.map(|cell| self.digits_of(cell)).collect(),
        )
    }

    /// The grid of the decided cells. `geometry` is that of the masks.
    #[must_use]
    pub fn grid(&self, geometry: Arc<Geometry>) -> Grid {
        let mut grid = Grid::empty(geometry);
        for digit in self.digits() {
            self.plane(digit)
                .and(&self.settled)
                .iter()
                .for_each(|cell| grid.set(Cell::new(cell), Some(digit)));
        }
        grid
    }

    /// The digits of the board.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + use<N, W, H> {
        (1..=self.size).filter_map(Digit::new)
    }
}
