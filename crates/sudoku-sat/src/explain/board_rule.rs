//! The rules and facts that steps use.

use std::fmt;
use std::sync::Arc;

use itertools::{Itertools, iproduct};
use sudoku_cnf::{Candidate, Cell, ClauseSink, Cnf, Digit, Geometry, Lit, Puzzle};

use super::rule_table::{self, literals};

/// A known fact: a placed digit or an excluded candidate.
///
/// A placed digit also excludes every other digit from its cell. These exclusions are facts as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fact {
    /// The candidate.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub candidate: Candidate,
    /// Whether the candidate is placed; otherwise it is excluded.
    #[cfg_attr(feature = "serde", serde(rename = "placed"))]
    pub is_placed: bool,
}

impl Fact {
    /// Returns the literal that is true if the fact holds.
    pub fn literal(self, geometry: &Geometry) -> Lit {
        let literal = geometry.literal(self.candidate.cell, self.candidate.digit);
        if self.is_placed { literal } else { !literal }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Candidate { cell, digit } = self.candidate;
        write!(f, "{cell}{}{digit}", if self.is_placed { "=" } else { "≠" })
    }
}

/// A rule of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoardRule {
    /// The cell contains exactly one digit.
    Cell(Cell),
    /// The house has a place for the digit.
    House {
        /// The index of the house in [`Geometry::houses`].
        house: usize,
        /// The digit.
        digit: Digit,
    },
    /// The two cells, which share a house, do not both contain the digit.
    Peers {
        /// The first cell.
        a: Cell,
        /// The second cell.
        b: Cell,
        /// The digit.
        digit: Digit,
    },
    /// The rule beyond houses with this index in [`Puzzle::rules`] holds, and each of its cells contains exactly one
    /// digit. A rule about all adjacent cells, for example `negativexv`, includes no cells.
    Rule(usize),
    /// One of these cells contains neither of its two digits: the four corners of a rectangle, which all have the same
    /// digits, or all open cells.
    ///
    /// Otherwise, exchanging the digits would yield another solution. The rule therefore holds only if the puzzle has
    /// exactly one solution. None of the cells occurs in a rule beyond houses. Givens in these cells, and candidates
    /// that the puzzle excludes from them, follow from the rest of the puzzle.
    DeadlyPattern(Arc<[(Cell, [Digit; 2])]>),
}

impl BoardRule {
    /// Returns the clauses of the rule, which is a rule of the board of `puzzle`.
    ///
    /// Rules beyond houses may have auxiliary variables, which follow the first `used` variables. At least all
    /// candidates must be among these.
    pub fn clauses(&self, puzzle: &Puzzle, used: usize) -> Cnf {
        let geometry = puzzle.geometry();
        let mut clauses = Cnf::default();
        let Ok(()) = match *self {
            Self::Rule(index) => return rule_table::clauses(puzzle, index, used),
            Self::DeadlyPattern(ref pairs) => {
                let others = iproduct!(pairs.iter(), geometry.digits());
                let others = others.filter(|((_, digits), digit)| !digits.contains(digit));
                let others = others.map(|(&(cell, _), digit)| geometry.literal(cell, digit));
                clauses.add_clause(&others.collect_vec())
            }
            Self::Cell(cell) => clauses.add_exactly_one(&literals(cell, geometry)),
            Self::House { house, digit } => {
                let places = geometry.house(house).cells.iter().map(|&cell| geometry.literal(cell, digit));
                clauses.add_clause(&places.collect_vec())
            }
            Self::Peers { a, b, digit } => {
                clauses.add_clause(&[!geometry.literal(a, digit), !geometry.literal(b, digit)])
            }
        };
        clauses
    }

    /// Returns the rule in words, for example `row 1 has a place for 5`.
    pub fn describe(&self, puzzle: &Puzzle) -> String {
        let geometry = puzzle.geometry();
        match *self {
            Self::Rule(index) => puzzle.rules()[index].sentence(),
            Self::DeadlyPattern(ref pairs) => {
                let pair = |(cell, [x, y]): &(Cell, [Digit; 2])| format!("{cell} is {x} or {y}");
                let reason = "because the solution is assumed to be unique";
                match rectangle(pairs) {
                    Some((cells, [x, y])) => {
                        format!("{} do not contain only {x} and {y}, {reason}", cells.iter().join(" "))
                    }
                    None => {
                        format!("not all of this is true, {reason}: {}", pairs.iter().map(pair).join(", "))
                    }
                }
            }
            Self::Cell(cell) => format!("{cell} contains exactly one digit"),
            Self::House { house, digit } => {
                format!("{} has a place for {digit}", geometry.house(house).name)
            }
            Self::Peers { a, b, digit } => {
                let house = geometry.first_shared_house(a, b);
                let relation = house.map(|house| geometry.house(house).name.relation()).unwrap_or_default();
                format!("{a} and {b}{relation} do not both contain {digit}")
            }
        }
    }
}

/// Returns the corners and the digits of a deadly pattern if it is a rectangle.
pub(super) fn rectangle(pattern: &[(Cell, [Digit; 2])]) -> Option<([Cell; 4], [Digit; 2])> {
    let &[(a, digits), (b, second), (c, third), (d, fourth)] = pattern else { return None };
    [second, third, fourth].iter().all(|&other| other == digits).then_some(([a, b, c, d], digits))
}
