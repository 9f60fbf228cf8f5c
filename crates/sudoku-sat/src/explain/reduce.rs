//! Deletion-based minimization of reasons.
//!
//! Each element in turn is left out. If unit propagation on the rest still proves the conclusion, the element is
//! dropped, together with all elements that the new proof does not need (clause-set refinement). Otherwise, a short
//! search for a counterexample starts where propagation ended. It shows that the element is necessary, and often that
//! others are, too ([model rotation](super::rotation)).
//!
//! If propagation does not prove the conclusion from all elements, a SAT solver determines each element without which
//! the others do not imply it. If these elements imply the conclusion, they are the only minimal subset. In all other
//! cases, an incremental SAT solver minimizes the elements.
//!
//! References: A. Belov, I. Lynce, J. Marques-Silva: Towards efficient MUS extraction, 2012.

use typed_index_collections::TiSlice;

use super::clause_set::{ClauseSet, Refutation};
use super::element::{Element, Literal};
use super::element_solver::{ASSUMED, ElementSolver};
use super::ids::ElementId;
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

/// The minimal sets that are of use. A minimization ends as soon as it is known that its result is none of them.
pub(super) struct Wanted<'w> {
    /// Returns whether a set with these necessary elements costs too much.
    pub(super) is_excessive: &'w dyn Fn(&[Element]) -> bool,
    /// The elements that the set must contain.
    pub(super) required: &'w [Element],
}

impl Wanted<'_> {
    /// All minimal sets.
    pub(super) const ANY: Wanted<'static> = Wanted { is_excessive: &|_| false, required: &[] };
}

/// A minimal set of elements that implies a conclusion.
pub(super) enum Minimum {
    /// The elements do not imply the conclusion.
    NotImplied,
    /// The minimal set is not [wanted](Wanted).
    Unwanted,
    /// The minimal set consists of the elements with these indices, in ascending order.
    Of(Vec<ElementId>),
    /// The elements with these indices imply the conclusion, but some of them might not be necessary.
    Implied(Vec<ElementId>),
    /// Propagation and short searches do not suffice, or there might be several minimal sets.
    Unknown,
}

/// Returns a subset-minimal subset of `elements` that implies all of `derived`, or a contradiction if `derived` is
/// empty.
///
/// Elements at the front of the list are left out first. Returns `None` if the elements do not imply the conclusion, if
/// a limit is reached before this is known, or if the minimal set is not `wanted`. If a limit is reached later, the
/// result might not be minimal.
pub(super) fn reduce(
    elements: &[Element],
    derived: &[Literal],
    tables: &Tables,
    wanted: &Wanted<'_>,
    limits: &Limits,
) -> Option<Reduced> {
    limits.check().ok()?;
    let mut minimizer = Minimizer::new(elements, derived, tables, wanted);
    let minimum = minimizer.minimum(derived);
    let of = |kept: Vec<ElementId>| kept.into_iter().map(|index| elements[usize::from(index)]).collect();
    let (mut elements, is_minimal) = match minimum {
        Minimum::NotImplied | Minimum::Unwanted => return None,
        Minimum::Of(kept) => (of(kept), true),
        Minimum::Implied(kept) => minimum_by_search(of(kept), true, derived, tables, wanted, limits)?,
        Minimum::Unknown => minimum_by_search(elements.to_vec(), false, derived, tables, wanted, limits)?,
    };
    elements.sort_unstable();
    Some(Reduced { elements, is_minimal })
}

/// Elements as clauses, from which minimal sets are selected.
pub(super) struct Minimizer<'e> {
    elements: &'e TiSlice<ElementId, Element>,
    tables: &'e Tables,
    wanted: &'e Wanted<'e>,
    /// The indices of the required elements, in ascending order.
    required: Vec<ElementId>,
    set: ClauseSet,
}

