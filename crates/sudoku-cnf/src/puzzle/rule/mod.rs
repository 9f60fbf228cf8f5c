//! Rules beyond houses: cages, lines, dots, and clues outside the board.
//!
//! The file `known.rules` defines the known kinds in the language for rules: their parameters, meaning, sentence and
//! drawing. The modules `special` contain the constraints of the kinds that the language expresses less well. Encoders
//! know only the shapes of [`Constraint`].
//!
//! The rules and their names are those of f-puzzles, with the meaning that solvers for its files give them.
//!
//! ```
//! use sudoku_cnf::Puzzle;
//! use sudoku_cnf::puzzle::rule::Rule;
//!
//! let mut puzzle = Puzzle::empty(sudoku_cnf::Geometry::standard());
//! let rule = Rule::parse("killercage 10: r1c1 r1c2", puzzle.geometry())?; // or RuleText::cage
//! assert_eq!(rule.sentence(), "the cage r1c1 r1c2 sums to 10");
//! puzzle.add_rules([rule]);
//! assert_eq!(puzzle.rules().len(), 1);
//! # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
//! ```

mod arguments;
mod clue;
mod constraint;
mod context;
mod custom;
mod diagram;
mod form;
mod kind;
mod known;
mod language;
mod named;
mod position;
mod special;
mod text;

use std::sync::Arc;

use itertools::Itertools;
use thiserror::Error;

use crate::puzzle::board::{Cell, Geometry};
pub use arguments::RuleText;
use clue::NothingSeen;
pub use constraint::{Constraint, Counted, Relation, Sum, WeightedCount};
pub use context::{Context, Digits};
use custom::Stated;
pub use diagram::Diagram;
pub use form::Form;
use form::are_adjacent;
pub use kind::RuleKind;
use language::BoundStatement;
#[cfg(feature = "formats")]
pub(crate) use language::RuleCall;
pub use language::{Definition, Definitions, Shape, Statement, StatementError};
pub use named::NamedRule;
pub use position::{Direction, Position};

/// The size of the largest board with rules. The clauses of some rules grow with the fourth power of the size.
pub const MAX_RULE_SIZE: usize = 36;

/// A rule of a puzzle: its kind, its cells and its numbers.
///
/// The alternate format `{:#}` is the [sentence](Rule::sentence). The format `{}` can be read by [`Rule::parse`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    kind: RuleKind,
    /// The cells. For a clue outside the board, these are the cells of its line, in the order in which they are seen.
    cells: Vec<Cell>,
    /// The cells of an arrow without its circle, or of a clone.
    others: Vec<Cell>,
    values: Vec<i64>,
    /// The position of a clue outside the board. A diagonal with one cell can be seen from two positions.
    clue: Option<Position>,
    /// The content of a rule of the kind [`RuleKind::Statement`].
    stated: Option<Arc<Stated>>,
}

/// The error for a rule that is not well-formed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidRule {
    /// A statement or definition is malformed or does not fit the board.
    #[error(transparent)]
    Statement(#[from] StatementError),
    /// A rule that a program has created cannot be written.
    #[error("the rule '{0}' was created by a program and has no text, so it cannot be written")]
    Custom(String),
    /// The text has the wrong form.
    #[error("{0}")]
    Syntax(String),
    /// A cell is not on the board.
    #[error("{kind}: the board has no cell {position}")]
    NoCell {
        /// The kind of rule.
        kind: RuleKind,
        /// The position.
        position: Position,
    },
    /// A position must be outside the board.
    #[error("{kind}: {position} is not a position next to the board, for example r0c1")]
    NotOutside {
        /// The kind of rule.
        kind: RuleKind,
        /// The position.
        position: Position,
    },
    /// A cell occurs twice.
    #[error("{kind}: {cell} occurs twice")]
    RepeatedCell {
        /// The kind of rule.
        kind: RuleKind,
        /// The cell.
        cell: Cell,
    },
    /// The number of cells is wrong.
    #[error("{kind}: expected {expected}, found {found}")]
    CellCount {
        /// The kind of rule.
        kind: RuleKind,
        /// The expected number of cells, in words.
        expected: String,
        /// The number of cells.
        found: usize,
    },
    /// The board is too large.
    #[error("rules are supported on boards up to {MAX_RULE_SIZE}x{MAX_RULE_SIZE}, not on a {0}x{0} board")]
    BoardSize(usize),
    /// The rule refers to a whole line, a diagonal or a box of the board, which is not unique on overlapping boards.
    #[error("{0} is not supported on overlapping boards")]
    Layout(RuleKind),
    /// The number of values is wrong, or a value is negative.
    #[error("{kind}: expected {expected}")]
    Value {
        /// The kind of rule.
        kind: RuleKind,
        /// A description of the expected values.
        expected: &'static str,
    },
}

