//! Model rotation: counterexamples that show that elements of a minimal reason are necessary.
//!
//! An element is necessary if there is a counterexample to the conclusion that violates only this element. From one
//! such counterexample, others follow by changing the value of one candidate of the violated element.
//!
//! Reference: A. Belov, J. Marques-Silva: Accelerating MUS extraction with recursive model rotation, 2011.

use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::element::{Element, Literal};
use super::ids::{CandidateId, ElementId};
use super::tables::Tables;

/// The elements that are known to be necessary.
pub(super) struct Rotation<'e> {
    elements: &'e TiSlice<ElementId, Element>,
    tables: &'e Tables,
    is_necessary: TiVec<ElementId, bool>,
    /// Pairs of a candidate and an element that contains it, in ascending order.
    occurrences: Vec<(CandidateId, ElementId)>,
    /// The conclusion, which counterexamples violate.
    derived: &'e [Literal],
}

impl<'e> Rotation<'e> {
    /// Considers the elements with the indices `used`.
    pub(super) fn new(
        elements: &'e TiSlice<ElementId, Element>,
        used: &[ElementId],
        derived: &'e [Literal],
        tables: &'e Tables,
    ) -> Self {
        let pairs = used.iter().flat_map(|&index| {
            let candidates = elements[index].candidates(tables);
            candidates.into_iter().map(move |candidate| (candidate, index))
        });
        let mut occurrences: Vec<_> = pairs.collect();
        occurrences.sort_unstable();
        Self { elements, tables, is_necessary: ti_vec![false; elements.len()], occurrences, derived }
    }

    pub(super) fn is_necessary(&self, index: ElementId) -> bool {
        self.is_necessary[index]
    }

    /// Returns the elements that are known to be necessary.
    pub(super) fn necessary(&self) -> Vec<Element> {
        self.elements
            .iter()
            .zip(&self.is_necessary)
            .filter(|(_, is)| **is)
            .map(|(element, _)| *element)
            .collect()
    }

    /// Marks the element with the given index, and other necessary elements that follow from the same counterexample.
    ///
    /// `is_true` contains the values of the candidates in a counterexample that violates only this element, of those
    /// for which `is_kept` returns `true`.
    pub(super) fn mark_necessary(
        &mut self,
        index: ElementId,
        is_true: TiVec<CandidateId, bool>,
        is_kept: &dyn Fn(ElementId) -> bool,
    ) {
        self.is_necessary[index] = true;
        let mut counterexamples = vec![(index, is_true)];
        while let Some((violated, mut is_true)) = counterexamples.pop() {
            for candidate in self.elements[violated].candidates(self.tables) {
                is_true[candidate] ^= true;
                if let Some(other) = self.only_violated(candidate, violated, &is_true, is_kept)
                    && !std::mem::replace(&mut self.is_necessary[other], true)
                {
                    counterexamples.push((other, is_true.clone()));
                }
                is_true[candidate] ^= true;
            }
        }
    }

    /// Returns the only element that is violated after the value of `changed` was changed, if there is only one.
    fn only_violated(
        &self,
        changed: CandidateId,
        before: ElementId,
        is_true: &TiSlice<CandidateId, bool>,
        is_kept: &dyn Fn(ElementId) -> bool,
    ) -> Option<ElementId> {
        let holds = |literal: &Literal| is_true[literal.id] == literal.is_placed;
        let element_holds = |index: ElementId| self.elements[index].holds(is_true, self.tables);
        if !self.derived.is_empty() && self.derived.iter().all(holds) || !element_holds(before) {
            return None;
        }
        let start = self.occurrences.partition_point(|&(candidate, _)| candidate < changed);
        let elements = self.occurrences[start..].iter().take_while(|&&(candidate, _)| candidate == changed);
        let mut violated =
            elements.map(|&(_, index)| index).filter(|&index| is_kept(index) && !element_holds(index));
        let only = violated.next()?;
        violated.next().is_none().then_some(only)
    }
}
