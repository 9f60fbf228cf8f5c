//! Smallest reasons, by implicit hitting sets.
//!
//! A correction set is a set of rules and facts that a counterexample to the conclusion violates. Every reason contains an
//! element of every correction set, so a smallest hitting set of some correction sets is not larger than a smallest reason.
//! If such a hitting set implies the conclusion, it is a smallest reason. Otherwise, a counterexample yields another
//! correction set, which is made minimal first.
//!
//! References: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set
//! dualization, 2015.

use sudoku_cnf::{Lit, Model, Var};

use super::element::Element;
use super::hitting_set::minimum_hitting_set;
use super::known::{Known, Value};
use super::reason::Reason;
use crate::solutions::SolveError;
use crate::solver::{Limits, Native, Outcome, SatSolver};

/// The number of nodes of one search for a hitting set.
const NODES: u64 = 200_000;

/// The rules and known facts of a board, each with a selector.
struct Universe {
    elements: Vec<Element>,
    /// The clauses of each element, without its selector.
    clauses: Vec<Vec<Vec<Lit>>>,
    selectors: Vec<Lit>,
    solver: Native,
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
        let mut elements: Vec<_> = indices.iter().map(|&index| universe.elements[index as usize]).collect();
        elements.sort_unstable();
        let cost = super::cost::cost(&elements, &reason.derived, known);
        Reason { derived: reason.derived.clone(), elements, cost, is_minimal: true }
    }))
}

fn literal(id: u32, is_positive: bool) -> Option<Lit> {
    let positive = Var::new(id as usize + 1)?.positive();
    Some(if is_positive { positive } else { !positive })
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
        let clauses: Vec<_> = elements.iter().map(|&element| clauses(element, known)).collect();
        let mut solver = Native::new();
        let mut selectors = Vec::new();
        for (index, clauses) in clauses.iter().enumerate() {
            let Some(selector) = literal((tables.candidate_count() + index) as u32, true) else { break };
            selectors.push(selector);
            for clause in clauses {
                let clause: Vec<Lit> = clause.iter().copied().chain([!selector]).collect();
                solver.add_clause(&clause)?;
            }
        }
        let negated = reason.derived.iter().filter_map(|fact| literal(fact.id, !fact.is_placed));
        solver.add_clause(&negated.collect::<Vec<_>>())?;
        let preferred = solution.iter().filter_map(|&id| literal(id, true)).collect();
        Ok(Self { elements, clauses, selectors, solver, preferred })
    }

    fn indices(&self, elements: &[Element]) -> Vec<u32> {
        elements
            .iter()
            .filter_map(|element| self.elements.binary_search(element).ok())
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
            match self.solve(chosen, &preferred, limits)? {
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
        let (mut kept, mut open) = self.split(&model);
        let mut correction = Vec::new();
        while let Some(next) = open.pop() {
            kept.push(next);
            if let Ok(model) = self.solve(&kept, &[], limits)? {
                let (satisfied, violated) = self.split(&model);
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

    /// Returns a model of the elements `chosen` and the literals `more`, or the failed assumptions.
    fn solve(
        &mut self,
        chosen: &[u32],
        more: &[Lit],
        limits: &Limits,
    ) -> Result<Result<Model, Vec<Lit>>, SolveError> {
        let selectors = chosen.iter().map(|&index| self.selectors[index as usize]);
        let assumptions: Vec<Lit> = selectors.chain(more.iter().copied()).collect();
        match self.solver.solve(&assumptions, limits)? {
            Outcome::Satisfiable(model) => Ok(Ok(model)),
            Outcome::Unsatisfiable(core) => Ok(Err(core)),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }

    /// Returns the indices of the elements that `model` satisfies, and of those that it violates.
    fn split(&self, model: &Model) -> (Vec<u32>, Vec<u32>) {
        let holds = |index: &u32| {
            let clauses = &self.clauses[*index as usize];
            clauses.iter().all(|clause| {
                clause.iter().any(|&literal| {
                    model.satisfies(literal) || !literal.is_positive() && !model.satisfies(!literal)
                })
            })
        };
        (0..self.elements.len() as u32).partition(holds)
    }
}

fn clauses(element: Element, known: &Known<'_>) -> Vec<Vec<Lit>> {
    let tables = known.tables;
    if let Some(rule) = element.rule(tables) {
        return rule.clauses(&tables.geometry);
    }
    let fact = match element {
        Element::Placed(id) => literal(id, true),
        Element::Excluded(id) => literal(id, false),
        _ => None,
    };
    vec![fact.into_iter().collect()]
}
