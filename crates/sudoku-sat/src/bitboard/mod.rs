//! A fast candidate board for board sizes up to 36×36.
//!
//! The board stores one bit set of cells per digit. A few set operations find all naked singles on the board, and
//! copying a board does not allocate memory. Propagation reaches the same fixpoint as a [`CandidateBoard`] with
//! [`Inference::Singles`]. [`BitBoard::intersect`] reaches the fixpoint of [`Inference::Intersections`]. Boards larger
//! than 36×36 require a [`CandidateBoard`].

mod house_masks;
mod set;
mod sizes;

use std::array;
use std::sync::Arc;

use sudoku_cnf::puzzle::Bits;
use sudoku_cnf::{Candidate, CandidateBoard, Contradiction, Digit, Geometry, Grid, Inference, Puzzle};

pub(crate) use house_masks::HouseMasks;
pub(crate) use set::Set;
pub(crate) use sizes::{bit_board_size, with_bit_board};

/// Returns, for each digit, the cells of `grid` that contain the digit. The cells with digit d are at index d − 1.
///
/// # Panics
/// May panic if the board has more than N digits or more than 64 · W cells.
pub(crate) fn by_digit<const N: usize, const W: usize>(grid: &Grid) -> [Set<W>; N] {
    let mut by_digit = [Set::EMPTY; N];
    let n = grid.geometry().size();
    for placed in grid.digits() {
        by_digit[placed.digit.get() - 1].insert(placed.cell.index(n));
    }
    by_digit
}

/// The candidates of a board of size n ≤ N with up to 64 · W cells and 64 · H houses of n cells. N must be below 64.
#[derive(Clone, Debug)]
pub(crate) struct BitBoard<const N: usize, const W: usize, const H: usize> {
    /// For each digit, the cells that can contain the digit.
    by_digit: [Set<W>; N],
    /// For each digit, the houses of n cells in which a settled cell contains the digit.
    placed: [Set<H>; N],
    /// The settled cells. A cell is settled if it is decided and its digit has been removed from the cell's peers.
    settled: Set<W>,
    /// A bit mask of the digits whose candidate cells have changed since the last search for hidden singles.
    changed: u64,
    /// A bit mask of the digits whose candidate cells have changed since the last search for intersections.
    unclaimed: u64,
}

impl<const N: usize, const W: usize, const H: usize> BitBoard<N, W, H> {
    /// Returns the board of `puzzle` after propagating singles to a fixpoint.
    ///
    /// # Errors
    /// Returns an error if propagation finds a contradiction.
    ///
    /// # Panics
    /// May panic if the board has more than N digits, more than 64 · W cells, or more than 64 · H houses of n cells.
    pub(crate) fn from_puzzle(puzzle: &Puzzle, masks: &HouseMasks<W, H>) -> Result<Self, Contradiction> {
        Self::from_givens(&by_digit(puzzle.grid()), puzzle.excluded(), &Set::EMPTY, masks)
    }

    /// Returns the board with `givens` but without the candidates `excluded`, after propagating singles to a fixpoint.
    ///
    /// For each digit, `givens` contains the cells in which the digit is given. If `goal` is not empty, propagation
    /// stops as soon as all cells in `goal` are settled.
    ///
    /// # Errors
    /// Returns an error if propagation finds a contradiction.
    pub(crate) fn from_givens(
        givens: &[Set<W>; N],
        excluded: &[Candidate],
        goal: &Set<W>,
        masks: &HouseMasks<W, H>,
    ) -> Result<Self, Contradiction> {
        // The shift `1 << size` below must not overflow.
        const { assert!(N < 64) };
        let given = givens.iter().fold(Set::EMPTY, |all, cells| all.or(cells));
        let open = masks.cells.without(&given);
        let size = masks.size;
        let by_digit = array::from_fn(|i| if i < size { open.or(&givens[i]) } else { Set::EMPTY });
        let placed = [Set::EMPTY; N];
        let changed = (1 << size) - 1;
        let mut board = Self { by_digit, placed, settled: Set::EMPTY, changed, unclaimed: changed };
        for excluded in excluded {
            board.by_digit[excluded.digit.get() - 1].remove(excluded.cell.index(size));
        }
        for (digit, cells) in givens.iter().enumerate() {
            for cell in cells.iter() {
                board.settle(cell, digit, masks)?;
            }
        }
        board.propagate(goal, masks)?;
        Ok(board)
    }

