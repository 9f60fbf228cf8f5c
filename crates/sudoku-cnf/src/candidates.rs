//! The board of candidates and its propagation.
//!
//! Each cell holds the set of digits that it still may have. Propagation removes candidates until
//! nothing more follows by its [`Inference`]: the constraint system of Norvig's essay, or the pruning
//! of Bird's. Both share this board and differ in one rule.
//!
//! ## References
//! - P. Norvig: Solving Every Sudoku Puzzle, 2006 (assign and eliminate).
//! - R. Bird: A program to solve Sudoku, Journal of Functional Programming 16, 2006 (prune).

use std::sync::Arc;

use thiserror::Error;

use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::grid::Grid;

/// What propagation concludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inference {
    /// The digit of a decided cell leaves all its peers; a cell with one candidate left is decided
    /// (a naked single). Bird's `prune`.
    DecidedCells,
    /// And a digit with one place left in a house goes there (a hidden single). Norvig's `eliminate`, and
    /// what unit propagation finds on the complete encoding.
    Singles,
}

/// A cell without candidates, or a digit without a place in a house: there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the candidates left allow no solution")]
pub struct Contradiction;

/// The candidates of every cell. Memory: n³ bits and some bytes a cell and a house.
///
/// ```
/// use sudoku_cnf::candidates::{Candidates, Inference};
/// use sudoku_cnf::{Cell, Grid};
///
/// let puzzle: Grid = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let board = Candidates::of_puzzle(&puzzle, Inference::Singles)?;
/// assert!(board.is_solved(), "an easy puzzle");
/// assert_eq!(board.digits(Cell::new(0)).next().unwrap().get(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Candidates {
    geometry: Arc<Geometry>,
    inference: Inference,
    /// How many words of `masks` a cell has.
    words: usize,
    /// A bit for each digit of each cell.
    masks: Vec<u64>,
    /// How many candidates each cell has.
    counts: Vec<u16>,
    /// In how many cells of a house a digit can go: `house · n + digit − 1`.
    places: Vec<u16>,
    /// Cells whose digit has left their peers.
    settled: Vec<bool>,
    unsettled: usize,
    /// Placements that follow and have not been carried out yet.
    pending: Vec<Candidate>,
}

impl Candidates {
    /// The board on which every cell may hold every digit.
    #[must_use]
    pub fn new(geometry: Arc<Geometry>, inference: Inference) -> Self {
        let (n, cells) = (geometry.size(), geometry.cell_count());
        let words = n.div_ceil(64);
        let mut mask = vec![u64::MAX; words];
        if !n.is_multiple_of(64) {
            mask[words - 1] = (1 << (n % 64)) - 1;
        }
        Self {
            inference,
            words,
            masks: mask.repeat(cells),
            counts: vec![n as u16; cells],
            places: vec![n as u16; geometry.houses().count() * n],
            settled: vec![false; cells],
            unsettled: cells,
            pending: Vec::new(),
            geometry,
        }
    }

    /// The board of a puzzle, propagated to the fixpoint.
    ///
    /// # Errors
    /// If propagation shows that there is no solution.
    pub fn of_puzzle(puzzle: &Grid, inference: Inference) -> Result<Self, Contradiction> {
        let mut board = Self::new(puzzle.geometry().clone(), inference);
        puzzle.givens().try_for_each(|given| board.assign(given))?;
        Ok(board)
    }

    /// The geometry.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// How many candidates `cell` has.
    #[must_use]
    pub fn count(&self, cell: Cell) -> usize {
        self.counts[cell.index()].into()
    }

