//! Smallest reasons, by implicit hitting sets.
//!
//! A correction set is a set of rules and facts that a counterexample to the conclusion violates. Every reason contains
//! an element of every correction set, so a smallest hitting set of some correction sets is not larger than a smallest
//! reason. If such a hitting set implies the conclusion, it is a smallest reason. Otherwise, a counterexample yields
//! another correction set, which is made minimal first. Disjoint correction sets are added to the hitting set until
//! their union implies the conclusion. The union may contain a smaller reason than the best one so far.
//!
//! References: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set
//! dualization, 2015.

use sudoku_cnf::Lit;

use super::assumption_solver::minimal_correction;
use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::hitting_set::HittingSets;
use super::ids::{CandidateId, ElementId};
use super::known::{Known, Value};
use super::reason::Reason;
use crate::search::SolveError;
use crate::solver::{LimitPoller, Limits};

/// The maximum number of nodes of all searches for hitting sets.
const NODES: u64 = 1_000_000;

/// The rules and known facts of a board.
struct Universe<'k> {
    known: &'k Known<'k>,
    solver: ElementSolver<'k>,
    /// The placed digits of the solution. Counterexamples agree with as many of them as possible.
    preferred: Vec<Lit>,
    /// The smallest reason found so far.
    best: Reason,
}

/// Returns a reason for the facts that `reason` derives, and whether it is proven to be smallest.
///
/// If a limit is reached, the result is the smallest reason found so far, which is not larger than `reason`. `solution`
/// contains the candidates of the solution.
///
/// # Errors
/// Returns an error if the solver fails.
pub(super) fn smallest(
    reason: Reason,
    solution: &[CandidateId],
    known: &Known<'_>,
    limits: &Limits,
) -> Result<(Reason, bool), SolveError> {
    if reason.elements.len() <= 1 {
        return Ok((reason, true));
    }
    let mut universe = match Universe::new(&reason, solution, known, limits) {
        Ok(universe) => universe,
        Err(SolveError::Unknown(_)) => return Ok((reason, false)),
        Err(error) => return Err(error),
    };
    match universe.search(limits) {
        Ok(()) => Ok((universe.best, true)),
        Err(SolveError::Unknown(_)) => Ok((universe.best, false)),
        Err(error) => Err(error),
    }
}

impl<'k> Universe<'k> {
    /// Returns the universe of all rules and facts that may be part of a reason.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    fn new(
        best: &Reason,
        solution: &[CandidateId],
        known: &'k Known<'_>,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        let mut poller = LimitPoller::new(limits.clone());
        let tables = known.tables;
        let mut elements: Vec<Element> = tables.cells().map(Element::Cell).collect();
        elements.extend(tables.rules.keys().map(Element::Rule));
        elements.extend(tables.houses_and_digits().map(|(house, digit)| Element::House(house, digit)));
        // A candidate of a filled cell must not be explained by itself.
        let is_allowed =
            |id: CandidateId| known.is_derived(id) || !best.derived.contains(&Literal::excluded(id));
        for id in tables.candidates() {
            poller.step()?;
            let peers = tables.peers[tables.cell(id)].iter();
            let larger = peers.map(|&peer| tables.id(peer, tables.digit(id))).filter(|&other| id < other);
            elements.extend(larger.map(|other| Element::peers(id, other)));
            match known.value(id) {
                Value::Placed => elements.push(Element::Placed(id)),
                Value::Excluded if known.is_fact(id) && is_allowed(id) => {
                    elements.push(Element::Excluded(id));
                }
                _ => {}
            }
        }
        elements.sort_unstable();
        let solver = ElementSolver::new(elements, &best.derived, tables, limits)?;
        let preferred = solution.iter().filter_map(|&id| solver.lit(Literal::placed(id))).collect();
        Ok(Self { known, solver, preferred, best: best.clone() })
    }

    /// Searches for a smallest reason.
    ///
    /// # Errors
    /// Returns an error if a limit is reached before the best reason is proven to be smallest.
    fn search(&mut self, limits: &Limits) -> Result<(), SolveError> {
        let mut corrections = HittingSets::new(NODES);
        loop {
            let mut chosen = corrections.minimum(limits)?;
            let bound = chosen.len();
            if bound == self.best.elements.len() {
                return Ok(());
            }
            // Disjoint correction sets increase the lower bound the most.
            while let Some(correction) = self.correction(&chosen, limits)? {
                chosen.extend(&correction);
                corrections.add(correction);
            }
            self.improve(chosen, bound, limits)?;
        }
    }

    /// Replaces the best reason by a smaller one that consists of elements of `chosen`, if there is one.
    ///
    /// The elements of `chosen` must imply the conclusion. A reason with more than `bound` elements is not proven to be
    /// smallest, and it might be far harder to understand, so it must not cost more than the best one.
    fn improve(
        &mut self,
        mut chosen: Vec<ElementId>,
        bound: usize,
        limits: &Limits,
    ) -> Result<(), SolveError> {
        chosen.sort_unstable();
        let Some(core) = self.solver.core(&chosen, None, limits)? else { return Ok(()) };
        let elements = core.iter().map(|&index| self.solver.elements()[index]).collect();
        let Some(found) = Reason::minimal(self.best.derived.clone(), elements, self.known, limits) else {
            return Ok(());
        };
        let size = found.elements.len();
        let is_better = size == bound || size < self.best.elements.len() && found.cost <= self.best.cost;
        if found.is_minimal && is_better {
            self.best = found;
        }
        Ok(())
    }

    /// Returns a minimal correction set without elements of `chosen`, or `None` if `chosen` implies the conclusion.
    fn correction(
        &mut self,
        chosen: &[ElementId],
        limits: &Limits,
    ) -> Result<Option<Vec<ElementId>>, SolveError> {
        let mut preferred = self.preferred.clone();
        let model = loop {
            match self.solver.solve(chosen, &preferred, limits)? {
                Ok(model) => break model,
                Err(core) => {
                    let before = preferred.len();
                    preferred.retain(|literal| !core.contains(literal));
                    if preferred.len() == before {
                        return Ok(None);
                    }
                }
            }
        };
        let (kept, open) = self.solver.split(&model);
        // The order of the elements in `kept` does not change, so that the next call need not propagate them again.
        let extend = |kept: &mut Vec<ElementId>, open: &mut Vec<ElementId>| {
            let Ok(model) = self.solver.solve(kept, &[], limits)? else { return Ok(false) };
            let is_true = self.solver.values(&model);
            let holds =
                |index: &mut ElementId| self.solver.elements()[*index].holds(&is_true, self.known.tables);
            kept.extend(open.extract_if(.., holds));
            Ok(true)
        };
        minimal_correction(kept, open, extend).map(Some)
    }
}
