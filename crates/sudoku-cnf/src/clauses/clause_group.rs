//! Groups of clauses that belong together, and what they mean in words.

use std::fmt;

use crate::clauses::variable::Var;
use crate::puzzle::board::{Cell, Digit, House, HouseKind, HouseName};
use crate::puzzle::rule::Rule;

/// The purpose of a group of clauses. [`Problem::encode`](super::encoding::Problem::encode) announces each group to
/// [`ClauseSink::begin_group`](crate::ClauseSink::begin_group).
///
/// The `Display` implementation states what the clauses require, for example `row 1 has a place for 5`.
///
/// ```
/// use sudoku_cnf::clauses::clause_group::{Cardinality, ClauseGroup};
///
/// let group = ClauseGroup::Cell("r1c2".parse().unwrap(), Cardinality::ExactlyOne);
/// assert_eq!(group.to_string(), "r1c2 has exactly one digit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClauseGroup<'a> {
    /// The givens, as unit clauses.
    Givens,
    /// The cells that propagation decided, including the givens, as unit clauses.
    DecidedCells,
    /// The excluded candidates, as negative unit clauses.
    ExcludedCandidates,
    /// Two contradictory clauses, because propagation proved that there is no solution.
    Contradiction,
    /// A rule of the puzzle.
    Rule(&'a Rule),
    /// The [additional](super::encoding::Problem::with_clauses) clauses.
    Additional,
    /// The number of digits in a cell.
    Cell(Cell, Cardinality),
    /// The number of places for a digit in a house.
    House(House<'a>, Digit, Cardinality),
    /// The definition of the variable of the triad encoding for a segment and a digit.
    Segment {
        /// The row or column.
        line: HouseName,
        /// The box, or `None` if the cells belong to no box that is a separate house.
        in_box: Option<HouseName>,
        /// The digit.
        digit: Digit,
        /// The variable, which is true if and only if the segment contains the digit.
        variable: Var,
    },
    /// The house, which consists of segments, contains the digit in exactly one of them.
    HouseOfSegments {
        /// The row, the column or the box.
        house: HouseName,
        /// For a box, whether the segments are parts of rows or of columns.
        lines: HouseKind,
        /// The digit.
        digit: Digit,
    },
}

impl ClauseGroup<'_> {
    /// Returns the kind of constraint, as it appears in statistics: `unit`, `segment`, a cardinality in a cell or
    /// house, for example `cell at least one`, or the name of a rule.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Givens | Self::DecidedCells | Self::ExcludedCandidates | Self::Contradiction => "unit",
            Self::Rule(rule) => rule.kind().name(),
            Self::Additional => "additional",
            Self::Cell(_, Cardinality::AtLeastOne) => "cell at least one",
            Self::Cell(_, Cardinality::AtMostOne) => "cell at most one",
            Self::Cell(_, Cardinality::ExactlyOne) => "cell exactly one",
            Self::House(_, _, Cardinality::AtLeastOne) => "house at least one",
            Self::House(_, _, Cardinality::AtMostOne) => "house at most one",
            Self::House(_, _, Cardinality::ExactlyOne) => "house exactly one",
            Self::Segment { .. } | Self::HouseOfSegments { .. } => "segment",
        }
    }
}

/// How many literals of a set are true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cardinality {
    /// At least one.
    AtLeastOne,
    /// At most one.
    AtMostOne,
    /// Exactly one.
    ExactlyOne,
}

impl fmt::Display for ClauseGroup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Givens => f.write_str("givens"),
            Self::DecidedCells => f.write_str("cells decided by propagation"),
            Self::ExcludedCandidates => f.write_str("excluded candidates"),
            Self::Contradiction => f.write_str("contradiction: propagation proved that there is no solution"),
            Self::Rule(rule) => f.write_str(&rule.sentence()),
            Self::Additional => f.write_str("additional clauses"),
            Self::Cell(cell, Cardinality::AtLeastOne) => write!(f, "{cell} has a digit"),
            Self::Cell(cell, Cardinality::AtMostOne) => write!(f, "{cell} has at most one digit"),
            Self::Cell(cell, Cardinality::ExactlyOne) => write!(f, "{cell} has exactly one digit"),
            Self::House(House { name, cells, .. }, digit, cardinality) => match (cells, cardinality) {
                (&[a, b], Cardinality::AtMostOne) if name.is_move() => {
                    write!(f, "{a} and {b}, {name} apart, do not both contain {digit}")
                }
                (_, Cardinality::AtLeastOne) => write!(f, "{name} has a place for {digit}"),
                (_, Cardinality::AtMostOne) => write!(f, "{name} has at most one place for {digit}"),
                (_, Cardinality::ExactlyOne) => write!(f, "{name} has exactly one place for {digit}"),
            },
            Self::Segment { line, in_box, digit, variable } => {
                let place = in_box.map_or("outside the boxes".to_owned(), |in_box| format!("in {in_box}"));
                write!(f, "variable {}: {line} has its place for {digit} {place}", variable.number())
            }
            Self::HouseOfSegments { house, lines, digit } => {
                write!(f, "{house} has a place for {digit} in exactly one ")?;
                match (house.kind, lines) {
                    (HouseKind::Box, HouseKind::Row) => f.write_str("row"),
                    (HouseKind::Box, _) => f.write_str("column"),
                    _ => f.write_str("box"),
                }
            }
        }
    }
}