impl<'e> Minimizer<'e> {
    /// Prepares the minimization of `elements`. All conclusions must be among `goals`.
    pub(super) fn new(
        elements: &'e [Element],
        goals: &[Literal],
        tables: &'e Tables,
        wanted: &'e Wanted<'e>,
    ) -> Self {
        let set = ClauseSet::of_elements(elements, goals, tables);
        let elements = TiSlice::from_ref(elements);
        let is_required = |index: &ElementId| wanted.required.contains(&elements[*index]);
        let required = elements.keys().filter(is_required).collect();
        Self { elements, tables, wanted, required, set }
    }

    /// Returns whether a required element is missing in `kept`, which is in ascending order.
    fn lacks_required(&self, kept: &[ElementId]) -> bool {
        self.required.iter().any(|index| kept.binary_search(index).is_err())
    }

    /// Leaves out active elements as long as unit propagation proves the conclusion from the elements `needed`.
    fn minimum_by_propagation(&mut self, derived: &[Literal], needed: &[ElementId]) -> Minimum {
        if self.lacks_required(needed) {
            return Minimum::Unwanted;
        }
        self.set.activate_only(needed);
        let mut rotation = Rotation::new(self.elements, needed, derived, self.tables);
        for &index in needed {
            if !self.set.is_active(index) || rotation.is_necessary(index) {
                continue;
            }
            self.set.set_active(index, false);
            match self.set.refute(derived, self.tables) {
                Refutation::Propagated(needed) if self.lacks_required(&needed) => return Minimum::Unwanted,
                Refutation::Propagated(needed) => self.set.activate_only(&needed),
                Refutation::Counterexample(is_true) => {
                    self.set.set_active(index, true);
                    rotation.mark_necessary(index, is_true, &|other| self.set.is_active(other));
                    if (self.wanted.is_excessive)(&rotation.necessary()) {
                        return Minimum::Unwanted;
                    }
                }
                _ => self.set.set_active(index, true),
            }
        }
        let kept: Vec<ElementId> =
            needed.iter().copied().filter(|&index| self.set.is_active(index)).collect();
        let is_minimal = kept.iter().all(|&index| rotation.is_necessary(index));
        if is_minimal { Minimum::Of(kept) } else { Minimum::Implied(kept) }
    }

    /// Returns a minimal subset of the elements with the indices `usable`, which are in ascending order, that implies
    /// `derived`.
    pub(super) fn minimum_of(&mut self, derived: &[Literal], usable: &[ElementId]) -> Minimum {
        self.set.activate_only(usable);
        self.minimum(derived)
    }

    fn minimum(&mut self, derived: &[Literal]) -> Minimum {
        match self.set.refute(derived, self.tables) {
            Refutation::Propagated(needed) => self.minimum_by_propagation(derived, &needed),
            Refutation::Searched(needed) => self.only_minimum_in(derived, needed),
            Refutation::Counterexample(_) => Minimum::NotImplied,
            Refutation::Unknown => Minimum::Unknown,
        }
    }

    /// Returns the only minimal subset of the active elements. The elements with the indices `needed` imply `derived`.
    fn only_minimum_in(&mut self, derived: &[Literal], mut needed: Vec<ElementId>) -> Minimum {
        let active: Vec<ElementId> =
            self.elements.keys().filter(|&index| self.set.is_active(index)).collect();
        let mut rotation = Rotation::new(self.elements, &active, derived, self.tables);
        while let Some(&index) = needed.iter().find(|&&index| !rotation.is_necessary(index)) {
            if self.lacks_required(&needed) {
                // If this is the only minimal set, the search soon finds that it lacks the element, too.
                return Minimum::Unknown;
            }
            self.set.set_active(index, false);
            let refutation = self.set.refute(derived, self.tables);
            self.set.set_active(index, true);
            match refutation {
                // An element that the other proof does not use is not necessary.
                Refutation::Propagated(others) | Refutation::Searched(others) => {
                    needed.retain(|index| others.binary_search(index).is_ok());
                }
                Refutation::Counterexample(is_true) => {
                    rotation.mark_necessary(index, is_true, &|other| self.set.is_active(other));
                    if (self.wanted.is_excessive)(&rotation.necessary()) {
                        return Minimum::Unwanted;
                    }
                }
                Refutation::Unknown => return Minimum::Unknown,
            }
        }
        self.set.activate_only(&needed);
        match self.set.refute(derived, self.tables) {
            Refutation::Propagated(_) | Refutation::Searched(_) => Minimum::Of(needed),
            _ => Minimum::Unknown,
        }
    }
}

