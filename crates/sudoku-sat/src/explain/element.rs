//! The elements of a reason: rules and facts, as numbers.

use typed_index_collections::TiSlice;

use super::ids::{CandidateId, CellId, DigitId, HouseId, RuleId};
use super::tables::Tables;
use super::{BoardRule, Fact};

/// A rule or a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Element {
    /// The cell contains exactly one digit.
    Cell(CellId),
    /// The house has a place for the digit.
    House(HouseId, DigitId),
    /// Not both candidates are true. They have the same digit in two peers, in ascending order.
    Peers(CandidateId, CandidateId),
    /// A rule beyond houses holds.
    Rule(RuleId),
    /// The candidate is true.
    Placed(CandidateId),
    /// The candidate is false.
    Excluded(CandidateId),
}

impl Element {
    /// Returns the rule that not both candidates are true.
    pub(super) fn peers(a: CandidateId, b: CandidateId) -> Self {
        Self::Peers(a.min(b), a.max(b))
    }

    pub(super) fn is_fact(self) -> bool {
        matches!(self, Self::Placed(_) | Self::Excluded(_))
    }

    /// Returns the candidates that the element restricts.
    pub(super) fn candidates(self, tables: &Tables) -> Vec<CandidateId> {
        match self {
            Self::Cell(cell) => tables.ids_of_cell(cell).collect(),
            Self::House(house, digit) => tables.ids_of_house(house, digit).collect(),
            Self::Peers(a, b) => vec![a, b],
            Self::Rule(rule) => tables.rules[rule].candidates.clone(),
            Self::Placed(id) | Self::Excluded(id) => vec![id],
        }
    }

    /// Returns whether the element holds if exactly the candidates in `is_true` are true.
    pub(super) fn holds(self, is_true: &TiSlice<CandidateId, bool>, tables: &Tables) -> bool {
        let is_true_id = |id: CandidateId| is_true[id];
        match self {
            Self::Cell(cell) => tables.ids_of_cell(cell).filter(|&id| is_true_id(id)).count() == 1,
            Self::House(house, digit) => tables.ids_of_house(house, digit).any(is_true_id),
            Self::Peers(a, b) => !is_true_id(a) || !is_true_id(b),
            Self::Rule(rule) => tables.rules[rule].holds(&tables.puzzle, is_true),
            Self::Placed(id) => is_true_id(id),
            Self::Excluded(id) => !is_true_id(id),
        }
    }

    pub(super) fn rule(self, tables: &Tables) -> Option<BoardRule> {
        match self {
            Self::Cell(cell) => Some(BoardRule::Cell(tables.geometry_cell(cell))),
            Self::House(house, digit) => {
                Some(BoardRule::House { house: house.into(), digit: Tables::geometry_digit(digit) })
            }
            Self::Peers(a, b) => {
                let (a, b) = (tables.candidate(a), tables.candidate(b));
                Some(BoardRule::Peers { a: a.cell, b: b.cell, digit: a.digit })
            }
            Self::Rule(rule) => Some(tables.rules[rule].rule.clone()),
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
    pub(super) id: CandidateId,
    pub(super) is_placed: bool,
}

impl Literal {
    pub(super) fn placed(id: CandidateId) -> Self {
        Self { id, is_placed: true }
    }

    pub(super) fn excluded(id: CandidateId) -> Self {
        Self { id, is_placed: false }
    }
}
