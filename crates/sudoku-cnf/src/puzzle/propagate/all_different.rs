//! The all-different constraint, which requires n items to take n distinct values.
//!
//! An item–value pair is removed if no assignment of distinct values to all items contains the pair. If the items are
//! the cells of a house and the values are digits, this rule finds naked and hidden subsets of any size. If the items
//! are rows and the values are the columns in which each row can contain a certain digit, the rule finds X-wings,
//! swordfish and larger fish.
//!
//! ## Reference
//! J.-C. Régin: A filtering algorithm for constraints of difference in CSPs, AAAI 1994.

use std::collections::HashMap;

use super::{CandidateBoard, Contradiction, Inference};
use crate::puzzle::Bits;
use crate::puzzle::board::{Candidate, Digit, Geometry, House};

impl CandidateBoard {
    /// Applies the all-different constraint to each house of n cells.
    ///
    /// A candidate is removed if no assignment of distinct digits to the cells of the house contains the candidate. At
    /// the level `DirectSubsets`, only digits that have a single place then are placed. The method ends early if
    /// `is_stopped` returns `true`.
    pub(super) fn find_subsets(&mut self, is_stopped: &mut dyn FnMut() -> bool) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        for house in geometry.houses().take(geometry.complete_houses()) {
            if is_stopped() {
                return Ok(());
            }
            let mut matrix = BitMatrix::new(geometry.size());
            for (i, &cell) in house.cells.iter().enumerate() {
                matrix.row_mut(i).copy_from_slice(self.mask(cell));
            }
            let mut removable = matrix.removable_pairs()?;
            if self.inference == Inference::DirectSubsets {
                let places = matrix.item_counts(&removable);
                removable.retain(|&(_, digit)| places[digit] == 1);
            }
            for (i, digit) in removable {
                if let Some(digit) = Digit::new(digit + 1) {
                    self.remove(Candidate { cell: house.cells[i], digit })?;
                }
            }
            self.carry_out(is_stopped)?;
        }
        Ok(())
    }

    /// Removes candidates that are excluded by fish of any size.
    ///
    /// The rule applies to any two kinds of houses that cover the board, for example rows and columns. In this example,
    /// a digit must occur once in each row, each time in a different column. Candidates that belong to no such
    /// arrangement are removed. The method ends early if `is_stopped` returns `true`.
    pub(super) fn find_fish(&mut self, is_stopped: &mut dyn FnMut() -> bool) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        let coverings = coverings(&geometry);
        let pairs = coverings
            .iter()
            .enumerate()
            .flat_map(|(i, lines)| coverings[i + 1..].iter().map(move |others| (lines, others)))
            .filter(|(lines, others)| lines.board == others.board);
        for ((lines, others), digit) in
            pairs.flat_map(|pair| geometry.digits().map(move |digit| (pair, digit)))
        {
            if is_stopped() {
                return Ok(());
            }
            let mut matrix = BitMatrix::new(geometry.size());
            let mut places = HashMap::<_, Vec<_>>::new();
            for cell in geometry.cells().filter(|&cell| self.contains(Candidate { cell, digit })) {
                let index = geometry.index(cell);
                let (Some(line), Some(other)) = (lines.numbers[index], others.numbers[index]) else {
                    continue;
                };
                matrix.insert(line, other);
                places.entry((line, other)).or_default().push(cell);
            }
            for pair in matrix.removable_pairs()? {
                for &cell in places.get(&pair).into_iter().flatten() {
                    self.remove(Candidate { cell, digit })?;
                }
            }
            self.carry_out(is_stopped)?;
        }
        Ok(())
    }
}

/// n houses of the same kind that cover a board.
struct Covering {
    /// The number of the board in a layout of overlapping boards.
    board: Option<u16>,
    /// For each cell, the index of the cell's house, or `None` if the cell is not on the board.
    numbers: Vec<Option<usize>>,
}

/// Returns one covering for each kind of house that covers a board.
fn coverings(geometry: &Geometry) -> Vec<Covering> {
    let houses: Vec<_> = geometry.houses().take(geometry.complete_houses()).collect();
    let by_kind = houses.chunk_by(|a, b| (a.name.kind, a.name.board) == (b.name.kind, b.name.board));
    let covering = |houses: &[House<'_>]| {
        let mut numbers = vec![None; geometry.cell_count()];
        for (number, house) in houses.iter().enumerate() {
            house.cells.iter().for_each(|cell| numbers[geometry.index(*cell)] = Some(number));
        }
        Covering { board: houses[0].name.board, numbers }
    };
    by_kind.filter(|houses| houses.len() == geometry.size()).map(covering).collect()
}

/// A bit matrix that stores, for each of n items, which of n values the item can take.
struct BitMatrix {
    n: usize,
    /// The number of 64-bit words per row.
    words: usize,
    /// One row per item, with a bit for each value.
    rows: Vec<u64>,
}

impl BitMatrix {
    /// Creates an empty matrix, in which no item can take any value.
    fn new(n: usize) -> Self {
        let words = n.div_ceil(64);
        Self { n, words, rows: vec![0; n * words] }
    }

    fn row(&self, item: usize) -> &[u64] {
        &self.rows[item * self.words..][..self.words]
    }

