//! Model rotation: counterexamples that show that elements of a minimal reason are necessary.
//!
//! An element is necessary if there is a counterexample to the conclusion that violates only this element. From one
//! such counterexample, others follow by changing the value of one candidate of the violated element.
//!
//! Reference: A. Belov, J. Marques-Silva: Accelerating MUS extraction with recursive model rotation, 2011.

use super::element::Literal;
use super::element_solver::ElementSolver;

/// The elements that are known to be necessary.
pub(super) struct Rotation {
    is_necessary: Vec<bool>,
    /// Pairs of a candidate and an element that contains it, in ascending order.
    occurrences: Vec<(u32, u32)>,
    /// The conclusion, which counterexamples violate.
    derived: Vec<Literal>,
}

impl Rotation {
    pub(super) fn new(solver: &ElementSolver, derived: &[Literal]) -> Self {
        let pairs = (0..solver.elements().len() as u32).flat_map(|index| {
            solver.candidates_of(index).into_iter().map(move |candidate| (candidate, index))
        });
        let mut occurrences: Vec<_> = pairs.collect();
        occurrences.sort_unstable();
        Self { is_necessary: vec![false; solver.elements().len()], occurrences, derived: derived.to_vec() }
    }

    pub(super) fn is_necessary(&self, index: u32) -> bool {
        self.is_necessary[index as usize]
    }

    /// Marks the element with the given index, and other necessary elements that follow from the same counterexample.
    ///
    /// `is_true` contains the values of the candidates in a counterexample that violates only this element of `kept`.
    pub(super) fn mark_necessary(
        &mut self,
        index: u32,
        is_true: Vec<bool>,
        kept: &[u32],
        solver: &ElementSolver,
    ) {
        self.is_necessary[index as usize] = true;
        let mut counterexamples = vec![(index, is_true)];
        while let Some((violated, mut is_true)) = counterexamples.pop() {
            for candidate in solver.candidates_of(violated) {
                let value = &mut is_true[candidate as usize];
                *value = !*value;
                if let Some(other) = self.only_violated(candidate, violated, &is_true, kept, solver)
                    && !std::mem::replace(&mut self.is_necessary[other as usize], true)
                {
                    counterexamples.push((other, is_true.clone()));
                }
                let value = &mut is_true[candidate as usize];
                *value = !*value;
            }
        }
    }

    /// Returns the only element that is violated after the value of `changed` was changed, if there is only one.
    fn only_violated(
        &self,
        changed: u32,
        before: u32,
        is_true: &[bool],
        kept: &[u32],
        solver: &ElementSolver,
    ) -> Option<u32> {
        let holds = |literal: &Literal| is_true[literal.id as usize] == literal.is_placed;
        if !self.derived.is_empty() && self.derived.iter().all(holds) || !solver.holds(before, is_true) {
            return None;
        }
        let start = self.occurrences.partition_point(|&(candidate, _)| candidate < changed);
        let elements = self.occurrences[start..].iter().take_while(|&&(candidate, _)| candidate == changed);
        let mut violated = elements
            .map(|&(_, index)| index)
            .filter(|index| kept.binary_search(index).is_ok() && !solver.holds(*index, is_true));
        let only = violated.next()?;
        violated.next().is_none().then_some(only)
    }
}
