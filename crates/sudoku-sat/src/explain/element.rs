//! The elements of a reason: rules and facts, as numbers.

use sudoku_cnf::Digit;

use super::tables::Tables;
use super::{BoardRule, Fact};

/// A rule or a fact. Candidates, cells, houses and digits are numbered as in [`Tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Element {
    /// The cell contains exactly one digit.
    Cell(u32),
    /// The house has a place for the digit.
    House(u32, u32),
    /// Not both candidates are true. They have the same digit in two peers, in ascending order.
    Peers(u32, u32),
    /// A rule beyond houses holds.
    Rule(u32),
    /// The candidate is true.
    Placed(u32),
    /// The candidate is false.
    Excluded(u32),
}

impl Element {
    /// Returns the rule that not both candidates are true.
    pub(super) fn peers(a: u32, b: u32) -> Self {
        Self::Peers(a.min(b), a.max(b))
    }

    pub(super) fn is_fact(self) -> bool {
        matches!(self, Self::Placed(_) | Self::Excluded(_))
    }

    /// Returns the candidates that the element restricts.
    pub(super) fn candidates(self, tables: &Tables) -> Vec<u32> {
        match self {
            Self::Cell(cell) => tables.ids_of_cell(cell).collect(),
            Self::House(house, digit) => tables.ids_of_house(house, digit).collect(),
            Self::Peers(a, b) => vec![a, b],
            Self::Rule(rule) => tables.rules[rule as usize].candidates.clone(),
            Self::Placed(id) | Self::Excluded(id) => vec![id],
        }
    }

    /// Returns whether the element holds if exactly the candidates in `is_true` are true.
    pub(super) fn holds(self, is_true: &[bool], tables: &Tables) -> bool {
        let is_true_id = |id: u32| is_true[id as usize];
        match self {
            Self::Cell(cell) => tables.ids_of_cell(cell).filter(|&id| is_true_id(id)).count() == 1,
            Self::House(house, digit) => tables.ids_of_house(house, digit).any(is_true_id),
            Self::Peers(a, b) => !is_true_id(a) || !is_true_id(b),
            Self::Rule(rule) => tables.rules[rule as usize].holds(&tables.puzzle, is_true),
            Self::Placed(id) => is_true_id(id),
            Self::Excluded(id) => !is_true_id(id),
        }
    }

    pub(super) fn rule(self, tables: &Tables) -> Option<BoardRule> {
        match self {
            Self::Cell(cell) => Some(BoardRule::Cell(tables.geometry.cell(cell as usize))),
            Self::House(house, digit) => {
                Some(BoardRule::House { house: house as usize, digit: Digit::new(digit as usize + 1)? })
            }
            Self::Peers(a, b) => {
                let (a, b) = (tables.candidate(a), tables.candidate(b));
                Some(BoardRule::Peers { a: a.cell, b: b.cell, digit: a.digit })
            }
            Self::Rule(rule) => Some(tables.rules[rule as usize].rule.clone()),
            Self::Placed(_) | Self::Excluded(_) => None,
        }
    }

    pub(super) fn fact(self, tables: &Tables) -> Option<Fact> {
        match self {
            Self::Placed(id) => Some(Fact { candidate: tables.candidate(id), is_placed: true }),
            Self::Excluded(id) => Some(Fact { candidate: tables.candidate(id), is_placed: false }),
            _ => None,
        }
    }
}

/// A literal: a candidate that is placed or excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal {
    pub(super) id: u32,
    pub(super) is_placed: bool,
}

impl Literal {
    pub(super) fn placed(id: u32) -> Self {
        Self { id, is_placed: true }
    }

    pub(super) fn excluded(id: u32) -> Self {
        Self { id, is_placed: false }
    }
}
