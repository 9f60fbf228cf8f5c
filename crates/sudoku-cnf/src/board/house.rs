//! Houses and their names.

use std::fmt;

use super::Cell;

/// The kind of a house.
///
/// The rules are the same for all kinds. The kind is used in messages and by the triad encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box or a jigsaw region.
    Box,
    /// A diagonal from corner to corner.
    Diagonal,
    /// An additional box of a windoku board.
    Window,
    /// The cells at the same position in their boxes.
    DisjointGroup,
    /// Two cells that are a knight's move apart.
    KnightMove,
    /// Two diagonally adjacent cells.
    KingMove,
}

/// The name of a house, for example `row 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseName {
    /// The kind.
    pub kind: HouseKind,
    /// The number within the kind, counted from 1. Boxes are counted in row-major order, regions by their first cells.
    pub number: usize,
}

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Diagonal => "diagonal",
            HouseKind::Window => "window",
            HouseKind::DisjointGroup => "disjoint group",
            HouseKind::KnightMove => return f.write_str("a knight's move"),
            HouseKind::KingMove => return f.write_str("a king's move"),
        };
        write!(f, "{kind} {}", self.number)
    }
}

/// A house: a set of cells in which no digit repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House<'a> {
    /// The index in [`Geometry::houses`](super::Geometry::houses).
    pub index: usize,
    /// The name of the house.
    pub name: HouseName,
    /// The cells of the house, in ascending order.
    pub cells: &'a [Cell],
    /// `true` if the house has n cells and therefore contains every digit.
    pub is_complete: bool,
}
