//! Houses, their kinds and their names.

use std::fmt;

use super::Cell;

/// The kind of a house.
///
/// The same rule applies to all kinds of houses: no digit may occur twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box or a jigsaw region.
    Box,
    /// One of the two main diagonals of the board.
    Diagonal,
    /// A window: one of the additional boxes of a windoku board.
    Window,
    /// The n cells that occupy the same position within their respective boxes.
    DisjointGroup,
    /// Two cells that are a knight's move apart.
    KnightMove,
    /// Two diagonally adjacent cells.
    KingMove,
}

/// The name of a house, for example `row 3`, or `row 3 of board 2` in a layout of several boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseName {
    /// The kind of the house.
    pub kind: HouseKind,
    /// The number of the house among all houses of the same kind, starting at 1. Boxes are numbered in row-major order,
    /// and jigsaw regions in the order of their first cells.
    pub number: usize,
    /// The number of the board in the layout, starting at 1, or `None` if there is only one board.
    pub board: Option<u16>,
}

impl HouseName {
    /// Returns whether the cells are a move of a chess piece apart.
    pub fn is_move(self) -> bool {
        matches!(self.kind, HouseKind::KnightMove | HouseKind::KingMove)
    }

    /// Returns the relation of two cells of the house in words: ` in row 3` or `, a knight's move apart,`.
    pub fn relation(self) -> String {
        if self.is_move() { format!(", {self} apart,") } else { format!(" in {self}") }
    }
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
        write!(f, "{kind} {}", self.number)?;
        self.board.map_or(Ok(()), |board| write!(f, " of board {board}"))
    }
}

/// A house: a set of cells in which no digit may occur twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House<'a> {
    /// The index of the house in [`Geometry::houses`](super::Geometry::houses).
    pub index: usize,
    /// The name of the house.
    pub name: HouseName,
    /// The cells of the house, in ascending order.
    pub cells: &'a [Cell],
    /// Whether the house has n cells and must therefore contain every digit.
    pub is_complete: bool,
}
