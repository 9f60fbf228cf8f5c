//! Variants: what they add to rows, columns and boxes.

use thiserror::Error;

use super::{BoxShape, Boxes, HouseKind};
use crate::named_enum;

named_enum! {
    /// A variant: additional houses. Variants combine with each other, and with jigsaws unless they are defined
    /// by boxes.
    #[derive(PartialOrd, Ord)]
    pub enum Variant: "variant" {
        /// Both diagonals contain every digit.
        X = "x",
        /// Windows contain every digit: boxes shifted off the borders by one cell, with a gap of one cell between
        /// them. On 9×9 there are four, in rows and columns 2 to 4 and 6 to 8.
        Windoku = "windoku",
        /// The cells at the same position in their boxes contain every digit.
        Disjoint = "disjoint",
        /// Cells a knight's move apart contain different digits.
        AntiKnight = "antiknight",
        /// Cells that touch at a corner contain different digits.
        AntiKing = "antiking",
    }
}

/// A variant that is not defined for a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// The variant is made of rectangular boxes, and those of a jigsaw are not.
    #[error("{0} needs rectangular boxes, which a jigsaw has not")]
    Jigsaw(Variant),
    /// The windows would reach beyond the board.
    #[error("windoku needs boxes whose sides differ by one at most, and {0} boxes do not fit")]
    Windows(BoxShape),
}

impl Variant {
    /// Returns the houses of this variant: the kind, and for each house its cells, ascending.
    ///
    /// # Errors
    /// If the variant is not defined for these boxes.
    pub(super) fn houses(self, boxes: &Boxes) -> Result<(HouseKind, Vec<Vec<usize>>), VariantError> {
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

    fn shape(self, boxes: &Boxes) -> Result<BoxShape, VariantError> {
        match boxes {
            Boxes::Shape(shape) => Ok(*shape),
            Boxes::Regions(_) => Err(VariantError::Jigsaw(self)),
        }
    }
}

/// The cells of each window, row-major.
fn windows(shape: BoxShape) -> Result<Vec<Vec<usize>>, VariantError> {
    let (rows, columns, n) = (shape.rows(), shape.columns(), shape.size());
    if rows.abs_diff(columns) > 1 {
        return Err(VariantError::Windows(shape));
    }
    let tops = (1..columns).map(|i| 1 + (i - 1) * (rows + 1));
    let corners = tops.flat_map(|top| (1..rows).map(move |i| (top, 1 + (i - 1) * (columns + 1))));
    let window = |(top, left)| {
        let rows = top..top + rows;
        rows.flat_map(move |row| (left..left + columns).map(move |column| row * n + column)).collect()
    };
    Ok(corners.map(window).collect())
}

/// Returns all pairs of cells that are one of `moves` apart, each given as rows down and columns to the right.
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
    use super::super::Geometry;
    use super::*;
    use itertools::Itertools;

    fn geometry(shape: &str, variant: Variant) -> Result<Geometry, VariantError> {
        Geometry::with_variants(shape.parse::<BoxShape>().unwrap(), &[variant])
    }

    /// The cells of a variant's own houses, by their positions.
    fn houses(shape: &str, variant: Variant) -> Vec<String> {
        let geometry = geometry(shape, variant).unwrap();
        let ordinary = Geometry::new(geometry.box_shape().unwrap()).houses().count();
        geometry.houses().skip(ordinary).map(|house| house.cells.iter().join(" ")).collect()
    }

    #[test]
    fn houses_are_where_they_belong() {
        assert_eq!(houses("2x2", Variant::X), ["r1c1 r2c2 r3c3 r4c4", "r1c4 r2c3 r3c2 r4c1"]);
        assert_eq!(houses("2x2", Variant::Windoku), ["r2c2 r2c3 r3c2 r3c3"]);
        assert_eq!(houses("2x2", Variant::Disjoint)[1], "r1c2 r1c4 r3c2 r3c4");
        let windows = houses("3x3", Variant::Windoku);
        assert_eq!((windows.len(), &*windows[1]), (4, "r2c6 r2c7 r2c8 r3c6 r3c7 r3c8 r4c6 r4c7 r4c8"));
        assert_eq!(houses("2x3", Variant::Windoku).len(), 2);
        // All pairs but those within a box.
        assert_eq!(houses("3x3", Variant::AntiKnight).len(), 4 * 7 * 8 - 9 * 8);
        assert_eq!(houses("3x3", Variant::AntiKing).len(), 2 * 8 * 8 - 9 * 8);
    }

    #[test]
    fn all_variants_go_together() {
        let geometry = Geometry::with_variants(BoxShape::STANDARD, &Variant::ALL).unwrap();
        assert_eq!(geometry.complete_houses(), 27 + 2 + 4 + 9);
        assert!(geometry.houses().all(|house| house.is_complete == (house.cells.len() == 9)));
        assert!(geometry.houses().all(|house| house.cells.is_sorted()));
    }

    #[test]
    fn variants_without_their_boxes_are_refused() {
        let complaint = |shape, variant| geometry(shape, variant).unwrap_err().to_string();
        assert_eq!(
            complaint("2x5", Variant::Windoku),
            "windoku needs boxes whose sides differ by one at most, and 2x5 boxes do not fit"
        );
        let jigsaw: crate::board::Regions = "AABBAABCDBCCDDDC".parse().unwrap();
        let error = Geometry::with_variants(jigsaw.clone(), &[Variant::Disjoint]).unwrap_err();
        assert_eq!(error.to_string(), "disjoint needs rectangular boxes, which a jigsaw has not");
        assert!(Geometry::with_variants(jigsaw, &[Variant::X, Variant::AntiKing]).is_ok());
    }
}
