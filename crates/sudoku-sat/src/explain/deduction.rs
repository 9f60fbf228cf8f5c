//! The steps of explanations.

use super::board_rule::{BoardRule, Fact};
use super::element::Literal;
use super::known::Known;
use super::reason::Reason;
use super::technique::Technique;

/// A step of an explanation: rules and facts that imply new facts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deduction {
    /// The name of the step.
    pub technique: Technique,
    /// The cost. The module documentation defines it.
    pub cost: u64,
    /// The rules that the step uses.
    pub rules: Vec<BoardRule>,
    /// The facts that the step uses.
    pub facts: Vec<Fact>,
    /// The new facts. A step without new facts is a contradiction.
    pub derived: Vec<Fact>,
    /// Whether no proper subset of the rules and facts implies all new facts.
    pub is_minimal: bool,
    /// Whether no smaller set of rules and known facts implies all new facts.
    pub is_smallest: bool,
}

impl Deduction {
    /// Returns the step of a reason.
    pub(super) fn of(reason: &Reason, known: &Known<'_>) -> Self {
        Self::new(reason, Technique::of(reason, known), known)
    }

    /// Returns the step of a reason with this name.
    pub(super) fn new(reason: &Reason, technique: Technique, known: &Known<'_>) -> Self {
        let tables = known.tables;
        let fact = |literal: &Literal| Fact {
            candidate: tables.candidate(literal.id),
            is_placed: literal.is_placed,
        };
        Self {
            technique,
            cost: reason.cost,
            rules: reason.elements.iter().filter_map(|element| element.rule(tables)).collect(),
            facts: reason.elements.iter().filter_map(|element| element.fact(tables)).collect(),
            derived: reason.derived.iter().map(fact).collect(),
            is_minimal: reason.is_minimal,
            is_smallest: false,
        }
    }

    /// Returns the number of rules and facts.
    pub fn size(&self) -> usize {
        self.rules.len() + self.facts.len()
    }
}
