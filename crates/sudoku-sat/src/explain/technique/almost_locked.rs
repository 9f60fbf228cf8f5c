//! Wings and almost locked sets.
//!
//! An almost locked set consists of k cells of a house that have k + 1 digits together. If one of these digits is
//! elsewhere, the set contains all others. A digit is a *restricted common* of two sets if each of its places in one set
//! sees all of its places in the other: only one of the sets can contain it.

use super::Technique;
use super::shape::Shape;

/// The maximum number of cells that are divided into two sets, and into three.
const MAX_CELLS: [usize; 2] = [14, 8];

/// Recognizes a cell with three candidates and two cells with two of them each, which share the excluded digit, and the
/// corresponding pattern of four cells with four digits.
pub(super) fn bent_set(shape: &Shape<'_>) -> Option<Technique> {
    let size = shape.cells.len();
    let counts: Vec<usize> = shape.cells.iter().map(|&cell| shape.candidates(cell).len()).collect();
    if shape.digits(&shape.cells).len() != size || !excludes_common(shape, &[&shape.cells]) {
        return None;
    }
    match size {
        3 if counts.iter().filter(|&&count| count == 2).count() == 2 && counts.contains(&3) => {
            Some(Technique::XyzWing)
        }
        4 => Some(Technique::WxyzWing),
        _ => None,
    }
}

/// Recognizes two almost locked sets with a restricted common. A digit that both contain is excluded from the cells that
/// see all of its places.
pub(super) fn als_xz(shape: &Shape<'_>) -> Option<Technique> {
    let size = shape.cells.len();
    if !(2..=MAX_CELLS[0]).contains(&size) {
        return None;
    }
    // The first cell is always in the first set, because the order of the sets does not matter.
    let is_pair = |mask: u32| {
        let [first, second] = parts(&shape.cells, mask);
        is_almost_locked(shape, &first)
            && is_almost_locked(shape, &second)
            && excludes_common(shape, &[&first, &second])
            && !restricted_commons(shape, &first, &second).is_empty()
    };
    (1..1 << (size - 1)).any(|mask| is_pair(mask << 1)).then_some(Technique::AlsXz)
}

/// Recognizes three almost locked sets. The third one has different restricted commons with the others.
pub(super) fn als_xy_wing(shape: &Shape<'_>) -> Option<Technique> {
    let size = shape.cells.len();
    if !(3..=MAX_CELLS[1]).contains(&size) {
        return None;
    }
    let is_wing = |code: usize| {
        let mut sets = [Vec::new(), Vec::new(), Vec::new()];
        let mut rest = code;
        for &cell in &shape.cells {
            sets[rest % 3].push(cell);
            rest /= 3;
        }
        let [first, second, pivot] = &sets;
        let commons = || {
            let (x, y) = (restricted_commons(shape, first, pivot), restricted_commons(shape, second, pivot));
            x.iter().any(|x| y.iter().any(|y| x != y))
        };
        sets.iter().all(|set| is_almost_locked(shape, set))
            && excludes_common(shape, &[first, second])
            && commons()
    };
    (0..3_usize.pow(size as u32)).any(is_wing).then_some(Technique::AlsXyWing)
}

/// Divides `cells` into the cells outside and inside of `mask`.
fn parts(cells: &[u32], mask: u32) -> [Vec<u32>; 2] {
    let part = |bit| (0..).zip(cells).filter(|(i, _)| mask >> i & 1 == bit).map(|(_, &cell)| cell).collect();
    [part(0), part(1)]
}

fn is_almost_locked(shape: &Shape<'_>, cells: &[u32]) -> bool {
    !cells.is_empty() && shape.are_in_a_house(cells) && shape.digits(cells).len() == cells.len() + 1
}

fn restricted_commons(shape: &Shape<'_>, a: &[u32], b: &[u32]) -> Vec<u32> {
    let others = shape.digits(b);
    let is_restricted = |&digit: &u32| {
        let places = shape.in_cells(b, digit);
        others.contains(&digit) && shape.in_cells(a, digit).iter().all(|&id| shape.sees_all(id, &places))
    };
    shape.digits(a).into_iter().filter(is_restricted).collect()
}

/// Returns whether each excluded digit occurs in each of `sets`, and its cell sees all of these places.
fn excludes_common(shape: &Shape<'_>, sets: &[&[u32]]) -> bool {
    shape.derived.iter().all(|literal| {
        let digit = shape.known.tables.digit(literal.id);
        !literal.is_placed
            && sets.iter().all(|set| {
                let places = shape.in_cells(set, digit);
                !places.is_empty() && shape.sees_all(literal.id, &places)
            })
    })
}
