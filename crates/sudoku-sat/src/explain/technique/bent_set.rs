//! Bent sets: k cells with k digits, which are not all in one house.

use itertools::Itertools;

use super::super::ids::{CellId, DigitId, HouseId};
use super::Technique;
use super::shape::Shape;

/// Recognizes k cells with k digits together, in which the excluded digit must occur.
pub(super) fn recognize(shape: &Shape<'_>) -> Option<Technique> {
    let size = shape.cells.len();
    if shape.digits(&shape.cells).len() != size || !excludes_common(shape, &shape.cells) {
        return None;
    }
    let counts: Vec<usize> = shape.cells.iter().map(|&cell| shape.candidates(cell).len()).collect();
    match size {
        3 if counts.iter().filter(|&&count| count == 2).count() == 2 && counts.contains(&3) => {
            Some(Technique::XyzWing)
        }
        4.. if is_sue_de_coq(shape) => Some(Technique::SueDeCoq),
        4 => Some(Technique::WxyzWing),
        _ => None,
    }
}

/// Returns whether the places for each digit are in one house, and the cells are in a box and a line that share at
/// least two of them.
fn is_sue_de_coq(shape: &Shape<'_>) -> bool {
    let tables = shape.known.tables;
    let is_locked = |digit: &DigitId| {
        let cells: Vec<CellId> =
            shape.in_cells(&shape.cells, *digit).iter().map(|&id| tables.cell(id)).collect();
        shape.are_in_a_house(&cells)
    };
    let houses = || shape.cells.iter().flat_map(|&cell| &tables.houses_of[cell]).unique();
    let is_in = |cell: CellId, house: HouseId| tables.houses_of[cell].contains(&house);
    let is_bent = |[a, b]: [&HouseId; 2]| {
        shape.cells.iter().all(|&cell| is_in(cell, *a) || is_in(cell, *b))
            && shape.cells.iter().filter(|&&cell| is_in(cell, *a) && is_in(cell, *b)).count() >= 2
    };
    shape.digits(&shape.cells).iter().all(is_locked) && houses().array_combinations().any(is_bent)
}

/// Returns whether each excluded digit occurs in `cells`, and its cell sees all of these places.
fn excludes_common(shape: &Shape<'_>, cells: &[CellId]) -> bool {
    shape.derived.iter().all(|literal| {
        let places = shape.in_cells(cells, shape.known.tables.digit(literal.id));
        !literal.is_placed && !places.is_empty() && shape.sees_all(literal.id, &places)
    })
}
