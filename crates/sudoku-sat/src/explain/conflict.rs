//! Sets of givens and rules without a solution, and the fewest givens and rules to remove.

use sudoku_cnf::puzzle::check;
use sudoku_cnf::puzzle::rule::{Context, Rule};
use sudoku_cnf::{Candidate, Puzzle};

use super::assumption_solver::AssumptionSolver;
use super::hitting_set::HittingSets;
use super::ids::ElementId;
use crate::search::SolveError;
use crate::solver::Limits;

/// The maximum number of nodes of all searches for hitting sets.
const NODES: u64 = 1_000_000;

/// A set of givens and rules, and whether no smaller set has the same property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivensAndRules {
    /// The givens in row-major order.
    pub givens: Vec<Candidate>,
    /// The indices of rules in [`Puzzle::rules`], in ascending order.
    pub rules: Vec<usize>,
    /// Whether the set is proven to be smallest.
    pub is_smallest: bool,
}

impl GivensAndRules {
    /// Returns `puzzle` without these givens and rules.
    pub(super) fn removed_from(&self, puzzle: &Puzzle) -> Puzzle {
        let kept = (0..puzzle.rules().len()).filter(|index| !self.rules.contains(index));
        let mut rest = puzzle.with_rules(kept.map(|index| puzzle.rules()[index].clone()));
        self.givens.iter().for_each(|given| rest.set(given.cell, None));
        rest
    }
}

/// Returns a subset-minimal set of givens and rules without a solution, or a smallest one if `smallest` is set. Returns
/// `None` if the puzzle has a solution, or if its excluded candidates alone are the reason that it has none.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn conflict(
    puzzle: &Puzzle,
    smallest: bool,
    limits: &Limits,
) -> Result<Option<GivensAndRules>, SolveError> {
    if let Some(clashing) = clashing_givens(puzzle) {
        return Ok(Some(clashing));
    }
    let mut solver = ConflictSolver::new(puzzle, limits)?;
    if smallest { solver.smallest(limits) } else { solver.minimal(limits) }
}

/// Returns two givens that clash, or `None` if none clash or if a smaller set might have no solution.
///
/// On a large board, this takes a fraction of the time and the memory of a solver.
fn clashing_givens(puzzle: &Puzzle) -> Option<GivensAndRules> {
    // Only boards with rectangular boxes and nothing else are known to have a solution with any single given.
    let geometry = puzzle.geometry();
    let is_plain =
        geometry.box_shape().is_some() && geometry.variants().is_empty() && geometry.layout().is_none();
    let has_others = !puzzle.rules().is_empty() || !puzzle.excluded().is_empty();
    let clash = check::check_givens(puzzle).err().filter(|_| is_plain && !has_others)?;
    let givens = [clash.first, clash.second].map(|cell| Candidate { cell, digit: clash.digit }).to_vec();
    Some(GivensAndRules { givens, rules: Vec::new(), is_smallest: true })
}

/// The givens and rules of a puzzle, and a solver that assumes some of them. The rules have the indices after the
/// givens.
pub(super) struct ConflictSolver<'p> {
    puzzle: &'p Puzzle,
    solver: AssumptionSolver,
    givens: Vec<Candidate>,
}

