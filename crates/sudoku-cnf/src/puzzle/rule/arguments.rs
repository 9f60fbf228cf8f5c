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
}