    /// Returns, for each digit, the cells that can contain the digit. The cells for digit d are at index d − 1.
    pub(crate) fn by_digit(&self) -> &[Set<W>; N] {
        &self.by_digit
    }

    /// Returns the open cells with the fewest candidates. The result is empty if the board is solved.
    pub(crate) fn most_constrained(&self) -> Set<W> {
        // Counts the candidates of all cells in parallel. `counts[i]` contains the cells whose candidate count has bit
        // i set.
        let mut counts = [Set::EMPTY; u64::BITS.ilog2() as usize];
        let bits = N.ilog2() as usize + 1;
        let mut all = Set::EMPTY;
        for cells in &self.by_digit {
            all = all.or(cells);
            let mut carry = *cells;
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

    /// Returns a bit mask of the digits that `cell` can contain. Bit d − 1 represents digit d.
    pub(crate) fn digits_of(&self, cell: usize) -> u64 {
        let by_digit = self.by_digit.iter().enumerate();
        by_digit.fold(0, |digits, (i, cells)| digits | u64::from(cells.contains(cell)) << i)
    }

    /// Returns, for each digit, the subset of `cells` that can contain the digit.
    ///
    /// The solution counter uses the result as a cache key.
    pub(crate) fn restricted(&self, cells: &Set<W>) -> [Set<W>; N] {
        array::from_fn(|digit| self.by_digit[digit].and(cells))
    }

    /// Returns the settled cells. After propagation to a fixpoint, every decided cell is settled.
    pub(crate) fn settled(&self) -> &Set<W> {
        &self.settled
    }

    /// Returns whether every cell is settled.
    pub(crate) fn is_solved(&self, masks: &HouseMasks<W, H>) -> bool {
        self.settled == masks.cells
    }

    /// Assigns a candidate and propagates singles to a fixpoint.
    ///
    /// The candidate is specified by the index of its cell and by its digit minus 1.
    ///
    /// # Errors
    /// Returns an error if propagation finds a contradiction. The board must not be used after an error.
    pub(crate) fn assign(
        &mut self,
        (cell, digit): (usize, usize),
        masks: &HouseMasks<W, H>,
    ) -> Result<(), Contradiction> {
        self.decide(cell, digit);
        self.settle(cell, digit, masks)?;
        self.propagate(&Set::EMPTY, masks)
    }

    /// Removes a candidate and propagates singles to a fixpoint.
    ///
    /// The candidate is specified by the index of its cell and by its digit minus 1.
    ///
    /// # Errors
    /// Returns an error if propagation finds a contradiction. The board must not be used after an error.
    pub(crate) fn eliminate(
        &mut self,
        (cell, digit): (usize, usize),
        masks: &HouseMasks<W, H>,
    ) -> Result<(), Contradiction> {
        self.by_digit[digit].remove(cell);
        self.changed |= 1 << digit;
        self.propagate(&Set::EMPTY, masks)
    }

    /// Propagates singles and intersections to a fixpoint.
    ///
    /// If, within a house, all cells that can contain a digit also belong to a second house, the intersection rule
    /// removes the digit from the other cells of the second house.
    ///
    /// # Errors
    /// Returns an error if propagation finds a contradiction. The board must not be used after an error.
    pub(crate) fn intersect(&mut self, masks: &HouseMasks<W, H>) -> Result<(), Contradiction> {
        while self.unclaimed != 0 {
            let digit = self.unclaimed.trailing_zeros() as usize;
            self.unclaimed &= self.unclaimed - 1;
            self.claim(digit, masks);
            self.propagate(&Set::EMPTY, masks)?;
        }
        Ok(())
    }

    /// Applies the intersection rule to `digit` in all houses without propagating the changes.
    fn claim(&mut self, digit: usize, masks: &HouseMasks<W, H>) {
        let open = self.by_digit[digit].without(&self.settled);
        // `common[house]` is the set of houses that contain all of the digit's open candidate cells in `house`.
        let mut common = [[masks.all_houses; 64]; H];
        let common = common.as_flattened_mut();
        for cell in open.iter() {
            let houses = &masks.houses_of[cell];
            houses.iter().for_each(|house| common[house] = common[house].and(houses));
        }
        for house in masks.all_houses.without(&self.placed[digit]).iter() {
            for other in common[house].iter().filter(|&other| other != house) {
                let rest = masks.houses[other].without(&masks.houses[house]);
                let cells = &mut self.by_digit[digit];
                if !cells.and(&rest).is_empty() {
                    *cells = cells.without(&rest);
                    self.changed |= 1 << digit;
                }
            }
        }
    }

    /// Removes all candidates except `digit` from `cell`.
    fn decide(&mut self, cell: usize, digit: usize) {
        for (i, cells) in self.by_digit.iter_mut().enumerate() {
            if i != digit {
                self.changed |= u64::from(cells.contains(cell)) << i;
                cells.remove(cell);
            }
        }
    }

    /// Removes `digit` from the peers of the decided cell `cell` and marks `cell` as settled.
    fn settle(&mut self, cell: usize, digit: usize, masks: &HouseMasks<W, H>) -> Result<(), Contradiction> {
        let cells = &mut self.by_digit[digit];
        if !cells.contains(cell) {
            return Err(Contradiction);
        }
        *cells = cells.without(&masks.peers[cell]);
        self.changed |= 1 << digit;
        self.placed[digit] = self.placed[digit].or(&masks.houses_of[cell]);
        self.settled.insert(cell);
        Ok(())
    }

    /// Propagates singles to a fixpoint. If `goal` is not empty, stops once all cells in `goal` are settled.
    fn propagate(&mut self, goal: &Set<W>, masks: &HouseMasks<W, H>) -> Result<(), Contradiction> {
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

    /// Returns whether `goal` is not empty and all cells in `goal` are settled.
    fn has_reached(&self, goal: &Set<W>) -> bool {
        !goal.is_empty() && goal.without(&self.settled).is_empty()
    }

    /// Finds and settles naked singles until none remain. A naked single is a cell with exactly one candidate.
    fn settle_naked_singles(&mut self, masks: &HouseMasks<W, H>) -> Result<(), Contradiction> {
        loop {
            let (mut some, mut several) = (Set::EMPTY, Set::EMPTY);
            for cells in &self.by_digit {
                several = several.or(&some.and(cells));
                some = some.or(cells);
            }
            if some != masks.cells {
                return Err(Contradiction);
            }
            let singles = some.without(&several).without(&self.settled);
            if singles.is_empty() {
                return Ok(());
            }
            for cell in singles.iter() {
                let digit = self.by_digit.iter().position(|cells| cells.contains(cell));
                self.settle(cell, digit.ok_or(Contradiction)?, masks)?;
            }
        }
    }

    /// Finds the hidden singles of `digit`, then decides and settles these cells.
    ///
    /// A cell is a hidden single if it is the only cell in a house of n cells that can contain the digit.
    fn settle_hidden_singles(&mut self, digit: usize, masks: &HouseMasks<W, H>) -> Result<(), Contradiction> {
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
                // If the cell is also a hidden single in an earlier house, it is already settled.
                if !self.settled.contains(cell) {
                    self.decide(cell, digit);
                    self.settle(cell, digit, masks)?;
                }
            }
        }
        Ok(())
    }

    /// Converts the board to a [`CandidateBoard`] with the inference level [`Inference::Intersections`].
    ///
    /// The board must have been propagated with [`intersect`](Self::intersect), and `geometry` must be the geometry of
    /// this board.
    pub(crate) fn to_candidate_board(&self, geometry: Arc<Geometry>) -> CandidateBoard {
        let cells = 0..geometry.cell_count();
        CandidateBoard::from_masks(
            geometry,
            Inference::Intersections,
            cells.map(|cell| self.digits_of(cell)).collect(),
        )
    }

    /// Returns a grid with the digits of the settled cells. `geometry` must be the geometry of this board.
    pub(crate) fn grid(&self, geometry: Arc<Geometry>) -> Grid {
        let mut contents = vec![None; geometry.cell_count()];
        for (i, cells) in self.by_digit.iter().enumerate() {
            cells.and(&self.settled).iter().for_each(|cell| contents[cell] = Digit::new(i + 1));
        }
        Grid::from_digits(geometry, contents)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sudoku_cnf::BoxShape;
    use sudoku_cnf::puzzle::board::Variant;

    use super::*;

    /// Returns the geometries of several plain boards, and of one 9×9 board for each variant.
    fn geometries() -> Vec<Arc<Geometry>> {
        let plain = ["2x2", "2x3", "3x3", "4x4"].map(|shape| Geometry::new(shape.parse().unwrap()));
        let shape = BoxShape::STANDARD;
        let variants =
            Variant::ALL.iter().map(|&variant| Geometry::with_variants(shape, &[variant]).unwrap());
        plain.into_iter().chain(variants).map(Arc::new).collect()
    }

    /// Generates puzzles with random givens and excluded candidates. Many of the puzzles have no solution.
    fn puzzles() -> impl Strategy<Value = Puzzle> {
        let geometries = geometries();
        let numbers = prop::collection::vec((0..100_usize, 0..10_000_usize), 16 * 16);
        (0..geometries.len(), 0..30_usize, numbers).prop_map(move |(which, density, numbers)| {
            let geometry = geometries[which].clone();
            let n = geometry.size();
            let mut puzzle = Puzzle::empty(geometry.clone());
            let mut excluded = Vec::new();
            for (cell, (percent, number)) in geometry.cells().zip(numbers) {
                let digit = Digit::new(number % n + 1).unwrap();
                if percent < density {
                    puzzle.set(cell, Some(digit));
                } else if percent < 2 * density {
                    excluded.push(Candidate { cell, digit });
                }
            }
            puzzle.exclude(excluded);
            puzzle
        })
    }

    fn check<const N: usize, const W: usize, const H: usize>(puzzle: &Puzzle) {
        let masks = HouseMasks::<W, H>::new(puzzle.geometry());
        let singles = BitBoard::<N, W, H>::from_puzzle(puzzle, &masks);
        check_same(&singles, &CandidateBoard::from_puzzle(puzzle, Inference::Singles));
        let intersections = singles.and_then(|mut board| board.intersect(&masks).map(|()| board));
        check_same(&intersections, &CandidateBoard::from_puzzle(puzzle, Inference::Intersections));
    }

    fn check_same<const N: usize, const W: usize, const H: usize>(
        board: &Result<BitBoard<N, W, H>, Contradiction>,
        expected: &Result<CandidateBoard, Contradiction>,
    ) {
        assert_eq!(board.is_ok(), expected.is_ok());
        let (Ok(board), Ok(expected)) = (board, expected) else { return };
        let geometry = expected.geometry();
        assert_eq!(board.grid(geometry.clone()), expected.grid());
        for (index, cell) in geometry.cells().enumerate() {
            let digits = expected.digits(cell).fold(0, |digits, digit| digits | 1 << (digit.get() - 1));
            assert_eq!(board.digits_of(index), digits, "{cell}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// Compares `BitBoard` with `CandidateBoard`, which is implemented independently.
        #[test]
        fn propagation_agrees_with_the_candidate_board(puzzle in puzzles()) {
            with_bit_board!(puzzle.geometry().size(), N W H => check::<N, W, H>(&puzzle), _ => panic!());
        }
    }
}
