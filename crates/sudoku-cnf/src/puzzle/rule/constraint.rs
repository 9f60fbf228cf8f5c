//! The constraints that express rules.
//!
//! Encoders know these seven shapes and no rule by name.

use super::diagram::Diagram;
use crate::puzzle::board::{Candidate, Cell, Digit};

/// A constraint on the digits of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The cells contain distinct digits.
    AllDifferent(Vec<Cell>),
    /// At least one of the candidates is true.
    Some(Vec<Candidate>),
    /// The two cells do not contain any of the pairs of digits at the same time.
    Pairs {
        /// The two cells.
        cells: [Cell; 2],
        /// The forbidden pairs: a digit of the first cell and a digit of the second cell.
        forbidden: Vec<[Digit; 2]>,
    },
    /// A weighted sum of digits equals a number.
    Sum(Sum),
    /// All constraints of at least one of the alternatives hold.
    Choice(Vec<Vec<Constraint>>),
    /// An automaton that reads the digits of the cells in order accepts them.
    Automaton {
        /// The cells in reading order.
        cells: Vec<Cell>,
        /// The automaton, with one layer per cell.
        diagram: Diagram,
    },
    /// The weights of the conditions that hold have a given sum.
    Count(WeightedCount),
}

/// The comparison of a sum with its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The sum equals the total.
    Equal,
    /// The sum is at least the total.
    AtLeast,
}

/// Conditions with weights: Σ weight of the conditions that hold = total, or ≥ total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedCount {
    /// The conditions.
    pub conditions: Vec<Counted>,
    /// The comparison.
    pub relation: Relation,
    /// The total.
    pub total: i64,
}

/// A condition and its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The weight.
    pub weight: i64,
    /// The constraints that are equivalent to the condition.
    pub holds: Vec<Constraint>,
    /// The constraints that are equivalent to its opposite.
    pub fails: Vec<Constraint>,
}

/// A weighted sum of digits and its total: Σ coefficient · digit = total, or ≥ total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The coefficients and cells. No cell occurs twice.
    pub terms: Vec<(i64, Cell)>,
    /// The comparison.
    pub relation: Relation,
    /// The total.
    pub total: i64,
    /// Whether another constraint requires the cells to contain distinct digits.
    pub is_distinct: bool,
}

impl Constraint {
    /// Returns a constraint that is never satisfied.
    pub(super) fn never() -> Self {
        Self::Some(Vec::new())
    }

    /// Returns the constraint that the digits of two cells on a board of size `n` satisfy `allows`.
    pub(super) fn pair(cells: [Cell; 2], n: usize, allows: impl Fn(i64, i64) -> bool) -> Self {
        let digits = || (1..=n).filter_map(Digit::new);
        let value = |digit: Digit| digit.get() as i64;
        let pairs = digits().flat_map(|a| digits().map(move |b| [a, b]));
        let forbidden = pairs.filter(|&[a, b]| !allows(value(a), value(b))).collect();
        Self::Pairs { cells, forbidden }
    }

    /// Returns the constraint that `cell` contains one of the digits from 1 to `n` that satisfy `allows`.
    pub(super) fn digit(cell: Cell, n: usize, allows: impl Fn(i64) -> bool) -> Self {
        let digits = (1..=n).filter(|&digit| allows(digit as i64)).filter_map(Digit::new);
        Self::Some(digits.map(|digit| Candidate { cell, digit }).collect())
    }

    /// Returns a constraint on a weighted sum. The terms of a cell that occurs several times are added up.
    pub(super) fn sum(terms: impl IntoIterator<Item = (i64, Cell)>, total: i64) -> Self {
        let mut merged: Vec<(i64, Cell)> = Vec::new();
        for (coefficient, cell) in terms {
            match merged.iter_mut().find(|(_, other)| *other == cell) {
                Some((sum, _)) => *sum += coefficient,
                None => merged.push((coefficient, cell)),
            }
        }
        merged.retain(|&(coefficient, _)| coefficient != 0);
        Self::Sum(Sum { terms: merged, relation: Relation::Equal, total, is_distinct: false })
    }

    /// Returns the same constraint on other cells.
    pub(super) fn with_cells(&self, new: &dyn Fn(Cell) -> Cell) -> Self {
        let all = |constraints: &[Self]| constraints.iter().map(|part| part.with_cells(new)).collect();
        let each = |cells: &[Cell]| cells.iter().map(|&cell| new(cell)).collect();
        match self {
            Self::AllDifferent(cells) => Self::AllDifferent(each(cells)),
            Self::Some(candidates) => {
                let candidate = |candidate: &Candidate| Candidate { cell: new(candidate.cell), ..*candidate };
                Self::Some(candidates.iter().map(candidate).collect())
            }
            Self::Pairs { cells, forbidden } => {
                Self::Pairs { cells: cells.map(new), forbidden: forbidden.clone() }
            }
            Self::Sum(sum) => {
                let terms = sum.terms.iter().map(|&(coefficient, cell)| (coefficient, new(cell))).collect();
                Self::Sum(Sum { terms, ..*sum })
            }
            Self::Choice(alternatives) => Self::Choice(alternatives.iter().map(|part| all(part)).collect()),
            Self::Automaton { cells, diagram } => {
                Self::Automaton { cells: each(cells), diagram: diagram.clone() }
            }
            Self::Count(count) => {
                let condition = |part: &Counted| Counted {
                    weight: part.weight,
                    holds: all(&part.holds),
                    fails: all(&part.fails),
                };
                let conditions = count.conditions.iter().map(condition).collect();
                Self::Count(WeightedCount { conditions, ..*count })
            }
        }
    }
}
