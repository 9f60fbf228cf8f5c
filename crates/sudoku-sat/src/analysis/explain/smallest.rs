//! Smallest reasons, by implicit hitting sets.
//!
//! A correction set is a set of rules and facts that a counterexample to the conclusion violates. Every reason contains an
//! element of every correction set, so a smallest hitting set of some correction sets is not larger than a smallest reason.
//! If such a hitting set implies the conclusion, it is a smallest reason. Otherwise, a counterexample yields another
//! correction set, which is made minimal first.
//!
//! References: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set
//! dualization, 2015.

use sudoku_cnf::Lit;

use super::element::{Element, Literal};
use super::element_solver::{ElementSolver, lit};
use super::hitting_set::minimum_hitting_set;
use super::known::{Known, Value};
use super::reason::Reason;
use crate::solutions::SolveError;
use crate::solver::Limits;

/// The number of nodes of one search for a hitting set.
const NODES: u64 = 200_000;

/// The rules and known facts of a board.
struct Universe {
    solver: ElementSolver,
    /// The literals of the solution, which counterexamples should keep.
    preferred: Vec<Lit>,
}

/// Returns a smallest reason for the facts that `reason` derives, or `None` if a limit is reached first.
///
/// `solution` contains the candidates of the solution.
///
/// # Errors
/// Returns an error if the solver fails.
pub(super) fn smallest(
    reason: &Reason,
    solution: &[u32],
    known: &Known<'_>,
    limits: &Limits,
) -> Result<Option<Reason>, SolveError> {
    let mut universe = Universe::new(reason, solution, known)?;
    let best: Vec<u32> = universe.indices(&reason.elements);
    let found = match universe.smallest(&best, limits) {
        Ok(found) => found,
        Err(SolveError::Unknown(_)) => None,
        Err(error) => return Err(error),
    };
    Ok(found.map(|indices| {
        let mut elements: Vec<_> =
            indices.iter().map(|&index| universe.solver.elements()[index as usize]).collect();
        elements.sort_unstable();
        let cost = super::cost::cost(&elements, &reason.derived, known);
        Reason { derived: reason.derived.clone(), elements, cost, is_minimal: true }
    }))
}

impl Universe {
    fn new(reason: &Reason, solution: &[u32], known: &Known<'_>) -> Result<Self, SolveError> {
        let tables = known.tables;
        let cells = 0..tables.peers.len() as u32;
        let mut elements: Vec<Element> = cells.clone().map(Element::Cell).collect();
        for house in 0..tables.houses.len() as u32 {
            elements.extend((0..tables.n as u32).map(|digit| Element::House(house, digit)));
        }
        for id in 0..tables.candidate_count() as u32 {
            let peers = tables.peers[tables.cell(id) as usize].iter();
            let larger = peers.map(|&peer| tables.id(peer, tables.digit(id))).filter(|&other| id < other);
            elements.extend(larger.map(|other| Element::peers(id, other)));
            match known.value(id) {
                Value::Placed => elements.push(Element::Placed(id)),
                Value::Excluded if known.is_fact(id) => elements.push(Element::Excluded(id)),
                _ => {}
            }
        }
        elements.sort_unstable();
        let solver = ElementSolver::new(elements, &reason.derived, tables)?;
        let preferred = solution.iter().filter_map(|&id| lit(Literal::placed(id))).collect();
        Ok(Self { solver, preferred })
    }

    fn indices(&self, elements: &[Element]) -> Vec<u32> {
        elements
            .iter()
            .filter_map(|element| self.solver.elements().binary_search(element).ok())
            .map(|i| i as u32)
            .collect()
    }

    fn smallest(&mut self, best: &[u32], limits: &Limits) -> Result<Option<Vec<u32>>, SolveError> {
        let mut corrections: Vec<Vec<u32>> = Vec::new();
        // Each element of a minimal reason is the only one of the reason in some correction set.
        for &left_out in best {
            let kept: Vec<u32> = best.iter().copied().filter(|&index| index != left_out).collect();
            corrections.extend(self.correction(&kept, limits)?);
        }
        loop {
            if let Some(reason) = limits.reached() {
                return Err(SolveError::Unknown(reason));
            }
            let Some(chosen) = minimum_hitting_set(&corrections, NODES) else { return Ok(None) };
            if chosen.len() == best.len() {
                return Ok(Some(best.to_vec()));
            }
            match self.correction(&chosen, limits)? {
                None => return Ok(Some(chosen)),
                Some(correction) => corrections.push(correction),
            }
        }
    }

    /// Returns a minimal correction set without elements of `chosen`, or `None` if `chosen` implies the conclusion.
    fn correction(&mut self, chosen: &[u32], limits: &Limits) -> Result<Option<Vec<u32>>, SolveError> {
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
        let (mut kept, mut open) = self.solver.split(&model);
        let mut correction = Vec::new();
        while let Some(next) = open.pop() {
            kept.push(next);
            if let Ok(model) = self.solver.solve(&kept, &[], limits)? {
                let (satisfied, violated) = self.solver.split(&model);
                kept = satisfied;
                open.retain(|index| violated.binary_search(index).is_ok());
            } else {
                kept.pop();
                correction.push(next);
            }
        }
        correction.sort_unstable();
        Ok(Some(correction))
    }
}
