//! Unavoidable sets: parts of a solution that can be filled in another way while the rest stands. A puzzle with this
//! solution needs a given in each of them.
//!
//! Some are found without search: take all cells that hold one of two digits, and of these a part of which no cell is
//! a peer of a cell outside of it. With the two digits swapped in that part the grid is another solution.
//!
//! ## Reference
//! G. McGuire, B. Tugemann, G. Civario: There is no 16-clue Sudoku, Experimental Mathematics 23, 2014.

use itertools::Itertools;

use crate::bitboard::{HouseMasks, Set};

/// The smallest unavoidable sets of two digits in a full grid, which is given as the cells of each digit.
pub(super) fn of_two_digits<const W: usize, const H: usize>(
    by_digit: &[Set<W>],
    masks: &HouseMasks<W, H>,
) -> Vec<Set<W>> {
    let mut sets = Vec::new();
    for [a, b] in by_digit.iter().array_combinations() {
        let mut rest = a.or(b);
        while let Some(start) = rest.first() {
            let part = connected(start, &rest, masks);
            rest = rest.without(&part);
            sets.push(part);
        }
    }
    sets
}

/// The cells of `within` that peers connect with `start`.
fn connected<const W: usize, const H: usize>(
    start: usize,
    within: &Set<W>,
    masks: &HouseMasks<W, H>,
) -> Set<W> {
    let mut part = Set::from_iter([start]);
    let mut frontier = part;
    while let Some(cell) = frontier.first() {
        let new = masks.peers(cell).and(within).without(&part);
        part = part.or(&new);
        frontier = frontier.or(&new);
        frontier.remove(cell);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::by_digit;
    use std::sync::Arc;
    use sudoku_cnf::board::Variant;
    use sudoku_cnf::{BoxShape, Geometry, Puzzle};

    #[test]
    fn every_set_can_be_filled_in_another_way() {
        for variants in [&[][..], &[Variant::X], &[Variant::AntiKnight], &[Variant::Windoku]] {
            let shape: BoxShape = "2x3".parse().unwrap();
            let geometry = Arc::new(Geometry::with_variants(shape, variants).unwrap());
            let empty = Puzzle::empty(geometry.clone());
            let limits = crate::Limits::none();
            let full = crate::search::propagate(&empty, limits.clone()).next().unwrap().unwrap();
            let by_digit: [Set<1>; 6] = by_digit(&full);
            let masks = HouseMasks::<1, 1>::new(&geometry);
            let sets = of_two_digits(&by_digit, &masks);
            assert!(sets.len() >= 15, "at least one for each pair of digits");
            for set in sets {
                let mut puzzle = Puzzle::from(full.clone());
                set.iter().for_each(|cell| puzzle.set(geometry.cell(cell), None));
                assert!(crate::search::propagate(&puzzle, limits.clone()).nth(1).is_some(), "{variants:?}");
            }
        }
    }
}
