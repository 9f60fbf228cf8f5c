//! Houses and what they are called.

use std::fmt;

use super::Cell;

/// What kind of house it is; for people, since the rules treat all alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box of the board's [`BoxShape`](super::BoxShape).
    Box,
}

/// A house's kind and its number from 1, shown as `row 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseName {
    /// The kind.
    pub kind: HouseKind,
    /// The number among its kind, from 1; boxes are counted row-major.
    pub number: usize,
}

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number)
    }
}

/// A house of a geometry: n cells that hold every digit once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House<'a> {
    /// The index in [`Geometry::houses`](super::Geometry::houses).
    pub index: usize,
    /// What to call it.
    pub name: HouseName,
    /// Its n cells.
    pub cells: &'a [Cell],
}
