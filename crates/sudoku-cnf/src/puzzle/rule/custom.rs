//! Rules that a program creates from constraints. They exist in memory only.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use itertools::Itertools;

use super::constraint::{Constraint, Sum};
use super::context::Digits;
use super::language::BoundStatement;
use super::{InvalidRule, MAX_RULE_SIZE, Rule, RuleKind};
use crate::puzzle::board::{Cell, Digit, Geometry};

/// The content of a rule of the kind [`RuleKind::Statement`].
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Stated {
    /// A statement, or a use of a definition.
    Statement(BoundStatement),
    /// Constraints.
    Custom(Custom),
}

/// The largest absolute value of a coefficient, a weight or a total.
const MAX_WEIGHT: u64 = 1 << 32;

type Check = dyn Fn(&Digits<'_>) -> bool + Send + Sync + UnwindSafe + RefUnwindSafe;

/// A rule that a program has created. Two such rules are equal if they have been created by the same call.
pub(super) struct Custom {
    name: String,
    size: usize,
    constraints: Vec<Constraint>,
    check: Box<Check>,
}

impl PartialEq for Custom {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Custom {}

impl Hash for Custom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Custom").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Custom {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    pub(super) fn holds(&self, digits: &Digits<'_>) -> bool {
        (self.check)(digits)
    }

    /// Returns whether the rule was created for a board of this size that has the cells.
    pub(super) fn fits(&self, cells: &[Cell], geometry: &Geometry) -> bool {
        self.size == geometry.size() && cells.iter().all(|&cell| geometry.contains(cell))
    }
}

impl Rule {
    /// Creates a rule from constraints and a check that is equivalent to them.
    ///
    /// `check` gets the digits of a grid, as [`holds`](Self::holds) does. On a full grid, it returns whether the grid
    /// satisfies the rule. While cells are open, it may return `false` only if no digits in these cells satisfy the
    /// rule. Every solution is checked with it, so constraints that allow too much are reported as an error of the
    /// solver. Constraints that exclude too much lose solutions.
    ///
    /// The rule has no text, so writing a puzzle that contains it as JSON, as a link, as part of a certificate, or in
    /// the comments of a problem file is an error. A [statement](Self::parse) can be written everywhere.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sudoku_cnf::puzzle::rule::{Constraint, Diagram, Digits, Rule};
    /// use sudoku_cnf::{Cell, Geometry, Puzzle};
    ///
    /// // The first row begins with three digits whose product is 24.
    /// let geometry = Geometry::standard();
    /// let cells: Vec<Cell> = geometry.cells().take(3).collect();
    /// let next = |product: &usize, _, digit| Some(product * digit);
    /// let diagram = Diagram::new(3, 9, 1, next, |&product| product == 24);
    /// let constraints = vec![Constraint::Automaton { cells: cells.clone(), diagram }];
    /// let product = move |digits: &Digits<'_>| {
    ///     let known: Option<i64> = cells.iter().map(|&cell| digits(cell)).product();
    ///     known.is_none_or(|product| product == 24)
    /// };
    /// let rule = Rule::custom("product 24", constraints, product, &geometry)?;
    /// let mut puzzle = Puzzle::empty(geometry);
    /// puzzle.add_rules([rule]);
    /// assert_eq!(puzzle.rules()[0].sentence(), "product 24");
    /// # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a constraint has a cell or a digit that the board does not have, a sum with a repeated cell
    /// or a number beyond 2³², or a diagram whose layers do not fit the cells or each other.
    pub fn custom(
        name: impl Into<String>,
        constraints: Vec<Constraint>,
        check: impl Fn(&Digits<'_>) -> bool + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
        geometry: &Geometry,
    ) -> Result<Self, InvalidRule> {
        if geometry.size() > MAX_RULE_SIZE {
            return Err(InvalidRule::BoardSize(geometry.size()));
        }
        let mut visitor = Visitor { geometry, cells: Vec::new() };
        constraints.iter().try_for_each(|constraint| visitor.visit(constraint))?;
        let mut cells = visitor.cells;
        cells.sort_unstable();
        cells.dedup();
        let custom = Custom { name: name.into(), size: geometry.size(), constraints, check: Box::new(check) };
        let stated = Some(Arc::new(Stated::Custom(custom)));
        let (others, values, clue) = (Vec::new(), Vec::new(), None);
        Ok(Self { kind: RuleKind::Statement, cells, others, values, clue, stated })
    }
}

/// Checks constraints and collects their cells.
struct Visitor<'a> {
    geometry: &'a Geometry,
    cells: Vec<Cell>,
}

