//! Unavoidable sets of a full grid.
//!
//! A set of cells is unavoidable if a different valid grid can be obtained by changing only the digits in these cells.
//! If a puzzle has a unique solution, every unavoidable set of the solution contains at least one given.
//!
//! Some unavoidable sets can be found without searching. For any two digits, consider the graph of all cells that
//! contain either digit, with an edge between any two peers. Swapping the two digits within a connected component of
//! this graph produces a different valid grid.
//!
//! ## Reference
//! G. McGuire, B. Tugemann, G. Civario: There is no 16-clue Sudoku, Experimental Mathematics 23, 2014.

use itertools::Itertools;

use crate::bitboard::{HouseMasks, Set};

/// Returns all minimal two-digit unavoidable sets of a full grid. The cells of such a set contain only two distinct
/// digits.
///
/// `by_digit` represents the full grid as one set of cells per digit.
pub(super) fn two_digit_sets<const W: usize, const H: usize>(
    by_digit: &[Set<W>],
    masks: &HouseMasks<W, H>,
) -> Vec<Set<W>> {
    let mut sets = Vec::new();
    for [a, b] in by_digit.iter().array_combinations() {
        let mut rest = a.or(b);
        while let Some(start) = rest.first() {
            let component = component(start, &rest, masks);
            rest = rest.without(&component);
            sets.push(component);
        }
    }
    sets
}

/// Returns the connected component that contains `start` in the graph of the cells in `within`. Two cells are adjacent
/// if they are peers.
fn component<const W: usize, const H: usize>(
    start: usize,
    within: &Set<W>,
    masks: &HouseMasks<W, H>,
) -> Set<W> {
    let mut reached = Set::from_iter([start]);
    let mut frontier = reached;
    while let Some(cell) = frontier.first() {
        let new = masks.peers[cell].and(within).without(&reached);
        reached = reached.or(&new);
        frontier = frontier.or(&new);
        frontier.remove(cell);
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::by_digit;
    use std::sync::Arc;
    use sudoku_cnf::puzzle::board::Variant;
    use sudoku_cnf::{BoxShape, Geometry, Puzzle};

    #[test]
    fn every_set_can_be_filled_differently() {
        for variants in [&[][..], &[Variant::X], &[Variant::AntiKnight], &[Variant::Windoku]] {
            let shape: BoxShape = "2x3".parse().unwrap();
            let geometry = Arc::new(Geometry::with_variants(shape, variants).unwrap());
            let empty = Puzzle::empty(geometry.clone());
            let limits = crate::Limits::none();
            let full = crate::search::propagate(&empty, limits.clone()).next().unwrap().unwrap();
            let by_digit: [Set<1>; 6] = by_digit(&full);
            let masks = HouseMasks::<1, 1>::new(&geometry);
            let sets = two_digit_sets(&by_digit, &masks);
            assert!(sets.len() >= 15, "at least one for each pair of digits");
            for set in sets {
                let mut puzzle = Puzzle::from(full.clone());
                set.iter().for_each(|cell| puzzle.set(geometry.cell(cell), None));
                assert!(crate::search::propagate(&puzzle, limits.clone()).nth(1).is_some(), "{variants:?}");
            }
        }
    }
}
