//! Sudoku variants, which add houses to a board.

use super::{BoardError, BoxShape, Boxes, HouseKind};
use crate::named_enum;

named_enum! {
    /// A Sudoku variant, which adds houses to a board.
    ///
    /// Variants can be combined. `Windoku` and `Disjoint` require rectangular boxes. All other variants also support
    /// jigsaws.
    #[derive(PartialOrd, Ord)]
    pub enum Variant: "variant" {
        /// Each of the two main diagonals contains every digit.
        X = "x",
        /// Each of the additional boxes, called windows, contains every digit.
        ///
        /// The top-left cell of the first window is r2c2, and adjacent windows are one cell apart. A standard 9×9 board
        /// has four windows, at the intersections of rows 2 to 4 and 6 to 8 with columns 2 to 4 and 6 to 8.
        Windoku = "windoku",
        /// The n cells that occupy the same position within their respective boxes contain every digit.
        Disjoint = "disjoint",
        /// Cells that are a knight's move apart contain different digits.
        AntiKnight = "antiknight",
        /// Diagonally adjacent cells contain different digits.
        AntiKing = "antiking",
    }
}

impl Variant {
    /// Returns the kind of houses that this variant adds, and the cells of each house in ascending order.
    ///
    /// # Errors
    /// Returns an error if the variant is not defined for these boxes.
    pub(super) fn houses(self, boxes: &Boxes) -> Result<(HouseKind, Vec<Vec<usize>>), BoardError> {
        let n = boxes.size();
        Ok(match self {
            Self::X => {
                let diagonals =
                    [(0..n).map(|i| i * n + i).collect(), (0..n).map(|i| i * n + n - 1 - i).collect()];
                (HouseKind::Diagonal, diagonals.to_vec())
            }
            Self::Windoku => (HouseKind::Window, windows(self.shape(boxes)?)?),
            Self::Disjoint => {
                let shape = self.shape(boxes)?;
                let mut groups = vec![Vec::with_capacity(n); n];
                for cell in 0..n * n {
                    let (row, column) = (cell / n % shape.rows(), cell % n % shape.columns());
                    groups[row * shape.columns() + column].push(cell);
                }
                (HouseKind::DisjointGroup, groups)
            }
            Self::AntiKnight => (HouseKind::KnightMove, pairs(n, &[(1, -2), (1, 2), (2, -1), (2, 1)])),
            Self::AntiKing => (HouseKind::KingMove, pairs(n, &[(1, -1), (1, 1)])),
        })
    }

    fn shape(self, boxes: &Boxes) -> Result<BoxShape, BoardError> {
        match boxes {
            Boxes::Shape(shape) => Ok(*shape),
            Boxes::Regions(_) => Err(BoardError::Jigsaw(self)),
        }
    }
}

/// Returns the cells of each window. Both the windows and the cells of each window are in row-major order.
fn windows(shape: BoxShape) -> Result<Vec<Vec<usize>>, BoardError> {
    let (rows, columns, n) = (shape.rows(), shape.columns(), shape.size());
    if rows.abs_diff(columns) > 1 {
        return Err(BoardError::Windows(shape));
    }
    let tops = (1..columns).map(|i| 1 + (i - 1) * (rows + 1));
    let corners = tops.flat_map(|top| (1..rows).map(move |i| (top, 1 + (i - 1) * (columns + 1))));
    let window = |(top, left)| {
        let rows = top..top + rows;
        rows.flat_map(move |row| (left..left + columns).map(move |column| row * n + column)).collect()
    };
    Ok(corners.map(window).collect())
}

/// Returns all pairs of cells such that one of the `moves` leads from the first cell to the second.
///
/// Each move consists of the number of rows to go down and the number of columns to go right. The number of columns is
/// negative for a move to the left.
fn pairs(n: usize, moves: &[(usize, isize)]) -> Vec<Vec<usize>> {
    let steps = (0..n * n).flat_map(|cell| moves.iter().map(move |step| (cell / n, cell % n, step)));
    let pairs = steps.filter_map(|(row, column, &(down, right))| {
        let (to_row, to_column) = (row + down, column.checked_add_signed(right)?);
        (to_row < n && to_column < n).then(|| vec![row * n + column, to_row * n + to_column])
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::Geometry;
    use itertools::Itertools;

    fn geometry(shape: &str, variant: Variant) -> Result<Geometry, BoardError> {
        Geometry::with_variants(shape.parse::<BoxShape>().unwrap(), &[variant])
    }

    /// Returns the houses that `variant` adds to a board. Each string lists the cells of one house.
    fn houses(shape: &str, variant: Variant) -> Vec<String> {
        let geometry = geometry(shape, variant).unwrap();
        let ordinary = Geometry::new(geometry.box_shape().unwrap()).houses().count();
        geometry.houses().skip(ordinary).map(|house| house.cells.iter().join(" ")).collect()
    }

    #[test]
    fn variants_add_the_expected_houses() {
        assert_eq!(houses("2x2", Variant::X), ["r1c1 r2c2 r3c3 r4c4", "r1c4 r2c3 r3c2 r4c1"]);
        assert_eq!(houses("2x2", Variant::Windoku), ["r2c2 r2c3 r3c2 r3c3"]);
        assert_eq!(houses("2x2", Variant::Disjoint)[1], "r1c2 r1c4 r3c2 r3c4");
        let windows = houses("3x3", Variant::Windoku);
        assert_eq!((windows.len(), &*windows[1]), (4, "r2c6 r2c7 r2c8 r3c6 r3c7 r3c8 r4c6 r4c7 r4c8"));
        assert_eq!(houses("2x3", Variant::Windoku).len(), 2);
        // There are 4·7·8 pairs of cells a knight's move apart, and 2·8·8 pairs of diagonally adjacent cells. In either
        // case, 8 pairs per box do not form a house, because their cells already share the box.
        assert_eq!(houses("3x3", Variant::AntiKnight).len(), 4 * 7 * 8 - 9 * 8);
        assert_eq!(houses("3x3", Variant::AntiKing).len(), 2 * 8 * 8 - 9 * 8);
    }

    #[test]
    fn all_variants_can_be_combined() {
        let geometry = Geometry::with_variants(BoxShape::STANDARD, Variant::ALL).unwrap();
        assert_eq!(geometry.complete_houses(), 27 + 2 + 4 + 9);
        assert!(geometry.houses().all(|house| house.is_complete == (house.cells.len() == 9)));
        assert!(geometry.houses().all(|house| house.cells.is_sorted()));
    }

    #[test]
    fn rejects_variants_that_do_not_fit_the_boxes() {
        let message = |shape, variant| geometry(shape, variant).unwrap_err().to_string();
        assert_eq!(
            message("2x5", Variant::Windoku),
            "the variant windoku requires boxes whose sides differ by at most one, not 2x5 boxes"
        );
        let jigsaw: crate::puzzle::board::Regions = "AABBAABCDBCCDDDC".parse().unwrap();
        let error = Geometry::with_variants(jigsaw.clone(), &[Variant::Disjoint]).unwrap_err();
        assert_eq!(error.to_string(), "the variant disjoint requires rectangular boxes, not jigsaw regions");
        assert!(Geometry::with_variants(jigsaw, &[Variant::X, Variant::AntiKing]).is_ok());
    }
}
