//! What follows from the rule that n things take n values, each another one: a candidate stays only if it
//! belongs to some complete assignment.
//!
//! The things may be the cells of a house and the values digits: then this finds naked and hidden pairs, triples
//! and all larger subsets. Or for one digit the things are rows and the values columns: then it finds X-wings,
//! swordfish and all larger fish.
//!
//! ## Reference
//! J.-C. Régin: A filtering algorithm for constraints of difference in CSPs, AAAI 1994.

use std::collections::HashMap;

use super::{CandidateBoard, Contradiction};
use crate::bits::Bits;
use crate::board::{Candidate, Digit, Geometry, House};

impl CandidateBoard {
    /// In every complete house, leaves each cell the digits that it has in some assignment of the whole house.
    pub(super) fn find_subsets(&mut self) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        for house in geometry.houses().take(geometry.complete_houses()) {
            let mut square = Square::new(geometry.size());
            for (i, &cell) in house.cells.iter().enumerate() {
                square.row_mut(i).copy_from_slice(self.mask(cell));
            }
            for (i, digit) in square.superfluous()? {
                if let Some(digit) = Digit::new(digit + 1) {
                    self.remove(Candidate { cell: house.cells[i], digit })?;
                }
            }
            self.carry_out()?;
        }
        Ok(())
    }

    /// Takes for each digit two kinds of houses of which each covers the board, and leaves the digit where it
    /// stands if each house of the one kind has it in another house of the other kind.
    pub(super) fn find_fish(&mut self) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        let coverings = coverings(&geometry);
        let pairs = coverings
            .iter()
            .enumerate()
            .flat_map(|(i, lines)| coverings[i + 1..].iter().map(move |others| (lines, others)));
        for ((lines, others), digit) in
            pairs.flat_map(|pair| geometry.digits().map(move |digit| (pair, digit)))
        {
            let mut square = Square::new(geometry.size());
            let mut places = HashMap::<_, Vec<_>>::new();
            for cell in geometry.cells().filter(|&cell| self.contains(Candidate { cell, digit })) {
                let (line, other) = (lines[cell.index(geometry.size())], others[cell.index(geometry.size())]);
                square.insert(line, other);
                places.entry((line, other)).or_default().push(cell);
            }
            for pair in square.superfluous()? {
                for &cell in places.get(&pair).into_iter().flatten() {
                    self.remove(Candidate { cell, digit })?;
                }
            }
            self.carry_out()?;
        }
        Ok(())
    }
}

/// For each kind of complete houses that covers the board: the number of each cell's house among its kind, from 0.
fn coverings(geometry: &Geometry) -> Vec<Vec<usize>> {
    let houses: Vec<_> = geometry.houses().take(geometry.complete_houses()).collect();
    let by_kind = houses.chunk_by(|a, b| a.name.kind == b.name.kind);
    let covering = |houses: &[House<'_>]| {
        let mut numbers = vec![0; geometry.cell_count()];
        for (number, house) in houses.iter().enumerate() {
            house.cells.iter().for_each(|cell| numbers[cell.index(geometry.size())] = number);
        }
        numbers
    };
    by_kind.filter(|houses| houses.len() == geometry.size()).map(covering).collect()
}

/// Which values each of n things may take, as a square of bits.
struct Square {
    n: usize,
    words: usize,
    /// `words` words a thing.
    rows: Vec<u64>,
}

impl Square {
    /// No thing may take any value.
    fn new(n: usize) -> Self {
        let words = n.div_ceil(64);
        Self { n, words, rows: vec![0; n * words] }
    }

    fn row(&self, thing: usize) -> &[u64] {
        &self.rows[thing * self.words..][..self.words]
    }

    fn row_mut(&mut self, thing: usize) -> &mut [u64] {
        &mut self.rows[thing * self.words..][..self.words]
    }

    fn insert(&mut self, thing: usize, value: usize) {
        self.row_mut(thing)[value / 64] |= 1 << (value % 64);
    }

    fn contains(&self, thing: usize, value: usize) -> bool {
        self.row(thing)[value / 64] & (1 << (value % 64)) != 0
    }

    fn values(&self, thing: usize) -> impl Iterator<Item = usize> {
        let words = self.row(thing).iter().enumerate();
        words.flat_map(|(i, &word)| Bits(word).map(move |bit| 64 * i + bit))
    }

    /// The pairs of a thing and a value that belong to no complete assignment. Cost: O(n³).
    ///
    /// # Errors
    /// If there is no complete assignment.
    fn superfluous(&self) -> Result<Vec<(usize, usize)>, Contradiction> {
        let owner = self.assignment()?;
        // If one thing takes the value of a second, and that the value of a third, … and the last the value of the
        // first, then all of them can. So a value stays if a way leads from its owner back.
        let mut reach = Self::new(self.n);
        for thing in 0..self.n {
            self.values(thing).for_each(|value| reach.insert(thing, owner[value]));
        }
        reach.close();
        let pairs = (0..self.n).flat_map(|thing| self.values(thing).map(move |value| (thing, value)));
        Ok(pairs.filter(|&(thing, value)| !reach.contains(owner[value], thing)).collect())
    }

    /// A complete assignment: the thing that takes each value.
    fn assignment(&self) -> Result<Vec<usize>, Contradiction> {
        let mut owner = vec![usize::MAX; self.n];
        let mut visited = Vec::new();
        for thing in 0..self.n {
            visited.clear();
            visited.resize(self.n, false);
            if !self.assign(thing, &mut owner, &mut visited) {
                return Err(Contradiction);
            }
        }
        Ok(owner)
    }

    /// Finds a value for `thing`, and for the things whose values change hands.
    fn assign(&self, thing: usize, owner: &mut [usize], visited: &mut [bool]) -> bool {
        if let Some(free) = self.values(thing).find(|&value| owner[value] == usize::MAX) {
            owner[free] = thing;
            return true;
        }
        for value in self.values(thing) {
            if !std::mem::replace(&mut visited[value], true) && self.assign(owner[value], owner, visited) {
                owner[value] = thing;
                return true;
            }
        }
        false
    }

    /// Adds the pairs that are connected by way of others (Warshall).
    fn close(&mut self) {
        for middle in 0..self.n {
            let beyond = self.row(middle).to_vec();
            for thing in 0..self.n {
                if self.contains(thing, middle) {
                    self.row_mut(thing).iter_mut().zip(&beyond).for_each(|(row, beyond)| *row |= beyond);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_stays_belongs_to_a_permutation(n in 1..=6_usize, bits in any::<u64>()) {
            let mut square = Square::new(n);
            let pairs = (0..n).cartesian_product(0..n).filter(|(thing, value)| bits >> (thing * n + value) & 1 == 1);
            pairs.clone().for_each(|(thing, value)| square.insert(thing, value));
            let all = (0..n).permutations(n);
            let complete = all.filter(|values| (0..n).all(|thing| square.contains(thing, values[thing]))).collect_vec();
            let is_used = |&(thing, value): &(usize, usize)| complete.iter().any(|values| values[thing] == value);
            let expected = if complete.is_empty() { None } else { Some(pairs.filter(|pair| !is_used(pair)).collect()) };
            prop_assert_eq!(square.superfluous().ok(), expected);
        }
    }
}
