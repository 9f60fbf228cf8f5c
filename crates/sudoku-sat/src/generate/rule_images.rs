//! The images of a rule under the symmetry of a board.

use itertools::Itertools;
use sudoku_cnf::puzzle::rule::{Direction, Position, RuleText};

use super::pattern::Symmetry;

/// Returns the images of a shape under the transformations of `symmetry`, with the shape itself.
pub(super) fn images(shape: &RuleText, symmetry: Symmetry, n: usize) -> Vec<RuleText> {
    let mut images = vec![shape.clone()];
    let mut next = 0;
    while next < images.len() {
        for image in transformed(&images[next], symmetry, n) {
            if !images.iter().any(|other| is_same_shape(other, &image)) {
                images.push(image);
            }
        }
        next += 1;
    }
    images
}

/// Returns the images of a shape under the transformations that generate the group of `symmetry`.
fn transformed(shape: &RuleText, symmetry: Symmetry, n: usize) -> Vec<RuleText> {
    // Rows and columns beside the board have the numbers 0 and n + 1.
    let image = |position: Position, index: usize| {
        let (row, column) = (position.row.unsigned_abs() as usize, position.column.unsigned_abs() as usize);
        let (row, column) = symmetry.images(row, column, n + 1)[index];
        Position { row: row as i32, column: column as i32 }
    };
    let count = symmetry.images(0, 0, n + 1).len();
    let of = |index: usize| {
        let map = |positions: &[Position]| positions.iter().map(|&position| image(position, index)).collect();
        // A step from a cell shows how the transformation turns a direction.
        let turned = |Direction { is_down, is_right }| {
            let by = |is_more: bool| if is_more { 1 } else { -1 };
            let (from, to) = ([2, 2], [2 + by(is_down), 2 + by(is_right)]);
            let [from, to] = [from, to].map(|[row, column]| image(Position { row, column }, index));
            Direction { is_down: to.row > from.row, is_right: to.column > from.column }
        };
        let direction = shape.direction.map(turned);
        RuleText { cells: map(&shape.cells), others: map(&shape.others), direction, ..shape.clone() }
    };
    (0..count).map(of).collect()
}

/// Returns whether two shapes have the same cells.
fn is_same_shape(a: &RuleText, b: &RuleText) -> bool {
    let cells = |text: &RuleText| {
        let all = text.cells.iter().chain(&text.others).map(|position| (position.row, position.column));
        all.sorted_unstable().collect::<Vec<_>>()
    };
    a.direction == b.direction && cells(a) == cells(b)
}
