//! Rules as they are written, before they are checked against a board.

use std::sync::Arc;

use super::position::{Direction, Position};
use super::{RuleKind, Statement};

/// A rule as it is written in text or JSON, which may not fit a board.
///
/// ```
/// use sudoku_cnf::Geometry;
/// use sudoku_cnf::puzzle::rule::RuleText;
///
/// let text: RuleText = "thermometer: r1c1 r2c1 r3c1".parse()?;
/// let rule = text.on(&Geometry::standard())?;
/// assert_eq!(rule.to_string(), "thermometer: r1c1 r2c1 r3c1");
/// # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleText {
    /// The kind of rule.
    pub kind: RuleKind,
    /// The cells, or the position of a clue outside the board.
    pub cells: Vec<Position>,
    /// The second list of cells: the line of an arrow, or the cells of a clone.
    pub others: Vec<Position>,
    /// The direction of a diagonal.
    pub direction: Option<Direction>,
    /// The numbers.
    pub values: Vec<i64>,
    /// The statement, for the kind [`RuleKind::Statement`].
    pub statement: Option<Arc<Statement>>,
}

impl RuleText {
    /// Creates a rule without cells and numbers.
    pub fn new(kind: RuleKind) -> Self {
        Self {
            kind,
            cells: Vec::new(),
            others: Vec::new(),
            direction: None,
            values: Vec::new(),
            statement: None,
        }
    }

    /// Creates a rule on cells or on a line, with its numbers.
    ///
    /// ```
    /// use sudoku_cnf::puzzle::rule::{RuleKind, RuleText};
    /// use sudoku_cnf::{Cell, Geometry};
    ///
    /// let geometry = Geometry::standard();
    /// let cells: Vec<Cell> = geometry.cells().take(2).collect();
    /// let cage = RuleText::of_cells(RuleKind::KillerCage, [10], cells).on(&geometry)?;
    /// assert_eq!(cage.to_string(), "killercage 10: r1c1 r1c2");
    /// # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
    /// ```
    pub fn of_cells(
        kind: RuleKind,
        values: impl IntoIterator<Item = i64>,
        cells: impl IntoIterator<Item = impl Into<Position>>,
    ) -> Self {
        let (cells, values) = (cells.into_iter().map(Into::into).collect(), values.into_iter().collect());
        Self { cells, values, ..Self::new(kind) }
    }

    /// Creates a rule on two lists of cells: an arrow with its circle first, or a clone.
    pub fn of_lists(
        kind: RuleKind,
        cells: impl IntoIterator<Item = impl Into<Position>>,
        others: impl IntoIterator<Item = impl Into<Position>>,
    ) -> Self {
        Self { others: others.into_iter().map(Into::into).collect(), ..Self::of_cells(kind, [], cells) }
    }

    /// Creates a clue at a position outside the board, with a direction for a diagonal.
    pub fn of_clue(kind: RuleKind, value: i64, position: Position, direction: Option<Direction>) -> Self {
        Self { direction, ..Self::of_cells(kind, [value], [position]) }
    }
}
