//! Sets of givens that cannot stand together, and repairs.

use sudoku_cnf::{Candidate, CnfOptions, Encoding, Lit, Problem, Puzzle};

use super::hitting_set::HittingSets;
use crate::analysis::models::load;
use crate::solutions::SolveError;
use crate::solver::{Limits, Outcome, SatSolver, Solver};

/// The maximum number of nodes of all searches for hitting sets.
const NODES: u64 = 1_000_000;

/// A set of givens, and whether no smaller set has the same property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenSet {
    /// The givens in row-major order.
    pub givens: Vec<Candidate>,
    /// Whether the set is proven to be smallest.
    pub is_smallest: bool,
}

/// A solver for the rules of a board, which takes givens as assumptions.
pub(super) struct GivenSolver {
    solver: Box<dyn SatSolver>,
    literals: Vec<Lit>,
    givens: Vec<Candidate>,
}

impl GivenSolver {
    pub(super) fn new(puzzle: &Puzzle, limits: &Limits) -> Result<Self, SolveError> {
        let options = CnfOptions::from(Encoding::Complete);
        let problem = Problem::new(&puzzle.without_givens(), options);
        let solver = load(&problem, &Solver::Native, limits)?;
        let geometry = puzzle.geometry();
        let givens: Vec<_> = puzzle.givens().collect();
        let literals = givens.iter().map(|given| geometry.literal(given.cell, given.digit)).collect();
        Ok(Self { solver, literals, givens })
    }

    /// Returns the indices of givens that cannot stand together, or `None` if the givens `chosen` have a solution.
    fn core(&mut self, chosen: &[u32], limits: &Limits) -> Result<Option<Vec<u32>>, SolveError> {
        let assumptions: Vec<Lit> = chosen.iter().map(|&index| self.literals[index as usize]).collect();
        match self.solver.solve(&assumptions, limits)? {
            Outcome::Satisfiable(_) => Ok(None),
            Outcome::Unsatisfiable(failed) => {
                let is_failed = |&&index: &&u32| failed.contains(&self.literals[index as usize]);
                Ok(Some(chosen.iter().filter(is_failed).copied().collect()))
            }
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }

    /// Returns a subset of `chosen` that has no solution, but of which every proper subset has one.
    fn minimal_core(&mut self, chosen: &[u32], limits: &Limits) -> Result<Option<Vec<u32>>, SolveError> {
        let Some(mut core) = self.core(chosen, limits)? else { return Ok(None) };
        let mut index = 0;
        while index < core.len() {
            let mut without = core.clone();
            let removed = without.remove(index);
            match self.core(&without, limits)? {
                Some(smaller) => {
                    // The givens before `index` are necessary, so they are part of every smaller core.
                    debug_assert!(core[..index].iter().all(|given| smaller.contains(given)), "{removed}");
                    core = smaller;
                }
                None => index += 1,
            }
        }
        Ok(Some(core))
    }

    fn all(&self) -> Vec<u32> {
        (0..self.givens.len() as u32).collect()
    }

    fn named(&self, indices: &[u32], is_smallest: bool) -> GivenSet {
        let givens = indices.iter().map(|&index| self.givens[index as usize]).collect();
        GivenSet { givens, is_smallest }
    }

    /// Returns a subset-minimal set of givens without a solution, or `None` if the puzzle has a solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn minimal(&mut self, limits: &Limits) -> Result<Option<GivenSet>, SolveError> {
        let all = self.all();
        let core = self.minimal_core(&all, limits)?;
        Ok(core.map(|core| self.named(&core, core.len() <= 1)))
    }

    /// Returns a smallest set of givens without a solution (Ignatiev et al. 2015), or `None` if the puzzle has a
    /// solution.
    ///
    /// Each set of givens that has a solution is extended to a maximal one. A set without a solution contains a given
    /// from the complement of each of them, so a smallest hitting set of the complements is a lower bound. If a limit is
    /// reached, the result is a subset-minimal set.
    pub(super) fn smallest(&mut self, limits: &Limits) -> Result<Option<GivenSet>, SolveError> {
        let all = self.all();
        let Some(best) = self.minimal_core(&all, limits)? else { return Ok(None) };
        Ok(Some(match self.smallest_core(best.len(), limits) {
            Ok(Some(smaller)) => self.named(&smaller, true),
            Ok(None) => self.named(&best, true),
            Err(SolveError::Unknown(_)) => self.named(&best, false),
            Err(error) => return Err(error),
        }))
    }

    /// Returns a smallest set of givens without a solution if it has fewer than `size` givens.
    fn smallest_core(&mut self, size: usize, limits: &Limits) -> Result<Option<Vec<u32>>, SolveError> {
        let mut complements = HittingSets::new(NODES);
        loop {
            let chosen = complements.minimum(limits)?;
            if chosen.len() == size {
                return Ok(None);
            }
            match self.complement_of_maximal(&chosen, limits)? {
                None => return Ok(Some(chosen)),
                Some(complement) => complements.add(complement),
            }
        }
    }

    /// Extends `chosen` to a maximal set of givens with a solution, and returns the givens outside. Returns `None` if
    /// `chosen` has no solution.
    fn complement_of_maximal(
        &mut self,
        chosen: &[u32],
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, SolveError> {
        if self.core(chosen, limits)?.is_some() {
            return Ok(None);
        }
        let mut kept = chosen.to_vec();
        let mut outside = Vec::new();
        for index in self.all() {
            if kept.contains(&index) {
                continue;
            }
            kept.push(index);
            if self.core(&kept, limits)?.is_some() {
                kept.pop();
                outside.push(index);
            }
        }
        Ok(Some(outside))
    }

    /// Returns the fewest givens to remove so that the puzzle has a solution.
    ///
    /// Every set of givens without a solution must lose a given, so the smallest repair is a smallest hitting set of
    /// these sets.
    pub(super) fn repair(&mut self, limits: &Limits) -> Result<Option<GivenSet>, SolveError> {
        let mut cores = HittingSets::new(NODES);
        loop {
            let (removed, is_smallest) = cores.small(limits);
            let kept: Vec<u32> = self.all().into_iter().filter(|index| !removed.contains(index)).collect();
            match self.minimal_core(&kept, limits)? {
                Some(core) if core.is_empty() => return Ok(None),
                Some(core) => cores.add(core),
                None => return Ok(Some(self.named(&removed, is_smallest))),
            }
        }
    }
}
