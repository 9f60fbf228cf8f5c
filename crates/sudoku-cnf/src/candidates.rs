//! The board of candidates and its propagation.
//!
//! Each cell holds the set of digits that it still may have. Propagation removes candidates until
//! nothing more follows by its [`Inference`]: the pruning of Bird's essay, the constraint system of Norvig's, or
//! what lines and boxes share besides. Each adds one rule to the one before.
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
    /// And a digit whose places in a house all lie in another house leaves the rest of that one: what lines
    /// and boxes share (locked candidates, also known as pointing and claiming).
    Intersections,
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
    /// In how many cells of a complete house a digit can go: `house · n + digit − 1`. Not kept up where only
    /// decided cells matter.
    places: Vec<u16>,
    /// Cells whose digit has left their peers.
    settled: Vec<bool>,
    unsettled: usize,
    /// Placements that follow and have not been carried out yet.
    pending: Vec<Candidate>,
    /// Where the places of a digit in a house have become fewer since intersections were looked for:
    /// as indices of `places`, and whether an index is among them.
    fewer: Vec<u32>,
    is_fewer: Vec<bool>,
}

impl Candidates {
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
            places: vec![n as u16; houses * n],
            settled: vec![false; cells],
            unsettled: cells,
            pending: Vec::new(),
            fewer: Vec::new(),
            is_fewer: vec![false; if inference == Inference::Intersections { houses * n } else { 0 }],
            geometry,
        }
    }

    /// The board of a puzzle, propagated to the fixpoint.
    ///
    /// # Errors
    /// If propagation shows that there is no solution.
    pub fn of_puzzle(puzzle: &Grid, inference: Inference) -> Result<Self, Contradiction> {
        let mut board = Self::new(puzzle.geometry().clone(), inference);
        board.start(puzzle)?;
        board.propagate()?;
        Ok(board)
    }

    /// Settles the givens on a fresh board, and notes what follows at once. All candidates of a cell that its
    /// houses exclude go together, word by word, so that large boards do not pay for each of them.
    fn start(&mut self, puzzle: &Grid) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        let words = self.words;
        let mut used = vec![0; geometry.complete_houses() * words];
        for given in puzzle.givens() {
            let (word, bit) = self.bit(given);
            for house in geometry.houses_of(given.cell).iter().map(|&house| geometry.house(house as usize)) {
                if house.is_complete {
                    let used = &mut used[house.index * words + word % words];
                    if *used & bit != 0 {
                        return Err(Contradiction);
                    }
                    *used |= bit;
                    continue;
                }
                for &peer in house.cells.iter().filter(|&&peer| peer != given.cell) {
                    if puzzle.get(peer) == Some(given.digit) {
                        return Err(Contradiction);
                    }
                    self.masks[peer.index() * words + word % words] &= !bit;
                }
            }
        }
        for cell in geometry.cells() {
            let mask = &mut self.masks[cell.index() * words..][..words];
            if let Some(digit) = puzzle.get(cell) {
                mask.fill(0);
                mask[(digit.get() - 1) / 64] = 1 << ((digit.get() - 1) % 64);
                self.settled[cell.index()] = true;
                self.unsettled -= 1;
            } else {
                let houses = geometry.houses_of(cell).iter().map(|&house| house as usize);
                for house in houses.take_while(|&house| house < geometry.complete_houses()) {
                    let used = &used[house * words..][..words];
                    mask.iter_mut().zip(used).for_each(|(mask, used)| *mask &= !used);
                }
            }
            let count = mask.iter().map(|word| word.count_ones()).sum::<u32>();
            self.counts[cell.index()] = count as u16;
            match count {
                0 => return Err(Contradiction),
                1 if !self.settled[cell.index()] => {
                    let digit = self.digits(cell).next().ok_or(Contradiction)?;
                    self.pending.push(Candidate { cell, digit });
                }
                _ => {}
            }
        }
        if self.inference == Inference::DecidedCells {
            return Ok(());
        }
        self.places.fill(0);
        let n = geometry.size();
        for house in geometry.houses().filter(|house| house.is_complete) {
            let places = &mut self.places[house.index * n..][..n];
            for &cell in house.cells {
                for (i, &word) in self.masks[cell.index() * words..][..words].iter().enumerate() {
                    Bits(word).for_each(|bit| places[64 * i + bit] += 1);
                }
            }
            for digit in geometry.digits() {
                self.look_at_places(house.index, digit)?;
            }
        }
        Ok(())
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
        self.carry_out()?;
        while let Some(index) = self.fewer.pop() {
            self.is_fewer[index as usize] = false;
            self.claim(index as usize)?;
            self.carry_out()?;
        }
        Ok(())
    }

    /// Carries out the pending placements and what follows from them.
    fn carry_out(&mut self) -> Result<(), Contradiction> {
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
            Inference::Singles | Inference::Intersections => self.count_out(removed),
        }
    }

    /// Counts a candidate that was removed out of the places of its digit.
    fn count_out(&mut self, Candidate { cell, digit }: Candidate) -> Result<(), Contradiction> {
        let n = self.geometry.size();
        for i in 0..self.geometry.houses_of(cell).len() {
            let house = self.geometry.houses_of(cell)[i] as usize;
            if house >= self.geometry.complete_houses() {
                break;
            }
            self.places[house * n + digit.get() - 1] -= 1;
            self.look_at_places(house, digit)?;
        }
        Ok(())
    }

    /// Notes what follows from the number of places that a digit has in a complete house.
    fn look_at_places(&mut self, house: usize, digit: Digit) -> Result<(), Contradiction> {
        let index = house * self.geometry.size() + digit.get() - 1;
        match self.places[index] {
            0 => return Err(Contradiction),
            1 => {
                let mut cells = self.geometry.house(house).cells.iter();
                let place = cells.find(|&&cell| self.contains(Candidate { cell, digit }));
                let &cell = place.ok_or(Contradiction)?;
                if !self.settled[cell.index()] {
                    self.pending.push(Candidate { cell, digit });
                }
            }
            _ if self.inference == Inference::Intersections && !self.is_fewer[index] => {
                self.is_fewer[index] = true;
                self.fewer.push(index as u32);
            }
            _ => {}
        }
        Ok(())
    }

    /// If all places of a digit in a house lie in another house too, the digit leaves the rest of that one.
    fn claim(&mut self, index: usize) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        let (house, digit) = (geometry.house(index / geometry.size()), index % geometry.size() + 1);
        let digit = Digit::new(digit).ok_or(Contradiction)?;
        let contains = |board: &Self, cell| board.contains(Candidate { cell, digit });
        let mut places = house.cells.iter().copied().filter(|&cell| contains(self, cell));
        let first = places.next().ok_or(Contradiction)?;
        let mut others = geometry.houses_of(first).to_vec();
        others.retain(|&other| other as usize != house.index);
        for place in places {
            others.retain(|other| geometry.houses_of(place).contains(other));
            if others.is_empty() {
                return Ok(());
            }
        }
        for other in others {
            for &cell in geometry.house(other as usize).cells {
                if contains(self, cell) && !geometry.houses_of(cell).contains(&(house.index as u32)) {
                    self.remove(Candidate { cell, digit })?;
                }
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
    use crate::geometry::{BoxShape, Variant};
    use itertools::Itertools;
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

    #[test]
    fn a_digit_confined_to_what_two_houses_share_leaves_the_rest() {
        let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let singles = board(puzzle, Inference::Singles).unwrap();
        let more = board(puzzle, Inference::Intersections).unwrap();
        // The 7 of row 3 lies in box 3, and so the rest of that box has none.
        assert!(more.total() < singles.total(), "{} {}", more.total(), singles.total());
    }

    /// The fixpoint by brute force over sets: `None` for a contradiction.
    fn slow_fixpoint(puzzle: &Grid, inference: Inference) -> Option<Vec<Vec<Digit>>> {
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
            for (house, &digit) in geometry.houses().filter(|house| house.is_complete).cartesian_product(&all)
            {
                let mut places = house.cells.iter().filter(|cell| sets[cell.index()].contains(&digit));
                match (places.next().copied(), places.next()) {
                    (None, _) => return None,
                    (Some(cell), None) => sets[cell.index()] = vec![digit],
                    _ => {}
                }
            }
            for (a, b) in geometry.houses().cartesian_product(geometry.houses()) {
                for &digit in all.iter().filter(|_| a.is_complete && inference == Inference::Intersections) {
                    let has = |cell: &Cell| sets[cell.index()].contains(&digit);
                    if a.cells.iter().filter(|&cell| has(cell)).all(|cell| b.cells.contains(cell)) {
                        let rest = b.cells.iter().filter(|cell| !a.cells.contains(cell));
                        rest.for_each(|cell| sets[cell.index()].retain(|&other| other != digit));
                    }
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
        fn propagation_reaches_the_same_fixpoint_as_brute_force(
            shape in prop::sample::select(vec!["2x2", "2x3", "3x3"]),
            variants in prop::sample::subsequence(&Variant::ALL[..], 0..=2),
            inference in prop::sample::select(vec![Inference::Singles, Inference::Intersections]),
            givens in prop::collection::vec((0..81_usize, 1..=9_usize), 0..20),
        ) {
            let shape: BoxShape = shape.parse().unwrap();
            let geometry = Arc::new(Geometry::with_variants(shape, &variants).unwrap());
            let mut puzzle = Grid::empty(geometry.clone());
            for (cell, digit) in givens {
                let cell = Cell::new(cell % geometry.cell_count());
                puzzle.set(cell, Digit::new(digit % geometry.size() + 1));
                if crate::rules::check_givens(&puzzle).is_err() {
                    puzzle.set(cell, None);
                }
            }
            let fast = Candidates::of_puzzle(&puzzle, inference).ok();
            let fast = fast.map(|board| geometry.cells().map(|cell| board.digits(cell).collect()).collect());
            prop_assert_eq!(fast, slow_fixpoint(&puzzle, inference));
        }
    }
}
