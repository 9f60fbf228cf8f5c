//! Minimal correction sets, and a solver that assumes some of a list of literals.
//!
//! A correction set is a set of elements without which all other elements are satisfiable together. It is minimal if no
//! proper subset is a correction set.

use sudoku_cnf::{CnfOptions, Encoding, Lit, Model, Problem, Puzzle};
use typed_index_collections::TiVec;

use super::board_rule::BoardRule;
use super::element_solver::add_selectable;
use super::ids::ElementId;
use crate::ask::load;
use crate::search::SolveError;
use crate::solver::{Limits, SatSolver, Solver};

/// Extends the elements `kept`, which are satisfiable together, by elements of `open` as long as they stay satisfiable.
/// Returns the elements of `open` that cannot be added.
///
/// `is_satisfiable` receives both lists and checks the first one. It may move elements that a model satisfies from the
/// second list to the first.
pub(super) fn minimal_correction(
    mut kept: Vec<ElementId>,
    mut open: Vec<ElementId>,
    mut is_satisfiable: impl FnMut(&mut Vec<ElementId>, &mut Vec<ElementId>) -> Result<bool, SolveError>,
) -> Result<Vec<ElementId>, SolveError> {
    let mut correction = Vec::new();
    while let Some(next) = open.pop() {
        kept.push(next);
        if !is_satisfiable(&mut kept, &mut open)? {
            kept.pop();
            correction.push(next);
        }
    }
    Ok(correction)
}

/// A solver for a puzzle that assumes some of a list of literals. A literal represents an element: it places a digit or
/// selects a rule. The elements are represented by their indices in the list.
pub(crate) struct AssumptionSolver {
    pub(crate) solver: Box<dyn SatSolver>,
    pub(crate) literals: TiVec<ElementId, Lit>,
}

impl AssumptionSolver {
    pub(super) fn new(
        problem: &Problem,
        literals: TiVec<ElementId, Lit>,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        Ok(Self { solver: load(problem, &Solver::Native, limits)?, literals })
    }

    /// Returns a solver for the board and the excluded candidates of `puzzle`. Its literals are the givens and then the
    /// rules of the puzzle.
    pub(crate) fn of_puzzle(puzzle: &Puzzle, limits: &Limits) -> Result<Self, SolveError> {
        let board = puzzle.without_givens().with_rules([]);
        let problem = Problem::new(&board, CnfOptions::from(Encoding::Complete));
        let geometry = puzzle.geometry();
        let literals = puzzle.givens().map(|given| geometry.literal(given.cell, given.digit)).collect();
        let mut solver = Self::new(&problem, literals, limits)?;
        // Each rule has a literal that selects it.
        let mut used = geometry.candidate_count();
        for index in 0..puzzle.rules().len() {
            limits.check()?;
            let clauses = BoardRule::Rule(index).clauses(puzzle, used);
            used = clauses.variable_count().max(used) + 1;
            solver.literals.push(add_selectable(&mut *solver.solver, clauses.clauses(), used)?);
        }
        Ok(solver)
    }

    /// Returns the indices of all elements.
    pub(super) fn all(&self) -> Vec<ElementId> {
        self.literals.keys().collect()
    }

    /// Returns a model of the elements `chosen`. If there is none, returns elements that contradict each other.
    pub(crate) fn solve(
        &mut self,
        chosen: &[ElementId],
        limits: &Limits,
    ) -> Result<Result<Model, Vec<ElementId>>, SolveError> {
        let assumptions: Vec<Lit> = chosen.iter().map(|&index| self.literals[index]).collect();
        Ok(self.solver.solve(&assumptions, limits)?.known()?.map_err(|failed| {
            let is_failed = |&&index: &&ElementId| failed.contains(&self.literals[index]);
            chosen.iter().filter(is_failed).copied().collect()
        }))
    }

    /// Returns a subset-minimal subset of `chosen` without a solution, or `None` if `chosen` has a solution.
    ///
    /// The first elements of `chosen` are left out first.
    pub(crate) fn minimal_core(
        &mut self,
        chosen: &[ElementId],
        limits: &Limits,
    ) -> Result<Option<Vec<ElementId>>, SolveError> {
        let Err(mut core) = self.solve(chosen, limits)? else { return Ok(None) };
        let mut index = 0;
        while index < core.len() {
            let mut without = core.clone();
            let removed = without.remove(index);
            match self.solve(&without, limits)? {
                Err(smaller) => {
                    // The givens before `index` are necessary, so they are part of every smaller core.
                    debug_assert!(core[..index].iter().all(|given| smaller.contains(given)), "{removed:?}");
                    core = smaller;
                }
                Ok(_) => index += 1,
            }
        }
        Ok(Some(core))
    }

    /// Returns a minimal correction set without elements of `chosen`, or `None` if `chosen` has no solution.
    pub(super) fn correction(
        &mut self,
        chosen: &[ElementId],
        limits: &Limits,
    ) -> Result<Option<Vec<ElementId>>, SolveError> {
        let mut kept = chosen.to_vec();
        let mut open: Vec<ElementId> =
            self.all().into_iter().filter(|index| !chosen.contains(index)).collect();
        if !self.extend(&mut kept, &mut open, limits)? {
            return Ok(None);
        }
        let extend = |kept: &mut Vec<ElementId>, open: &mut Vec<ElementId>| self.extend(kept, open, limits);
        minimal_correction(kept, open, extend).map(Some)
    }

    /// Moves the elements that a model of the elements `kept` satisfies from `open` to `kept`. Returns `false` if there
    /// is no such model.
    fn extend(
        &mut self,
        kept: &mut Vec<ElementId>,
        open: &mut Vec<ElementId>,
        limits: &Limits,
    ) -> Result<bool, SolveError> {
        let Ok(model) = self.solve(kept, limits)? else { return Ok(false) };
        kept.extend(open.extract_if(.., |&mut index| model.satisfies(self.literals[index])));
        Ok(true)
    }
}
