//! Naked and hidden singles, which are found directly.

use super::clause_set::ClauseSet;
use super::cost::cost;
use super::element::{Element, Literal};
use super::ids::{CandidateId, CellId};
use super::known::{Known, Value};
use super::reason::{Reason, with_facts};
use crate::solver::{Limits, StopReason};

/// Returns the cheapest single, if there is one.
///
/// The reason of a single is minimal by construction: every other candidate of the cell or house is excluded in exactly
/// one way, and every placed digit excludes a candidate.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn cheapest_single(known: &Known<'_>, limits: &Limits) -> Result<Option<Reason>, StopReason> {
    let tables = known.tables;
    let n = tables.n as u64;
    // Each other candidate is excluded by an element, and one in an empty cell by a digit elsewhere.
    let houses = tables.houses_and_digits().filter_map(|(house, digit)| {
        let id = last_open(tables.ids_of_house(house, digit), known)?;
        let is_empty = |&cell: &CellId| known.placed(cell).is_none();
        let is_full = tables.houses[house].iter().filter(|cell| is_empty(cell)).count() == 1;
        Some((Element::House(house, digit), id, n, is_full))
    });
    let cells = tables.cells().filter_map(|cell| {
        let id = last_open(tables.ids_of_cell(cell), known)?;
        Some((Element::Cell(cell), id, (3 * n).div_ceil(2), false))
    });
    // Full houses come first. Of singles with the same cost, the one with the fewest elements comes first.
    let mut best: Option<(bool, Reason)> = None;
    for (rule, id, least, is_full) in houses.chain(cells) {
        limits.check()?;
        if best.as_ref().is_some_and(|(full, best)| (!full, best.cost) < (!is_full, least)) {
            continue;
        }
        let elements = with_facts(vec![rule], &[], known);
        let derived = vec![Literal::placed(id)];
        let cost = cost(&elements, &derived, known);
        let single = (is_full, Reason { derived, elements, cost, is_minimal: true });
        let key = |(full, single): &(bool, Reason)| {
            (!full, single.cost, single.elements.len(), single.derived[0].id)
        };
        let is_better =
            |best: &(bool, Reason)| (key(&single), &single.1.elements) < (key(best), &best.1.elements);
        if best.as_ref().is_none_or(is_better) {
            best = Some(single);
        }
    }
    Ok(best.map(|(_, single)| single))
}

/// Returns the only open candidate in `ids`, if none of them is placed.
fn last_open(ids: impl Iterator<Item = CandidateId>, known: &Known<'_>) -> Option<CandidateId> {
    let mut last = None;
    for id in ids {
        match known.value(id) {
            Value::Placed => return None,
            Value::Open if last.is_some() => return None,
            Value::Open => last = Some(id),
            Value::Excluded => {}
        }
    }
    last
}

/// Returns a contradiction: a cell or house without an open candidate, two equal digits in a house, or a violated rule.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn contradiction(
    known: &Known<'_>,
    board: &mut ClauseSet,
    limits: &Limits,
) -> Result<Option<Reason>, StopReason> {
    let tables = known.tables;
    let is_empty = |mut ids: Box<dyn Iterator<Item = CandidateId> + '_>| {
        ids.all(|id| known.value(id) == Value::Excluded)
    };
    let cells = tables.cells().filter(|&cell| is_empty(Box::new(tables.ids_of_cell(cell))));
    let houses = tables.houses_and_digits();
    let houses = houses.filter(|&(house, digit)| is_empty(Box::new(tables.ids_of_house(house, digit))));
    let rules = cells.map(Element::Cell).chain(houses.map(|(house, digit)| Element::House(house, digit)));
    let empty = rules.map(|rule| with_facts(vec![rule], &[], known));
    let placed = tables.cells().filter_map(|cell| known.placed(cell));
    let clashes = placed.flat_map(|id| {
        let peers = tables.peers[tables.cell(id)].iter();
        let others = peers.filter_map(move |&peer| known.placed(peer));
        others
            .filter(move |&other| id < other && tables.clash(id, other))
            .map(move |other| vec![Element::peers(id, other), Element::Placed(id), Element::Placed(other)])
    });
    let violated = board.violated_rules(limits)?.into_iter();
    let violated = violated.map(|rule| with_facts(vec![rule], &[], known));
    let reasons = clashes
        .chain(empty)
        .chain(violated)
        .filter_map(|elements| Reason::minimal(Vec::new(), elements, known, limits));
    Ok(reasons.min_by(|a, b| (a.cost, &a.elements).cmp(&(b.cost, &b.elements))))
}
