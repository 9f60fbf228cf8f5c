//! The steps of explanations.

use itertools::Itertools;

use super::board_rule::{BoardRule, Fact};
use super::element::{Element, Literal};
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
    /// The rules that the step uses for any of its new facts.
    pub rules: Vec<BoardRule>,
    /// The facts that the step uses for any of its new facts.
    pub facts: Vec<Fact>,
    /// The new facts. A step without new facts is a contradiction.
    pub derived: Vec<Fact>,
    /// For each new fact, the set of rules and facts that implies it. A contradiction has one set.
    ///
    /// All sets have the same cells, houses and rules beyond houses, which are the pattern of the step.
    pub reasons: Vec<MinimalSet>,
    /// Whether no set can lose a rule or fact.
    pub is_minimal: bool,
    /// Whether no smaller set of rules and known facts implies the facts from which the search started. The first new
    /// fact is one of them.
    pub is_smallest: bool,
}

/// The rules and facts that imply one new fact of a [`Deduction`], as ascending indices into those of the step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MinimalSet {
    /// The indices of the rules.
    pub rules: Vec<usize>,
    /// The indices of the facts.
    pub facts: Vec<usize>,
}

impl Deduction {
    /// Returns the step of a reason. `sets` contains the elements that imply each new fact, or nothing if these are all
    /// elements of the reason.
    pub(super) fn of(reason: &Reason, sets: &[(Literal, Vec<Element>)], known: &Known<'_>) -> Self {
        Self::new(reason, sets, Technique::of(reason, known), known)
    }

    /// Returns the step of a reason with this name.
    pub(super) fn new(
        reason: &Reason,
        sets: &[(Literal, Vec<Element>)],
        technique: Technique,
        known: &Known<'_>,
    ) -> Self {
        let tables = known.tables;
        let fact = |&Literal { id, is_placed }: &Literal| Fact { candidate: tables.candidate(id), is_placed };
        let (mut derived, mut elements) =
            (reason.derived.iter().map(fact).collect_vec(), reason.elements.clone());
        if !sets.is_empty() {
            derived = sets.iter().map(|(goal, _)| fact(goal)).collect();
            elements =
                sets.iter().flat_map(|(_, set)| set.iter().copied()).sorted_unstable().dedup().collect();
        }
        let (facts, rules): (Vec<Element>, Vec<Element>) =
            elements.iter().partition(|element| element.is_fact());
        let indices = |all: &[Element], set: &[Element]| {
            set.iter().filter_map(|element| all.binary_search(element).ok()).collect()
        };
        let of = |set: &[Element]| MinimalSet { rules: indices(&rules, set), facts: indices(&facts, set) };
        Self {
            technique,
            cost: reason.cost,
            reasons: match sets {
                [] => vec![of(&elements)],
                sets => sets.iter().map(|(_, set)| of(set)).collect(),
            },
            rules: rules.iter().filter_map(|element| element.rule(tables)).collect(),
            facts: facts.iter().filter_map(|element| element.fact(tables)).collect(),
            derived,
            is_minimal: reason.is_minimal,
            is_smallest: false,
        }
    }

    /// Returns the number of rules and facts of the largest set.
    pub fn size(&self) -> usize {
        self.reasons.iter().map(|set| set.rules.len() + set.facts.len()).max().unwrap_or(0)
    }
}
