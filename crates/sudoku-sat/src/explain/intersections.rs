//! Pointing and claiming: steps by one house, which are found directly.

use super::cost::cost;
use super::element::{Element, Literal};
use super::ids::CandidateId;
use super::known::Known;
use super::reason::{Reason, with_facts};
use crate::solver::{Limits, StopReason};

/// Returns the cheapest step by the places for a digit in a house, or `None` if there is none.
///
/// The step excludes each candidate that sees all places and for which `is_wrong` returns `true`. Its reason is minimal
/// by construction: every other place is excluded in exactly one way.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn cheapest_intersection(
    known: &Known<'_>,
    is_wrong: &dyn Fn(CandidateId) -> bool,
    limits: &Limits,
) -> Result<Option<Reason>, StopReason> {
    let tables = known.tables;
    let mut best: Option<Reason> = None;
    for house in tables.houses.keys() {
        limits.check()?;
        for digit in tables.digits() {
            let rule = Element::House(house, digit);
            let places = known.open_of(rule);
            if places.len() < 2 {
                continue;
            }
            let mut seen = known.seeing_all(&places);
            seen.retain(|&id| is_wrong(id));
            if seen.is_empty() {
                continue;
            }
            let mut elements = with_facts(vec![rule], &[], known);
            elements.extend(
                seen.iter().flat_map(|&id| places.iter().map(move |&place| Element::peers(place, id))),
            );
            elements.sort_unstable();
            let derived: Vec<Literal> = seen.into_iter().map(Literal::excluded).collect();
            let cost = cost(&elements, &derived, known);
            let is_better = |best: &Reason| (cost, best.derived.len()) < (best.cost, derived.len());
            if best.as_ref().is_none_or(is_better) {
                best = Some(Reason { derived, elements, cost, is_minimal: true });
            }
        }
    }
    Ok(best)
}
