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

    /// Returns the rule with the images of its positions under a rotation or reflection of the board.
    #[must_use]
    pub fn mapped(&self, image: impl Fn(Position) -> Position) -> Self {
        let map = |positions: &[Position]| positions.iter().map(|&position| image(position)).collect();
        // A step from a cell shows how the direction turns.
        let turned = |direction: Direction| {
            let start = Position { row: 1, column: 1 };
            let (from, to) = (image(start), image(start.step(direction.step())));
            Direction { is_down: to.row > from.row, is_right: to.column > from.column }
        };
        Self {
            cells: map(&self.cells),
            others: map(&self.others),
            direction: self.direction.map(turned),
            ..self.clone()
        }
    }

    /// Creates a killer cage, with the sum of its digits if it is known.
    ///
    /// ```
    /// use sudoku_cnf::puzzle::rule::RuleText;
    /// use sudoku_cnf::{Cell, Geometry};
    ///
    /// let geometry = Geometry::standard();
    /// let cells: Vec<Cell> = geometry.cells().take(3).collect();
    /// let cage = RuleText::cage(10, cells[..2].to_vec()).on(&geometry)?;
    /// assert_eq!(cage.to_string(), "killercage 10: r1c1 r1c2");
    /// let arrow = RuleText::arrow([cells[0]], [cells[1], cells[2]]).on(&geometry)?;
    /// assert_eq!(arrow.to_string(), "arrow: r1c1; r1c2 r1c3");
    /// let dot = RuleText::difference(1, cells[0], cells[1]).on(&geometry)?;
    /// assert_eq!(dot.sentence(), "r1c1 and r1c2 differ by 1");
    /// # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
    /// ```
    pub fn cage(sum: impl Into<Option<i64>>, cells: impl IntoIterator<Item = impl Into<Position>>) -> Self {
        Self::of_cells(RuleKind::KillerCage, sum.into(), cells)
    }

    /// Creates a thermometer, whose digits increase along the line.
    pub fn thermometer(line: impl IntoIterator<Item = impl Into<Position>>) -> Self {
        Self::of_cells(RuleKind::Thermometer, [], line)
    }

    /// Creates an arrow. The digits of the line add up to the number in the circle or pill.
    pub fn arrow(
        circle: impl IntoIterator<Item = impl Into<Position>>,
        line: impl IntoIterator<Item = impl Into<Position>>,
    ) -> Self {
        Self::of_lists(RuleKind::Arrow, circle, line)
    }

    /// Creates a white dot between two adjacent cells, whose digits have this difference.
    pub fn difference(difference: i64, a: impl Into<Position>, b: impl Into<Position>) -> Self {
        Self::of_cells(RuleKind::Difference, [difference], [a.into(), b.into()])
    }

    /// Creates a black dot between two adjacent cells, whose digits have this ratio.
    pub fn ratio(ratio: i64, a: impl Into<Position>, b: impl Into<Position>) -> Self {
        Self::of_cells(RuleKind::Ratio, [ratio], [a.into(), b.into()])
    }

    /// Creates the clue of a little killer: the sum of the diagonal that is seen from a position outside the board.
    pub fn little_killer(sum: i64, position: Position, direction: Direction) -> Self {
        Self::of_clue(RuleKind::LittleKillerSum, sum, position, Some(direction))
    }

    /// Creates the clue of a sandwich: the sum of the digits between the lowest and the highest one of the row or
    /// column that is seen from a position outside the board.
    pub fn sandwich(sum: i64, position: Position) -> Self {
        Self::of_clue(RuleKind::SandwichSum, sum, position, None)
    }

    /// Creates a rule of any kind on cells or on a line, with its numbers.
    pub fn of_cells(
        kind: RuleKind,
        values: impl IntoIterator<Item = i64>,
        cells: impl IntoIterator<Item = impl Into<Position>>,
    ) -> Self {
        let (cells, values) = (cells.into_iter().map(Into::into).collect(), values.into_iter().collect());
        Self { cells, values, ..Self::new(kind) }
    }

    /// Creates a rule of any kind on two lists of cells: an arrow with its circle first, or a clone.
    pub fn of_lists(
        kind: RuleKind,
        cells: impl IntoIterator<Item = impl Into<Position>>,
        others: impl IntoIterator<Item = impl Into<Position>>,
    ) -> Self {
        Self { others: others.into_iter().map(Into::into).collect(), ..Self::of_cells(kind, [], cells) }
    }

    /// Creates a clue of any kind at a position outside the board, with a direction for a diagonal.
    pub fn of_clue(kind: RuleKind, value: i64, position: Position, direction: Option<Direction>) -> Self {
        Self { direction, ..Self::of_cells(kind, [value], [position]) }
    }
}
