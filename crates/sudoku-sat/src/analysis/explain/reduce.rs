//! Deletion-based minimization of reasons.
//!
//! Each element in turn is left out. If the rest still implies the conclusion, the element is dropped, together with all
//! elements that the new proof does not need (clause-set refinement). The first pass proves by unit propagation only, which
//! is fast; the second pass uses a complete search, after which no element can be left out.
//!
//! References: A. Belov, I. Lynce, J. Marques-Silva: Towards efficient MUS extraction, 2012.

use super::clause_set::{ClauseSet, Search};
use super::element::{Element, Literal};
use super::tables::Tables;

/// The number of search nodes for one test of the second pass.
const NODES: u64 = 20_000;

/// A reason, and whether no proper subset implies the conclusion.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub(super) elements: Vec<Element>,
    pub(super) is_minimal: bool,
}

/// Returns a subset-minimal subset of `elements` that implies all of `derived`, or a contradiction if `derived` is empty.
///
/// Elements at the front of the list are left out first. Returns `None` if the search cannot prove the conclusion.
pub(super) fn reduce(elements: &[Element], derived: &[Literal], tables: &Tables) -> Option<Reduced> {
    let mut set = ClauseSet::of_elements(elements, derived, tables);
    if !imply(&mut set, derived, 0).is_some_and(|needed| restrict(&mut set, &needed)) {
        imply(&mut set, derived, usize::MAX).map(|needed| restrict(&mut set, &needed))?;
    }
    let mut is_minimal = true;
    for depth in [0, usize::MAX] {
        for index in 0..elements.len() {
            if !set.is_active(index) {
                continue;
            }
            set.set_active(index, false);
            match imply_or_give_up(&mut set, derived, depth) {
                Ok(Some(needed)) => {
                    restrict(&mut set, &needed);
                }
                Ok(None) => set.set_active(index, true),
                Err(GaveUp) => {
                    set.set_active(index, true);
                    is_minimal &= depth == 0;
                }
            }
        }
    }
    let kept = set.elements().iter().enumerate().filter(|&(index, _)| set.is_active(index));
    let mut elements: Vec<_> = kept.map(|(_, &element)| element).collect();
    elements.sort_unstable();
    Some(Reduced { elements, is_minimal })
}

struct GaveUp;

fn imply(set: &mut ClauseSet, derived: &[Literal], depth: usize) -> Option<Vec<u32>> {
    imply_or_give_up(set, derived, depth).unwrap_or_default()
}

/// Returns the indices of elements that imply all of `derived`, or `None` if the active elements do not imply them.
fn imply_or_give_up(
    set: &mut ClauseSet,
    derived: &[Literal],
    depth: usize,
) -> Result<Option<Vec<u32>>, GaveUp> {
    let goals: Vec<Option<Literal>> =
        if derived.is_empty() { vec![None] } else { derived.iter().copied().map(Some).collect() };
    let mut needed = Vec::new();
    for goal in goals {
        match set.search(goal, depth, NODES) {
            Search::Refuted(cone) => needed.extend(cone.elements),
            Search::Satisfiable => return Ok(None),
            Search::GaveUp => return Err(GaveUp),
        }
    }
    needed.sort_unstable();
    needed.dedup();
    Ok(Some(needed))
}

/// Switches off all elements except for `needed`, and returns `true`.
fn restrict(set: &mut ClauseSet, needed: &[u32]) -> bool {
    for index in 0..set.elements().len() {
        if set.is_active(index) && needed.binary_search(&(index as u32)).is_err() {
            set.set_active(index, false);
        }
    }
    true
}
