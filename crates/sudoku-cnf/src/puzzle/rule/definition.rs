//! The definition of a rule, which each file in this folder provides.

use super::Rule;
use super::constraint::Constraint;
use crate::puzzle::board::{Cell, Geometry};

/// The definition of a kind of rule.
pub(super) struct Definition {
    /// The notation of the cells.
    pub(super) form: Form,
    /// The numbers that the rule requires.
    pub(super) values: Values,
    /// The condition that the rule states.
    pub(super) meaning: Meaning,
    /// Returns the rule as a sentence without a final stop.
    pub(super) sentence: fn(&Rule) -> String,
}

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
    /// A statement. JSON: its text. A use of a definition has the field of its name, with
    /// `{"cells": [["r1c1", "r1c2"]], "values": [4]}`.
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

/// The condition that a rule states.
pub(super) enum Meaning {
    /// The digits of certain pairs of cells satisfy a condition.
    Pairs {
        pairs: fn(&Rule, Context<'_>) -> Vec<[Cell; 2]>,
        /// Returns whether the rule allows the digits `a` and `b` in the two cells of a pair on a board of size `n`.
        allows: fn(rule: &Rule, n: i64, a: i64, b: i64) -> bool,
    },
    /// The digits of certain cells are distinct.
    AllDifferent(fn(&Rule, Context<'_>) -> Vec<Cell>),
    /// Any other condition, defined twice: as a check and as constraints.
    Other {
        /// Returns whether the digits that are known satisfy the rule: `false` for full grids that violate the rule,
        /// `true` for all grids that can be completed without violating it.
        holds: fn(&Rule, Context<'_>, &Digits<'_>) -> bool,
        /// Returns the constraints that are equivalent to the rule.
        constraints: fn(&Rule, Context<'_>) -> Vec<Constraint>,
    },
}

/// The digits of a grid. The function returns `None` for an open cell.
pub type Digits<'a> = dyn Fn(Cell) -> Option<i64> + 'a;

/// The parts of a puzzle that a rule depends on besides its own cells and numbers.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The board.
    pub geometry: &'a Geometry,
    /// All rules of the puzzle.
    pub rules: &'a [Rule],
}

impl Context<'_> {
    /// Returns the size of the board.
    pub(super) fn size(&self) -> usize {
        self.geometry.size()
    }
}

/// Returns the digits of `cells`, or `None` if one of the cells is empty.
pub(super) fn full(cells: &[Cell], digits: &Digits<'_>) -> Option<Vec<i64>> {
    cells.iter().map(|&cell| digits(cell)).collect()
}

/// Returns the sum of the digits of `cells`, or `None` if one of the cells is empty.
pub(super) fn sum(cells: &[Cell], digits: &Digits<'_>) -> Option<i64> {
    cells.iter().map(|&cell| digits(cell)).sum()
}

/// Returns the cell at the position `x`, which is a digit, counted from 1.
pub(super) fn cell_at(cells: &[Cell], x: i64) -> Option<Cell> {
    cells.get(usize::try_from(x).ok()?.checked_sub(1)?).copied()
}

/// Returns whether the known digits of `cells` are all distinct.
pub(super) fn all_different(cells: &[Cell], digits: &Digits<'_>) -> bool {
    let mut known: Vec<_> = cells.iter().filter_map(|&cell| digits(cell)).collect();
    let count = known.len();
    known.sort_unstable();
    known.dedup();
    known.len() == count
}

/// Returns each pair of consecutive cells.
pub(super) fn neighbors(cells: &[Cell]) -> Vec<[Cell; 2]> {
    cells.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Returns the cells of a line in order, without repetitions.
pub(super) fn distinct(cells: &[Cell]) -> Vec<Cell> {
    let is_first = |&(index, cell): &(usize, &Cell)| !cells[..index].contains(cell);
    cells.iter().enumerate().filter(is_first).map(|(_, &cell)| cell).collect()
}

/// Returns each pair of cells, in order.
pub(super) fn all_pairs(cells: &[Cell]) -> Vec<[Cell; 2]> {
    let later = |i: usize| cells[i + 1..].iter().map(move |&other| [cells[i], other]);
    (0..cells.len()).flat_map(later).collect()
}

/// Returns whether two cells are horizontally or vertically adjacent.
pub(super) fn are_adjacent(a: Cell, b: Cell) -> bool {
    a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1
}

/// Lists cells for a sentence, for example `r1c1 r1c2`.
pub(super) fn list(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
}
