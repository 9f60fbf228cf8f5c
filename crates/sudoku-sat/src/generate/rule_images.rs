//! The images of a rule under the symmetry of a board.

use itertools::Itertools;
use sudoku_cnf::puzzle::rule::{Position, RuleText};

use super::pattern::Symmetry;

/// Returns the images of a shape under the transformations of `symmetry`, with the shape itself.
pub(super) fn images(shape: &RuleText, symmetry: Symmetry, n: usize) -> Vec<RuleText> {
    let mut images = vec![shape.clone()];
    for index in 0..symmetry.images(0, 0, n + 1).len() {
        let image = transformed(shape, symmetry, index, n);
        if !images.iter().any(|other| is_same_shape(other, &image)) {
            images.push(image);
        }
    }
    images
}

/// Returns the image of a shape under the transformation of `symmetry` with this index.
fn transformed(shape: &RuleText, symmetry: Symmetry, index: usize, n: usize) -> RuleText {
    // Rows and columns beside the board have the numbers 0 and n + 1.
    let image = |position: Position| {
        let (row, column) = (position.row.unsigned_abs() as usize, position.column.unsigned_abs() as usize);
        let (row, column) = symmetry.images(row, column, n + 1)[index];
        Position { row: row as i32, column: column as i32 }
    };
    shape.mapped(image)
}

/// Returns whether two shapes have the same cells.
fn is_same_shape(a: &RuleText, b: &RuleText) -> bool {
    let cells = |text: &RuleText| {
        let all = text.cells.iter().chain(&text.others).map(|position| (position.row, position.column));
        all.sorted_unstable().collect::<Vec<_>>()
    };
    a.direction == b.direction && cells(a) == cells(b)
}
