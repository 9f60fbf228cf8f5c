//! How a kind of rule is written: its cells and its numbers.

use crate::puzzle::board::Cell;

/// The notation of the cells of a rule, in text and in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The rule applies to the whole board. JSON: `true`.
    Flag,
    /// One cell. JSON: `{"cell": "r1c1"}`.
    Cell,
    /// Several cells, at least and at most these numbers. JSON: `{"cells": ["r1c1", "r1c2"]}`.
    Cells(usize, usize),
    /// Two adjacent cells. The JSON is that of [`Form::Cells`].
    Adjacent,
    /// A line. JSON: `{"lines": [["r1c1", "r2c1"]]}`, with one rule per line.
    Line,
    /// Cells, and a line that starts at one of them. JSON: `{"cells": ["r1c1"], "lines": [["r1c1", "r1c2"]]}`.
    CellsAndLine,
    /// Cells and an equal number of other cells. JSON: `{"cells": ["r1c1"], "cloneCells": ["r5c5"]}`.
    CellsAndClones,
    /// A row or column, seen from a position outside the board. JSON: `{"cell": "r0c1"}`.
    Outside,
    /// A diagonal, seen from a position outside the board. JSON: `{"cell": "r0c1", "direction": "DR"}`.
    Diagonal,
    /// A statement. JSON: its text. A use of a definition with the parameters of no known rule has the field of its
    /// name, with `{"cells": [["r1c1", "r1c2"]], "values": [4]}`.
    Statement,
}

/// The numbers of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    None,
    /// One number, which may be omitted.
    Optional,
    Required,
    /// At least one number. JSON: the field `values`.
    List,
}

/// Returns whether two cells are horizontally or vertically adjacent.
pub(super) fn are_adjacent(a: Cell, b: Cell) -> bool {
    a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1
}