    /// The candidates of `cell`, ascending.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let words = self.mask(cell).iter().enumerate();
        words.flat_map(|(i, &word)| Bits(word).filter_map(move |bit| Digit::new(64 * i + bit + 1)))
    }

    /// The candidates of `cell` as bits: digit d is bit (d − 1) mod 64 of word (d − 1) div 64.
    #[must_use]
    pub fn mask(&self, cell: Cell) -> &[u64] {
        let start = cell.index() * self.words;
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
        best.map(Cell::new)
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

    fn propagate(&mut self) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        while let Some(placed @ Candidate { cell, digit }) = self.pending.pop() {
            if self.settled[cell.index()] {
                if self.contains(placed) {
                    continue;
                }
                return Err(Contradiction);
            }
            self.settled[cell.index()] = true;
            self.unsettled -= 1;
            self.keep_only(placed)?;
            for &house in geometry.houses_of(cell) {
                for &peer in geometry.house(house as usize).cells {
                    if peer != cell {
                        self.remove(Candidate { cell: peer, digit })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn keep_only(&mut self, placed: Candidate) -> Result<(), Contradiction> {
        if !self.contains(placed) {
            return Err(Contradiction);
        }
        for i in 0..self.words {
            for bit in Bits(self.masks[placed.cell.index() * self.words + i]) {
                if let Some(digit) = Digit::new(64 * i + bit + 1).filter(|&digit| digit != placed.digit) {
                    self.remove(Candidate { cell: placed.cell, digit })?;
                }
            }
        }
        Ok(())
    }

    /// Removes a candidate and notes what follows.
    fn remove(&mut self, removed: Candidate) -> Result<(), Contradiction> {
        let (word, bit) = self.bit(removed);
        if self.masks[word] & bit == 0 {
            return Ok(());
        }
        self.masks[word] &= !bit;
        let cell = removed.cell;
        self.counts[cell.index()] -= 1;
        match self.counts[cell.index()] {
            0 => return Err(Contradiction),
            1 if !self.settled[cell.index()] => {
                let last = self.digits(cell).next().ok_or(Contradiction)?;
                self.pending.push(Candidate { cell, digit: last });
            }
            _ => {}
        }
        match self.inference {
            Inference::DecidedCells => Ok(()),
            Inference::Singles => self.find_hidden_singles(removed),
        }
    }

    fn find_hidden_singles(&mut self, Candidate { cell, digit }: Candidate) -> Result<(), Contradiction> {
        let n = self.geometry.size();
        for i in 0..self.geometry.houses_of(cell).len() {
            let house = self.geometry.houses_of(cell)[i] as usize;
            let places = &mut self.places[house * n + digit.get() - 1];
            *places -= 1;
            match *places {
                0 => return Err(Contradiction),
                1 => {
                    let mut cells = self.geometry.house(house).cells.iter();
                    let place = cells.find(|&&cell| self.contains(Candidate { cell, digit }));
                    let &cell = place.ok_or(Contradiction)?;
                    if !self.settled[cell.index()] {
                        self.pending.push(Candidate { cell, digit });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn bit(&self, Candidate { cell, digit }: Candidate) -> (usize, u64) {
        let index = digit.get() - 1;
        (cell.index() * self.words + index / 64, 1 << (index % 64))
    }
}

/// The positions of the bits that are set, ascending.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board(puzzle: &str, inference: Inference) -> Result<Candidates, Contradiction> {
        Candidates::of_puzzle(&puzzle.parse().unwrap(), inference)
    }

    fn decided(puzzle: &str, inference: Inference) -> usize {
        board(puzzle, inference).unwrap().grid().given_count()
    }

    #[test]
    fn a_hidden_single_is_seen_by_singles_alone() {
        // The last 1 can only go into r4c4, which could hold any digit otherwise.
        assert_eq!(decided("1.....1..1......", Inference::DecidedCells), 3);
        assert_eq!(decided("1.....1..1......", Inference::Singles), 4);
    }

    #[test]
    fn contradictions() {
        for inference in [Inference::DecidedCells, Inference::Singles] {
            assert!(board("11..............", inference).is_err(), "two equal givens");
            assert!(board("12........3...4.", inference).is_err(), "no candidate for r1c3");
        }
        // Row 1 has no place for a 1: box 1 has one, r1c3 is taken, and column 4 has one.
        let no_place = "..2.1......1....";
        assert!(board(no_place, Inference::DecidedCells).is_ok());
        assert!(board(no_place, Inference::Singles).is_err());
    }

    #[test]
    fn the_board_of_a_large_puzzle_takes_several_words_a_cell() {
        let geometry = Arc::new(Geometry::new("10x10".parse().unwrap()));
        let mut board = Candidates::new(geometry.clone(), Inference::Singles);
        let candidate = Candidate { cell: Cell::new(0), digit: Digit::new(77).unwrap() };
        board.assign(candidate).unwrap();
        assert_eq!(board.digits(Cell::new(0)).collect::<Vec<_>>(), [candidate.digit]);
        for cell in geometry.cells().skip(1) {
            let is_peer = geometry.first_shared_house(Cell::new(0), cell).is_some();
            assert_eq!(board.count(cell), if is_peer { 99 } else { 100 });
        }
    }

    /// The fixpoint of singles by brute force over sets: `None` for a contradiction.
    fn slow_singles(puzzle: &Grid) -> Option<Vec<Vec<Digit>>> {
        let geometry = puzzle.geometry();
        let all: Vec<Digit> = geometry.digits().collect();
        let mut sets: Vec<Vec<Digit>> =
            geometry.cells().map(|cell| puzzle.get(cell).map_or(all.clone(), |digit| vec![digit])).collect();
        loop {
            let before = sets.clone();
            for cell in geometry.cells() {
                if let [digit] = before[cell.index()][..] {
                    geometry.peers(cell).for_each(|peer| sets[peer.index()].retain(|&other| other != digit));
                }
            }
            for (house, &digit) in
                geometry.houses().flat_map(|house| all.iter().map(move |digit| (house, digit)))
            {
                let mut places = house.cells.iter().filter(|cell| sets[cell.index()].contains(&digit));
                match (places.next().copied(), places.next()) {
                    (None, _) => return None,
                    (Some(cell), None) => sets[cell.index()] = vec![digit],
                    _ => {}
                }
            }
            if sets.iter().any(Vec::is_empty) {
                return None;
            }
            if sets == before {
                return Some(sets);
            }
        }
    }

    proptest! {
        #[test]
        fn singles_reach_the_same_fixpoint_as_brute_force(
            shape in prop::sample::select(vec!["2x2", "2x3", "3x3"]),
            givens in prop::collection::vec((0..81_usize, 1..=9_usize), 0..20),
        ) {
            let geometry = Arc::new(Geometry::new(shape.parse().unwrap()));
            let mut puzzle = Grid::empty(geometry.clone());
            for (cell, digit) in givens {
                let cell = Cell::new(cell % geometry.cell_count());
                puzzle.set(cell, Digit::new(digit % geometry.size() + 1));
                if crate::rules::check_givens(&puzzle).is_err() {
                    puzzle.set(cell, None);
                }
            }
            let fast = Candidates::of_puzzle(&puzzle, Inference::Singles).ok();
            let fast = fast.map(|board| geometry.cells().map(|cell| board.digits(cell).collect()).collect());
            prop_assert_eq!(fast, slow_singles(&puzzle));
        }
    }
}