/// Returns a subset of `elements` that implies `derived`, and whether it is minimal. Returns `None` if the elements do
/// not imply it, or if the minimal set is not `wanted`.
fn minimum_by_search(
    elements: Vec<Element>,
    is_implied: bool,
    derived: &[Literal],
    tables: &Tables,
    wanted: &Wanted<'_>,
    limits: &Limits,
) -> Option<(Vec<Element>, bool)> {
    let mut solver = ElementSolver::new(elements, derived, tables, limits).ok()?;
    let mut kept: Vec<ElementId> = solver.elements().keys().collect();
    if !is_implied {
        kept = solver.core(&kept, None, limits).ok()??;
        let is_kept = |required: &Element| kept.iter().any(|&index| solver.elements()[index] == *required);
        if !wanted.required.iter().all(is_kept) {
            return None;
        }
    }
    let is_minimal = match leave_out(&mut solver, &mut kept, derived, wanted, limits) {
        Ok(LeftOut::All) => true,
        Ok(LeftOut::Unwanted) => return None,
        Err(_) => false,
    };
    Some((kept.into_iter().map(|index| solver.elements()[index]).collect(), is_minimal))
}

/// The end of [`leave_out`].
enum LeftOut {
    /// All elements that are left are necessary.
    All,
    /// The minimal set is not wanted.
    Unwanted,
}

/// Leaves out elements of `kept`, which implies the conclusion, until all of them are necessary.
///
/// Necessary elements become permanent and the others are removed for good, so learned clauses do not mention them.
/// The next element to leave out is the last open one. The solver assumes the open elements first and then the last few
/// necessary ones, so most calls share most of their assumptions with the previous call.
///
/// # Errors
/// Returns an error if a limit is reached first. The remaining elements imply the conclusion nevertheless.
fn leave_out(
    solver: &mut ElementSolver<'_>,
    kept: &mut Vec<ElementId>,
    derived: &[Literal],
    wanted: &Wanted<'_>,
    limits: &Limits,
) -> Result<LeftOut, SolveError> {
    let elements = solver.elements().to_vec();
    let mut rotation = Rotation::new(&elements, kept, derived, solver.tables());
    let is_other = |index: &ElementId| kept.binary_search(index).is_err();
    solver.dismiss(elements.keys().filter(is_other))?;
    let mut open: Vec<ElementId> = kept.iter().rev().copied().collect();
    let mut necessary = Vec::new();
    while let Some(index) = open.pop() {
        if necessary.len() > ASSUMED {
            solver.require(necessary.drain(..))?;
        }
        let chosen = [&open[..], &necessary].concat();
        match solver.solve(&chosen, &[], limits)? {
            Ok(model) => {
                let is_kept = |other: ElementId| kept.binary_search(&other).is_ok();
                rotation.mark_necessary(index, solver.values(&model), &is_kept);
                if (wanted.is_excessive)(&rotation.necessary()) {
                    return Ok(LeftOut::Unwanted);
                }
                necessary.push(index);
                necessary.extend(open.extract_if(.., |&mut other| rotation.is_necessary(other)));
            }
            Err(core) => {
                let core = solver.selected_by(&core);
                let is_dismissed = |other: &mut ElementId| core.binary_search(other).is_err();
                let dismissed: Vec<ElementId> = open.extract_if(.., is_dismissed).chain([index]).collect();
                if dismissed.iter().any(|&other| wanted.required.contains(&elements[other])) {
                    return Ok(LeftOut::Unwanted);
                }
                kept.retain(|other| !dismissed.contains(other));
                solver.require(necessary.drain(..))?;
                solver.dismiss(dismissed)?;
            }
        }
    }
    Ok(LeftOut::All)
}
