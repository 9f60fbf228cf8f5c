//! Model rotation: counterexamples that show that elements of a minimal reason are necessary.
//!
//! An element is necessary if there is a counterexample to the conclusion that violates only this element. From one
//! such counterexample, others follow by changing the value of one candidate of the violated element.
//!
//! Reference: A. Belov, J. Marques-Silva: Accelerating MUS extraction with recursive model rotation, 2011.

use super::element::{Element, Literal};
use super::tables::Tables;

/// The elements that are known to be necessary.
pub(super) struct Rotation<'e> {
    elements: &'e [Element],
    tables: &'e Tables,
    is_necessary: Vec<bool>,
    /// Pairs of a candidate and an element that contains it, in ascending order.
    occurrences: Vec<(u32, u32)>,
    /// The conclusion, which counterexamples violate.
    derived: &'e [Literal],
}

impl<'e> Rotation<'e> {
    /// Considers the elements with the indices `used`.
    pub(super) fn new(
        elements: &'e [Element],
        used: &[u32],
        derived: &'e [Literal],
        tables: &'e Tables,
    ) -> Self {
        let pairs = used.iter().flat_map(|&index| {
            let candidates = elements[index as usize].candidates(tables);
            candidates.into_iter().map(move |candidate| (candidate, index))
        });
        let mut occurrences: Vec<_> = pairs.collect();
        occurrences.sort_unstable();
        Self { elements, tables, is_necessary: vec![false; elements.len()], occurrences, derived }
    }

    pub(super) fn is_necessary(&self, index: u32) -> bool {
        self.is_necessary[index as usize]
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
    pub(super) fn mark_necessary(&mut self, index: u32, is_true: Vec<bool>, is_kept: &dyn Fn(u32) -> bool) {
        self.is_necessary[index as usize] = true;
        let mut counterexamples = vec![(index, is_true)];
        while let Some((violated, mut is_true)) = counterexamples.pop() {
            for candidate in self.elements[violated as usize].candidates(self.tables) {
                is_true[candidate as usize] ^= true;
                if let Some(other) = self.only_violated(candidate, violated, &is_true, is_kept)
                    && !std::mem::replace(&mut self.is_necessary[other as usize], true)
                {
                    counterexamples.push((other, is_true.clone()));
                }
                is_true[candidate as usize] ^= true;
            }
        }
    }

    /// Returns the only element that is violated after the value of `changed` was changed, if there is only one.
    fn only_violated(
        &self,
        changed: u32,
        before: u32,
        is_true: &[bool],
        is_kept: &dyn Fn(u32) -> bool,
    ) -> Option<u32> {
        let holds = |literal: &Literal| is_true[literal.id as usize] == literal.is_placed;
        let element_holds = |index: u32| self.elements[index as usize].holds(is_true, self.tables);
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