    fn row_mut(&mut self, item: usize) -> &mut [u64] {
        &mut self.rows[item * self.words..][..self.words]
    }

    fn insert(&mut self, item: usize, value: usize) {
        self.row_mut(item)[value / 64] |= 1 << (value % 64);
    }

    fn contains(&self, item: usize, value: usize) -> bool {
        self.row(item)[value / 64] & (1 << (value % 64)) != 0
    }

    fn values(&self, item: usize) -> impl Iterator<Item = usize> {
        let words = self.row(item).iter().enumerate();
        words.flat_map(|(i, &word)| Bits(word).map(move |bit| 64 * i + bit))
    }

    /// Returns, for each value, the number of items that can take it, apart from the item–value pairs `removed`.
    fn item_counts(&self, removed: &[(usize, usize)]) -> Vec<usize> {
        let mut counts = vec![0; self.n];
        (0..self.n).flat_map(|item| self.values(item)).for_each(|value| counts[value] += 1);
        for &(_, value) in removed {
            counts[value] -= 1;
        }
        counts
    }

    /// Returns the item–value pairs that occur in no complete assignment.
    ///
    /// A complete assignment gives each item one of its possible values, and all of these values are distinct. The
    /// running time is O(n³).
    ///
    /// # Errors
    /// Returns an error if there is no complete assignment.
    fn removable_pairs(&self) -> Result<Vec<(usize, usize)>, Contradiction> {
        let owner = self.complete_assignment()?;
        // In the graph `reach`, edges lead from each item to the owners of the values that the item can take. Along a
        // cycle, each item can take over the value of the next item. An item–value pair therefore occurs in a complete
        // assignment if and only if there is a path from the owner of the value to the item.
        let mut reach = Self::new(self.n);
        for item in 0..self.n {
            self.values(item).for_each(|value| reach.insert(item, owner[value]));
        }
        reach.close_transitively();
        let pairs = (0..self.n).flat_map(|item| self.values(item).map(move |value| (item, value)));
        Ok(pairs.filter(|&(item, value)| !reach.contains(owner[value], item)).collect())
    }

    /// Finds a complete assignment and returns the owner of each value, which is the item to which the value is
    /// assigned.
    fn complete_assignment(&self) -> Result<Vec<usize>, Contradiction> {
        let mut owner = vec![usize::MAX; self.n];
        let mut visited = Vec::new();
        for item in 0..self.n {
            visited.clear();
            visited.resize(self.n, false);
            if !self.augment(item, &mut owner, &mut visited) {
                return Err(Contradiction);
            }
        }
        Ok(owner)
    }

    /// Assigns a value to `item` along an augmenting path. Returns `false` if there is no such path.
    ///
    /// The other items on the path receive new values. `visited` marks the values that have already been tried.
    fn augment(&self, item: usize, owner: &mut [usize], visited: &mut [bool]) -> bool {
        if let Some(free) = self.values(item).find(|&value| owner[value] == usize::MAX) {
            owner[free] = item;
            return true;
        }
        for value in self.values(item) {
            if !std::mem::replace(&mut visited[value], true) && self.augment(owner[value], owner, visited) {
                owner[value] = item;
                return true;
            }
        }
        false
    }

    /// Treats the matrix as the adjacency matrix of a graph and adds the edges of its transitive closure, using
    /// Warshall's algorithm.
    fn close_transitively(&mut self) {
        for middle in 0..self.n {
            let successors = self.row(middle).to_vec();
            for item in 0..self.n {
                if self.contains(item, middle) {
                    self.row_mut(item).iter_mut().zip(&successors).for_each(|(to, from)| *to |= from);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::puzzle::propagate::Inference;
    use itertools::Itertools;
    use proptest::prelude::*;

    #[test]
    fn propagation_stops_on_request() {
        let puzzle = Puzzle::empty(Geometry::standard());
        for (inference, last) in [(Inference::Subsets, 27), (Inference::Fish, 27 + 27)] {
            let mut calls = 0;
            let stopped = CandidateBoard::from_puzzle_unless(&puzzle, inference, &mut || {
                calls += 1;
                calls >= last
            });
            assert!(stopped.unwrap().is_none() && calls < last + 5, "{inference:?}: {calls}");
            let finished = CandidateBoard::from_puzzle_unless(&puzzle, inference, &mut || false);
            assert_eq!(finished.unwrap().unwrap().candidate_count(), 729);
        }
    }

    proptest! {
        #[test]
        fn removes_exactly_the_pairs_that_no_permutation_uses(n in 1..=6_usize, bits in any::<u64>()) {
            let mut matrix = BitMatrix::new(n);
            let pairs = (0..n).cartesian_product(0..n).filter(|(item, value)| bits >> (item * n + value) & 1 == 1);
            pairs.clone().for_each(|(item, value)| matrix.insert(item, value));
            let all = (0..n).permutations(n);
            let complete = all.filter(|values| (0..n).all(|item| matrix.contains(item, values[item]))).collect_vec();
            let is_used = |&(item, value): &(usize, usize)| complete.iter().any(|values| values[item] == value);
            let expected = if complete.is_empty() { None } else { Some(pairs.filter(|pair| !is_used(pair)).collect()) };
            prop_assert_eq!(matrix.removable_pairs().ok(), expected);
        }
    }
}
