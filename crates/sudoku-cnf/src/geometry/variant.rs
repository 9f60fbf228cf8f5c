//! Variants: what they add to rows, columns and boxes.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::{BoxShape, Boxes, Geometry, HouseKind};

/// A variant: more houses. Any number of them go together, with jigsaws too unless they are made of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Both diagonals hold every digit.
    X,
    /// Boxes shifted off the borders by one cell, with a gap of one cell between them, hold every digit:
    /// four on 9×9, in rows and columns 2 to 4 and 6 to 8.
    Windoku,
    /// The cells at the same place in their boxes hold every digit.
    Disjoint,
    /// Cells a knight's move apart hold different digits.
    AntiKnight,
    /// Cells that touch at a corner hold different digits.
    AntiKing,
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

/// A name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no variant; known are {list}", list = Variant::ALL.iter().join(", "))]
pub struct UnknownVariant(String);

impl Variant {
    /// All variants.
    pub const ALL: [Self; 5] = [Self::X, Self::Windoku, Self::Disjoint, Self::AntiKnight, Self::AntiKing];

    /// The name on the command line and in CNF comments.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Windoku => "windoku",
            Self::Disjoint => "disjoint",
            Self::AntiKnight => "antiknight",
            Self::AntiKing => "antiking",
        }
    }

    /// Adds the houses of this variant.
    pub(super) fn add_houses(self, geometry: &mut Geometry) -> Result<(), VariantError> {
        let n = geometry.size();
        match self {
            Self::X => {
                let diagonals =
                    [(0..n).map(|i| i * n + i).collect(), (0..n).map(|i| i * n + n - 1 - i).collect()];
                geometry.add_houses(diagonals.map(|cells| (HouseKind::Diagonal, cells)));
            }
            Self::Windoku => {
                let windows = windows(self.shape(geometry)?)?;
                geometry.add_houses(windows.into_iter().map(|cells| (HouseKind::Window, cells)));
            }
            Self::Disjoint => {
                let shape = self.shape(geometry)?;
                let mut groups = vec![Vec::with_capacity(n); n];
                for cell in 0..n * n {
                    let (row, column) = (cell / n % shape.rows(), cell % n % shape.columns());
                    groups[row * shape.columns() + column].push(cell);
                }
                geometry.add_houses(groups.into_iter().map(|cells| (HouseKind::DisjointGroup, cells)));
            }
            Self::AntiKnight => {
                geometry.add_houses(pairs(n, HouseKind::KnightMove, &[(1, -2), (1, 2), (2, -1), (2, 1)]));
            }
            Self::AntiKing => geometry.add_houses(pairs(n, HouseKind::KingMove, &[(1, -1), (1, 1)])),
        }
        Ok(())
    }

    fn shape(self, geometry: &Geometry) -> Result<BoxShape, VariantError> {
        match geometry.boxes() {
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

/// All pairs of cells that one of `moves`, as rows down and columns to the right, leads from one to the other.
fn pairs(
    n: usize,
    kind: HouseKind,
    moves: &[(usize, isize)],
) -> impl Iterator<Item = (HouseKind, Vec<usize>)> {
    let cells = (0..n).cartesian_product(0..n).cartesian_product(moves);
    cells.filter_map(move |((row, column), &(down, right))| {
        let (to_row, to_column) = (row + down, column.checked_add_signed(right)?);
        (to_row < n && to_column < n).then(|| (kind, vec![row * n + column, to_row * n + to_column]))
    })
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        let found = Self::ALL.into_iter().find(|variant| variant.name() == name);
        found.ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(shape: &str, variant: Variant) -> Result<Geometry, VariantError> {
        Geometry::with_variants(shape.parse::<BoxShape>().unwrap(), &[variant])
    }

    /// The cells of a variant's own houses, by their positions.
    fn houses(shape: &str, variant: Variant) -> Vec<String> {
        let geometry = geometry(shape, variant).unwrap();
        let ordinary = Geometry::new(geometry.box_shape().unwrap()).houses().count();
        let cells = |cells: &[crate::Cell]| cells.iter().map(|&cell| geometry.position(cell)).join(" ");
        geometry.houses().skip(ordinary).map(|house| cells(house.cells)).collect()
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
        let jigsaw: crate::geometry::Regions = "AABBAABCDBCCDDDC".parse().unwrap();
        let error = Geometry::with_variants(jigsaw.clone(), &[Variant::Disjoint]).unwrap_err();
        assert_eq!(error.to_string(), "disjoint needs rectangular boxes, which a jigsaw has not");
        assert!(Geometry::with_variants(jigsaw, &[Variant::X, Variant::AntiKing]).is_ok());
    }
}