impl Rule {
    /// Creates a rule on a board from the rule as it is written.
    ///
    /// # Errors
    /// Returns an error if the number of cells or values is wrong, or if a cell is repeated or not on the board. A rule
    /// that no grid satisfies, for example an impossible sum, is not an error.
    pub fn new(text: &RuleText, geometry: &Geometry) -> Result<Self, InvalidRule> {
        let kind = text.kind;
        if geometry.size() > MAX_RULE_SIZE {
            return Err(InvalidRule::BoardSize(geometry.size()));
        }
        if kind == RuleKind::Statement {
            return Self::from_statement(text, geometry);
        }
        if geometry.layout().is_some() && kind.needs_single_board() {
            return Err(InvalidRule::Layout(kind));
        }
        let on_board = |&position: &Position| {
            let cell = position.cell().filter(|&cell| geometry.contains(cell));
            cell.ok_or(InvalidRule::NoCell { kind, position })
        };
        let is_outside = matches!(kind.form(), Form::Outside | Form::Diagonal);
        let (clue, cells) = if is_outside {
            let (clue, cells) = seen_from(text, geometry)?;
            (Some(clue), cells)
        } else {
            (None, text.cells.iter().map(on_board).collect::<Result<Vec<_>, _>>()?)
        };
        let others = text.others.iter().map(on_board).collect::<Result<Vec<_>, _>>()?;
        let is_start = |cell: &Cell| kind.form() == Form::CellsAndLine && cells.contains(cell);
        let others = others.into_iter().skip_while(is_start).collect();
        // Solvers for files of f-puzzles read the number 0 in a cage as no number.
        let is_number = |value: &i64| kind != RuleKind::KillerCage || *value != 0;
        let values = text.values.iter().copied().filter(is_number).collect();
        let rule = Self { kind, cells, others, values, clue, stated: None };
        rule.check_cells()?;
        text.check_values()?;
        Ok(rule)
    }

    /// Compiles a statement for a board. The cells of the rule are those that the statement depends on.
    fn from_statement(text: &RuleText, geometry: &Geometry) -> Result<Self, InvalidRule> {
        let kind = text.kind;
        let statement = text.statement.as_ref();
        let statement = statement.ok_or(InvalidRule::Value { kind, expected: "the text of a statement" })?;
        let bound = BoundStatement::new(statement, geometry)?;
        let values = statement.call().map_or(Vec::new(), |(_, call)| call.values.clone());
        let (cells, others, clue) = (bound.cells().to_vec(), Vec::new(), None);
        Ok(Self { kind, cells, others, values, clue, stated: Some(Arc::new(Stated::Statement(bound))) })
    }

    fn check_cells(&self) -> Result<(), InvalidRule> {
        let (kind, form) = (self.kind, self.kind.form());
        let (least, most) = match form {
            Form::Flag => (0, 0),
            Form::Cell => (1, 1),
            Form::Cells(least, most) => (least, most),
            Form::Adjacent => (2, 2),
            _ => (1, usize::MAX),
        };
        let count = |expected: String, found| Err(InvalidRule::CellCount { kind, expected, found });
        let found = self.cells.len();
        if !(least..=most).contains(&found) {
            let cells = |n| if n == 1 { "1 cell".to_owned() } else { format!("{n} cells") };
            return count(
                if least == most { cells(least) } else { format!("at least {}", cells(least)) },
                found,
            );
        }
        match form {
            Form::CellsAndLine if self.others.is_empty() => {
                return count("the cells of the arrow".to_owned(), 0);
            }
            Form::CellsAndClones if self.others.len() != found => {
                return count(format!("{found} cells of the clone"), self.others.len());
            }
            Form::Adjacent if !are_adjacent(self.cells[0], self.cells[1]) => {
                return Err(InvalidRule::Syntax(format!(
                    "{kind}: {} and {} are not adjacent",
                    self.cells[0], self.cells[1]
                )));
            }
            Form::CellsAndLine | Form::CellsAndClones => {}
            _ if !self.others.is_empty() => return count("one list of cells".to_owned(), 2),
            _ => {}
        }
        // Lines may cross themselves or end where they start.
        for cells in [&self.cells, &self.others].into_iter().filter(|_| form != Form::Line) {
            if let Some(&cell) = cells.iter().duplicates().next() {
                return Err(InvalidRule::RepeatedCell { kind, cell });
            }
        }
        Ok(())
    }

    /// Returns the kind of the rule.
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// Returns the name: that of the definition, that of a [custom](Self::custom) rule or, for other rules, that of the
    /// kind.
    pub fn name(&self) -> &str {
        if let Some(Stated::Custom(custom)) = self.stated.as_deref() {
            return custom.name();
        }
        self.definition().map_or(self.kind.name(), Definition::name)
    }