impl<'p> ConflictSolver<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, limits: &Limits) -> Result<Self, SolveError> {
        let givens = puzzle.givens().collect();
        Ok(Self { puzzle, solver: AssumptionSolver::of_puzzle(puzzle, limits)?, givens })
    }

    fn named(&self, indices: &[ElementId], is_smallest: bool) -> GivensAndRules {
        let mut indices = indices.to_vec();
        indices.sort_unstable();
        let rules =
            indices.split_off(indices.partition_point(|&index| usize::from(index) < self.givens.len()));
        let givens = indices.into_iter().map(|index| self.givens[usize::from(index)]).collect();
        let rules = rules.into_iter().map(|index| usize::from(index) - self.givens.len()).collect();
        GivensAndRules { givens, rules, is_smallest }
    }

    /// Returns a subset-minimal set of givens and rules without a solution, or `None` if the puzzle has a solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn minimal(&mut self, limits: &Limits) -> Result<Option<GivensAndRules>, SolveError> {
        let all = self.solver.all();
        let core = self.solver.minimal_core(&all, limits)?;
        Ok(core.map(|core| self.named(&core, core.len() <= 1)))
    }

    /// Returns a smallest set of givens and rules without a solution (Ignatiev et al. 2015), or `None` if the puzzle
    /// has a solution.
    ///
    /// A set without a solution contains a given of every correction set, so the size of a smallest hitting set of some
    /// correction sets is a lower bound. If a limit is reached, the result is a subset-minimal set.
    pub(super) fn smallest(&mut self, limits: &Limits) -> Result<Option<GivensAndRules>, SolveError> {
        let all = self.solver.all();
        let Some(best) = self.solver.minimal_core(&all, limits)? else { return Ok(None) };
        Ok(Some(match self.smallest_core(best.len(), limits) {
            Ok(Some(smaller)) => self.named(&smaller, true),
            Ok(None) => self.named(&best, true),
            Err(SolveError::Unknown(_)) => self.named(&best, false),
            Err(error) => return Err(error),
        }))
    }

    /// Returns a smallest set of givens and rules without a solution if it has fewer than `size` givens.
    fn smallest_core(&mut self, size: usize, limits: &Limits) -> Result<Option<Vec<ElementId>>, SolveError> {
        let mut corrections = HittingSets::new(NODES);
        loop {
            let chosen = corrections.minimum(limits)?;
            if chosen.len() == size {
                return Ok(None);
            }
            match self.solver.correction(&chosen, limits)? {
                None => return Ok(Some(chosen)),
                Some(correction) => corrections.add(correction),
            }
        }
    }

    /// Returns the fewest givens and rules to remove so that the puzzle has a solution.
    ///
    /// A repair removes a given from every set without a solution, so the smallest repair is a smallest hitting set of
    /// these sets.
    ///
    /// Some rules depend on other rules, for example negative rules on dots. The solver knows them as they are in the
    /// whole puzzle, so the rest of the puzzle is solved again. If it has no solution, one of its sets without a
    /// solution must be hit, too. Smaller repairs that change a rule in another way may exist then.
    pub(super) fn repair(&mut self, limits: &Limits) -> Result<Option<GivensAndRules>, SolveError> {
        let has_dependent_rule = self.puzzle.rules().iter().any(|rule| depends_on_others(rule, self.puzzle));
        let mut cores = HittingSets::new(NODES);
        loop {
            let (removed, is_smallest) = cores.small(limits);
            let kept: Vec<ElementId> =
                self.solver.all().into_iter().filter(|index| !removed.contains(index)).collect();
            let is_proven = is_smallest && (!has_dependent_rule || removed.len() <= 1);
            let repair = self.named(&removed, is_proven);
            let mut core = self.solver.minimal_core(&kept, limits)?;
            if core.is_none() && has_dependent_rule {
                let mut rest = AssumptionSolver::of_puzzle(&repair.removed_from(self.puzzle), limits)?;
                let all = rest.all();
                // The elements of the rest have the same order as those of the puzzle.
                core = rest.minimal_core(&all, limits)?;
                core.iter_mut().flatten().for_each(|index| *index = kept[usize::from(*index)]);
            }
            match core {
                Some(core) if core.is_empty() => return Ok(None),
                Some(core) => cores.add(core),
                None => return Ok(Some(repair)),
            }
        }
    }
}

/// Returns whether the other rules of `puzzle` change the meaning of `rule`.
fn depends_on_others(rule: &Rule, puzzle: &Puzzle) -> bool {
    let alone = Context { rules: std::slice::from_ref(rule), ..puzzle.rule_context() };
    rule.constraints(alone) != rule.constraints(puzzle.rule_context())
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::puzzle::board::BoardOptions;
    use sudoku_cnf::text::read_single;

    use super::*;

    #[test]
    fn a_clash_is_a_smallest_conflict_unless_the_board_has_no_solution() {
        let text = format!("{:.<81}", "11");
        let givens = |variants: &[&str]| {
            let variants = variants.iter().map(|name| name.parse().unwrap()).collect();
            let options = BoardOptions { variants, ..BoardOptions::default() };
            let puzzle = read_single(text.as_bytes(), options, None).unwrap().puzzle;
            let conflict = conflict(&puzzle, false, &Limits::none()).unwrap().unwrap();
            (conflict.givens.len(), conflict.is_smallest)
        };
        assert_eq!(givens(&[]), (2, true));
        assert_eq!(givens(&["x", "windoku", "antiknight"]), (0, true));
    }
}
