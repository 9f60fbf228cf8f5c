//! Deletion-based minimization of reasons.
//!
//! Each element in turn is left out. If the rest still implies the conclusion, the element is dropped, together with
//! all elements that the new proof does not need (clause-set refinement). The first pass proves by unit propagation
//! only, which is fast. If propagation ends without a proof, a short search for a counterexample continues from there.
//! A counterexample shows that the element is necessary, and often that others are, too ([model
//! rotation](super::rotation)). If an element remains for which neither a proof nor a counterexample was found, a
//! second pass with an incremental SAT solver decides.
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
/// Elements at the front of the list are left out first. Returns `None` if the elements do not imply the conclusion, if
/// a limit is reached before this is known, or if `is_excessive` returns `true` for elements that all of the result's
/// supersets contain. If a limit is reached later, the result might not be minimal.
pub(super) fn reduce(
    elements: &[Element],
    derived: &[Literal],
    tables: &Tables,
    is_excessive: &dyn Fn(&[Element]) -> bool,
    limits: &Limits,
) -> Option<Reduced> {
    limits.check().ok()?;
    let (elements, is_implied) = match reduce_by_propagation(elements, derived, tables, is_excessive) {
        ByPropagation::Excessive => return None,
        ByPropagation::Minimal(mut elements) => {
            elements.sort_unstable();
            return Some(Reduced { elements, is_minimal: true });
        }
        ByPropagation::Implied(elements) => (elements, true),
        ByPropagation::NotRefuted => (elements.to_vec(), false),
    };
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

/// The result of the first pass.
enum ByPropagation {
    /// Unit propagation does not prove the conclusion.
    NotRefuted,
    /// The necessary elements are excessive.
    Excessive,
    /// All of these elements are necessary.
    Minimal(Vec<Element>),
    /// These elements imply the conclusion. Without any of them, unit propagation does not prove it.
    Implied(Vec<Element>),
}

/// Leaves out elements as long as unit propagation proves the conclusion.
fn reduce_by_propagation(
    elements: &[Element],
    derived: &[Literal],
    tables: &Tables,
    is_excessive: &dyn Fn(&[Element]) -> bool,
) -> ByPropagation {
    let mut set = ClauseSet::of_elements(elements, derived, tables);
    let Some(needed) = propagate(&mut set, derived) else { return ByPropagation::NotRefuted };
    restrict(&mut set, &needed);
    let mut rotation = Rotation::new(elements, derived, tables);
    for index in 0..elements.len() {
        if !set.is_active(index) || rotation.is_necessary(index as u32) {
            continue;
        }
        set.set_active(index, false);
        if let Some(needed) = propagate(&mut set, derived) {
            restrict(&mut set, &needed);
            continue;
        }
        let counterexample = set.counterexample(tables);
        set.set_active(index, true);
        if let Some(is_true) = counterexample {
            rotation.mark_necessary(index as u32, is_true, &|other| set.is_active(other as usize));
            if is_excessive(&rotation.necessary()) {
                return ByPropagation::Excessive;
            }
        }
    }
    let kept = (0..elements.len()).filter(|&index| set.is_active(index));
    let is_minimal = kept.clone().all(|index| rotation.is_necessary(index as u32));
    let kept = kept.map(|index| elements[index]).collect();
    if is_minimal { ByPropagation::Minimal(kept) } else { ByPropagation::Implied(kept) }
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
    solver: &mut ElementSolver<'_>,
    kept: &mut Vec<u32>,
    derived: &[Literal],
    limits: &Limits,
) -> Result<(), SolveError> {
    let elements = solver.elements().to_vec();
    let mut rotation = Rotation::new(&elements, derived, solver.tables());
    let mut position = 0;
    while let Some(&index) = kept.get(position) {
        if rotation.is_necessary(index) {
            position += 1;
            continue;
        }
        let rest: Vec<u32> = kept.iter().copied().filter(|&other| other != index).collect();
        match solver.solve(&rest, &[], limits)? {
            Ok(model) => {
                let is_kept = |other: u32| kept.binary_search(&other).is_ok();
                rotation.mark_necessary(index, solver.values(&model), &is_kept);
            }
            Err(core) => *kept = solver.selected_by(&core),
        }
    }
    Ok(())
}
