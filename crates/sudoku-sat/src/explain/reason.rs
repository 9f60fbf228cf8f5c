//! Reasons for single facts: from the cone of a refutation to a minimal set of rules and facts.

use itertools::Itertools;
use rustc_hash::FxHashSet;

use super::clause_set::{ClauseSet, Cone};
use super::cost::cost;
use super::element::{Element, Literal};
use super::ids::CandidateId;
use super::known::{Known, Value};
use super::reduce::{Reduced, Wanted, reduce};
use crate::solver::Limits;

/// A set of rules and facts that implies some facts.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    pub(super) derived: Vec<Literal>,
    pub(super) elements: Vec<Element>,
    pub(super) cost: u64,
    pub(super) is_minimal: bool,
}

impl Reason {
    /// Returns a reason with minimal elements, or `None` if they do not imply `derived`.
    pub(super) fn minimal(
        derived: Vec<Literal>,
        elements: Vec<Element>,
        known: &Known<'_>,
        limits: &Limits,
    ) -> Option<Self> {
        Self::wanted(&Wanted::ANY, derived, elements, known, limits)
    }

    /// Returns a reason with minimal elements that costs less than `bound`, or `None` if they do not imply `derived`
    /// or the reason costs more. Stops as soon as the necessary elements cost too much.
    pub(super) fn cheaper_than(
        bound: u64,
        derived: Vec<Literal>,
        elements: Vec<Element>,
        known: &Known<'_>,
        limits: &Limits,
    ) -> Option<Self> {
        let goals = derived.clone();
        let is_excessive = |necessary: &[Element]| cost(necessary, &goals, known) >= bound;
        let wanted = Wanted { is_excessive: &is_excessive, ..Wanted::ANY };
        Self::wanted(&wanted, derived, elements, known, limits).filter(|reason| reason.cost < bound)
    }

    /// Returns a reason with minimal elements that is `wanted`, or `None` if they do not imply `derived` or it is not
    /// wanted.
    pub(super) fn wanted(
        wanted: &Wanted<'_>,
        derived: Vec<Literal>,
        mut elements: Vec<Element>,
        known: &Known<'_>,
        limits: &Limits,
    ) -> Option<Self> {
        order(&mut elements, known);
        let Reduced { elements, is_minimal } = reduce(&elements, &derived, known.tables, wanted, limits)?;
        let cost = cost(&elements, &derived, known);
        Some(Self { derived, elements, cost, is_minimal })
    }
}

/// Sorts the elements so that, roughly, the most expensive ones come first, which are left out first.
pub(super) fn order(elements: &mut Vec<Element>, known: &Known<'_>) {
    elements.sort_unstable();
    elements.dedup();
    let is_placed = |id: CandidateId| known.value(id) == Value::Placed;
    elements.sort_by_key(|&element| match element {
        Element::House(..) | Element::Rule(_) => 0,
        Element::Cell(_) => 1,
        Element::Peers(a, b) if !is_placed(a) && !is_placed(b) => 2,
        Element::Excluded(id) if known.is_derived(id) => 3,
        Element::Placed(_) => 4,
        Element::Peers(..) => 5,
        Element::Excluded(_) => 6,
    });
}

/// Adds the rules for all pairs of peers among the candidates `ids`.
pub(super) fn add_peers(ids: &[CandidateId], elements: &mut Vec<Element>, known: &Known<'_>) {
    for (index, &a) in ids.iter().enumerate() {
        let clashing = ids[index + 1..].iter().filter(|&&b| known.tables.clash(a, b));
        elements.extend(clashing.map(|&b| Element::peers(a, b)));
    }
}

/// Returns the rules of `cone`, and facts about the candidates of its cells, houses and rules that are not open.
pub(super) fn elements_of_cone(cone: &Cone, set: &ClauseSet, known: &Known<'_>) -> Vec<Element> {
    let rules: Vec<_> = cone.elements.iter().map(|&index| set.elements()[index]).collect();
    with_facts(rules, &cone.known, known)
}

/// Adds facts that exclude `more` candidates, and the candidates of the cells and houses that are known to be false.
/// For rules beyond houses, placed digits are added, too.
pub(super) fn with_facts(mut rules: Vec<Element>, more: &[CandidateId], known: &Known<'_>) -> Vec<Element> {
    add_facts(&rules.clone(), more, &mut rules, known);
    rules
}

/// Adds the facts of [`with_facts`] that facts in `elements` do not explain.
pub(super) fn add_facts(
    rules: &[Element],
    more: &[CandidateId],
    elements: &mut Vec<Element>,
    known: &Known<'_>,
) {
    let tables = known.tables;
    let is_placed = |id: CandidateId| known.value(id) == Value::Placed;
    let mut explained = FxHashSet::default();
    for &element in elements.iter() {
        match element {
            Element::Excluded(id) => explained.extend([id]),
            Element::Peers(a, b) if is_placed(a) || is_placed(b) => explained.extend([a, b]),
            _ => {}
        }
    }
    let mut excluded = more.to_vec();
    for &rule in rules {
        match rule {
            Element::Rule(rule) => {
                let candidates = &tables.rules[rule].candidates;
                for &id in candidates {
                    match known.placed(tables.cell(id)) {
                        Some(digit) if candidates.contains(&digit) => elements.push(Element::Placed(digit)),
                        _ => excluded.push(id),
                    }
                }
            }
            Element::Cell(_) | Element::House(..) => excluded.extend(rule.candidates(tables)),
            _ => {}
        }
    }
    excluded.retain(|id| known.value(*id) == Value::Excluded && !explained.contains(id));
    excluded.sort_unstable();
    excluded.dedup();
    known.explain(&excluded, elements);
    elements.sort_unstable();
    elements.dedup();
}

/// Returns the open candidates of the cells, houses and rules in `elements`, except for rules for the whole board.
pub(super) fn open_candidates(elements: &[Element], known: &Known<'_>) -> Vec<CandidateId> {
    let is_local = |element: &Element| match *element {
        Element::Cell(_) | Element::House(..) => true,
        Element::Rule(rule) => !known.tables.rules[rule].is_global,
        _ => false,
    };
    let rules = elements.iter().copied().filter(is_local);
    rules.flat_map(|rule| known.open_of(rule)).sorted_unstable().dedup().collect()
}