impl Visitor<'_> {
    fn visit(&mut self, constraint: &Constraint) -> Result<(), InvalidRule> {
        match constraint {
            Constraint::AllDifferent(cells) => self.add(cells),
            Constraint::Some(candidates) => {
                let parts = |&candidate: &crate::Candidate| (candidate.cell, candidate.digit);
                let (cells, digits): (Vec<_>, Vec<_>) = candidates.iter().map(parts).unzip();
                self.add(&cells)?;
                self.check_digits(digits)
            }
            Constraint::Pairs { cells, forbidden } => {
                self.add(cells)?;
                self.check_digits(forbidden.iter().flatten().copied())
            }
            Constraint::Sum(Sum { terms, total, .. }) => {
                let cells: Vec<Cell> = terms.iter().map(|&(_, cell)| cell).collect();
                check_distinct(&cells)?;
                check_weights(terms.iter().map(|&(weight, _)| weight).chain([*total]))?;
                self.add(&cells)
            }
            Constraint::Choice(alternatives) => {
                alternatives.iter().flatten().try_for_each(|constraint| self.visit(constraint))
            }
            Constraint::Automaton { cells, diagram } => {
                check_distinct(cells)?;
                self.add(cells)?;
                if diagram.is_valid(cells.len(), self.geometry.size()) {
                    return Ok(());
                }
                let message =
                    "a diagram needs a layer for each cell, and transitions to states of the next layer";
                Err(InvalidRule::Syntax(message.to_owned()))
            }
            Constraint::Count(count) => {
                let weights = count.conditions.iter().map(|condition| condition.weight);
                check_weights(weights.chain([count.total]))?;
                let parts =
                    count.conditions.iter().flat_map(|condition| [&condition.holds, &condition.fails]);
                parts.flatten().try_for_each(|constraint| self.visit(constraint))
            }
        }
    }

    fn add(&mut self, cells: &[Cell]) -> Result<(), InvalidRule> {
        self.cells.extend(cells);
        match cells.iter().find(|&&cell| !self.geometry.contains(cell)) {
            Some(&cell) => Err(InvalidRule::NoCell { kind: RuleKind::Statement, position: cell.into() }),
            None => Ok(()),
        }
    }

    fn check_digits(&self, digits: impl IntoIterator<Item = Digit>) -> Result<(), InvalidRule> {
        match digits.into_iter().find(|digit| digit.get() > self.geometry.size()) {
            Some(digit) => Err(InvalidRule::Syntax(format!("the board has no digit {digit}"))),
            None => Ok(()),
        }
    }
}

fn check_weights(mut weights: impl Iterator<Item = i64>) -> Result<(), InvalidRule> {
    match weights.find(|weight| weight.unsigned_abs() > MAX_WEIGHT) {
        Some(weight) => Err(InvalidRule::Syntax(format!("the number {weight} is too large for a sum"))),
        None => Ok(()),
    }
}

fn check_distinct(cells: &[Cell]) -> Result<(), InvalidRule> {
    match cells.iter().duplicates().next() {
        Some(&cell) => Err(InvalidRule::RepeatedCell { kind: RuleKind::Statement, cell }),
        None => Ok(()),
    }
}