    /// Returns what the rule means, apart from its cells and numbers.
    pub fn named(&self) -> NamedRule {
        let own = self.statement().and_then(|statement| statement.definition());
        own.map_or(NamedRule::Known(self.kind), |definition| NamedRule::Own(definition.clone()))
    }

    /// Returns the definition, unless the rule is a statement or [custom](Self::custom).
    pub fn definition(&self) -> Option<&Definition> {
        let own = || self.statement().and_then(|statement| statement.definition()).map(|own| &**own);
        known::definition(self.kind).or_else(own)
    }

    /// Returns the statement of a rule of the kind [`RuleKind::Statement`], unless the rule is
    /// [custom](Self::custom).
    pub fn statement(&self) -> Option<&Arc<Statement>> {
        self.bound_statement().map(BoundStatement::statement)
    }

    fn bound_statement(&self) -> Option<&BoundStatement> {
        if let Some(Stated::Statement(statement)) = self.stated.as_deref() { Some(statement) } else { None }
    }

    /// Returns an error if the rule has no text.
    pub(crate) fn check_text(&self) -> Result<(), InvalidRule> {
        match self.stated.as_deref() {
            Some(Stated::Custom(custom)) => Err(InvalidRule::Custom(custom.name().to_owned())),
            _ => Ok(()),
        }
    }

    /// Returns `Some(true)` if every grid obviously satisfies a statement, and `Some(false)` if none does.
    pub fn truth(&self) -> Option<bool> {
        self.bound_statement().and_then(BoundStatement::truth)
    }

    /// Returns whether the rule can have been created for the board `geometry`.
    pub(crate) fn fits(&self, geometry: &Geometry) -> bool {
        match self.stated.as_deref() {
            Some(Stated::Statement(statement)) => statement.is_on(geometry),
            Some(Stated::Custom(custom)) => custom.fits(&self.cells, geometry),
            None => self.text().on(geometry).as_ref() == Ok(self),
        }
    }

    /// Returns the cells, for example of a cage, of a line, of the circle of an arrow, or of the row or column of a
    /// clue, in the order in which they are seen from the clue.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cells of an arrow without its circle, or of a clone.
    pub fn other_cells(&self) -> &[Cell] {
        &self.others
    }

    /// Returns the first number, for example the sum of a cage.
    pub fn value(&self) -> Option<i64> {
        self.values.first().copied()
    }

    /// Returns the numbers.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// Returns the rule as a sentence, for example `the cage r1c1 r1c2 sums to 10`.
    pub fn sentence(&self) -> String {
        match self.stated.as_deref() {
            Some(Stated::Statement(bound)) => bound.statement().sentence(),
            Some(Stated::Custom(custom)) => custom.name().to_owned(),
            None => known::sentence(self),
        }
    }

    /// Returns whether the digits of a grid satisfy the rule. `digits` returns the digit of a cell, or `None` if the
    /// cell is open.
    ///
    /// If cells of the rule are open, the result is `false` only if no digits in these cells can satisfy the rule. It
    /// may be `true` even then.
    pub fn holds(&self, digits: &Digits<'_>, context: Context<'_>) -> bool {
        match self.stated.as_deref() {
            Some(Stated::Statement(bound)) => bound.statement().holds(digits, context.geometry),
            Some(Stated::Custom(custom)) => custom.holds(digits),
            None => special::holds(self, context, digits)
                .unwrap_or_else(|| known::holds(self, context.geometry, digits)),
        }
    }

    /// Returns the constraints that are equivalent to the rule.
    pub fn constraints(&self, context: Context<'_>) -> Vec<Constraint> {
        match self.stated.as_deref() {
            Some(Stated::Statement(statement)) => statement.constraints().to_vec(),
            Some(Stated::Custom(custom)) => custom.constraints().to_vec(),
            None => special::constraints(self, context)
                .unwrap_or_else(|| known::constraints(self, context.geometry)),
        }
    }
}

/// Returns the position next to the board, and the cells of the line or diagonal that is seen from it.
fn seen_from(text: &RuleText, geometry: &Geometry) -> Result<(Position, Vec<Cell>), InvalidRule> {
    let kind = text.kind;
    let [position] = text.cells[..] else {
        return Err(InvalidRule::CellCount {
            kind,
            expected: "one position next to the board".to_owned(),
            found: text.cells.len(),
        });
    };
    let direction = text.direction.filter(|_| kind.form() == Form::Diagonal);
    if kind.form() == Form::Diagonal && direction.is_none() {
        return Err(InvalidRule::Value { kind, expected: "a direction: DR, DL, UR or UL" });
    }
    clue::seen_from(position, direction, geometry).map_err(|nothing| match (nothing, direction) {
        (NothingSeen::NoCell, Some(_)) => InvalidRule::Syntax(format!(
            "{kind}: no diagonal of the board starts at {position} in this direction"
        )),
        _ => InvalidRule::NotOutside { kind, position },
    })
}

#[cfg(test)]
pub(crate) mod tests;
