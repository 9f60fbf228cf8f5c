//! Deletion-based minimization of reasons.
//!
//! Each element in turn is left out. If the rest still implies the conclusion, the element is dropped, together with
//! all elements that the new proof does not need (clause-set refinement). The first pass proves by unit propagation
//! only, which is fast. The second pass uses an incremental SAT solver, after which no element can be left out. Its
//! counterexamples show that further elements are necessary ([model rotation](super::rotation)).
//!
//! References: A. Belov, I. Lynce, J. Marques-Silva: Towards efficient MUS extraction, 2012.

use super::clause_set::ClauseSet;
use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::rotation::Rotation;
use super::tables::Tables;
use crate::search::SolveError;
use crate::solver::Limits;

/// A reason, and whether no proper subset implies the conclusion.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub(super) elements: Vec<Element>,
    pub(super) is_minimal: bool,
}

/// Returns a subset-minimal subset of `elements` that implies all of `derived`, or a contradiction if `derived` is
/// empty.
///
/// Elements at the front of the list are left out first. Returns `None` if the elements do not imply the conclusion, or
/// if a limit is reached before this is known. If a limit is reached later, the result might not be minimal.
pub(super) fn reduce(
    elements: &[Element],
    derived: &[Literal],
    tables: &Tables,
    limits: &Limits,
) -> Option<Reduced> {
    let reduced = reduce_by_propagation(elements, derived, tables);
    let is_implied = reduced.is_some();
    let elements = reduced.unwrap_or_else(|| elements.to_vec());
    let mut solver = ElementSolver::new(elements, derived, tables, limits).ok()?;
    let mut kept: Vec<u32> = (0..solver.elements().len() as u32).collect();
    if !is_implied {
        kept = solver.core(&kept, None, limits).ok()??;
    }
    let is_minimal = leave_out(&mut solver, &mut kept, derived, limits).is_ok();
    let mut elements: Vec<_> = kept.into_iter().map(|index| solver.elements()[index as usize]).collect();
    elements.sort_unstable();
    Some(Reduced { elements, is_minimal })
}

/// Returns a subset of `elements` that implies `derived` by unit propagation, from which no element can be left out.
///
/// Returns `None` if unit propagation does not suffice.
fn reduce_by_propagation(elements: &[Element], derived: &[Literal], tables: &Tables) -> Option<Vec<Element>> {
    let mut set = ClauseSet::of_elements(elements, derived, tables);
    let needed = propagate(&mut set, derived)?;
    restrict(&mut set, &needed);
    for index in 0..elements.len() {
        if !set.is_active(index) {
            continue;
        }
        set.set_active(index, false);
        match propagate(&mut set, derived) {
            Some(needed) => restrict(&mut set, &needed),
            None => set.set_active(index, true),
        }
    }
    Some((0..elements.len()).filter(|&index| set.is_active(index)).map(|index| elements[index]).collect())
}

/// Returns the indices of elements that imply all of `derived` by unit propagation, or `None` if there are none.
fn propagate(set: &mut ClauseSet, derived: &[Literal]) -> Option<Vec<u32>> {
    let contradiction = derived.is_empty().then_some(None);
    let mut needed = Vec::new();
    for goal in derived.iter().copied().map(Some).chain(contradiction) {
        needed.extend(set.refutations(goal, 1).pop()?.elements);
    }
    needed.sort_unstable();
    needed.dedup();
    Some(needed)
}

/// Switches off all elements except for `needed`.
fn restrict(set: &mut ClauseSet, needed: &[u32]) {
    for index in 0..set.elements().len() {
        if set.is_active(index) && needed.binary_search(&(index as u32)).is_err() {
            set.set_active(index, false);
        }
    }
}

/// Leaves out elements of `kept`, which implies the conclusion, until all of them are necessary.
///
/// # Errors
/// Returns an error if a limit is reached first. The remaining elements imply the conclusion nevertheless.
fn leave_out(
    solver: &mut ElementSolver,
    kept: &mut Vec<u32>,
    derived: &[Literal],
    limits: &Limits,
) -> Result<(), SolveError> {
    let mut rotation = Rotation::new(solver, derived);
    let mut position = 0;
    while let Some(&index) = kept.get(position) {
        if rotation.is_necessary(index) {
            position += 1;
            continue;
        }
        let rest: Vec<u32> = kept.iter().copied().filter(|&other| other != index).collect();
        match solver.solve(&rest, &[], limits)? {
            Ok(model) => rotation.mark_necessary(index, solver.values(&model), kept, solver),
            Err(core) => *kept = solver.selected_by(&core),
        }
    }
    Ok(())
}
