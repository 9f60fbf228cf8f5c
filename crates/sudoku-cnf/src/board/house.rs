//! Houses and what they are called.

use std::fmt;

use super::Cell;

/// What kind of house it is: for people, and for the encoding by segments of lines and boxes. The rules treat all
/// alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box, or a region of a jigsaw.
    Box,
    /// A diagonal from corner to corner.
    Diagonal,
    /// A box that is shifted off the boxes' borders.
    Window,
    /// The cells that stand at one place in their boxes.
    DisjointGroup,
    /// Two cells that are a knight's move apart.
    KnightMove,
    /// Two cells that touch at a corner.
    KingMove,
}

/// A house's kind and its number from 1, shown as `row 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseName {
    /// The kind.
    pub kind: HouseKind,
    /// The number among its kind, from 1; boxes are counted row-major, regions as they appear.
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

/// A house of a geometry: cells that hold no digit twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House<'a> {
    /// The index in [`Geometry::houses`](super::Geometry::houses).
    pub index: usize,
    /// What to call it.
    pub name: HouseName,
    /// Its cells, ascending.
    pub cells: &'a [Cell],
    /// Whether it has n cells and so holds every digit once.
    pub is_complete: bool,
}
